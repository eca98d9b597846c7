/** Builds the events of one session of a log and tracks whether a turn is open: in many logs only the model's final text marks its end. */
import type {
  QuotaEvent,
  DeniedBy,
  JsonObject,
  SessionStart,
  ToolClass,
  TurnEndReason,
  TurnEvent,
} from '../../core/events.js';
import type { Tokens } from '../../core/turns/tokens.js';
import { capText } from './bounds.js';
import { failedRequest, providerWait, type LoggedFailure } from './failed-request.js';
import { readPersonsWords } from './persons-words.js';
import { present } from './fields.js';
import { atTime, type Time } from './recorded-values.js';
import { usage } from './usage.js';

/** Values that a record may lack can be undefined; events then omit them. */
export interface LoggedCall {
  call: string;
  tool: string;
  input: JsonObject;
  class: ToolClass;
  response?: string | undefined;
}

/** How a call ended. `ok`: false if the agent marked the result as an error or as denied. `durationMs`: milliseconds. */
export interface LoggedOutcome {
  ok: boolean;
  output: string;
  exitCode?: number | undefined;
  durationMs?: number | undefined;
  deniedBy?: DeniedBy | undefined;
}

/** `output`: undefined where the log does not tell what the call printed. */
export interface LoggedResult extends Omit<LoggedOutcome, 'output'> {
  call: string;
  output: string | undefined;
}

export class SessionLogWriter {
  private cwd: string | undefined;
  private model: string | undefined;
  private open = false;
  /** The model's last output was text. */
  private spoke = false;
  private readonly unanswered = new Set<string>();
  /** The newest response's calls without a result; undefined once its end was told. */
  private step: { response: string | undefined; open: Set<string> } | undefined;

  constructor(
    readonly id: string,
    private readonly agent: string,
    private readonly parent: Pick<SessionStart, 'parent' | 'parentCall'> = {},
  ) {}

  /** Emitted at first, and when folder or model change. `cwd` is empty until the log names it. */
  start(at: Time, cwd: string | undefined, model?: string): TurnEvent[] {
    const hasChanged =
      this.cwd === undefined ||
      (cwd !== undefined && cwd !== '' && this.cwd !== cwd) ||
      (model !== undefined && this.model !== model);
    if (!hasChanged) {
      return [];
    }
    this.cwd = cwd ?? this.cwd ?? '';
    this.model = model ?? this.model;
    return [
      {
        v: 1,
        ...atTime(at),
        type: 'session.start',
        session: this.id,
        agent: this.agent,
        cwd: this.cwd,
        ...present({ model: this.model }),
        ...this.parent,
      },
    ];
  }

  /** A person's message, nothing if the harness wrote it; `text` is undefined if the log omits it. */
  prompt(at: Time, text: string | undefined): TurnEvent[] {
    const words = text === undefined ? undefined : readPersonsWords(text);
    if (text !== undefined && words === undefined) {
      return [];
    }
    const before = this.spokeLast ? this.endTurn(at, 'completed') : [];
    this.open = true;
    this.spoke = false;
    return [
      ...before,
      {
        v: 1,
        ...atTime(at),
        type: 'turn.start',
        session: this.id,
        ...(words === undefined ? {} : { prompt: capText(words) }),
      },
    ];
  }

  message(at: Time, text: string, response?: string): TurnEvent[] {
    if (text.trim() === '') {
      return [];
    }
    this.open = true;
    this.spoke = true;
    return [
      {
        v: 1,
        ...atTime(at),
        type: 'message',
        session: this.id,
        ...present({ response }),
        text: capText(text),
      },
    ];
  }

  call(at: Time, call: LoggedCall): TurnEvent[] {
    this.open = true;
    this.spoke = false;
    if (this.unanswered.size < 10_000) {
      this.unanswered.add(call.call);
    }
    if (this.step === undefined || this.step.response !== call.response) {
      this.step = { response: call.response, open: new Set() };
    }
    this.step.open.add(call.call);
    return [{ v: 1, ...atTime(at), type: 'tool.call', session: this.id, ...present(call) }];
  }

  result(at: Time, { output, ...result }: LoggedResult): TurnEvent[] {
    this.spoke = false;
    this.unanswered.delete(result.call);
    this.step?.open.delete(result.call);
    return [
      {
        v: 1,
        ...atTime(at),
        type: 'tool.result',
        session: this.id,
        ...present(result),
        ...(output !== undefined && { output: capText(output) }),
      },
    ];
  }

  /** Once all calls of a response have results: for agents whose hooks promise ends of steps, but are not always told. */
  stepEnd(at: Time): TurnEvent[] {
    if (this.step === undefined || this.step.open.size > 0) {
      return [];
    }
    const { response } = this.step;
    this.step = undefined;
    return [{ v: 1, ...atTime(at), type: 'step.end', session: this.id, ...present({ response }) }];
  }

  endTurn(at: Time, reason: TurnEndReason): TurnEvent[] {
    if (!this.open) {
      return [];
    }
    this.open = false;
    this.spoke = false;
    this.unanswered.clear();
    return [{ v: 1, ...atTime(at), type: 'turn.end', session: this.id, reason }];
  }

  /** Cost of the request that led to the response. */
  usage(at: Time, response: string | undefined, cost: Tokens): TurnEvent[] {
    return usage(this.id, at, response, cost);
  }

  failedRequest(at: Time, failure: LoggedFailure): TurnEvent[] {
    return failedRequest(this.id, at, failure);
  }

  /** The provider's limit ends the turn. `until`: when it is over (milliseconds since the epoch), if known. */
  limited(at: Time, until?: number): TurnEvent[] {
    return [providerWait(this.id, at, { for: 'limit', until })];
  }

  quotas(
    at: Time,
    quotas: readonly Pick<QuotaEvent, 'minutes' | 'used' | 'resetsAt'>[],
  ): TurnEvent[] {
    return quotas.map((quota) => ({
      v: 1,
      ...atTime(at),
      type: 'quota',
      session: this.id,
      ...quota,
    }));
  }

  compaction(at: Time): TurnEvent[] {
    return [{ v: 1, ...atTime(at), type: 'compaction', session: this.id }];
  }

  waiting(at: Time, reason: 'permission' | 'input', call?: string): TurnEvent[] {
    return [
      { v: 1, ...atTime(at), type: 'waiting', session: this.id, for: reason, ...present({ call }) },
    ];
  }

  resumed(at: Time, reason: 'permission' | 'input', call?: string): TurnEvent[] {
    return [
      { v: 1, ...atTime(at), type: 'resumed', session: this.id, for: reason, ...present({ call }) },
    ];
  }

  /** End of the file: a turn that ended with text is complete. */
  over(at?: Time): TurnEvent[] {
    return this.spokeLast ? this.endTurn(at, 'completed') : [];
  }

  isAnswered(call: string): boolean {
    return !this.unanswered.has(call);
  }

  get isCalling(): boolean {
    return this.unanswered.size > 0;
  }

  private get spokeLast(): boolean {
    return this.open && this.spoke && !this.isCalling;
  }
}
