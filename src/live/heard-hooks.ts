/**
 * Whose hooks arrive in this window, when the last one did, in whose files they are installed, and which process runs the agent. Kept
 * with the workspace: after a reload in the middle of a turn its session can be steered as before, with the agent's next hook, and
 * ends with its process.
 *
 * Frozen: the keys, and what is stored under them.
 */
import type { Clock } from '../core/clock.js';
import { isObject } from '../core/json.js';
import { setNewest } from '../core/push-newest.js';
import type { KeptProcess } from './agent-processes.js';

interface HeardSession {
  /** When the last hook arrived (milliseconds since the epoch). */
  at: number;
  /** The agents in whose files the session's hooks are installed. */
  by: string[];
  process?: KeptProcess | undefined;
}

export interface HeardHooksOptions {
  /** The workspace's store, as VS Code offers it. */
  memento: { get(key: string): unknown; update(key: string, value: unknown): PromiseLike<void> };
  clock: Clock;
  /** They could not be kept. */
  onProblem: (error: unknown) => void;
  /** What `silent` says may have changed although nothing happened: a hook did not come in its time. */
  onSilence?: (() => void) | undefined;
}

/** A session whose log shows results this long after its last hook is not reached by the hooks (milliseconds). */
const SILENT_HOOKS_MS = 10_000;
/** A hook may come this much after the log's line (milliseconds). */
const LATE_HOOK_MS = 5000;
/** A session whose last hook is older has ended, or its hooks may be gone (milliseconds). */
const KEPT_MS = 24 * 60 * 60_000;
/** The time of a known session's last hook is stored at most this often (milliseconds). */
const STORE_MS = 60_000;
const MOST_STORED = 100;
const MOST_SESSIONS = 1000;
const STORE = 'turnwatch.hooks';

export class HeardHooks implements LogListener {
  /** By session, oldest first. */
  private readonly hooks: Map<string, HeardSession>;
  /** By session, when its log told the ends of its first call and of its newest. */
  private readonly calls = new Map<string, { first: number; newest: number }>();
  private storedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  /** Since when hooks can arrive here. */
  private listeningSince: number | undefined;

  constructor(private readonly options: HeardHooksOptions) {
    this.hooks = readStored(options.memento.get(STORE), options.clock.now());
  }

  /** When the last hook of any session arrived. */
  get lastAt(): number | undefined {
    const times = [...this.hooks.values()].map(({ at }) => at);
    return times.length === 0 ? undefined : Math.max(...times);
  }

  has(session: string): boolean {
    return this.hooks.has(session);
  }

  /** The agents in whose files the session's hooks are installed. */
  installedFor(session: string): readonly string[] | undefined {
    return this.hooks.get(session)?.by;
  }

  hook(session: string, at: number, installedFor: string): void {
    const before = this.hooks.get(session);
    const isNews = before?.by.includes(installedFor) !== true;
    const by = isNews ? [...(before?.by ?? []), installedFor] : before.by;
    setNewest(this.hooks, session, { ...before, at, by }, MOST_SESSIONS);
    if (isNews || at - this.storedAt >= STORE_MS) {
      this.storedAt = at;
      this.store();
    }
  }

  /** Its hooks were taken away: it is as if none had arrived. */
  forget(session: string): void {
    if (this.hooks.delete(session)) {
      this.store();
    }
  }

  /** The process of each session whose agent's process is known. */
  processes(): [session: string, process: KeptProcess][] {
    return [...this.hooks].flatMap(([session, { process }]) =>
      process === undefined ? [] : [[session, process]],
    );
  }

  /** `process`: undefined once it is not to be relied on. */
  keepProcess(session: string, process: KeptProcess | undefined): void {
    const heard = this.hooks.get(session);
    if (heard !== undefined && heard.process !== process) {
      heard.process = process;
      this.store();
    }
  }

  /** The session's log shows that a call ended. */
  resultRead(session: string, at: number): void {
    const first = this.calls.get(session)?.first ?? at;
    setNewest(this.calls, session, { first, newest: at }, MOST_SESSIONS);
    if (at - this.hookAt(session) > SILENT_HOOKS_MS) {
      clearTimeout(this.timer);
      const wait = at + LATE_HOOK_MS - this.options.clock.now() + 10; // a timer may be a little early
      this.timer = setTimeout(() => this.options.onSilence?.(), wait).unref();
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  /** Whether hooks can arrive here from now on. */
  listens(does: boolean): void {
    this.listeningSince = does ? (this.listeningSince ?? this.options.clock.now()) : undefined;
  }

  /** Whether its log told of calls that had ended by then. */
  hadCallsBy(session: string, at: number): boolean {
    return (this.calls.get(session)?.first ?? Infinity) <= at;
  }

  /**
   * A session that should be heard of by hooks, but whose calls only its log tells to have ended, though hooks can arrive here.
   * `expectedSince`: since when its hooks run (milliseconds since the epoch), if they should.
   */
  silent(
    expectedSince: (session: string, hookAt: number) => number | undefined,
  ): string | undefined {
    const { listeningSince } = this;
    if (listeningSince === undefined) {
      return undefined;
    }
    return [...this.calls].find(([session, { newest }]) => {
      const hookAt = this.hookAt(session);
      return (
        newest - Math.max(hookAt, listeningSince) > SILENT_HOOKS_MS &&
        this.options.clock.now() - newest >= LATE_HOOK_MS &&
        newest - (expectedSince(session, hookAt) ?? Infinity) > SILENT_HOOKS_MS
      );
    })?.[0];
  }

  private hookAt(session: string): number {
    return this.hooks.get(session)?.at ?? 0;
  }

  private store(): void {
    const { memento, onProblem } = this.options;
    const sessions = Object.fromEntries([...this.hooks].slice(-MOST_STORED));
    memento.update(STORE, sessions).then(undefined, onProblem);
  }
}

/** Stored data may come from another version or be corrupt. */
function readStored(stored: unknown, now: number): Map<string, HeardSession> {
  const sessions = new Map<string, HeardSession>();
  for (const [session, value] of Object.entries(isObject(stored) ? stored : {})) {
    const { at, by, process } = isObject(value) ? value : {};
    if (typeof at === 'number' && at <= now && now - at < KEPT_MS && Array.isArray(by)) {
      sessions.set(session, {
        at,
        by: by.filter((agent) => typeof agent === 'string'),
        ...(isProcess(process) && { process }),
      });
    }
  }
  return sessions;
}

function isProcess(value: unknown): value is KeptProcess {
  const { agent, id, identity } = isObject(value) ? value : {};
  return typeof agent === 'string' && typeof identity === 'string' && Number.isSafeInteger(id);
}

/** Hears what the agents' session logs tell. */
export interface LogListener {
  /** The log of this session is read: it told something. */
  logRead?(session: string, file: string): void;
  /** It shows that a call ended at `at`: its hooks tell of it by then, too. */
  resultRead?(session: string, at: number): void;
  /** It cannot be read; the sentence says why. */
  unreadable?(file: string, problem: string): void;
}
