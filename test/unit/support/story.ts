/** Builds the events of a run in the order in which they happen: the short form used by the tests of core. */
import type {
  DeniedBy,
  JsonObject,
  ToolClass,
  TurnEndReason,
  TurnEvent,
  WorkspaceEvent,
} from '../../../src/core/events.js';
import type { Judge, Overrides } from '../../../src/core/judge.js';
import type { Verdict } from '../../../src/core/verdict.js';
import { newJudge } from './judging.js';
import { present } from './present.js';

/** A tool call and what came of it. */
export interface Act {
  tool: string;
  input: JsonObject;
  class?: ToolClass;
  output: string;
  ok?: boolean;
  exitCode?: number;
  deniedBy?: DeniedBy;
}
type More = Partial<Omit<Act, 'tool' | 'input' | 'output'>>;

export const bash = (command: string, output = '', more: More = {}): Act => ({
  tool: 'Bash',
  input: { command },
  output,
  ...more,
});
export const read = (file_path: string, output: string, more: More = {}): Act => ({
  tool: 'Read',
  input: { file_path },
  output,
  ...more,
});
export const write = (file_path: string, content: string, more: More = {}): Act => ({
  tool: 'Write',
  input: { file_path, content },
  output: 'ok',
  ...more,
});
export const edit = (
  file_path: string,
  old_string: string,
  new_string: string,
  more: More = {},
): Act => ({ tool: 'Edit', input: { file_path, old_string, new_string }, output: 'ok', ...more });
/** An act that failed. */
export const failing = (act: Act): Act => ({ ...act, ok: false });

export class Story {
  /** Milliseconds since the epoch; while undefined, events carry no time. */
  clock: number | undefined;
  private calls = 0;
  private responses = 0;

  /** Several sessions of one stream share `events`. */
  constructor(
    readonly session = 'S',
    readonly events: TurnEvent[] = [],
  ) {}

  at(clock: number): this {
    this.clock = clock;
    return this;
  }
  after(ms: number): this {
    return this.at((this.clock ?? 0) + ms);
  }

  start(
    more: {
      cwd?: string;
      parent?: string;
      role?: string;
      model?: string;
      steps?: 'explicit';
      agent?: string;
    } = {},
  ): this {
    return this.push({ ...this.own, type: 'session.start', agent: 'unknown', cwd: '/w', ...more });
  }
  turn(prompt = 'Fix it.'): this {
    return this.push({ ...this.own, type: 'turn.start', prompt });
  }
  end(reason: TurnEndReason = 'completed'): this {
    return this.push({ ...this.own, type: 'turn.end', reason });
  }
  say(text: string, response?: string): this {
    return this.push({ ...this.own, type: 'message', text, ...present({ response }) });
  }

  /** One call that is still open. @returns its id */
  call(
    act: Act,
    response?: string,
    id = `${this.session}-${this.calls++}`,
    iteration?: number,
  ): string {
    this.push({
      ...this.own,
      type: 'tool.call',
      ...present({ response, iteration, class: act.class }),
      call: id,
      tool: act.tool,
      input: act.input,
    });
    return id;
  }
  result(call: string, { output, ok = true, exitCode, deniedBy }: Act): this {
    return this.push({
      ...this.own,
      type: 'tool.result',
      call,
      ok: ok && deniedBy === undefined,
      output,
      ...present({ exitCode, deniedBy }),
    });
  }
  /** One response: all its calls, then all results. */
  step(...acts: Act[]): this {
    return this.respond(`${this.session}-r${this.responses++}`, ...acts);
  }
  respond(response: string | undefined, ...acts: Act[]): this {
    const ids = acts.map((act) => this.call(act, response));
    acts.forEach((act, i) => this.result(ids[i] ?? '', act));
    return this;
  }
  /** The same step again and again. */
  repeat(times: number, act: (i: number) => Act | Act[]): this {
    for (let i = 0; i < times; i++) {
      this.step(...[act(i)].flat());
    }
    return this;
  }
  stepEnd(response?: string): this {
    return this.push({ ...this.own, type: 'step.end', ...present({ response }) });
  }

  git(fingerprint: string, more: Partial<WorkspaceEvent> = {}): this {
    return this.workspace('git', fingerprint, more);
  }
  save(path: string, fingerprint: string, more: Partial<WorkspaceEvent> = {}): this {
    return this.workspace('save', fingerprint, { paths: [path], ...more });
  }
  task(fingerprint: string, more: Partial<WorkspaceEvent> = {}): this {
    return this.workspace('task', fingerprint, { session: this.session, ...more });
  }

  /** Any other event. */
  push(event: TurnEvent): this {
    this.events.push(event);
    return this;
  }
  get own() {
    return { v: 1 as const, session: this.session, ...present({ at: this.clock }) };
  }

  private workspace(
    signal: WorkspaceEvent['signal'],
    fingerprint: string,
    more: Partial<WorkspaceEvent>,
  ): this {
    return this.push({
      v: 1,
      type: 'workspace',
      ...present({ at: this.clock }),
      signal,
      fingerprint,
      root: '/w',
      ...more,
    });
  }
}

export interface Judged {
  judge: Judge;
  verdicts: Verdict[];
  cleared: Verdict[];
  notes: string[];
}

export function judged({ events }: Story, overrides: Overrides = { set: {} }): Judged {
  const all: Judged = { judge: newJudge(overrides), verdicts: [], cleared: [], notes: [] };
  for (const event of events) {
    const { verdicts, cleared, notes } = all.judge.push(event);
    all.verdicts.push(...verdicts);
    all.cleared.push(...cleared);
    all.notes.push(...notes);
  }
  return all;
}

/** `watch at 2`, `stalled at 5`: level and 0-based step of each verdict, one a line. */
export function brief(verdicts: readonly Verdict[]): string[] {
  return verdicts.map(({ level, step }) => `${level} at ${step}`);
}
