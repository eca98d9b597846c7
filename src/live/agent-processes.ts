/**
 * The processes of the agents, as their hooks name them. A killed agent tells nobody that its turn is over: its process is looked
 * at while the turn runs, and once it is gone, so is the turn. With some agents a hook is run by a process that ends with it, so
 * one counts only once it was seen alive after the hook, or in two hooks one after the other. What counts is kept over a reload of
 * the window, during which the agent may be killed, too.
 * Where no hook names one, those of the agent in the session's folder are found while its log grows. Which of them writes it is not
 * known, and what runs in a container is not seen: all of them must be gone, and the log silent for a while. One that was gone before
 * it could be found counts as gone where others of its agent have been found. An agent may write down beside its log which process runs
 * a session, and that it has ended: that counts, whatever its hooks name.
 */
import type { Clock } from '../core/clock.js';
import type { Logger } from '../core/log.js';
import { dropOldest, setNewest } from '../core/push-newest.js';
import type { Session } from '../core/turns/session.js';
import {
  findAgents,
  lookAtProcess,
  readRunner,
  tellsRunner,
  type ProcessLook,
} from './process-look.js';
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
  /** The agent's process is gone, and with it the open turn of this session, unless its `log` tells of an end that was not read yet. */
  gone(agent: string, session: string, log: string | undefined): Promise<void>;
}

interface AgentProcessesOptions {
  clock: Clock;
  log: Pick<Logger, 'info'>;
  tracker: Pick<SessionTracker, 'sessions' | 'listen' | 'changed'>;
  kept: ProcessStore;
  /** The editor's, which may be found by an agent's process. */
  terminals?: NamedProcesses;
  look?: (process: number) => Promise<ProcessLook>;
  /** The agent's processes in a folder, or the one that its log tells. */
  find?: (agent: string, folder: string, log: string | undefined) => Promise<number[]>;
  /** Milliseconds between two looks at the processes of open turns. */
  lookMs?: number;
}

interface HookedProcess {
  agent: string;
  session: string;
  /** What ran the hook. */
  process: number;
  log?: string;
  /** The hook tells of a turn that goes on. */
  goesOn: boolean;
  /** Settles once the hook has its answer, or will not get one. */
  ended: Promise<unknown>;
}

interface ProcessIdentity {
  id: number;
  identity: string;
}

interface AgentProcess {
  agent: string;
  /** The one that a hook named, or those that were found. */
  all: readonly [ProcessIdentity, ...ProcessIdentity[]];
  /** It was found beside the log. */
  found: boolean;
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
/** A log that has told nothing for so long tells no end of its turn any more (milliseconds). */
const SILENT_MS = 10_000;
/** A session whose log has just grown is at work: what its newest event is younger than (milliseconds). */
const FRESH_MS = 5000;
/** The processes of a session's agent are looked for at most this often (milliseconds). */
const FIND_MS = 5000;
const MOST_SESSIONS = 500;
/** A session that goes on after its agent seemed gone so often runs where it is not seen. */
const MOST_GUESSES = 3;
/** Generations of sub-agents. */
const DEEPEST = 8;

export class AgentProcesses {
  /** By session, the process that its newest hook named. */
  private readonly processes = new Map<string, AgentProcess>();
  /** Agents with a turn that went on after the end of the process that its hooks had named. */
  private readonly unreliable = new Set<string>();
  /** By session, the file that tells its turns. */
  private readonly logs = new Map<string, string>();
  /** By session, when its agent's processes were looked for last. */
  private readonly soughtAt = new Map<string, number>();
  /** Agents whose processes have been found. */
  private readonly visible = new Set<string>();
  /** Sessions whose agent was not found, with how often their turns were ended for that. */
  private readonly unfound = new Map<string, number>();
  private readonly look: (process: number) => Promise<ProcessLook>;
  private readonly subscription: { dispose(): void };
  private timer: NodeJS.Timeout | undefined;
  private ender: TurnEnder | undefined;
  private disposed = false;

  constructor(private readonly options: AgentProcessesOptions) {
    this.look = options.look ?? lookAtProcess;
    for (const [session, { agent, id, identity }] of options.kept.processes()) {
      if (tellsRunner(agent)) {
        continue;
      }
      this.processes.set(session, { ...newProcess(agent, { id, identity }), proven: true });
      this.tellNamed(session, id);
    }
    // a session that was open before the reload is, too, once its log has been read
    this.subscription = options.tracker.listen({ onChange: () => this.schedule() });
  }

  /** Whether nobody can be at work in the session any more: its process is gone, or none of its agent is in its folder. */
  async isGone({ id, agent, cwd }: Session): Promise<boolean> {
    const known = this.processes.get(id);
    if (known !== undefined && (await this.lookAtState(id, known)) !== 'gone') {
      return false;
    }
    // elsewhere it is not seen which are there
    const isSeen =
      known !== undefined || this.options.find !== undefined || process.platform === 'linux';
    return isSeen && (await this.findAlive(id, agent, cwd)).length === 0;
  }

  /** From now on. */
  endTurnsBy(ender: TurnEnder): void {
    this.ender = ender;
  }

  /** A hook is under way: what runs it is alive, or cannot be judged. */
  async hook(hook: HookedProcess): Promise<void> {
    const { agent, session, process: id, goesOn, ended, log } = hook;
    this.noteLog(session, log);
    const look = tellsRunner(agent) ? undefined : await this.look(id);
    if (look?.state !== 'alive' || this.disposed) {
      return;
    }
    const { identity } = look;
    const before = this.processes.get(session);
    if (before?.goneAt !== undefined && !before.found && goesOn) {
      this.options.log.info(`${agent}: the processes that run its hooks end before it does`);
      this.unreliable.add(agent);
    }
    const isKnown =
      before?.found === false &&
      before.all[0].id === id &&
      before.all[0].identity === identity &&
      before.goneAt === undefined;
    if (!isKnown) {
      this.tellNamed(session, id);
    }
    if (!isKnown || this.unreliable.has(agent)) {
      this.forget(session);
    }
    if (this.unreliable.has(agent)) {
      return;
    }
    const named = isKnown ? before : newProcess(agent, { id, identity });
    this.processes.delete(session); // the newest last
    this.processes.set(session, named);
    if (named.hookEndedAt !== undefined) {
      this.prove(session, named);
    }
    dropOldest(this.processes, MOST_SESSIONS);
    void ended.then(() => {
      named.hookEndedAt = this.options.clock.now();
      this.schedule(); // only now is the turn open that the hook began
    });
    this.schedule();
  }

  /** What writes the log is looked for where no hook names it. */
  logRead(id: string, file: string): void {
    this.noteLog(id, file);
    const { clock, tracker } = this.options;
    const session = tracker.sessions.get(id);
    const now = clock.now();
    const known = this.processes.get(id);
    if (
      session?.open !== true ||
      session.parent !== undefined ||
      session.cwd === '' ||
      now - (session.lastAt ?? 0) > FRESH_MS ||
      (known !== undefined && (!known.found || known.goneAt === undefined)) ||
      now - (this.soughtAt.get(id) ?? -Infinity) < FIND_MS
    ) {
      return;
    }
    dropOldest(this.soughtAt, MOST_SESSIONS);
    this.soughtAt.set(id, now);
    void this.find(id, session.agent, session.cwd, known);
  }

  dispose(): void {
    this.disposed = true;
    this.subscription.dispose();
    clearTimeout(this.timer);
  }

  private async find(
    session: string,
    agent: string,
    folder: string,
    before: AgentProcess | undefined,
  ): Promise<void> {
    const [first, ...more] = await this.findAlive(session, agent, folder);
    // a hook may have come in meanwhile
    if (this.disposed || this.processes.get(session) !== before) {
      return;
    }
    if (first === undefined) {
      this.unfound.set(session, this.unfound.get(session) ?? 0);
      dropOldest(this.unfound, MOST_SESSIONS);
    } else {
      const process = newProcess(agent, first, ...more);
      this.processes.set(session, { ...process, found: true, proven: true });
      dropOldest(this.processes, MOST_SESSIONS);
      this.visible.add(agent);
      this.unfound.delete(session);
    }
    this.schedule();
  }

  private async findAlive(id: string, agent: string, folder: string): Promise<ProcessIdentity[]> {
    const { find = findAgents } = this.options;
    const all = await Promise.all(
      (await find(agent, folder, this.logs.get(id))).map(async (each) => {
        const look = await this.look(each);
        return look.state === 'alive' ? [{ id: each, identity: look.identity }] : [];
      }),
    );
    return all.flat();
  }

  private noteLog(session: string, log: string | undefined): void {
    if (log !== undefined) {
      setNewest(this.logs, session, log, MOST_SESSIONS);
    }
  }

  private tellNamed(session: string, process: number): void {
    const found = this.options.terminals?.processNamed(session, process);
    void found?.then((isFound) => {
      if (isFound) {
        this.options.tracker.changed();
      }
    });
  }

  /** Only while there is something to look at. */
  private schedule(): void {
    const { clock, tracker } = this.options;
    const isOfInterest = ([session, { goneAt }]: [string, AgentProcess]): boolean =>
      goneAt === undefined
        ? tracker.sessions.get(session)?.open === true
        : clock.now() - goneAt < READ_LATE_MS;
    const isNeeded = (): boolean =>
      [...this.processes].some(isOfInterest) ||
      [...this.unfound].some((each) => this.unfoundSession(...each) !== undefined);
    if (this.timer === undefined && !this.disposed && isNeeded()) {
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
    for (const [session, guesses] of [...this.unfound]) {
      await this.lookForUnfound(session, guesses);
    }
    this.timer = undefined;
    this.schedule();
  }

  /** One whose agent would be seen, if it were there. */
  private unfoundSession(id: string, guesses: number): Session | undefined {
    const session = this.options.tracker.sessions.get(id);
    return session?.open === true &&
      guesses < MOST_GUESSES &&
      !this.processes.has(id) &&
      this.visible.has(session.agent)
      ? session
      : undefined;
  }

  private async lookForUnfound(id: string, guesses: number): Promise<void> {
    const { clock, log } = this.options;
    const silent = (session: Session | undefined): session is Session =>
      session !== undefined && clock.now() - (session.aliveAt ?? session.lastAt ?? 0) >= SILENT_MS;
    const session = this.unfoundSession(id, guesses);
    if (!silent(session) || (await this.findAlive(id, session.agent, session.cwd)).length > 0) {
      return;
    }
    // it may have gone on meanwhile
    if (!this.disposed && silent(this.unfoundSession(id, guesses))) {
      this.unfound.set(id, guesses + 1);
      log.info(`${id}: its process was gone before it could be found, and with it the turn`);
      await this.endTurn(session.agent, id);
    }
  }

  private async lookAt(session: string, process: AgentProcess): Promise<void> {
    const state = await this.lookAtState(session, process);
    // a hook of another one may have come in meanwhile
    if (this.disposed || this.processes.get(session) !== process) {
      return;
    }
    if (state === 'gone' && process.proven) {
      const { aliveAt, lastAt } = this.options.tracker.sessions.get(session) ?? {};
      const silence = this.options.clock.now() - (aliveAt ?? lastAt ?? 0);
      if (!process.found || silence >= SILENT_MS) {
        await this.gone(session, process);
      }
    } else if (state !== 'alive') {
      this.forget(session);
    } else if (this.options.clock.now() - (process.hookEndedAt ?? Infinity) >= RUNNER_MS) {
      this.prove(session, process);
    }
  }

  private prove(session: string, process: AgentProcess): void {
    if (!process.proven) {
      process.proven = true;
      const { agent, all } = process;
      this.options.kept.keepProcess(session, { agent, ...all[0] });
    }
  }

  private forget(session: string): void {
    this.processes.delete(session);
    this.options.kept.keepProcess(session, undefined);
  }

  /** A later process with the same id is another one. Several are gone once all are. */
  private async lookAtState(
    session: string,
    { agent, all }: AgentProcess,
  ): Promise<ProcessLook['state']> {
    const runner = await readRunner(agent, this.logs.get(session));
    if (runner?.isOver === true) {
      return 'gone';
    }
    const states = await Promise.all(
      all.map(async ({ id, identity }) => {
        const look = await this.look(id);
        return look.state === 'alive' && look.identity !== identity ? 'gone' : look.state;
      }),
    );
    return states.find((state) => state !== 'gone') ?? 'gone';
  }

  private async gone(session: string, process: AgentProcess): Promise<void> {
    const { clock, tracker, log } = this.options;
    const { aliveAt, lastAt } = tracker.sessions.get(session) ?? {};
    if ((aliveAt ?? lastAt ?? 0) - (process.goneAt ?? Infinity) > READ_LATE_MS) {
      this.forget(session); // it was taken up again without hooks
      return;
    }
    process.goneAt ??= clock.now();
    log.info(`${session}: its process ${process.all[0].id} is gone, and with it the turn`);
    await this.endTurn(process.agent, session);
  }

  private async endTurn(agent: string, session: string): Promise<void> {
    for (const each of [...this.openBelow(session, DEEPEST), session]) {
      await this.ender?.gone(agent, each, this.logs.get(each));
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

function newProcess(agent: string, ...all: AgentProcess['all']): AgentProcess {
  return {
    agent,
    all,
    found: false,
    proven: false,
    hookEndedAt: undefined,
    goneAt: undefined,
  };
}
