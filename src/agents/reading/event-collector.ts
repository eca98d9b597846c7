/** A session log whose events are gathered as they are told: for documents, and for records that tell several things at once. */
import type {
  DeniedBy,
  SessionStart,
  ToolClass,
  TurnEndReason,
  TurnEvent,
} from '../../core/events.js';
import type { Tokens } from '../../core/turns/tokens.js';
import { toolClass } from '../../core/identity/tool.js';
import { capInput } from './bounds.js';
import type { Fields } from './fields.js';
import { SessionLogWriter } from './session-log.js';

/** Milliseconds since the epoch, where the log tells it. */
type Time = number | undefined;

/** The folder of a session whose recording names none. */
export const UNKNOWN_FOLDER = '/';
/** The tool of a response that the agent's harness did not accept as a call at all: wrong format, unknown tool, unreadable arguments. */
export const REJECTED_RESPONSE = '__rejected_response__';

/** `class` is absent for a tool that the agent's table does not know: it is found by name and input. */
export interface CollectedCall {
  call: string;
  tool: string;
  input: Fields;
  class?: ToolClass;
  response?: string;
}
/** `durationMs`: milliseconds. */
export interface Result {
  call: string;
  ok: boolean;
  output: string;
  exitCode?: number;
  durationMs?: number;
  deniedBy?: DeniedBy;
}

export class EventCollector {
  private told: TurnEvent[] = [];
  private readonly log: SessionLogWriter;

  constructor(
    readonly session: string,
    private readonly agent: string,
  ) {
    this.log = new SessionLogWriter(session, agent);
  }

  isOpen(call: string): boolean {
    return !this.log.isAnswered(call);
  }

  start(
    at: Time,
    cwd: string,
    more: Pick<SessionStart, 'model' | 'parent' | 'parentCall' | 'steps'> = {},
  ): void {
    this.told.push({
      v: 1,
      at,
      type: 'session.start',
      session: this.session,
      agent: this.agent,
      cwd,
      ...more,
    });
  }

  /** A person's message. What ended with the model's words before it is complete. */
  turn(at: Time, prompt: string): void {
    this.told.push(...this.log.prompt(at, prompt));
  }

  message(at: Time, response: string | undefined, text: string): void {
    this.told.push(...this.log.message(at, text, response));
  }

  call(at: Time, { class: known, ...call }: CollectedCall): void {
    const input = capInput(call.input);
    this.told.push(
      ...this.log.call(at, { ...call, input, class: known ?? toolClass(call.tool, input) }),
    );
  }

  result(at: Time, { durationMs, ...result }: Result): void {
    const known = durationMs !== undefined && durationMs >= 0 ? { durationMs } : {};
    this.told.push(
      ...this.log.result(at, {
        ...result,
        ...known,
        ok: result.ok && result.deniedBy === undefined,
      }),
    );
  }

  stepEnd(at: Time, response: string | undefined): void {
    this.told.push({ v: 1, at, type: 'step.end', session: this.session, response });
  }

  usage(at: Time, response: string | undefined, cost: Tokens): void {
    this.told.push(...this.log.usage(at, response, cost));
  }

  compaction(at: Time): void {
    this.told.push(...this.log.compaction(at));
  }

  waiting(at: Time, reason: 'permission' | 'input'): void {
    this.told.push(...this.log.waiting(at, reason));
  }

  resumed(at: Time, reason: 'permission' | 'input'): void {
    this.told.push({ v: 1, at, type: 'resumed', session: this.session, for: reason });
  }

  endTurn(at: Time, reason: TurnEndReason): void {
    this.told.push(...this.log.endTurn(at, reason));
  }

  /** The recording is over: a turn that ended with words is complete. */
  over(at?: Time): void {
    this.told.push(...this.log.over(at));
  }

  /** Events of another session that were told by this one's log. */
  add(events: readonly TurnEvent[]): void {
    this.told.push(...events);
  }

  /** What was told since the last time. */
  take(): TurnEvent[] {
    const { told } = this;
    this.told = [];
    return told;
  }
}
