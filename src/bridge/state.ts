/**
 * State shared on disk by all windows of a user: port, token, the relay's secret and the hook client's file.
 *
 * Frozen: the files' names and what they hold. Installed hooks and windows of other versions read them.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { link, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { createFile, readText } from '../bounded-files.js';
import { readErrorCode } from '../core/error-words.js';
import { ensurePrivateFolder, readOwnFile } from './private-files.js';

export interface BridgeState {
  dir: string;
  port: number;
  /** 32 random bytes as 64 hex characters. */
  token: string;
}

export const TOKEN_FILE = 'token';
const ENDPOINT_FILE = 'endpoint.json';
const HOOK_CLIENT_FILE = 'hook.curl';
/** For clients that cannot pin a key. */
const CERTIFICATE_FILE = 'hook.pem';
const STRANGER_FILE = 'stranger-met';
const RELAY_SECRET_FILE = 'relay-secret';

/**
 * Reads the shared state, creating what is missing; windows that start at the same instant agree.
 * Rejects if the folder cannot be created, read or written, or is another user's.
 */
export async function openState(dir: string, configuredPort?: number): Promise<BridgeState> {
  await ensurePrivateFolder(dir);
  const token = await settled(join(dir, TOKEN_FILE), parseToken, () => randomHex(32));
  if (configuredPort !== undefined) {
    return { dir, port: configuredPort, token };
  }
  const port = await settled(
    join(dir, ENDPOINT_FILE),
    parseEndpoint,
    async () => `${JSON.stringify({ port: await choosePort() })}\n`,
  );
  return { dir, port, token };
}

/** Another program answered on a port of ours, and may have been sent the token: it is replaced before hooks are received again. */
export async function reportStranger(dir: string): Promise<void> {
  await replaceFile(join(dir, STRANGER_FILE), '');
}

/** The state that a window serves: with a new token if a stranger was met. `settleToken` makes it the one of all windows. */
export async function stateToServe(state: BridgeState): Promise<BridgeState> {
  const met = await readOwnFile(join(state.dir, STRANGER_FILE));
  return met === 'missing' ? state : { ...state, token: randomBytes(32).toString('hex') };
}

/** Call once the port is held: of several windows, one alone replaces the token. */
export async function settleToken({ dir, token }: BridgeState): Promise<void> {
  if ((await tokenIn(dir)) !== token) {
    await replaceFile(join(dir, TOKEN_FILE), `${token}\n`);
  }
  await rm(join(dir, STRANGER_FILE), { force: true });
}

/** Undefined while there is none. */
export async function tokenIn(dir: string): Promise<string | undefined> {
  const found = await readOwnFile(join(dir, TOKEN_FILE));
  return typeof found === 'object' ? parseToken(found.text) : undefined;
}

/**
 * The random part of the relay's addresses: kept, so that an agent configured with one goes on working after a restart.
 * Rejects if the folder cannot be created, read or written.
 */
export async function openRelaySecret(dir: string): Promise<string> {
  await ensurePrivateFolder(dir);
  return settled(join(dir, RELAY_SECRET_FILE), parseRelaySecret, () => randomHex(16));
}

function randomHex(bytes: number): Promise<string> {
  return Promise.resolve(`${randomBytes(bytes).toString('hex')}\n`);
}

/** Where hooks ask: a socket that only the user can reach, or a port whose listener has to prove itself. */
type HookAddress = { path: string } | { port: number; pin: string; certificate: string };

/**
 * What `curl -K` reads; the caller adds `--data-binary @-` and the agent's header, once each (curl joins bodies given twice).
 * The answer goes to standard output, failures nowhere. At a plain port, anybody could answer.
 */
export function hookClientConfig({ port, token }: BridgeState, door: HookAddress): string {
  const address =
    'path' in door
      ? [
          `url = "http://127.0.0.1:${port}/v1/hook"`,
          `unix-socket = ${quotedPath(door.path)}`,
          'proto = "=http"',
        ]
      : [
          `url = "https://127.0.0.1:${door.port}/v1/hook"`,
          `header = "Host: 127.0.0.1:${port}"`,
          // no authority has signed it: what counts is the key
          'insecure',
          `pinnedpubkey = "${door.pin}"`,
          'proto = "=https"',
        ];
  return [
    ...address,
    `header = "Authorization: Bearer ${token}"`,
    'header = "Content-Type: application/json"',
    // Without this, curl waits for "100 Continue" before it sends a body above 1 MB.
    'header = "Expect:"',
    'connect-timeout = "0.3"',
    'max-time = "0.9"',
    'noproxy = "*"',
    'silent',
    'fail',
    '',
  ].join('\n');
}

function quotedPath(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`;
}

/** Undefined where nobody is asked, or it cannot be read. */
export async function hookClientText(dir: string): Promise<string | undefined> {
  const found = await readOwnFile(join(dir, HOOK_CLIENT_FILE)).catch(() => undefined);
  return typeof found === 'object' ? found.text : undefined;
}

/** Writes the hook client's files atomically. */
export async function writeHookClient(state: BridgeState, door: HookAddress): Promise<void> {
  if (!('path' in door)) {
    await writeOwnFile(join(state.dir, CERTIFICATE_FILE), door.certificate);
  }
  await writeOwnFile(join(state.dir, HOOK_CLIENT_FILE), hookClientConfig(state, door));
}

async function writeOwnFile(file: string, text: string): Promise<void> {
  const found = await readOwnFile(file).catch(() => undefined);
  if (typeof found !== 'object' || found.text !== text) {
    await replaceFile(file, text);
  }
}

/** Without this file an installed hook ends at once. */
export function removeHookClient(dir: string): Promise<void> {
  return rm(join(dir, HOOK_CLIENT_FILE), { force: true });
}

function parseToken(text: string): string | undefined {
  return /^[0-9a-f]{64}\n$/.test(text) ? text.trim() : undefined;
}

function parseRelaySecret(text: string): string | undefined {
  return /^[0-9a-f]{32}\n$/.test(text) ? text.trim() : undefined;
}

const endpointFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ port: v.pipe(v.number(), v.integer(), v.minValue(1024), v.maxValue(65_535)) }),
);

function parseEndpoint(text: string): number | undefined {
  const { success, output } = v.safeParse(endpointFile, text);
  return success ? output.port : undefined;
}

/** The file's value; the first to create it decides. Another user's file is replaced, and one that stays unreadable for a second. */
async function settled<T>(
  file: string,
  parse: (text: string) => T | undefined,
  make: () => Promise<string>,
): Promise<T> {
  for (let attempt = 0; attempt < 24; attempt++) {
    const found = await readOwnFile(file);
    if (found === 'missing') {
      await createExclusively(file, await make());
      continue;
    }
    const value = found === 'foreign' ? undefined : parse(found.text);
    if (value !== undefined) {
      return value;
    }
    if (found === 'foreign' || attempt === 20) {
      await replaceFile(file, await make());
      // another window may replace it too: both use the later file
      await sleep(100);
    } else {
      await sleep(50);
    }
  }
  throw new Error(`${file} could not be read back after it was written.`);
}

/** A hard link appears atomically with its content; without hard links, readers wait for the content. */
async function createExclusively(file: string, text: string): Promise<void> {
  const draft = await writeDraft(file, text);
  try {
    await link(draft, file);
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') {
      return;
    }
    const handle = await createFile(file, 0o600).catch((late: unknown) => {
      if (readErrorCode(late) === 'EEXIST') {
        return undefined;
      }
      throw late;
    });
    if (handle !== undefined) {
      try {
        await handle.writeFile(text);
      } finally {
        await handle.close();
      }
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** Atomically; the file is private to the user. */
export async function replaceFile(file: string, text: string): Promise<void> {
  await putInPlace(await writeDraft(file, text), file);
}

/** Whatever is there: a folder that somebody put in a file's place goes, too. Both lie in our folder. */
export async function putInPlace(draft: string, file: string): Promise<void> {
  try {
    await rename(draft, file).catch(async () => {
      await rm(file, { force: true, recursive: true });
      await rename(draft, file);
    });
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeDraft(file: string, text: string): Promise<string> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const handle = await createFile(draft, 0o600);
  try {
    await handle.writeFile(text);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return draft;
}

// Chooses a user's one loopback port: once, at random, outside the system's ephemeral range.

const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 60_000;

interface PortRange {
  from: number;
  to: number;
}

/** The system's ephemeral port range, both ends included. */
async function ephemeralRange(platform: NodeJS.Platform = process.platform): Promise<PortRange> {
  if (platform === 'linux') {
    const text = await readText('/proc/sys/net/ipv4/ip_local_port_range', 4096).catch(() => '');
    const found = /^(\d+)\s+(\d+)/.exec(text);
    return found ? { from: Number(found[1]), to: Number(found[2]) } : { from: 32_768, to: 60_999 };
  }
  return { from: 49_152, to: 65_535 };
}

/** A port between the bounds and outside `avoid`, or any between the bounds if `avoid` covers them all. */
function candidatePort(avoid: PortRange, pick: (count: number) => number): number {
  const below = Math.max(0, Math.min(HIGHEST_PORT + 1, avoid.from) - LOWEST_PORT);
  const above = Math.max(0, HIGHEST_PORT - Math.max(LOWEST_PORT - 1, avoid.to));
  if (below + above === 0) {
    return LOWEST_PORT + pick(HIGHEST_PORT - LOWEST_PORT + 1);
  }
  const index = pick(below + above);
  return index < below ? LOWEST_PORT + index : HIGHEST_PORT - (index - below);
}

/** A port that can be bound now. If 20 are taken, returns one of those, and the bridge reports the failure. */
export async function choosePort(
  pick: (count: number) => number = (count) => randomInt(count),
): Promise<number> {
  const avoid = await ephemeralRange();
  let port = candidatePort(avoid, pick);
  for (let attempt = 0; attempt < 20 && !(await isFree(port)); attempt++) {
    port = candidatePort(avoid, pick);
  }
  return port;
}

/** Whether the port can be bound on the loopback address now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      probe.close(() => resolve(true)),
    );
  });
}
