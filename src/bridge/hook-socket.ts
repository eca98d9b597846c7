/**
 * The Unix socket at which installed hooks ask. It lies in a folder that only the user can enter, so whoever answers there
 * is the user; on a port, anybody could answer once our window is gone.
 */
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, renameSync, rmSync, utimes } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePrivateFolder, isOwn, isPrivateFolder } from './private-files.js';

/** Frozen: hooks ask here. */
export const HOOK_SOCKET = 'hook.sock';
/** Bytes of a socket's path: 108 with the final zero on Linux, 104 on macOS. */
const LONGEST_PATH = 103;
/** Open at once: only the user's own agents can connect. */
const MOST_CONNECTIONS = 256;
/** Systems remove what was not touched for days from folders for running programs. */
const TOUCH_MS = 6 * 60 * 60 * 1000;

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
  return [process.env['XDG_RUNTIME_DIR'], tmpdir()]
    .filter((parent) => parent !== undefined)
    .filter((parent) => parent !== '')
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
