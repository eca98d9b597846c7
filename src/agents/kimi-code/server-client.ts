/**
 * Finds local `kimi web` servers and sends them requests: loopback only, limited in time and size, and with the person's token only once the
 * program that took the connection is known to be the person's.
 */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { readText } from '../../bounded-files.js';
import { readErrorMessage } from '../../core/error-words.js';
import { isObject, parseJson } from '../../core/json.js';
import type { Problem, Result } from '../agent.js';
import { type Fields, fieldsIn } from '../reading/fields.js';

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

/** A running server on loopback. */
export interface KimiServer {
  port: number;
  /** The id of its process, as it says. */
  pid: number;
  token: string;
}

/** The time limit of a request (milliseconds). */
const LIMIT_MS = 3000;
/** The list of tools with their descriptions is about 100 KB. */
const LARGEST = 8 * 1024 * 1024;
const MOST_SERVERS = 8;
/** A server writes its file anew every 15 seconds: one that has not for so long is gone (milliseconds). */
const FRESH_MS = 60_000;
/** A token, or what a server says of itself (bytes). */
const LARGEST_FILE = 64 * 1024;
const LOOPBACK: readonly unknown[] = ['127.0.0.1', 'localhost', '0.0.0.0'];

/** Registered servers that gave a sign of life before `now` (milliseconds since the epoch), newest first. `home`: Kimi Code's folder. */
export async function kimiServers(home: string, now = Date.now()): Promise<KimiServer[]> {
  const folder = join(home, 'server', 'instances');
  try {
    const names = (await readdir(folder))
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse()
      .slice(0, MOST_SERVERS);
    if (names.length === 0) {
      return [];
    }
    const token = (await readText(join(home, 'server.token'), LARGEST_FILE)).trim();
    // safe in a header
    if (!/^[\w.~+/=-]{1,1024}$/.test(token)) {
      return [];
    }
    const read = await Promise.all(
      names.map((name) =>
        readText(join(folder, name), LARGEST_FILE).then(
          (text) => readInstance(text, now),
          () => undefined,
        ),
      ),
    );
    return read.filter((each) => each !== undefined).map((each) => ({ ...each, token }));
  } catch {
    return [];
  }
}

function readInstance(text: string, now: number): Omit<KimiServer, 'token'> | undefined {
  const { host, port, pid, heartbeat_at: sign } = fieldsIn(parseJson(text));
  return LOOPBACK.includes(host) &&
    isCount(port) &&
    port < 65_536 &&
    isCount(pid) &&
    isCount(sign) &&
    Math.abs(now - sign) < FRESH_MS
    ? { port, pid }
    : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

/** A connection to the person's own program. Rejects if it is another's, before anything is sent. */
async function connectToOwn({ port, pid }: KimiServer, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, signal });
  await once(socket, 'connect');
  // now that somebody has taken the connection: earlier, he could still have come
  if (!(await isOwnListener(port, pid))) {
    socket.destroy();
    throw new Error('another user’s program listens on its port');
  }
  return socket;
}

/** The `data` of the server's answer. `path`: below `/api/v1`. */
export async function ask(
  server: KimiServer,
  method: 'GET' | 'POST',
  path: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<Result<{ data: Fields }>> {
  const { port, token } = server;
  const failure = (why: string): Problem => ({
    problem: `Kimi Code's server: ${method} ${path.replace(/\?.*/, '')}: ${why}`,
  });
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const signal = AbortSignal.timeout(LIMIT_MS);
  let socket: Socket;
  try {
    socket = await connectToOwn(server, signal);
  } catch (error) {
    return failure(readErrorMessage(error));
  }
  return new Promise((done) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(sent === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(sent) }),
    };
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: `/api/v1${path}`,
        headers,
        createConnection: () => socket,
        signal,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size <= LARGEST) {
            chunks.push(chunk);
          } else {
            outgoing.destroy(new Error('the response is too large'));
          }
        });
        answer.on('end', () => done(dataIn(Buffer.concat(chunks).toString('utf8'), failure)));
        answer.on('error', (error) => done(failure(error.message)));
      },
    );
    outgoing.on('error', (error) => done(failure(error.message)));
    outgoing.end(sent);
  });
}

/** `{code, msg, data}`: any code but 0 is a failure. */
function dataIn(text: string, failure: (why: string) => Problem): Result<{ data: Fields }> {
  const answer = parseJson(text);
  if (answer === undefined) {
    return failure('not JSON');
  }
  const { code, msg, data } = fieldsIn(answer);
  if (code !== 0) {
    return failure(typeof msg === 'string' ? msg.slice(0, 200) : 'request refused');
  }
  return { data: isObject(data) ? data : {} };
}
