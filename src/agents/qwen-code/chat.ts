/** One chat log of Qwen Code (`chats/<session>.jsonl`) → events, line by line. One `assistant` record is one response. */
import { basename } from 'node:path';
import type { TurnEvent } from '../../core/events.js';
import { type Time, isRecordOfParts } from '../reading/recorded-values.js';
import type { LogReader, Result } from '../agent.js';
import { resultIn, textIn } from '../reading/content.js';
import {
  fieldsIn,
  inputIn,
  listIn,
  nameIn,
  numberIn,
  objectIn,
  timeIn,
  type Fields,
} from '../reading/fields.js';
import type { LineFormat } from '../reading/recording-format.js';
import { SessionLogWriter } from '../reading/session-log.js';
import { notifiedTasks, taskNotice } from '../reading/task-text.js';
import { ofUsageMetadata } from '../reading/usage.js';
import { AGENT_ID } from './home.js';
import { readOutcome, classifyTool } from './tools.js';

/** What Qwen Code puts in the place of an answer without a word. */
const NOTHING_SAID = '(empty content)';

export function readWords(text: string): string {
  return text.trim() === NOTHING_SAID ? '' : text;
}

export const qwenFormat: LineFormat = {
  kind: 'lines',
  id: AGENT_ID,
  recognises: isRecordOfParts,
  open: (file) => new QwenChat(file),
};

class QwenChat implements LogReader {
  private readonly logs = new Map<string, SessionLogWriter>();
  private readonly durations = new Map<string, number>();
  private lastAt: Time;

  constructor(private readonly file: string) {}

  line(text: string): Result<TurnEvent[]> {
    const read = objectIn(text);
    if ('problem' in read) {
      return read;
    }
    const { fields: line } = read;
    const type = line['type'];
    if (type !== 'user' && type !== 'assistant' && type !== 'tool_result' && type !== 'system') {
      return [];
    }
    const at = timeIn(line['timestamp']);
    this.lastAt = at ?? this.lastAt;
    const log = this.session(line);
    const begun = log.start(
      at,
      nameIn(line['cwd']),
      type === 'assistant' ? nameIn(line['model']) : undefined,
    );
    const parts = listIn(fieldsIn(line['message'])['parts']);
    switch (type) {
      case 'user':
        return [...begun, ...this.user(log, line, parts, at)];
      case 'assistant':
        return [...begun, ...this.assistant(log, line, parts, at)];
      case 'tool_result':
        return [...begun, ...this.results(log, line, parts, at)];
      case 'system':
        return [...begun, ...this.system(log, line, at)];
    }
  }

  end(): TurnEvent[] {
    return [...this.logs.values()].flatMap((log) => log.over(this.lastAt));
  }

  /** Only the model's final text marks the end of a turn. */
  settle(): TurnEvent[] {
    return this.end();
  }

  private session(line: Fields): SessionLogWriter {
    const main = nameIn(line['sessionId']) ?? basename(this.file, '.jsonl');
    const agent = nameIn(line['agentId']);
    const id = agent === undefined || line['isSidechain'] === false ? main : `${main}/${agent}`;
    const log =
      this.logs.get(id) ?? new SessionLogWriter(id, AGENT_ID, id === main ? {} : { parent: main });
    this.logs.set(id, log);
    return log;
  }

  private user(
    log: SessionLogWriter,
    line: Fields,
    parts: readonly Fields[],
    at: Time,
  ): TurnEvent[] {
    const answers = parts.filter((part) => part['functionResponse'] !== undefined);
    if (answers.length > 0) {
      return this.results(log, line, parts, at);
    }
    const prompt = textIn(parts);
    const { provenance } = line;
    const person = provenance === undefined || provenance === 'real_user' || provenance === 'user';
    return person &&
      prompt.trim() !== '' &&
      !/^\s*(?:<(?:system-reminder|session_context|hook_context|task-notification|state_snapshot)[\s>]|Stop hook feedback:)/.test(
        prompt,
      )
      ? log.prompt(at, prompt)
      : taskNotice(log.id, at, notifiedTasks(prompt));
  }

  private assistant(
    log: SessionLogWriter,
    line: Fields,
    parts: readonly Fields[],
    at: Time,
  ): TurnEvent[] {
    const response = nameIn(line['uuid']);
    const events: TurnEvent[] = [];
    let words = '';
    parts.forEach((part, i) => {
      if (typeof part['text'] === 'string' && part['thought'] !== true) {
        words += part['text'];
      }
      if (part['functionCall'] === undefined) {
        return;
      }
      events.push(...log.message(at, words, response));
      words = '';
      const functionCall = fieldsIn(part['functionCall']);
      const tool = nameIn(functionCall['name']);
      if (tool === undefined) {
        return;
      }
      const call = nameIn(functionCall['id']) ?? `${response ?? log.id}/${i}`;
      events.push(
        ...log.call(at, {
          call,
          response,
          tool,
          input: inputIn(functionCall['args']),
          class: classifyTool(tool),
        }),
      );
      if (classifyTool(tool) === 'ask') {
        events.push(...log.waiting(at, 'input', call));
      }
    });
    return [
      ...events,
      ...log.message(at, readWords(words), response),
      ...log.usage(at, response, ofUsageMetadata(fieldsIn(line['usageMetadata']))),
    ];
  }

  private results(
    log: SessionLogWriter,
    line: Fields,
    parts: readonly Fields[],
    at: Time,
  ): TurnEvent[] {
    const record = fieldsIn(line['toolCallResult']);
    const events = parts.flatMap((part) => {
      const answer = fieldsIn(part['functionResponse']);
      const call = nameIn(answer['id']) ?? nameIn(record['callId']);
      if (call === undefined) {
        return [];
      }
      const durationMs = this.durations.get(call);
      this.durations.delete(call);
      const outcome = readOutcome(fieldsIn(answer['response']), record);
      const output = [outcome.output, resultIn(answer['parts'])]
        .filter((text) => text !== '')
        .join('\n');
      return log.result(at, {
        call,
        ...outcome,
        output,
        ...(durationMs === undefined ? {} : { durationMs }),
      });
    });
    return [...events, ...log.stepEnd(at)];
  }

  private system(log: SessionLogWriter, line: Fields, at: Time): TurnEvent[] {
    if (line['subtype'] === 'chat_compression') {
      return log.compaction(at);
    }
    const event = fieldsIn(fieldsIn(line['systemPayload'])['uiEvent']);
    const [call, duration] = [nameIn(event['call_id']), numberIn(event['duration_ms'])];
    // comes just before the result
    if (
      line['subtype'] === 'ui_telemetry' &&
      call !== undefined &&
      duration !== undefined &&
      duration >= 0 &&
      this.durations.size < 1000
    ) {
      this.durations.set(call, duration);
    }
    switch (event['event.name']) {
      case 'qwen-code.api_cancel':
        return log.endTurn(at, 'interrupted');
      case 'qwen-code.api_error':
        return log.failedRequest(at, {
          error: nameIn(event['error_message']),
          status: numberIn(event['status_code']),
        });
      default:
        return [];
    }
  }
}
