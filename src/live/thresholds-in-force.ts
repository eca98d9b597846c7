/** Which thresholds were recorded for each session, so that a replay of the recording gives the same verdicts. */
import type { TurnEvent } from '../core/events.js';
import type { Thresholds } from '../core/thresholds/thresholds.js';

export interface ThresholdSource {
  /** In force for an agent's sessions. */
  thresholds(agent: string, role?: string): Thresholds;
}

export class ThresholdsInForce {
  /** By session: what was recorded last. */
  private readonly recorded = new Map<string, string>();

  constructor(private readonly source: ThresholdSource) {}

  has(session: string): boolean {
    return this.recorded.has(session);
  }

  sessions(): string[] {
    return [...this.recorded.keys()];
  }

  /** @returns what to record: at first, and whenever the thresholds are no longer those of the last record. */
  recordChange(session: string, agent: string, role?: string): TurnEvent | undefined {
    const { preset, values, origins } = this.source.thresholds(agent, role);
    const inForce = JSON.stringify([preset, values, origins]);
    if (this.recorded.get(session) === inForce) {
      return undefined;
    }
    this.recorded.set(session, inForce);
    return { v: 1, type: 'config', session, preset, set: { ...values }, from: { ...origins } };
  }

  forget(session: string): void {
    this.recorded.delete(session);
  }
}
