/**
 * One session of VS Code's own agent, from the two files that tell of it. The transcript has each call with its input at once, but neither
 * what came of it nor, without hooks, the prompt and the end; the chat session has those, a few seconds late, and all inputs at the end of
 * a request. In a window without a folder, and where an older version wrote none, there is no transcript.
 */
import type { TurnEndReason, TurnEvent } from '../../../core/events.js';
import { hashText } from '../../../core/identity/hash.js';
import { Recent } from '../../../core/identity/recent.js';
import { pushNewest } from '../../../core/push-newest.js';
import type { LogReader } from '../../agent.js';
import { capText } from '../../reading/bounds.js';
import { inputIn, objectIn, present } from '../../reading/fields.js';
import { SessionLogWriter } from '../../reading/session-log.js';
import type { Time } from '../../reading/recorded-values.js';
import { withoutManner } from '../tools.js';
import { ChatSession, readSessionId, type ChatRequest, type ChatResponse } from './chat-session.js';
import { AGENT_ID } from './home.js';
import type { ShownCall, ToldResult } from './result.js';
import { classifyTool } from './tools.js';

type Told = Exclude<TurnEvent, { type: 'tick' | 'workspace' }>;

const KEPT_CALLS = 8192;
const KEPT_TEXTS = 256;
const endReasons: Partial<Record<ChatRequest['state'], TurnEndReason>> = {
  completed: 'completed',
  interrupted: 'interrupted',
  error: 'error',
};

/** What of a session was told, by whichever file. */
export class ChatLog {
  private chat = new ChatSession();
  private readonly writer: SessionLogWriter;
  /** Requests of which the start, and the end, was told. */
  private readonly begun = new Set<string>();
  private readonly over = new Set<string>();
  private readonly calls = new Recent<'open' | 'answered'>(KEPT_CALLS);
  /** Texts that one of the files told and the other may still tell, by their hashes. */
  private readonly spoken: Record<'chat' | 'transcript', string[]> = { chat: [], transcript: [] };
  /** Prompts that the transcript told before there was a chat session, by their hashes. */
  private readonly prompts: string[] = [];
  private asking: string | undefined;
  /** Calls of the request, oldest first. */
  private readonly newest: string[] = [];

  constructor(
    id: string,
    private readonly cwd: string | undefined,
    /** Calls of the chat view are told by the transcript. */
    private readonly hasTranscript: () => boolean,
  ) {
    this.writer = new SessionLogWriter(id, AGENT_ID);
  }

  /** New lines of the chat session; all of them, `fresh`, where it was written anew. @returns problems with lines */
  takeChat(lines: readonly string[], fresh: boolean): string[] {
    if (fresh) {
      this.chat = new ChatSession();
    }
    return lines.flatMap((line) => {
      const read = objectIn(line);
      if ('problem' in read) {
        return [read.problem];
      }
      this.chat.apply(read.fields);
      return [];
    });
  }

  /** What is new, with the transcript's events in their place. */
  tell(transcript: readonly TurnEvent[] = []): TurnEvent[] {
    const requests = this.chat.requests.filter((request) => request !== undefined);
    const told: TurnEvent[] = [];
    const waiting = transcript.flatMap((event) =>
      event.type === 'tick' || event.type === 'workspace' ? [] : [event],
    );
    for (const [at, request] of requests.entries()) {
      const next = requests[at + 1];
      told.push(...this.start(request));
      const until = next?.at ?? Infinity;
      const count = waiting.findIndex((event) => (event.at ?? 0) >= until);
      for (const event of waiting.splice(0, count < 0 ? waiting.length : count)) {
        told.push(...(this.isCutOff(request, event) ? [] : this.fromTranscript(event)));
      }
      told.push(...this.fromChat(request));
    }
    return [...told, ...waiting.flatMap((event) => this.fromTranscript(event))];
  }

  /** The last request, as far as it came: where nothing more will be written. */
  rest(): TurnEvent[] {
    const request = this.chat.requests.at(-1);
    return request === undefined || this.over.has(request.id)
      ? []
      : [...this.shownCalls(request, true), ...this.writer.over(request.at)];
  }

  get hasChat(): boolean {
    return this.chat.requests.length > 0;
  }

  private start(request: ChatRequest): TurnEvent[] {
    const begun = this.writer.start(request.at, this.cwd, request.model);
    if (this.begun.has(request.id)) {
      return begun;
    }
    this.begun.add(request.id);
    const told = this.prompts.indexOf(hashText(capText(request.prompt.trim())));
    if (told >= 0) {
      this.prompts.splice(told, 1);
      return begun;
    }
    return request.prompt.trim() === ''
      ? begun
      : [...begun, ...this.writer.prompt(request.at, request.prompt)];
  }

  /** A call that was on its way when the request was stopped, told after its end: the turn would seem to go on. */
  private isCutOff({ id, state, endedAt = -Infinity }: ChatRequest, event: Told): boolean {
    return (
      state === 'interrupted' &&
      this.over.has(id) &&
      event.type === 'tool.call' &&
      this.calls.get(event.call) === undefined &&
      (event.at ?? Infinity) <= endedAt
    );
  }

  private fromTranscript(event: Told): TurnEvent[] {
    switch (event.type) {
      case 'turn.start':
        // the chat session knows better, where there is one
        if (this.hasChat) {
          return [];
        }
        pushNewest(this.prompts, hashText(event.prompt ?? ''), KEPT_TEXTS);
        return [event];
      case 'turn.end':
        return this.hasChat ? [] : [event];
      case 'message':
        return this.isNewText('transcript', event.text) ? [event] : [];
      case 'tool.call':
        if (this.calls.get(event.call) === 'answered') {
          return [];
        }
        this.open(event.call);
        return [event];
      case 'tool.result':
        return this.answer(event.call, event.at, { ...event, output: event.output });
      default:
        return [event];
    }
  }

  /** What came of calls, and the end. */
  private fromChat(request: ChatRequest): TurnEvent[] {
    if (this.over.has(request.id)) {
      return [];
    }
    const reason = endReasons[request.state];
    if (reason === undefined) {
      return [...this.shownCalls(request, !this.hasTranscript()), ...this.asks(request)];
    }
    this.over.add(request.id);
    this.asking = undefined;
    this.newest.length = 0;
    const at = request.endedAt ?? request.at;
    const told = [
      ...(request.rounds.length === 0
        ? this.shownCalls(request, true)
        : request.rounds.flatMap((round) => this.round(round))),
      ...this.lastWords(request, at),
    ];
    const end = this.writer.endTurn(at, reason);
    // a turn that only the transcript told of
    return end.length > 0
      ? [...told, ...end]
      : [...told, { v: 1, type: 'turn.end', session: this.writer.id, ...present({ at }), reason }];
  }

  /** Nothing says which call it asks about: calls wait one after the other. */
  private asks({ id, state }: ChatRequest): TurnEvent[] {
    if ((state === 'asking') === (this.asking === id)) {
      return [];
    }
    this.asking = state === 'asking' ? id : undefined;
    if (state === 'asking') {
      const call = this.newest.find((each) => this.calls.get(each) === 'open');
      return this.writer.waiting(undefined, 'permission', call);
    }
    return this.writer.resumed(undefined, 'permission');
  }

  /** `isOnly`: nothing else tells of these calls. */
  private shownCalls(request: ChatRequest, isOnly: boolean): TurnEvent[] {
    return request.parts.flatMap((part) => {
      if (!('call' in part)) {
        return [];
      }
      const known = this.calls.get(part.call);
      if (known === 'answered' || (known === undefined && !isOnly)) {
        return [];
      }
      const { isComplete, result } = part;
      // how a command ended is there before what it printed
      const isWhole = result.output !== undefined || part.command === undefined;
      return [
        ...(known === undefined ? this.shownCall(part) : []),
        ...(isComplete && (isWhole || isOnly) ? this.answer(part.call, undefined, result) : []),
      ];
    });
  }

  private shownCall({ call, tool, command }: ShownCall): TurnEvent[] {
    this.open(call);
    const input = command === undefined ? {} : { command };
    return this.writer.call(undefined, { call, tool, input, class: classifyTool(tool, input) });
  }

  private round({ id, at, text, calls }: ChatResponse): TurnEvent[] {
    const asked = calls.flatMap(({ call, tool, arguments: given }) => {
      if (this.calls.get(call) !== undefined) {
        return [];
      }
      this.open(call);
      const input = inputIn(given);
      const kind = classifyTool(tool, input);
      return this.writer.call(at, {
        call,
        response: id,
        tool,
        input: withoutManner(kind, input),
        class: kind,
      });
    });
    return [
      ...this.words(text, at, calls.length === 0 ? undefined : id),
      ...asked,
      ...calls.flatMap(({ call, result }) =>
        result === undefined ? [] : this.answer(call, at, result),
      ),
    ];
  }

  /** The text after the last call, where no round has it. */
  private lastWords({ parts, rounds }: ChatRequest, at: Time): TurnEvent[] {
    const from = parts.findLastIndex((part) => 'call' in part) + 1;
    const text = parts
      .slice(from)
      .map((part) => ('text' in part ? part.text : ''))
      .join('');
    return rounds.length > 0 ? [] : this.words(text, at, undefined);
  }

  private words(text: string, at: Time, response: string | undefined): TurnEvent[] {
    return text.trim() !== '' && this.isNewText('chat', text)
      ? this.writer.message(at, capText(text), response)
      : [];
  }

  /** Both files tell it, in either order. */
  private isNewText(source: 'chat' | 'transcript', text: string): boolean {
    const key = hashText(text.trim());
    const other = this.spoken[source === 'chat' ? 'transcript' : 'chat'];
    const copy = other.indexOf(key);
    if (copy >= 0) {
      other.splice(copy, 1);
      return false;
    }
    pushNewest(this.spoken[source], key, KEPT_TEXTS);
    return true;
  }

  private open(call: string): void {
    if (this.calls.get(call) === undefined) {
      pushNewest(this.newest, call, KEPT_TEXTS);
    }
    this.calls.set(call, 'open');
  }

  /** The outcome as the chat session tells it, where it does. */
  private answer(call: string, at: Time, told: ToldResult): TurnEvent[] {
    if (this.calls.get(call) === 'answered') {
      return [];
    }
    this.calls.set(call, 'answered');
    const shown = told.output === undefined ? this.find(call)?.result : undefined;
    const { ok, exitCode, deniedBy } = told;
    return this.writer.result(at, {
      call,
      ok,
      output: told.output ?? shown?.output,
      exitCode: exitCode ?? shown?.exitCode,
      deniedBy,
    });
  }

  private find(call: string): ShownCall | undefined {
    const parts = this.chat.requests.at(-1)?.parts ?? [];
    return parts.findLast((part): part is ShownCall => 'call' in part && part.call === call);
  }
}

/** A chat session alone, line by line: a recorded run. */
export function openChatSession(name: string, cwd: string | undefined): LogReader {
  let log: ChatLog | undefined;
  return {
    line: (text) => {
      log ??= new ChatLog(readSessionId(text) ?? name, cwd, () => true);
      const [problem] = log.takeChat([text], false);
      return problem === undefined ? log.tell() : { problem };
    },
    end: () => log?.rest() ?? [],
  };
}
