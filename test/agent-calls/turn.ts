/** The turn that all agents are played through: its prompt, its calls and their outputs. */

/** An action of an agent. Actions run one after the other. */
export type Told =
  /** `given`: a program gets the first as JSON on its standard input, a plugin gets all of them. `beside`: the agent does not wait for it. */
  | { hook: string; given: readonly object[]; beside?: true }
  /** Lines of its log. */
  | { log: readonly object[] }
  /** The whole of its log. */
  | { document: object }
  /** The tool runs for so many milliseconds, which are not the hooks’. */
  | { toolMs: number };

/** A quick tool. */
export const TOOL_MS = 20;

export interface AgentCalls {
  session: string;
  /** Absolute path of the log, for an agent whose hooks wait for it. */
  log?: string;
  opening: readonly Told[];
  /** Everything that runs for the only call of response `n`, until the next request to the model. */
  call(n: number): readonly Told[];
  /** The end of the turn. */
  ending(): readonly Told[];
}

/** `folder`: where the agent works, `home`: the person's home folder; absolute paths. */
interface Origin {
  folder: string;
  home: string;
  /** Of those agents alone that write a log. */
  session?: string;
  command?: (n: number) => string;
  output?: (n: number) => string;
}

export const PROMPT = 'Fix the failing parts of the build, one after the other.';

export const ANSWER = 'All parts are done.';

export const commandOf = (n: number): string => `npm run part-${n}`;

/** About 1 KB, different for each call: progress. */
export const outputOf = (n: number): string =>
  `part ${n} of the work is done, and this is a line of output of usual length ${n * 7919}\n`.repeat(
    12,
  );

export const now = (): string => new Date().toISOString();

export type Make = (from: Origin) => AgentCalls;
