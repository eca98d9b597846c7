/**
 * Seed 2's account of a task across turns and sessions: its hops, its newest actions and its last progress.
 */
import type { TurnFact, TurnFactKind } from './turn-fact.js';
import { hashText } from '../identity/hash.js';
import { Recent } from '../identity/recent.js';
import { SeenSet } from '../identity/seen-set.js';
import { exactActionKey, fromFolder, isTestRun, findPath } from '../identity/tool/tool.js';
import type { Call, CallResult, Session } from './session.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { Message } from '../view/words/wording.js';

interface TaskAction {
  session: string;
  /** Number of the call in its session. */
  call: number;
  /** Identity of the action: tool and canonical input. */
  key: string;
  /** The call's own key, by which an episode recognises its members. */
  member: string;
}

/** Number of a task's newest actions that are kept: at least as many as are judged. */
export function countKeptActions({ values }: Thresholds): number {
  return Math.max(values['stuckHeuristics.history'], 2 * values['stuckHeuristics.repeats']);
}

/** Consecutive actions that are the same, oldest first. */
type ActionRun = readonly TaskAction[];

export class Task {
  private given: number | undefined;
  private steps = 0;
  readonly account = new TaskAccount();

  /** The dispatcher's count; without one, the number of steps. */
  get hops(): number {
    return this.given ?? this.steps;
  }

  get isDispatched(): boolean {
    return this.given !== undefined;
  }

  count(fact: TurnFact): void {
    if (fact.kind === 'hop') {
      this.given = fact.count ?? (this.given ?? 0) + 1;
    }
    if (fact.kind === 'step-end' && !fact.again) {
      this.steps += 1;
    }
  }
}

/** Sessions of one task that are remembered. */
const SESSIONS = 256;

/** Facts that no event of the session brought: its clock says nothing about when they happened. */
const notOfSession: ReadonlySet<TurnFactKind> = new Set<TurnFactKind>([
  'outside',
  'turn-continued',
  'children',
  'deadline',
  'step-dropped',
]);

/** Kept only while the preset `stuck-heuristics` is in force. */
class TaskAccount {
  /** Oldest first. */
  readonly actions: TaskAction[] = [];
  /** The newest progress; `at` is undefined if its event had no time of its own. */
  last: { at: number | undefined; what: Message; call: number | undefined } | undefined;
  /** When the last progress was over, or the task was first seen; undefined while not known. */
  quietSince: number | undefined;
  /** Number of progresses. */
  made = 0;
  /** The latest time seen. */
  now = -Infinity;
  /** What was read, and what came of commands and searches. */
  private readonly seen = new SeenSet();
  /** Per session the newest call in the account: a reopened step brings its older ones again. */
  private readonly counted = new Recent<number>(SESSIONS);
  /** Results whose event had no time of its own. */
  private readonly untimed = new WeakSet<CallResult>();
  /** Sessions that wait, and since when if that is known. */
  private readonly waits = new Map<string, number | undefined>();
  /** While it is stuck: its number of progresses then, and the run that was found. */
  stuck: { made: number; run: ActionRun } | undefined;
  private longest: ActionRun | undefined;

  /** @param keep number of actions to keep */
  countFact(session: Session, fact: TurnFact, keep: number): void {
    this.account(session, fact, keep);
    if (
      !notOfSession.has(fact.kind) &&
      session.aliveAt !== undefined &&
      session.lastAt !== undefined
    ) {
      this.now = Math.max(this.now, session.lastAt);
      this.quietSince ??= this.now;
    }
  }

  private account(session: Session, fact: TurnFact, keep: number): void {
    switch (fact.kind) {
      case 'outside':
        if (fact.change.progress && fact.change.signal !== 'task') {
          this.progress(fact.change.what, fact.at);
        }
        break;
      case 'result':
        if (fact.call.result !== undefined && session.aliveAt === undefined) {
          this.untimed.add(fact.call.result);
        }
        break;
      case 'step-end':
        for (const call of fact.step.calls) {
          this.count(session, call, keep);
        }
        break;
      case 'waiting':
        this.waits.set(session.id, fact.wait.since);
        break;
      case 'resumed':
      case 'turn-end':
        this.resume(session);
        break;
      default:
        break;
    }
  }

  /** The longest run of one action among all that are kept, the newest of equally long ones; its newest action comes last. */
  get run(): ActionRun {
    this.longest ??= this.findRun();
    return this.longest;
  }

  private findRun(): ActionRun {
    const { actions } = this;
    let [start, length] = [0, 0];
    for (let first = 0, i = 0; i < actions.length; i++) {
      first = actions[i]?.key === actions[first]?.key ? first : i;
      if (i - first + 1 >= length) {
        [start, length] = [first, i - first + 1];
      }
    }
    return actions.slice(start, start + length);
  }

  /** Milliseconds without progress, as far as they are known; waits for the person are not part of it. */
  quietFor(session: string, now: number): number | undefined {
    const until = Math.min(now, this.waits.get(session) ?? now);
    return this.quietSince === undefined ? undefined : Math.max(0, until - this.quietSince);
  }

  private count(session: Session, call: Call, keep: number): void {
    // a call that we denied is neither progress nor the end of a repetition
    if (
      call.number <= (this.counted.get(session.id) ?? -1) ||
      call.result?.deniedBy === 'turnwatch'
    ) {
      return;
    }
    this.counted.set(session.id, call.number);
    const key = hashText(exactActionKey(call.tool, call.input));
    this.actions.push({ session: session.id, call: call.number, key, member: call.key });
    while (this.actions.length > keep) {
      this.actions.shift();
    }
    this.longest = undefined;
    const { result } = call;
    if (result === undefined || call.unknown || result.deniedBy !== undefined) {
      return;
    }
    const what = this.findProgress(session, call, result, key);
    if (what !== undefined) {
      this.progress(what, this.untimed.has(result) ? undefined : result.at, call.number);
    }
  }

  /**
   * A modified file, any test run, a new command or search or one with a new result, a file or part of it not read before.
   * The same command with the same result is none: a deviation from `stuck-heuristics`, whose last scenario could not be stuck.
   */
  private findProgress(
    session: Session,
    call: Call,
    result: CallResult,
    key: string,
  ): Message | undefined {
    if (isTestRun(call.class, call.input)) {
      return { id: 'progress.test-run' };
    }
    switch (call.class) {
      case 'edit':
      case 'write': {
        const path = findPath(call.input);
        if (result.failed) {
          return undefined;
        }
        return path === undefined
          ? { id: 'progress.edit.unnamed' }
          : { id: 'progress.edit', params: { path: fromFolder(path, session.cwd) } };
      }
      case 'read':
        return !result.failed && this.seen.add(hashText(exactActionKey('', call.input)))
          ? { id: 'progress.new-output' }
          : undefined;
      case 'todo':
      case 'ask':
        return undefined;
      default:
        return this.seen.add(`${key} ${result.failed ? '!' : ''}${hashText(result.output)}`)
          ? { id: 'progress.new-output' }
          : undefined;
    }
  }

  private progress(what: Message, at: number | undefined, call?: number): void {
    this.made += 1;
    this.last = { at, what, call };
    // an event without a time of its own happened some time before the next one that has one
    this.quietSince = at === undefined ? undefined : Math.max(at, this.quietSince ?? at);
    this.now = Math.max(this.now, at ?? this.now);
  }

  /** The clock stood still while the agent waited. */
  private resume(session: Session): void {
    if (!this.waits.has(session.id)) {
      return;
    }
    const since = this.waits.get(session.id);
    this.waits.delete(session.id);
    const now = session.aliveAt === undefined ? undefined : session.lastAt;
    if (this.quietSince === undefined || since === undefined || now === undefined) {
      this.quietSince = undefined;
    } else {
      this.quietSince += Math.max(0, now - Math.max(since, this.quietSince));
    }
  }
}

/** Tasks, or sessions without one, that are remembered. */
const KEPT = 1024;

/** One `T` per task, and per session without one. What a session gathered passes to the task that it is given later. */
export class PerTask<T> {
  private readonly tasks = new Map<string, T>();
  private readonly sessions = new Map<string, T>();

  constructor(private readonly make: () => T) {}

  findOrMake({ id, task }: Pick<Session, 'id' | 'task'>): T {
    const [map, key] = task === undefined ? [this.sessions, id] : [this.tasks, task];
    const known = map.get(key);
    if (known !== undefined) {
      return known;
    }
    const made = this.sessions.get(id) ?? this.make();
    this.sessions.delete(id);
    map.set(key, made);
    for (const oldest of map.keys()) {
      if (map.size <= KEPT) {
        break;
      }
      map.delete(oldest);
    }
    return made;
  }

  /** A task outlives its sessions. */
  forget(session: string): void {
    this.sessions.delete(session);
  }
}
