/** Gemini CLI's chat messages → events. A message may be repeated with additions: only these become events. */
import type { TurnEvent } from '../../core/events.js';
import type { Time } from '../reading/recorded-values.js';
import { isObject } from '../../core/json.js';
import { Recent } from '../../core/identity/recent.js';
import { textIn } from '../reading/content.js';
import { fieldsIn, inputIn, listIn, nameIn, timeIn, type Fields } from '../reading/fields.js';
import type { SessionLogWriter } from '../reading/session-log.js';
import { tokensIn } from '../reading/usage.js';
import { readOutcome, classifyTool } from './tools.js';

/** Messages in the person's role that come from the program. */
const injected =
  /^\s*(?:<(?:session_context|hook_context|state_snapshot|user_memory|system-reminder|loaded_context)[\s>]|System: Please continue|\[The previous (?:response|turn) was interrupted|This is the Gemini CLI\. We are setting up the context)/;

/** Such a result ends its turn: no other line marks the end. */
const stoppedByHook = /^Agent execution stopped by hook: /;

/** Whether a call has started, or also ended. */
type CallState = 'begun' | 'over';

export class Messages {
  private readonly users = new Recent<true>(8192);
  private readonly spoken = new Recent<true>(8192);
  private readonly counted = new Recent<true>(8192);
  private readonly calls = new Recent<CallState>(8192);
  /** Open calls by tool: a result without an id belongs to the oldest. */
  private readonly open = new Map<string, string>();
  lastAt: Time;
  private count = 0;

  constructor(private readonly log: SessionLogWriter) {}

  /** Reads `user`, `gemini` and program messages, and the bare `{role, parts}` of a saved history. */
  message(message: Fields): TurnEvent[] {
    const at = timeIn(message['timestamp']);
    this.lastAt = at ?? this.lastAt;
    const id = nameIn(message['id']) ?? `message-${this.count++}`;
    switch (message['type'] ?? message['role']) {
      case 'user':
        return this.user(id, message['content'] ?? message['parts'], at);
      case 'gemini':
      case 'model':
        return this.model(id, message, at);
      case 'info':
        return this.info(textIn(message['content']), at);
      case 'error':
        return this.log.endTurn(at, 'error');
      default:
        return [];
    }
  }

  private user(id: string, content: unknown, at: Time): TurnEvent[] {
    const answers = listIn(content)
      .map((part) => part['functionResponse'])
      .filter(isObject);
    if (answers.length > 0) {
      return [...answers.flatMap((answer) => this.answer(answer, at)), ...this.log.stepEnd(at)];
    }
    const text = textIn(content);
    if (this.users.get(id) !== undefined) {
      return [];
    }
    this.users.set(id, true);
    if (/^\s*(?:<session_context>|This is the Gemini CLI\.)/.test(text)) {
      return this.log.start(at, folderIn(text));
    }
    return text.trim() === '' || injected.test(text) ? [] : this.log.prompt(at, text);
  }

  private model(id: string, message: Fields, at: Time): TurnEvent[] {
    const content = message['content'] ?? message['parts'];
    const events = this.log.start(at, undefined, nameIn(message['model']));
    const text = Array.isArray(content)
      ? textIn(listIn(content).filter((part) => part['thought'] !== true))
      : textIn(content);
    if (text.trim() !== '' && this.spoken.get(id) === undefined) {
      this.spoken.set(id, true);
      events.push(...this.log.message(at, text, id));
    }
    listIn(message['toolCalls']).forEach((call, i) => {
      events.push(...this.call(id, i, call, at));
    });
    const hasCalls = Array.isArray(message['toolCalls']) && message['toolCalls'].length > 0;
    listIn(content).forEach((part, i) => {
      if (!hasCalls && isObject(part['functionCall'])) {
        events.push(...(this.ask(id, `${id}/${i}`, part['functionCall'], at) ?? []));
      }
    });
    return [...events, ...this.cost(id, message['tokens'], at), ...this.log.stepEnd(at)];
  }

  private cost(id: string, usage: unknown, at: Time): TurnEvent[] {
    const { input, cached, output, thoughts, tool } = fieldsIn(usage);
    const events = this.log.usage(at, id, {
      input: tokensIn(input) + tokensIn(tool),
      cached: tokensIn(cached),
      output: tokensIn(output) + tokensIn(thoughts),
    });
    if (events.length === 0 || this.counted.has(id)) {
      return [];
    }
    this.counted.set(id, true);
    return events;
  }

  private call(response: string, index: number, call: Fields, at: Time): TurnEvent[] {
    const id = nameIn(call['id']) ?? `${response}/${index}`;
    const events = this.ask(response, id, call, at);
    if (events === undefined || this.calls.get(id) === 'over') {
      return [];
    }
    const status = call['status'];
    if (status === 'awaiting_approval') {
      return [...events, ...this.log.waiting(at, 'permission', id)];
    }
    if (status !== 'success' && status !== 'error' && status !== 'cancelled') {
      return events;
    }
    return [
      ...events,
      ...this.over(
        id,
        call['result'],
        status,
        textIn(call['resultDisplay']),
        timeIn(call['timestamp']) ?? at,
      ),
    ];
  }

  /** Undefined for anything that is not a call. */
  private ask(response: string, fallback: string, call: Fields, at: Time): TurnEvent[] | undefined {
    const [id, tool] = [nameIn(call['id']) ?? fallback, nameIn(call['name'])];
    if (tool === undefined) {
      return undefined;
    }
    if (this.calls.get(id) !== undefined) {
      return [];
    }
    this.calls.set(id, 'begun');
    if (this.open.size < 1000) {
      this.open.set(id, tool);
    }
    const kind = classifyTool(tool);
    const events = this.log.call(at, {
      call: id,
      response,
      tool,
      input: inputIn(call['args']),
      class: kind,
    });
    return kind === 'ask' ? [...events, ...this.log.waiting(at, 'input', id)] : events;
  }

  /** A result in the message that sends it to the model. */
  private answer(answer: Fields, at: Time): TurnEvent[] {
    const id =
      nameIn(answer['id']) ?? [...this.open].find(([, tool]) => tool === answer['name'])?.[0];
    if (id === undefined || this.calls.get(id) !== 'begun') {
      return [];
    }
    return this.over(id, [{ functionResponse: answer }], undefined, '', at);
  }

  private over(id: string, result: unknown, status: unknown, shown: string, at: Time): TurnEvent[] {
    this.calls.set(id, 'over');
    this.open.delete(id);
    const outcome = readOutcome(result, status, shown);
    const events = this.log.result(at, { call: id, ...outcome });
    return stoppedByHook.test(outcome.output)
      ? [...events, ...this.log.endTurn(at, 'stopped')]
      : events;
  }

  private info(text: string, at: Time): TurnEvent[] {
    if (/^Request cancelled/i.test(text)) {
      return this.log.endTurn(at, 'interrupted');
    }
    return /^(?:Chat history (?:was |has been )?compressed|Context compressed)/i.test(text)
      ? this.log.compaction(at)
      : [];
  }
}

/** The agent's folder, from the first message. */
function folderIn(text: string): string | undefined {
  const [, listed, named] =
    /Workspace Directories:\*{0,2}[ \t\r]{0,20}\n\s{0,20}- ([^\n]{1,4000})|currently working in the directory: ([^\n]{1,4000})/i.exec(
      text.slice(0, 65_536),
    ) ?? [];
  return nameIn((listed ?? named)?.trim());
}
