/** What an agent's folder provides. Adding an agent: one folder that exports both, one entry in agents/known.ts and one in agents/index.ts. */
import type { TurnEvent } from '../core/events.js';
import type { Decision, Moment } from '../core/policy.js';
import type { Capabilities } from '../core/snapshot.js';

export interface HookReading {
  session: string;
  /** The folder in which the agent works: decides which window owns the session. */
  cwd: string;
  /** In order. A `step.end` or `turn.end` is last, so that the workspace can be looked at before it. */
  events: TurnEvent[];
  /** What can be answered here; absent where the hook only tells. */
  moment?: Moment;
}

/** An expected failure, as a sentence for the log or a person. */
export interface Problem { problem: string }

export type Reading<T> = T | Problem;

export function isProblem(value: object): value is Problem {
  return 'problem' in value;
}

/** What an idle window needs of an agent. */
export interface KnownAgent {
  id: string;
  name: string;
  /** Of a session whose hooks arrive. */
  capabilities: Capabilities;
  /** The folders in which session logs of agents at work in `folders` may lie, whether they exist yet or not. `config`: the agent's own folder. */
  logFolders(config: string, folders: readonly string[]): Promise<string[]>;
}

/** All of an agent: loaded with the first session. */
export interface Agent extends KnownAgent {
  /** A hook's payload (parsed JSON, untrusted) at the host's time `at`. */
  readHook(payload: unknown, at: number): Reading<HookReading>;
  /** What the hook prints: the empty string where nothing is to be said. */
  answerHook(moment: Moment, decision: Decision): string;
  /** A reader of one session log, fed with lines in file order; keeps what it needs between lines. */
  openLog(file: string): LogReader;
  /** One session told twice, by its hooks and by its log: keeps what was told already out of the stream. */
  createMerge(): Merge;
}

export interface Merge {
  pass(source: 'hook' | 'log', events: readonly TurnEvent[]): TurnEvent[];
}

export interface LogReader {
  /** Events of one line; a Problem for a line that is no record. Lines without meaning give no event. */
  line(text: string): Reading<TurnEvent[]>;
  /** What is still held back when the file has ended. A live log does not end. */
  end?(): TurnEvent[];
}
