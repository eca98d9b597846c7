/** Where hooks ask, and the shared files that tell their clients of it. */
import type { Endpoint } from './requests/endpoint.js';
import { openHookSocket, type HookSocket } from './hook-socket.js';
import type { HookPort } from './hook-tls.js';
import { nameHub, unnameHub, type NamedHub } from './hub/hub-file.js';
import { removeHookClient, writeHookClient, type BridgeState } from './state.js';

export class HookDoor {
  private door: HookSocket | HookPort | undefined;

  constructor(
    private readonly state: BridgeState,
    private readonly endpoint: Pick<Endpoint, 'accept'>,
  ) {}

  /** Hooks ask here from now on. */
  async open(name: NamedHub): Promise<void> {
    if (this.door?.isOpen() !== true) {
      this.close();
      this.door = await this.listen();
    }
    await nameHub(this.state.dir, name);
    await this.writeClient();
  }

  async writeClient(): Promise<void> {
    if (this.door !== undefined) {
      await writeHookClient(this.state, this.door);
    }
  }

  /** Nobody answers hooks any more. */
  async removeFiles(): Promise<void> {
    const { dir } = this.state;
    await Promise.all([removeHookClient(dir), unnameHub(dir)]);
  }

  /** Leaves the shared files to the successor. */
  close(): void {
    this.door?.close();
  }

  private async listen(): Promise<HookSocket | HookPort> {
    const socket = await openHookSocket(this.state.dir, (each) => this.endpoint.accept(each, true));
    if (socket !== undefined) {
      return socket;
    }
    const { openHookPort } = await import('./hook-tls.js');
    return openHookPort((each) => this.endpoint.accept(each, false));
  }
}
