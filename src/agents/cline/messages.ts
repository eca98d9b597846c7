/** Cline's messages (`<id>.messages.json` of the CLI, `api_conversation_history.json` of the VS Code extension; each one document) → events. */
import { isObject } from '../../core/json.js';
import { textIn } from '../reading/content.js';
import { type Fields, fieldsIn, listIn } from '../reading/fields.js';
import { folderOfFile, readId, nameOfFile, readTime } from '../reading/recorded-values.js';
import type { DocumentFormat, RecordedEvents } from '../reading/recording-format.js';
import { taggedIn, withoutTagged } from '../reading/tagged.js';
import { REJECTED_RESPONSE } from '../../core/identity/errors/rejected-response.js';
import { EventCollector, UNKNOWN_FOLDER } from '../reading/event-collector.js';
import { tokensIn } from '../reading/usage.js';
import { AGENT_ID } from './home.js';
import {
  isHeadedResult,
  ofText,
  outcome,
  readPrompt,
  readAction,
  classifyTool,
  closingTools,
  isTool,
} from './tools.js';

const folderLine =
  /^[ \t]*(?:#+ |\d+\. )?(?:Current )?Working Directory:? \(?([^\s)][^\n)]{0,1000})/im;

export const clineFormat: DocumentFormat = {
  kind: 'document',
  id: AGENT_ID,
  // any list of messages
  general: true,
  recognises: (document) => {
    if (Array.isArray(document)) {
      return listIn(document.slice(0, 4)).some(isMessage);
    }
    if (!isObject(document) || !Array.isArray(document['messages']) || 'info' in document) {
      return false;
    }
    return (
      (typeof document['sessionId'] === 'string' || 'origin' in document) &&
      listIn(document['messages']).some(isMessage)
    );
  },
  read: (document, file): RecordedEvents => {
    if (!clineFormat.recognises(document)) {
      return { events: [], skipped: [] };
    }
    const whole = fieldsIn(document);
    const name = nameOfFile(file, ['.messages.json', '.json']);
    const session =
      readId(whole['sessionId']) ??
      (name === 'api_conversation_history' ? (folderOfFile(file) ?? name) : name);
    const messages = listIn(Array.isArray(document) ? document : whole['messages']);
    return {
      events: new Conversation(session, messages, textIn(whole['system_prompt'])).read(),
      skipped: [],
    };
  },
};

function isMessage(message: Fields): boolean {
  const role = message['role'];
  return (
    (role === 'user' || role === 'assistant') &&
    (Array.isArray(message['content']) || typeof message['content'] === 'string')
  );
}

/** The program's own word of a request that failed for good, which only looks like the model's. */
function isErrorNote(message: Fields): boolean {
  return fieldsIn(message['metadata'])['displayRole'] === 'error';
}

class Conversation {
  private readonly collector: EventCollector;
  private position = 0;
  /** The XML call of the last response. */
  private xml: string | undefined;
  /** The last response was text without a call. */
  private spokeLast = false;
  private lastAt: number | undefined;

  constructor(
    session: string,
    private readonly messages: readonly Fields[],
    private readonly system: string,
  ) {
    this.collector = new EventCollector(session, AGENT_ID);
  }

  read(): ReturnType<EventCollector['drain']> {
    const first = this.messages[0];
    const folder =
      folderLine.exec(this.system)?.[1] ?? folderLine.exec(textIn(first?.['content']))?.[1];
    const model = this.messages
      .map(
        (message) =>
          readId(fieldsIn(message['modelInfo'])['id']) ??
          readId(fieldsIn(message['modelInfo'])['modelId']),
      )
      .find((id) => id !== undefined);
    this.collector.start(
      readTime(first?.['ts']),
      folder?.trim() ?? UNKNOWN_FOLDER,
      model === undefined ? {} : { model },
    );
    for (const message of this.messages) {
      this.position += 1;
      const at = readTime(message['ts']);
      this.lastAt = at ?? this.lastAt;
      const blocks =
        typeof message['content'] === 'string'
          ? [{ type: 'text', text: message['content'] }]
          : listIn(message['content']);
      if (message['role'] === 'assistant') {
        const response = readId(message['id']) ?? `m${this.position}`;
        this.response(at, blocks, response);
        if (isErrorNote(message)) {
          this.collector.endTurn(at, 'error');
        }
        const { inputTokens, cacheReadTokens, outputTokens } = fieldsIn(message['metrics']);
        this.collector.usage(at, response, {
          input: tokensIn(inputTokens),
          cached: tokensIn(cacheReadTokens),
          output: tokensIn(outputTokens),
        });
      } else if (message['role'] === 'user') {
        this.answer(at, blocks);
      }
    }
    this.collector.over(this.lastAt);
    return this.collector.drain();
  }

  private response(at: number | undefined, blocks: readonly Fields[], response: string): void {
    const native = blocks.some((block) => block['type'] === 'tool_use');
    this.xml = undefined;
    this.spokeLast = !native;
    for (const block of blocks) {
      if (block['type'] === 'tool_use') {
        const [call, tool] = [readId(block['id']), readId(block['name'])];
        if (call === undefined || tool === undefined) {
          continue;
        }
        this.collector.call(at, {
          call,
          tool,
          input: readAction(tool, fieldsIn(block['input'])),
          class: classifyTool(tool),
          response,
        });
        if (closingTools.has(tool)) {
          this.collector.endTurn(at, 'completed');
        }
      } else if (block['type'] === 'text') {
        this.text(at, textIn(block), response, native);
      }
    }
  }

  private text(at: number | undefined, text: string, response: string, native: boolean): void {
    const requested = native || this.xml !== undefined ? undefined : xmlCall(text);
    this.collector.message(
      at,
      response,
      withoutTagged(requested === undefined ? text : requested.before, 'thinking').trim(),
    );
    if (requested === undefined) {
      return;
    }
    this.xml = `c${this.position}`;
    this.spokeLast = false;
    this.collector.call(at, {
      call: this.xml,
      tool: requested.tool,
      input: requested.input,
      class: classifyTool(requested.tool),
      response,
    });
    if (closingTools.has(requested.tool)) {
      this.collector.endTurn(at, 'completed');
    }
  }

  private answer(at: number | undefined, blocks: readonly Fields[]): void {
    const texts: string[] = [];
    for (const block of blocks) {
      const call = block['type'] === 'tool_result' ? readId(block['tool_use_id']) : undefined;
      if (call === undefined) {
        if (block['type'] === 'text') {
          texts.push(textIn(block));
        }
        continue;
      }
      // the person's reply arrives as the result of the tool that ended the turn
      const feedback = feedbackIn(textIn(block['content']));
      if (feedback === undefined || this.collector.isOpen(call)) {
        this.collector.result(at, { call, ...outcome(block) });
      }
      if (feedback !== undefined) {
        this.collector.turn(at, feedback);
      }
    }
    const answered = texts.length > 0 && this.xmlResult(at, texts);
    if (!answered) {
      this.words(at, texts);
    }
    this.spokeLast = false;
  }

  /** The result of an XML call: a heading, then the output in the same or the next block. */
  private xmlResult(at: number | undefined, texts: readonly string[]): boolean {
    const call = this.xml;
    if (call === undefined) {
      return false;
    }
    this.xml = undefined;
    const feedback = texts.map(feedbackIn).find((text) => text !== undefined);
    const [headed, wasOpen] = [texts.some(isHeadedResult), this.collector.isOpen(call)];
    if (wasOpen) {
      const said = texts.map((text) => ofText(text));
      const failed = said.find((part) => !part.ok);
      const code = said.map((part) => part.exitCode).find((each) => each !== undefined);
      this.collector.result(at, {
        call,
        ok: failed === undefined,
        output: said
          .map((part) => part.output)
          .filter((part) => part !== '')
          .join('\n'),
        exitCode: code,
        deniedBy: failed?.deniedBy,
      });
    }
    if (feedback !== undefined) {
      this.collector.turn(at, feedback);
      return true;
    }
    return headed || wasOpen;
  }

  private words(at: number | undefined, texts: readonly string[]): void {
    if (texts.some((text) => /^\[ERROR\] You did not use a tool/.test(text)) && this.spokeLast) {
      // this harness demands a call: a response without one is a failed attempt, not a turn's end
      const call = `c${this.position}`;
      this.collector.call(at, {
        call,
        tool: REJECTED_RESPONSE,
        input: {},
        class: 'other',
        response: `m${this.position - 1}`,
      });
      this.collector.result(at, { call, ok: false, output: texts.join('\n') });
      return;
    }
    const prompt = texts
      .map(readPrompt)
      .filter((text) => text !== '')
      .join('\n');
    if (prompt === '') {
      return;
    }
    this.collector.turn(at, prompt);
  }
}

function feedbackIn(text: string): string | undefined {
  const feedback = taggedIn(text, 'feedback');
  return feedback === '' ? undefined : feedback;
}

/** Tool calls of older Cline versions: XML tags in a response's text, with unescaped values. */
interface XmlCall {
  tool: string;
  input: Fields;
  before: string;
}

const tag = /<([a-z_]{2,40})>/g;

/** The first tool call in a text; the harness runs at most one per response. */
function xmlCall(text: string): XmlCall | undefined {
  for (const found of text.matchAll(tag)) {
    const [opening, tool = ''] = found;
    if (!isTool(tool)) {
      continue;
    }
    const start = found.index + opening.length;
    const end = text.indexOf(`</${tool}>`, start);
    return {
      tool,
      input: parameters(text.slice(start, end === -1 ? undefined : end)),
      before: text.slice(0, found.index).trim(),
    };
  }
  return undefined;
}

function parameters(body: string): Fields {
  const input: Fields = {};
  tag.lastIndex = 0;
  for (let at = 0; at < body.length;) {
    const opening = /<([a-z_]{1,40})>/.exec(body.slice(at, at + 200_000));
    if (opening?.[1] === undefined) {
      break;
    }
    const [whole, name] = opening;
    const start = at + opening.index + whole.length;
    // a file's content may contain the same tag: use the last closing one
    const closing = `</${name}>`;
    const end =
      name === 'content' || name === 'diff'
        ? body.lastIndexOf(closing)
        : body.indexOf(closing, start);
    if (end < start) {
      input[name] = body.slice(start).trim();
      break;
    }
    input[name] = body.slice(start, end).trim();
    at = end + closing.length;
  }
  return input;
}
