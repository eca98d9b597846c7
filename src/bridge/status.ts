/** What a window knows of its live link, and who hears of each change. */

export interface BridgeStatus {
  role: 'hub' | 'member' | 'off';
  state: 'connected' | 'not-connected';
  /** Undefined until the shared folder has been read. */
  port?: number | undefined;
  /** Why not connected, as a sentence; absent while starting or stopped. */
  reason?: string;
}

export class ObservedStatus {
  private readonly listeners = new Set<(status: BridgeStatus) => void>();
  private _current: BridgeStatus = { role: 'off', state: 'not-connected' };

  get current(): BridgeStatus {
    return this._current;
  }

  set(status: BridgeStatus): void {
    this._current = status;
    for (const listener of [...this.listeners]) {
      listener(status);
    }
  }

  /** Calls the listener after each change. @returns a function that unsubscribes it. */
  onChange(listener: (status: BridgeStatus) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
