/**
 * The processes of the agents, as their hooks name them. A killed agent tells nobody that its turn is over: its process is looked
 * at while the turn runs, and once it is gone, so is the turn. With some agents a hook is run by a process that ends with it, so
 * one counts only once it was seen alive after the hook, or in two hooks one after the other. What counts is kept over a reload of
 * the window, during which the agent may be killed, too.
 */
import { stat } from 'node:fs/promises';
import { readText } from '../bounded-files.js';
import type { Clock } from '../core/clock.js';
import type { Logger } from '../core/log.js';
import type { SessionTracker } from './session-tracker.js';

/** A process that outlives the hooks it runs. */
export interface KeptProcess {
  agent: string;
  id: number;
  /** See ProcessLook. */
  identity: string;
}

/** Keeps the processes of sessions while nobody watches them. */
interface ProcessStore {
  processes(): [session: string, process: KeptProcess][];
  /** Undefined: forget it. */
  keepProcess(session: string, process: KeptProcess | undefined): void;
}

/** Hears of processes. */
interface NamedProcesses {
  /** A session's hook named this process, alive then, for the first time. */
  processNamed(session: string, process: number): Promise<boolean>;
}

/** Ends the turns of killed agents. */
export interface TurnEnder {
  /** The agent's process is gone, and with it the open turn of this session. */
  gone(agent: string, session: string): void;
}

interface AgentProcessesOptions {
  clock: Clock;
  log: Pick<Logger, 'info'>;
  tracker: Pick<SessionTracker, 'sessions' | 'listen' | 'changed'>;
  kept: ProcessStore;
  /** The editor's, which may be found by an agent's process. */
  terminals?: NamedProcesses;
  look?: (process: number) => Promise<ProcessLook>;
  /** Milliseconds between two looks at the processes of open turns. */
  lookMs?: number;
}

interface HookedProcess {
  agent: string;
  session: string;
  /** What ran the hook. */
  process: number;
  /** The hook tells of a turn that goes on. */
  goesOn: boolean;
  /** Settles once the hook has its answer, or will not get one. */
  ended: Promise<unknown>;
}

interface AgentProcess {
  agent: string;
  id: number;
  identity: string;
  /** It outlives its hooks. */
  proven: boolean;
  hookEndedAt: number | undefined;
  /** When its end was noticed, and the turn ended. */
  goneAt: number | undefined;
}

const LOOK_MS = 1000;
/** What runs only a hook ends at most this many milliseconds after it. */
const RUNNER_MS = 1500;
/** What an agent wrote before it died may be read this many milliseconds later, and seem to go on with its turn. */
const READ_LATE_MS = 5000;
const MOST_SESSIONS = 500;
/** Generations of sub-agents. */
const DEEPEST = 8;

export class AgentProcesses {
  /** By session, the process that its newest hook named. */
  private readonly processes = new Map<string, AgentProcess>();
  /** Agents with a turn that went on after the end of the process that its hooks had named. */
  private readonly unreliable = new Set<string>();
  private readonly look: (process: number) => Promise<ProcessLook>;
  private readonly subscription: { dispose(): void };
  private timer: NodeJS.Timeout | undefined;
  private ender: TurnEnder | undefined;
  private disposed = false;

  constructor(private readonly options: AgentProcessesOptions) {
    this.look = options.look ?? lookAtProcess;
    for (const [session, { agent, id, identity }] of options.kept.processes()) {
      this.processes.set(session, { ...newProcess(agent, id, identity), proven: true });
      this.tellNamed(session, id);
    }
    // a session that was open before the reload is, too, once its log has been read
    this.subscription = options.tracker.listen({ onChange: () => this.schedule() });
  }

  /** From now on. */
  endTurnsBy(ender: TurnEnder): void {
    this.ender = ender;
  }

  /** A hook is under way: what runs it is alive, or cannot be judged. */
  async hook(hook: HookedProcess): Promise<void> {
    const { agent, session, process: id, goesOn, ended } = hook;
    const look = await this.look(id);
    if (look.state !== 'alive' || this.disposed) {
      return;
    }
    const { identity } = look;
    const before = this.processes.get(session);
    if (before?.goneAt !== undefined && goesOn) {
      this.options.log.info(`${agent}: the processes that run its hooks end before it does`);
      this.unreliable.add(agent);
    }
    const isKnown =
      before?.id === id && before.identity === identity && before.goneAt === undefined;
    if (!isKnown) {
      this.tellNamed(session, id);
    }
    if (!isKnown || this.unreliable.has(agent)) {
      this.forget(session);
    }
    if (this.unreliable.has(agent)) {
      return;
    }
    const named = isKnown ? before : newProcess(agent, id, identity);
    this.processes.delete(session); // the newest last
    this.processes.set(session, named);
    if (named.hookEndedAt !== undefined) {
      this.prove(session, named);
    }
    this.forgetSurplus();
    void ended.then(() => {
      named.hookEndedAt = this.options.clock.now();
      this.schedule(); // only now is the turn open that the hook began
    });
    this.schedule();
  }

  dispose(): void {
    this.disposed = true;
    this.subscription.dispose();
    clearTimeout(this.timer);
  }

  private tellNamed(session: string, process: number): void {
    const found = this.options.terminals?.processNamed(session, process);
    void found?.then((isFound) => {
      if (isFound) {
        this.options.tracker.changed();
      }
    });
  }

  private forgetSurplus(): void {
    const [oldest] = this.processes.keys();
    if (this.processes.size > MOST_SESSIONS && oldest !== undefined) {
      this.processes.delete(oldest);
    }
  }

  /** Only while there is something to look at. */
  private schedule(): void {
    const { clock, tracker } = this.options;
    const isOfInterest = ([session, { goneAt }]: [string, AgentProcess]): boolean =>
      goneAt === undefined
        ? tracker.sessions.get(session)?.open === true
        : clock.now() - goneAt < READ_LATE_MS;
    if (this.timer === undefined && !this.disposed && [...this.processes].some(isOfInterest)) {
      this.timer = setTimeout(() => void this.lookAtAll(), this.options.lookMs ?? LOOK_MS);
      this.timer.unref();
    }
  }

  private async lookAtAll(): Promise<void> {
    for (const [session, process] of [...this.processes]) {
      if (this.options.tracker.sessions.get(session)?.open === true) {
        await this.lookAt(session, process);
      }
    }
    this.timer = undefined;
    this.schedule();
  }

  private async lookAt(session: string, process: AgentProcess): Promise<void> {
    const state = await this.lookAtState(process);
    // a hook of another one may have come in meanwhile
    if (this.disposed || this.processes.get(session) !== process) {
      return;
    }
    if (state === 'gone' && process.proven) {
      this.gone(session, process);
    } else if (state !== 'alive') {
      this.forget(session);
    } else if (this.options.clock.now() - (process.hookEndedAt ?? Infinity) >= RUNNER_MS) {
      this.prove(session, process);
    }
  }

  private prove(session: string, process: AgentProcess): void {
    if (!process.proven) {
      process.proven = true;
      const { agent, id, identity } = process;
      this.options.kept.keepProcess(session, { agent, id, identity });
    }
  }

  private forget(session: string): void {
    this.processes.delete(session);
    this.options.kept.keepProcess(session, undefined);
  }

  /** A later process with the same id is another one. */
  private async lookAtState({ id, identity }: AgentProcess): Promise<ProcessLook['state']> {
    const look = await this.look(id);
    return look.state === 'alive' && look.identity !== identity ? 'gone' : look.state;
  }

  private gone(session: string, process: AgentProcess): void {
    const { clock, tracker, log } = this.options;
    const { aliveAt, lastAt } = tracker.sessions.get(session) ?? {};
    if ((aliveAt ?? lastAt ?? 0) - (process.goneAt ?? Infinity) > READ_LATE_MS) {
      this.forget(session); // it was taken up again without hooks
      return;
    }
    process.goneAt ??= clock.now();
    log.info(`${session}: its process ${process.id} is gone, and with it the turn`);
    for (const each of [...this.openBelow(session, DEEPEST), session]) {
      this.ender?.gone(process.agent, each);
    }
  }

  /** The open sub-agents, the innermost first. */
  private openBelow(session: string, depth: number): string[] {
    const open = [...this.options.tracker.sessions.values()].filter(
      (each) => each.parent === session && each.open && depth > 0,
    );
    return open.flatMap(({ id }) => [...this.openBelow(id, depth - 1), id]);
  }
}

function newProcess(agent: string, id: number, identity: string): AgentProcess {
  return {
    agent,
    id,
    identity,
    proven: false,
    hookEndedAt: undefined,
    goneAt: undefined,
  };
}

/**
 * `identity`: differs for a later process with the same id, where the platform tells. `unknown`: this process cannot be judged; it
 * may be another user's, or one of another machine or container.
 */
export type ProcessLook =
  { state: 'alive'; identity: string } | { state: 'gone' } | { state: 'unknown' };

/** Whether a process of this machine is there, without starting one. */
export function lookAtProcess(
  id: number,
  platform: NodeJS.Platform = process.platform,
): Promise<ProcessLook> {
  return platform === 'linux' ? lookInProc(id) : Promise.resolve(askBySignal(id));
}

/** One line of numbers (bytes). */
const LARGEST_STAT = 8192;

async function lookInProc(id: number): Promise<ProcessLook> {
  try {
    const { uid } = await stat(`/proc/${id}`);
    const text = await readText(`/proc/${id}/stat`, LARGEST_STAT);
    if (uid !== process.getuid?.()) {
      return { state: 'unknown' };
    }
    // the program's name is in parentheses and may contain anything; state and start time are the 3rd and the 22nd field
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state = '', startedAt] = [fields[0], fields[19]];
    if (startedAt === undefined) {
      return { state: 'unknown' };
    }
    return 'ZX'.includes(state) ? { state: 'gone' } : { state: 'alive', identity: startedAt };
  } catch (error) {
    const isGone = hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH');
    return { state: isGone ? 'gone' : 'unknown' };
  }
}

/** Signal 0 only asks. */
function askBySignal(id: number): ProcessLook {
  try {
    process.kill(id, 0);
    return { state: 'alive', identity: '' };
  } catch (error) {
    return { state: hasCode(error, 'ESRCH') ? 'gone' : 'unknown' };
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
