/**
 * A window's own door, and the address that installed hooks ask at. Every window has a door; the address leads to one of them, which
 * passes each hook on to the window that it belongs to. Whoever finds the address dead or silent leads it to itself.
 */
import { randomBytes } from 'node:crypto';
import { lstat, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { HOOK_SOCKET, openHookSocket, type HookSocket } from './hook-socket.js';
import type { HookPort } from './hook-tls.js';
import {
  hookClientText,
  quotedPath,
  removeHookClient,
  writeHookClient,
  type BridgeState,
} from './state.js';
import type { WindowDoor } from './window-files.js';
import type { Endpoint } from './requests/endpoint.js';

export class HookDoor {
  private constructor(
    private readonly state: BridgeState,
    private readonly own: HookSocket | HookPort,
  ) {}

  /** Rejects with the system's error where neither a socket nor a port can be opened. */
  static async open(state: BridgeState, endpoint: Pick<Endpoint, 'accept'>): Promise<HookDoor> {
    const name = `w-${randomBytes(3).toString('hex')}`;
    const socket = await openHookSocket(state.dir, (each) => endpoint.accept(each, true), name);
    if (socket !== undefined) {
      return new HookDoor(state, socket);
    }
    const { openHookPort } = await import('./hook-tls.js');
    return new HookDoor(state, await openHookPort((each) => endpoint.accept(each, false)));
  }

  get address(): WindowDoor {
    const { own } = this;
    return 'path' in own
      ? { path: own.path }
      : { port: own.port, pin: own.pin, certificate: own.certificate };
  }

  isOpen(): boolean {
    return this.own.isOpen();
  }

  /** Hooks ask this window from now on. */
  take(): Promise<void> {
    return this.lead(this.address);
  }

  /** Hooks ask the window with this door from now on. */
  async lead(door: WindowDoor): Promise<void> {
    if (!('path' in door)) {
      await writeHookClient(this.state, door);
      return;
    }
    const path = join(dirname(door.path), HOOK_SOCKET);
    const draft = join(dirname(path), `h.${randomBytes(3).toString('hex')}`);
    await symlink(basename(door.path), draft);
    await rename(draft, path);
    await writeHookClient(this.state, { path });
  }

  /** Whether hooks ask at this door: its own or another window's. */
  async leadsTo(door: WindowDoor): Promise<boolean> {
    const text = (await hookClientText(this.state.dir)) ?? '';
    if (!text.includes(this.state.token)) {
      return false;
    }
    if (!('path' in door)) {
      return text.includes(`"${door.pin}"`);
    }
    const path = join(dirname(door.path), HOOK_SOCKET);
    return (
      text.includes(quotedPath(path)) &&
      (await readlink(path).catch(() => '')) === basename(door.path)
    );
  }

  /** Nobody answers hooks any more. */
  async withdraw(): Promise<void> {
    await removeHookClient(this.state.dir);
    if ('path' in this.own) {
      const path = join(dirname(this.own.path), HOOK_SOCKET);
      if ((await lstat(path).catch(() => undefined))?.isSymbolicLink() === true) {
        await rm(path, { force: true });
      }
    }
  }

  /** A window that was killed has left its socket. */
  async removeDead(door: WindowDoor): Promise<void> {
    const isNextToOurs =
      'path' in door && 'path' in this.own && dirname(door.path) === dirname(this.own.path);
    if (isNextToOurs && /^w-[0-9a-f]{6}$/.test(basename(door.path))) {
      await rm(door.path, { force: true });
    }
  }

  close(): void {
    this.own.close();
  }
}
