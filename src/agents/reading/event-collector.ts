/** Collects the events of one session, for documents and for records that yield several events. */
import type { SessionStart, ToolClass, TurnEndReason, TurnEvent } from '../../core/events.js';
import type { Tokens } from '../../core/turns/tokens.js';
import { toolClass } from '../../core/identity/tool/tool-class.js';
import { capInput } from './bounds.js';
import { present, type Fields } from './fields.js';
import { SessionLogWriter, type LoggedResult } from './session-log.js';
import { atTime, type Time } from './recorded-values.js';

/** Placeholder folder of a session whose recording names none. */
export const UNKNOWN_FOLDER = '/';

/** `class` is undefined for a tool missing from the agent's table: name and input then decide. */
export interface CollectedCall {
  call: string;
  tool: string;
  input: Fields;
  class?: ToolClass | undefined;
  response?: string | undefined;
}

export class EventCollector {
  private collected: TurnEvent[] = [];
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
    this.collected.push({
      v: 1,
      ...atTime(at),
      type: 'session.start',
      session: this.session,
      agent: this.agent,
      cwd,
      ...more,
    });
  }

  /** A person's message. Completes the previous turn if that ended with the model's text. */
  turn(at: Time, prompt: string): void {
    this.collected.push(...this.log.prompt(at, prompt));
  }

  message(at: Time, response: string | undefined, text: string): void {
    this.collected.push(...this.log.message(at, text, response));
  }

  call(at: Time, { class: known, ...call }: CollectedCall): void {
    const input = capInput(call.input);
    this.collected.push(
      ...this.log.call(at, { ...call, input, class: known ?? toolClass(call.tool, input) }),
    );
  }

  /** A denied call is never ok; a negative duration is dropped. */
  result(at: Time, { durationMs, ...result }: LoggedResult): void {
    this.collected.push(
      ...this.log.result(at, {
        ...result,
        durationMs: durationMs !== undefined && durationMs >= 0 ? durationMs : undefined,
        ok: result.ok && result.deniedBy === undefined,
      }),
    );
  }

  stepEnd(at: Time, response: string | undefined): void {
    this.collected.push({
      v: 1,
      ...atTime(at),
      type: 'step.end',
      session: this.session,
      ...present({ response }),
    });
  }

  usage(at: Time, response: string | undefined, cost: Tokens): void {
    this.collected.push(...this.log.usage(at, response, cost));
  }

  compaction(at: Time): void {
    this.collected.push(...this.log.compaction(at));
  }

  waiting(at: Time, reason: 'permission' | 'input'): void {
    this.collected.push(...this.log.waiting(at, reason));
  }

  resumed(at: Time, reason: 'permission' | 'input'): void {
    this.collected.push(...this.log.resumed(at, reason));
  }

  endTurn(at: Time, reason: TurnEndReason): void {
    this.collected.push(...this.log.endTurn(at, reason));
  }

  /** End of the recording: a turn that ended with text is complete. */
  over(at?: Time): void {
    this.collected.push(...this.log.over(at));
  }

  /** Adds events of another session reported by this one's log. */
  add(events: readonly TurnEvent[]): void {
    this.collected.push(...events);
  }

  /** The events since the last call. */
  drain(): TurnEvent[] {
    const { collected } = this;
    this.collected = [];
    return collected;
  }
}
