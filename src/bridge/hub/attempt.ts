/** One try to connect a window: it receives the hooks of all windows, or joins the one that does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readErrorCode, readErrorMessage } from '../../core/error-words.js';
import { Hub, type WindowOptions } from './hub.js';
import { namedHub } from './hub-file.js';
import { joinHub, type Member } from './member.js';
import { standInPorts } from '../port.js';
import { checkHealth, type Health } from '../proof.js';
import { removeHookClient, reportStranger, stateToServe, tokenIn } from '../state.js';

/** `passing`: a window may just be starting or closing. */
export type Failure = { kind: 'passing' } | { kind: 'lasting'; reason: string };

export interface AttemptOptions {
  window: Omit<WindowOptions, 'home'>;
  /** Where a window was heard last that stands still. */
  silentPort: number | undefined;
  /** Another window has taken over from this hub. */
  onSuperseded: (hub: Hub) => void;
  onQuiet: (isQuiet: boolean) => void;
  onClose: (port: number, isSilent: boolean) => void;
}

/** What stops a port from being used: a program that is not ours, or one that stays silent. */
type Obstacle = 'stranger' | 'silent';

/** The longest that another port's answer is waited for once a window is known to stand still (milliseconds). */
const KNOWN_SILENCE_MS = 500;
/** A window that holds the port has written its new token after this time. */
const NEW_TOKEN_MS = 200;

export async function attempt(options: AttemptOptions): Promise<Hub | Member | Failure> {
  const { state, log } = options.window;
  const standIn = await joinStandIn(options);
  if (standIn !== undefined) {
    return standIn;
  }
  const home = await serveOrJoin(options, state.port);
  if (home === 'stranger') {
    await withdrawHookClient(options);
    return lasting(
      `Port ${state.port} on 127.0.0.1 is used by another program. Quit that program or choose another port in the setting turnwatch.endpoint.port.`,
    );
  }
  if (home !== 'silent') {
    return home;
  }
  for (const port of await standInPorts(state.token, state.port)) {
    const outcome = await serveOrJoin(options, port);
    if (typeof outcome !== 'string') {
      if (!('kind' in outcome)) {
        log(`bridge: port ${state.port} doesn’t respond: ${port} stands in for it`);
      }
      return outcome;
    }
  }
  // every hook would wait for its time limit
  await withdrawHookClient(options);
  return lasting(
    `The program on port ${state.port} of 127.0.0.1 doesn’t answer. If it is another VS Code window, it is busy; otherwise, choose another port in the setting turnwatch.endpoint.port.`,
  );
}

/** A hub at the port that all windows agreed on. Rejects with the system's error if it can't be bound. */
export async function serve(options: AttemptOptions, port: number): Promise<Hub> {
  const { window, onSuperseded } = options;
  const home = window.state.port;
  const state = await stateToServe(window.state);
  const hub: Hub = new Hub({ ...window, state: { ...state, port }, home }, () => onSuperseded(hub));
  await hub.start();
  return hub;
}

/** The window that has taken over from one that stands still; undefined if there is none. */
async function joinStandIn(options: AttemptOptions): Promise<Member | Failure | undefined> {
  const { state } = options.window;
  const named = await namedHub(state.dir);
  if (
    named?.home !== state.port ||
    named.port === state.port ||
    named.port === options.silentPort
  ) {
    return undefined;
  }
  const isOurs = (await checkHealth(named.port, state.token)) === 'ours';
  return isOurs ? join(options, named.port) : undefined;
}

async function serveOrJoin(
  options: AttemptOptions,
  port: number,
): Promise<Hub | Member | Failure | Obstacle> {
  try {
    return await serve(options, port);
  } catch (error) {
    if (readErrorCode(error) !== 'EADDRINUSE') {
      return lasting(`Port ${port} on 127.0.0.1 can’t be opened: ${readErrorMessage(error)}`);
    }
  }
  if (port === options.silentPort) {
    return 'silent';
  }
  switch (await askHealth(options, port)) {
    case 'nobody':
      return { kind: 'passing' };
    case 'silent':
      return 'silent';
    case 'stranger':
      return (await hasNewToken(options)) ? { kind: 'passing' } : reported(options);
    case 'ours':
      return join(options, port);
  }
}

/** Whether it is no stranger, but a window that has just replaced the token. */
async function hasNewToken({ window: { state } }: AttemptOptions): Promise<boolean> {
  await sleep(NEW_TOKEN_MS);
  return (await tokenIn(state.dir)) !== state.token;
}

async function reported({ window: { state, log } }: AttemptOptions): Promise<'stranger'> {
  await reportStranger(state.dir).catch((error: unknown) =>
    log(`bridge: ${readErrorMessage(error)}`),
  );
  return 'stranger';
}

async function askHealth(
  { window: { state }, silentPort }: AttemptOptions,
  port: number,
): Promise<Health> {
  if (silentPort !== undefined) {
    // all windows are without hooks, and this one may have stood still for longer
    return checkHealth(port, state.token, KNOWN_SILENCE_MS);
  }
  const health = await checkHealth(port, state.token);
  // while many windows start, one may be busy for a second
  return health === 'silent' ? checkHealth(port, state.token) : health;
}

async function join(
  { window, onQuiet, onClose }: AttemptOptions,
  port: number,
): Promise<Member | Failure> {
  const { state } = window;
  const member = await joinHub(
    { ...window, state: { ...state, port }, home: state.port },
    { onQuiet, onClose: (isSilent) => onClose(port, isSilent) },
  );
  if (member === 'version') {
    return lasting(
      'Another VS Code window runs a different version of Turnwatch. Reload all windows.',
    );
  }
  return member === 'failed' || member.closed ? { kind: 'passing' } : member;
}

function lasting(reason: string): Failure {
  return { kind: 'lasting', reason };
}

/** Otherwise the hook client would send the token to whoever holds the port. */
async function withdrawHookClient({ window: { state, log } }: AttemptOptions): Promise<void> {
  await removeHookClient(state.dir).catch((error: unknown) =>
    log(`bridge: ${readErrorMessage(error)}`),
  );
}
