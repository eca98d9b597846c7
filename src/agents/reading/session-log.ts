/** One session as a log tells it: writes its events and knows whether a turn is open. For logs that mark no end of a turn but its last words. */
import type {
  DeniedBy,
  JsonObject,
  SessionStart,
  ToolClass,
  TurnEndReason,
  TurnEvent,
} from '../../core/events.js';
import type { Tokens } from '../../core/turns/tokens.js';
import { capText } from './bounds.js';
import { usage } from './usage.js';

type Time = number | undefined;

export interface LoggedCall {
  call: string;
  tool: string;
  input: JsonObject;
  class: ToolClass;
  response?: string;
}
export interface LoggedResult {
  call: string;
  ok: boolean;
  output: string;
  exitCode?: number;
  durationMs?: number;
  deniedBy?: DeniedBy;
}

export class SessionLogWriter {
  private cwd: string | undefined;
  private model: string | undefined;
  private open = false;
  /** The last thing the model did was to write text. */
  private spoke = false;
  private readonly unanswered = new Set<string>();

  constructor(
    readonly id: string,
    private readonly agent: string,
    private readonly parent: Pick<SessionStart, 'parent' | 'parentCall'> = {},
  ) {}

  /** First sight, or what is new about the session since. `cwd` is empty as long as the log has not told it. */
  start(at: Time, cwd: string | undefined, model?: string): TurnEvent[] {
    const known = this.cwd !== undefined;
    const news =
      !known ||
      (cwd !== undefined && cwd !== '' && this.cwd !== cwd) ||
      (model !== undefined && this.model !== model);
    if (!news) {
      return [];
    }
    this.cwd = cwd ?? this.cwd ?? '';
    this.model = model ?? this.model;
    return [
      {
        v: 1,
        at,
        type: 'session.start',
        session: this.id,
        agent: this.agent,
        cwd: this.cwd,
        ...(this.model === undefined ? {} : { model: this.model }),
        ...this.parent,
      },
    ];
  }

  /** A person's message. `text`: undefined if the log does not tell it. */
  prompt(at: Time, text: string | undefined): TurnEvent[] {
    const before = this.spokeLast ? this.endTurn(at, 'completed') : [];
    this.open = true;
    this.spoke = false;
    return [
      ...before,
      {
        v: 1,
        at,
        type: 'turn.start',
        session: this.id,
        ...(text === undefined ? {} : { prompt: capText(text) }),
      },
    ];
  }

  message(at: Time, text: string, response?: string): TurnEvent[] {
    if (text.trim() === '') {
      return [];
    }
    this.open = true;
    this.spoke = true;
    return [{ v: 1, at, type: 'message', session: this.id, response, text: capText(text) }];
  }

  call(at: Time, call: LoggedCall): TurnEvent[] {
    this.open = true;
    this.spoke = false;
    if (this.unanswered.size < 10_000) {
      this.unanswered.add(call.call);
    }
    return [{ v: 1, at, type: 'tool.call', session: this.id, ...call }];
  }

  result(at: Time, { output, ...result }: LoggedResult): TurnEvent[] {
    this.spoke = false;
    this.unanswered.delete(result.call);
    return [
      { v: 1, at, type: 'tool.result', session: this.id, ...result, output: capText(output) },
    ];
  }

  endTurn(at: Time, reason: TurnEndReason): TurnEvent[] {
    if (!this.open) {
      return [];
    }
    this.open = false;
    this.spoke = false;
    this.unanswered.clear();
    return [{ v: 1, at, type: 'turn.end', session: this.id, reason }];
  }

  /** What the request cost that gave the response. */
  usage(at: Time, response: string | undefined, cost: Tokens): TurnEvent[] {
    return usage(this.id, at, response, cost);
  }

  compaction(at: Time): TurnEvent[] {
    return [{ v: 1, at, type: 'compaction', session: this.id }];
  }
  waiting(at: Time, reason: 'permission' | 'input', call?: string): TurnEvent[] {
    return [{ v: 1, at, type: 'waiting', session: this.id, for: reason, call }];
  }

  /** The file is over: a turn that ended with words is complete. */
  over(at?: Time): TurnEvent[] {
    return this.spokeLast ? this.endTurn(at, 'completed') : [];
  }

  isAnswered(call: string): boolean {
    return !this.unanswered.has(call);
  }

  private get spokeLast(): boolean {
    return this.open && this.spoke && this.unanswered.size === 0;
  }
}
