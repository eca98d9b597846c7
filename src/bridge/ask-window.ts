/** Asks another window of the user at its own door: whether it is there, and for its answer to a hook. */
import { randomBytes } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { request as httpRequest, type ClientRequest, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { contains } from '../core/paths.js';
import { isOwn } from './private-files.js';
import type { HookRequest } from './requests/hook-request.js';
import { registeredWindows, realFolderKey, type WindowAddress } from './windows.js';

/** `still`: it gave no sign in time. `left`: it took the hook and did not answer. */
type Unanswered = 'gone' | 'still' | 'left';

interface AskedAt {
  door: WindowAddress;
  /** The port of all windows, as requests name their host. */
  port: number;
  token: string;
  signMs: number;
}

const CONNECT_MS = 250;
const MOST_ANSWER_BYTES = 16 * 1024 * 1024;

/** Whether somebody listens there: no window that has ended. One that stands still does. */
export async function isListening(door: WindowAddress): Promise<boolean> {
  if ('path' in door && !(await isOwnSocket(door.path))) {
    return false;
  }
  return new Promise((resolve) => {
    const socket =
      'path' in door ? connect(door.path) : connect({ port: door.port, host: '127.0.0.1' });
    const done = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.setTimeout(CONNECT_MS, () => done(true));
    socket.once('connect', () => done(true)).once('error', () => done(false));
  });
}

/** Calls `onClosed` once its window has ended or let go of the connection. Returns how to stop. */
export function watchDoor(door: WindowAddress, onClosed: () => void): () => void {
  const socket =
    'path' in door ? connect(door.path) : connect({ port: door.port, host: '127.0.0.1' });
  socket
    .unref()
    .on('error', () => undefined)
    .on('close', onClosed)
    .resume();
  return () => socket.off('close', onClosed).destroy();
}

/** The window's answer, or why there is none. A window that answers at all says so at once, by asking for the body. */
export async function askWindow(
  at: AskedAt,
  hook: HookRequest,
  now: () => number,
): Promise<{ text: string } | Unanswered> {
  if ('path' in at.door && !(await isOwnSocket(at.door.path))) {
    return 'gone';
  }
  const id = randomBytes(8).toString('hex');
  const answer = post(at, hook, id, Math.max(0, hook.deadline - now()));
  void hook.delivered.then(async (delivered) =>
    tellOutcome(at, id, delivered && typeof (await answer) !== 'string'),
  );
  return answer;
}

async function post(
  at: AskedAt,
  { agent, raw, process, told, prompts }: HookRequest,
  id: string,
  limitMs: number,
): Promise<{ text: string } | Unanswered> {
  const request = await open(at, '/v1/hook', {
    Expect: '100-continue',
    'Content-Type': 'application/json',
    'Content-Length': raw.length,
    'X-Turnwatch-Agent': agent,
    [PASSED_HEADER]: id,
    ...(process !== undefined && { 'X-Turnwatch-Process': process }),
    ...(told && { 'X-Turnwatch-Told': 1 }),
    ...(prompts !== undefined && { 'X-Turnwatch-Prompt': prompts }),
  });
  return new Promise((resolve) => {
    let hasSigned = false;
    const end = (outcome: { text: string } | Unanswered): void => {
      clearTimeout(sign);
      clearTimeout(limit);
      resolve(outcome);
      request.destroy();
    };
    const sign = setTimeout(() => setImmediate(() => hasSigned || end('still')), at.signMs);
    const limit = setTimeout(() => end(hasSigned ? 'left' : 'still'), limitMs);
    request.on('continue', () => {
      hasSigned = true;
      clearTimeout(sign);
      request.end(raw);
    });
    request.on('error', () => end(hasSigned ? 'left' : 'gone'));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > MOST_ANSWER_BYTES) {
          end('left');
        }
      });
      response.on('error', () => end('left'));
      response.on('end', () => {
        const isAnswer = response.statusCode === 200 || response.statusCode === 204;
        end(isAnswer ? { text: Buffer.concat(chunks).toString('utf8') } : 'gone');
      });
    });
    request.flushHeaders();
  });
}

async function tellOutcome(at: AskedAt, id: string, delivered: boolean): Promise<void> {
  const request = await open(at, OUTCOME_PATH, {
    [PASSED_HEADER]: id,
    [DELIVERED_HEADER]: delivered ? 1 : 0,
  });
  request.setTimeout(CONNECT_MS * 8, () => request.destroy());
  request.on('error', () => undefined).on('response', (response) => response.resume());
  request.end();
}

async function open(
  { door, port, token }: AskedAt,
  path: string,
  headers: Record<string, string | number>,
): Promise<ClientRequest> {
  const options: RequestOptions = {
    method: 'POST',
    path,
    agent: false,
    headers: { Host: `127.0.0.1:${port}`, Authorization: `Bearer ${token}`, ...headers },
  };
  if ('path' in door) {
    return httpRequest({ ...options, socketPath: door.path });
  }
  const { request } = await import('node:https');
  return request({
    ...options,
    host: '127.0.0.1',
    port: door.port,
    // it has signed its own: what counts is the key
    ca: door.certificate,
  });
}

async function isOwnSocket(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isSocket() === true && isOwn(found);
}

export const OUTCOME_PATH = '/v1/outcome';
/** The hook's id among those passed on. */
export const PASSED_HEADER = 'x-turnwatch-passed';
export const DELIVERED_HEADER = 'x-turnwatch-delivered';

const MOST_AWAITED = 1000;

/** Hooks that one window has passed on to another: whether the answer reached the agent is told later, by who passed it on. */
export class PassedOutcomes {
  private readonly awaiting = new Map<string, (delivered: boolean) => void>();

  /** After both together, the answer counts as not delivered. */
  constructor(private readonly limits: { answerMs: number; confirmMs: number }) {}

  awaited(id: string, answerMs = this.limits.answerMs): Promise<boolean> {
    return new Promise((resolve) => {
      const limit = answerMs + this.limits.confirmMs;
      const timer = setTimeout(() => this.settle(id, false), limit).unref();
      this.awaiting.set(id, (delivered) => {
        clearTimeout(timer);
        resolve(delivered);
      });
      const [oldest] = this.awaiting.keys();
      if (this.awaiting.size > MOST_AWAITED && oldest !== undefined) {
        this.settle(oldest, false);
      }
    });
  }

  settle(id: string, delivered: boolean): void {
    this.awaiting.get(id)?.(delivered);
    this.awaiting.delete(id);
  }
}

// Whether a window has a folder open, as its file says.

/** `dir`: the folder that all windows share. It is only read. A terminal that watches the folder is no window that has it open. */
export async function isOpenInWindow(dir: string, folder: string): Promise<boolean> {
  const key = await realFolderKey(folder);
  for (const { folders, door } of await registeredWindows(dir)) {
    if (folders.some((each) => contains(each, key)) && (await isListening(door))) {
      return true;
    }
  }
  return false;
}
