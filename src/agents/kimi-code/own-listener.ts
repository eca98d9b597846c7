/** Whether the program that listens on a loopback port is this person's: a port that a server left behind is anybody's. */
import { readText } from '../../bounded-files.js';

/** A machine with very many connections (bytes). */
const LARGEST_TABLE = 16 * 1024 * 1024;
/** The state of a socket that listens. */
const LISTENS = '0A';

/** `pid`: of the program that said that it listens there. Where the system does not tell whose a socket is, it has to be this person's. */
export async function isOwnListener(
  port: number,
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  return platform === 'linux' ? listensAsUser(port, process.getuid?.()) : isOwnProcess(pid);
}

/** Somebody listens on the port, and nobody but the user. */
async function listensAsUser(port: number, user: number | undefined): Promise<boolean> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) =>
      readText(path, LARGEST_TABLE).catch(() => ''),
    ),
  );
  const users = tables
    .flatMap((table) => table.split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === LISTENS && readPort(local) === port)
    .map(([, , , , , , , uid]) => Number(uid));
  return users.length > 0 && users.every((uid) => uid === user);
}

/** The port in an address such as `0100007F:A92D`. */
function readPort(address: string | undefined): number {
  return parseInt(address?.split(':').at(-1) ?? '', 16);
}

/** Signal 0 only asks, and is refused for a process of another user. */
function isOwnProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
