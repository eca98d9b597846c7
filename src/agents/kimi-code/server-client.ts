/** Finds local `kimi web` servers and sends them requests: loopback only, with the person's token, limited in time and size. */
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { readText } from '../../bounded-files.js';
import { isObject } from '../../core/json.js';
import type { Problem, Result } from '../agent.js';
import { type Fields, fieldsIn } from '../reading/fields.js';

/** A running server on loopback. */
export interface KimiServer {
  port: number;
  token: string;
}

/** The time limit of a request (milliseconds). */
const LIMIT_MS = 3000;
/** The list of tools with their descriptions is about 100 KB. */
const LARGEST = 8 * 1024 * 1024;
const MOST_SERVERS = 8;
/** A token, or what a server says of itself (bytes). */
const LARGEST_FILE = 64 * 1024;
const LOOPBACK: readonly unknown[] = ['127.0.0.1', 'localhost', '0.0.0.0'];

/** Registered servers, newest first. `home`: Kimi Code's folder. A crashed server may leave its file behind: requests to it fail. */
export async function kimiServers(home: string): Promise<KimiServer[]> {
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
        readText(join(folder, name), LARGEST_FILE).then(readPort, () => undefined),
      ),
    );
    return read.filter((port) => port !== undefined).map((port) => ({ port, token }));
  } catch {
    return [];
  }
}

function readPort(text: string): number | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { host, port } = fieldsIn(answer);
  return LOOPBACK.includes(host) &&
    typeof port === 'number' &&
    Number.isInteger(port) &&
    port > 0 &&
    port < 65_536
    ? port
    : undefined;
}

/** The `data` of the server's answer. `path`: below `/api/v1`. */
export function ask(
  { port, token }: KimiServer,
  method: 'GET' | 'POST',
  path: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<Result<{ data: Fields }>> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((done) => {
    const failure = (why: string): Problem => ({
      problem: `Kimi Code's server: ${method} ${path.replace(/\?.*/, '')}: ${why}`,
    });
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
        agent: false,
        signal: AbortSignal.timeout(LIMIT_MS),
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
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return failure('not JSON');
  }
  const { code, msg, data } = fieldsIn(answer);
  if (code !== 0) {
    return failure(typeof msg === 'string' ? msg.slice(0, 200) : 'request refused');
  }
  return { data: isObject(data) ? data : {} };
}
