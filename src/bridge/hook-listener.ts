/**
 * A window's own door, and the address that installed hooks ask at. Every window has a door; the address leads to one of them, which
 * passes each hook on to the window that it belongs to. Whoever finds the address dead or silent leads it to itself.
 */
import { randomBytes, createHash } from 'node:crypto';
import { chmodSync, lstatSync, renameSync, rmSync, utimes } from 'node:fs';
import { lstat, readlink, rm, symlink } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { HookPort } from './hook-tls.js';
import { ensurePrivateFolder, isOwn, isPrivateFolder } from './private-files.js';
import type { Endpoint } from './requests/endpoint.js';
import {
  hookClientConfig,
  hookClientText,
  putInPlace,
  removeHookClient,
  writeHookClient,
  type BridgeState,
} from './state.js';
import type { WindowAddress } from './windows.js';

export class HookListener {
  private constructor(
    private readonly state: BridgeState,
    private readonly own: HookSocket | HookPort,
  ) {}

  /** Rejects with the system's error where neither a socket nor a port can be opened. */
  static async open(state: BridgeState, endpoint: Pick<Endpoint, 'accept'>): Promise<HookListener> {
    const name = `w-${randomBytes(3).toString('hex')}`;
    const socket = await openHookSocket(state.dir, (each) => endpoint.accept(each, true), name);
    if (socket !== undefined) {
      return new HookListener(state, socket);
    }
    const { openHookPort } = await import('./hook-tls.js');
    return new HookListener(state, await openHookPort((each) => endpoint.accept(each, false)));
  }

  get address(): WindowAddress {
    const { own } = this;
    return 'path' in own
      ? { path: own.path }
      : { port: own.port, pin: own.pin, certificate: own.certificate };
  }

  isOpen(): boolean {
    return this.own.isOpen();
  }

  /** Hooks ask the window with this door from now on: this one, if none is named. */
  async lead(door: WindowAddress = this.address): Promise<void> {
    if (!('path' in door)) {
      await writeHookClient(this.state, door);
      return;
    }
    const path = join(dirname(door.path), HOOK_SOCKET);
    const draft = join(dirname(path), `h.${randomBytes(3).toString('hex')}`);
    await symlink(basename(door.path), draft);
    await putInPlace(draft, path);
    await writeHookClient(this.state, { path });
  }

  /** Whether hooks ask at this door: its own or another window's. */
  async leadsTo(door: WindowAddress): Promise<boolean> {
    const text = await hookClientText(this.state.dir);
    if (!('path' in door)) {
      return text === hookClientConfig(this.state, door);
    }
    const path = join(dirname(door.path), HOOK_SOCKET);
    return (
      text === hookClientConfig(this.state, { path }) &&
      (await readlink(path).catch(() => '')) === basename(door.path)
    );
  }

  /** The file of the hook client says what no window with a socket writes. */
  async isForged(): Promise<boolean> {
    const text = await hookClientText(this.state.dir);
    if (text === undefined || !('path' in this.own)) {
      return false;
    }
    const path = join(dirname(this.own.path), HOOK_SOCKET);
    return !text.startsWith('url = "https:') && text !== hookClientConfig(this.state, { path });
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
  async removeDead(door: WindowAddress): Promise<void> {
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

/** Frozen: hooks ask here. */
const HOOK_SOCKET = 'hook.sock';
/** Bytes of a socket's path: 108 with the final zero on Linux, 104 on macOS. */
const LONGEST_PATH = 103;
/** Open at once: only the user's own agents can connect. */
const MOST_CONNECTIONS = 256;
/** Systems remove what was not touched for days from folders for running programs. */
const TOUCH_MS = 6 * 60 * 60 * 1000;

/**
 * The Unix socket at which installed hooks ask. It lies in a folder that only the user can enter, so whoever answers there is the user; on
 * a port, anybody could answer once our window is gone.
 */
export interface HookSocket {
  path: string;
  /** False once another window's socket has replaced ours, or it was removed. */
  isOpen(): boolean;
  /** Frees the path, unless another window's socket has replaced ours. */
  close(): void;
}

/** Undefined where there are no such sockets, or no private folder with a path short enough. `dir`: private already. */
export async function openHookSocket(
  dir: string,
  onConnection: (socket: Socket) => void,
  name = HOOK_SOCKET,
): Promise<HookSocket | undefined> {
  if (process.platform === 'win32') {
    return undefined;
  }
  for (const folder of [dir, ...runtimeFolders(dir)]) {
    const path = join(folder, name);
    const longest = join(folder, HOOK_SOCKET);
    if (Buffer.byteLength(longest) > LONGEST_PATH || /[\n\r]/.test(path)) {
      continue;
    }
    try {
      if (folder !== dir) {
        // in a folder of everybody, another user could have one of this name ready after a restart of the computer
        if (!(await isPrivateFolder(join(folder, '..')))) {
          continue;
        }
        await ensurePrivateFolder(folder);
      }
      return await listenAt(path, onConnection);
    } catch {
      // a file system without sockets: the next folder
    }
  }
  return undefined;
}

/** For a long `dir`: its own folder in the user's folder for running programs. */
function runtimeFolders(dir: string): string[] {
  const name = `turnwatch-${createHash('sha256').update(dir).digest('hex').slice(0, 8)}`;
  return [process.env['XDG_RUNTIME_DIR'] ?? '', tmpdir()]
    .filter((parent) => isAbsolute(parent))
    .map((parent) => join(parent, name));
}

/** Under another name first: the rename replaces a dead window's socket, and closing removes no other window's. */
async function listenAt(path: string, onConnection: (socket: Socket) => void): Promise<HookSocket> {
  const draft = join(path, '..', `h.${randomBytes(3).toString('hex')}`);
  // as an HTTP server's connections: the client may end its side first
  const server = createServer({ allowHalfOpen: true, noDelay: true }, onConnection);
  server.maxConnections = MOST_CONNECTIONS;
  await listen(server, draft);
  try {
    chmodSync(draft, 0o600);
    renameSync(draft, path);
    const { ino } = lstatSync(path);
    const touching = setInterval(() => {
      const now = new Date();
      utimes(path, now, now, () => undefined);
    }, TOUCH_MS).unref();
    const isOpen = (): boolean => {
      try {
        const found = lstatSync(path);
        return found.ino === ino && isOwn(found);
      } catch {
        return false;
      }
    };
    return {
      path,
      isOpen,
      close: () => {
        clearInterval(touching);
        server.close();
        if (isOpen()) {
          rmSync(path, { force: true });
        }
      },
    };
  } catch (error) {
    server.close();
    throw error;
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject).on('error', () => undefined);
      resolve();
    });
  });
}
