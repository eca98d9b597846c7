/**
 * What *Export Agent Debug Log…* of VS Code writes: one document of OTLP spans, in which calls have their inputs and results, but neither
 * prompts nor answers their words; the first prompt is the session's title.
 */
import type { TurnEvent } from '../../../core/events.js';
import { fieldsIn, inputIn, listIn, nameIn, objectIn, type Fields } from '../../reading/fields.js';
import { nameOfFile, readTime, type Time } from '../../reading/recorded-values.js';
import { UNKNOWN_FOLDER } from '../../reading/event-collector.js';
import type { DocumentFormat, RecordedEvents } from '../../reading/recording-format.js';
import { SessionLogWriter } from '../../reading/session-log.js';
import { tokensIn } from '../../reading/usage.js';
import { withoutManner } from '../tools.js';
import { AGENT_ID } from './home.js';
import { readResult, readText, type ToldResult } from './result.js';
import { classifyTool } from './tools.js';

export const debugLogFormat: DocumentFormat = {
  kind: 'document',
  id: 'copilot',
  recognises: (document) =>
    listIn(fieldsIn(document)['resourceSpans']).length > 0 &&
    readSpans(fieldsIn(document)).some(({ operation }) => operation !== undefined),
  read: (document, file) => new DebugLog(fieldsIn(document), file).read(),
};

interface LoggedSpan {
  id: string;
  name: string;
  at: Time;
  endedAt: Time;
  operation: string | undefined;
  isError: boolean;
  attributes: Fields;
}

class DebugLog {
  private readonly log: SessionLogWriter;
  private readonly title: string | undefined;
  /** The response that the next calls belong to. */
  private response: string | undefined;
  /** The model answered, and called nothing since. */
  private answeredAt: Time;
  private hasPrompt = false;

  constructor(
    private readonly document: Fields,
    file: string,
  ) {
    const { sessionId, sessionTitle } = fieldsIn(document['copilotChat']);
    this.title = nameIn(sessionTitle);
    this.log = new SessionLogWriter(nameIn(sessionId) ?? nameOfFile(file, ['.json']), AGENT_ID);
  }

  read(): RecordedEvents {
    const spans = readSpans(this.document).sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
    const model = spans.find(({ operation }) => operation === 'chat');
    const events = [
      ...this.log.start(
        spans[0]?.at,
        UNKNOWN_FOLDER,
        nameIn(model?.attributes['gen_ai.request.model']),
      ),
      ...spans.flatMap((span) => this.readSpan(span)),
      ...this.endAnswered(),
    ];
    return { events, skipped: [] };
  }

  private readSpan(span: LoggedSpan): TurnEvent[] {
    const { id, name, at, endedAt, attributes } = span;
    switch (span.operation) {
      case 'execute_tool':
        return this.call(span);
      case 'chat':
        return this.log.usage(endedAt, this.response, {
          input: tokensIn(Number(attributes['gen_ai.usage.input_tokens'])),
          cached: 0,
          output: tokensIn(Number(attributes['gen_ai.usage.output_tokens'])),
        });
      case 'core_event':
        if (name === 'user_message') {
          const prompt = this.hasPrompt ? undefined : this.title;
          this.hasPrompt = true;
          return [...this.endAnswered(), ...this.log.prompt(at, prompt)];
        }
        if (name.startsWith('turn_start')) {
          this.response = id;
        } else if (name === 'agent_response') {
          this.answeredAt = at;
        }
        return [];
      default:
        return [];
    }
  }

  private call({ id, name, at, endedAt, isError, attributes }: LoggedSpan): TurnEvent[] {
    this.answeredAt = undefined;
    const tool = nameIn(attributes['gen_ai.tool.name']) ?? name;
    const input = inputIn(attributes['gen_ai.tool.call.arguments']);
    const kind = classifyTool(tool, input);
    if (input['chatSessionResource'] !== undefined) {
      return []; // the chat's own look at its list
    }
    const told = attributes['gen_ai.tool.call.result'];
    const result = typeof told === 'string' ? readTold(told) : { ok: true, output: undefined };
    return [
      ...this.log.call(at, {
        call: id,
        response: this.response,
        tool,
        input: withoutManner(kind, input),
        class: kind,
      }),
      ...this.log.result(endedAt, { ...result, call: id, ok: result.ok && !isError }),
    ];
  }

  private endAnswered(): TurnEvent[] {
    const at = this.answeredAt;
    this.answeredAt = undefined;
    return at === undefined ? [] : this.log.endTurn(at, 'completed');
  }
}

/** A text, or a tree of texts as JSON, which may be cut off. */
function readTold(told: string): ToldResult {
  if (!told.startsWith('{"node":')) {
    return readText(told);
  }
  const read = objectIn(told);
  return 'problem' in read
    ? { ok: true, output: undefined }
    : readResult({ content: [{ value: read.fields }] });
}

function readSpans(document: Fields): LoggedSpan[] {
  return listIn(document['resourceSpans'])
    .flatMap(({ scopeSpans }) => listIn(scopeSpans))
    .filter(({ scope }) => fieldsIn(scope)['name'] === 'copilot-chat')
    .flatMap(({ spans }) => listIn(spans))
    .map((span) => {
      const attributes = readAttributes(span['attributes']);
      return {
        id: nameIn(span['spanId']) ?? '',
        name: nameIn(span['name']) ?? '',
        at: readNanoseconds(span['startTimeUnixNano']),
        endedAt: readNanoseconds(span['endTimeUnixNano']),
        operation: nameIn(attributes['gen_ai.operation.name']),
        isError: fieldsIn(span['status'])['code'] === 2,
        attributes,
      };
    });
}

/** Numbers are texts there. */
function readAttributes(attributes: unknown): Fields {
  return Object.fromEntries(
    listIn(attributes).flatMap(({ key, value }) => {
      const { stringValue, intValue } = fieldsIn(value);
      return typeof key === 'string' ? [[key, stringValue ?? intValue]] : [];
    }),
  );
}

function readNanoseconds(value: unknown): Time {
  return typeof value === 'string' ? readTime(Number(value) / 1e6) : undefined;
}
