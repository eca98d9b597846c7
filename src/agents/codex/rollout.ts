/** One rollout file of Codex (`rollout-<time>-<thread>.jsonl`) → events, line by line. Old rollouts hold bare items; newer ones wrap them. */
import { basename } from 'node:path';
import type { Json, TurnEvent } from '../../core/events.js';
import { Recent } from '../../core/identity/recent.js';
import type { LogReader, Result } from '../agent.js';
import { textIn } from '../reading/content.js';
import { fieldsIn, inputIn, nameIn, objectIn, timeIn, type Fields } from '../reading/fields.js';
import { SessionLogWriter } from '../reading/session-log.js';
import type { Time } from '../reading/recorded-values.js';
import { taskNotice } from '../reading/task-text.js';
import { readResetWords } from '../reading/reset-words.js';
import { tokensIn } from '../reading/usage.js';
import { AGENT_ID } from './home.js';
import { itemTypes, readThread, isInjected, readRequest } from './rollout-file.js';
import {
  costIn,
  readEnd,
  folderIn,
  readParent,
  type CommandEnd,
  readProcess,
  readQuotas,
  readReset,
  isLimit,
} from './rollout-fields.js';
import { readOutcome, action } from './tools.js';

export function openRollout(file: string): LogReader {
  return new Rollout(file);
}

class Rollout implements LogReader {
  private log: SessionLogWriter | undefined;
  /** The current response, by the id of its first item. Undefined once it is complete. */
  private response: string | undefined;
  /** Newer versions mark a response as complete; in older ones its first tool output does. */
  private marksResponses = false;
  /** The turn's prompt, which the rollout has twice: as an item and as an event. */
  private prompt: string | undefined;
  private failed = false;
  /** The newest response, complete or not; undefined once its cost is reported. */
  private uncounted: string | undefined;
  /** The thread's total tokens at the last cost report; detects repeated reports. */
  private total = 0;
  private readonly ended = new Recent<CommandEnd>(2048);
  /** By open call, the running process that it looks at. */
  private readonly processes = new Recent<Json>(2048);
  private lastAt: Time;
  /** When the window that is used up begins anew (milliseconds since the epoch). */
  private resetsAt: Time;
  /** How much of the windows was used, as told last. */
  private quotas = '[]';

  constructor(private readonly file: string) {}

  line(text: string): Result<TurnEvent[]> {
    const read = objectIn(text);
    if ('problem' in read) {
      return read;
    }
    const { fields: line } = read;
    const at = timeIn(line['timestamp']);
    this.lastAt = at ?? this.lastAt;
    const type = line['type'];
    if (typeof type !== 'string') {
      return 'instructions' in line || 'id' in line ? this.meta(line, at) : [];
    }
    const payload = fieldsIn(line['payload']);
    switch (type) {
      case 'session_meta':
        return this.meta(payload, at);
      case 'turn_context':
        return this.session().start(at, nameIn(payload['cwd']), nameIn(payload['model']));
      case 'response_item':
        return this.item(payload, at);
      case 'event_msg':
        return this.event(payload, at);
      case 'compacted':
        return this.session().compaction(at);
      case 'token_usage_record':
        this.marksResponses = true;
        return this.responseCost(payload, at);
      default:
        return itemTypes.has(type) ? this.item(line, at) : [];
    }
  }

  end(): TurnEvent[] {
    return this.log?.over(this.lastAt) ?? [];
  }

  private session(meta?: Fields): SessionLogWriter {
    if (this.log === undefined) {
      const named = readThread(this.file) ?? basename(this.file);
      this.log = new SessionLogWriter(
        nameIn(meta?.['id']) ?? nameIn(meta?.['session_id']) ?? named,
        AGENT_ID,
        readParent(meta),
      );
    }
    return this.log;
  }

  /** A forked thread repeats its origin's session records: only the first is its own. */
  private meta(meta: Fields, at: Time): TurnEvent[] {
    return this.log === undefined ? this.session(meta).start(at, nameIn(meta['cwd'])) : [];
  }

  private item(item: Fields, at: Time): TurnEvent[] {
    const type = item['type'];
    if (typeof type !== 'string') {
      return [];
    }
    const log = this.session();
    const begun = log.start(at, undefined);
    if (type === 'message') {
      return [...begun, ...this.message(item, at)];
    }
    if (type.endsWith('_output')) {
      return [...begun, ...this.output(item, at)];
    }
    if (type === 'reasoning') {
      this.readResponse(item);
      return begun;
    }
    return type.endsWith('_call') ? [...begun, ...this.call(type, item, at)] : begun;
  }

  private readResponse(item: Fields): string {
    this.prompt = undefined;
    this.failed = false;
    this.response ??=
      nameIn(item['id']) ?? nameIn(item['call_id']) ?? `response-${this.lastAt ?? 0}`;
    return (this.uncounted = this.response);
  }

  private message(item: Fields, at: Time): TurnEvent[] {
    const text = textIn(item['content']);
    switch (item['role']) {
      case 'assistant':
        return this.session().message(at, text, this.readResponse(item));
      case 'user':
        return isInjected(text, item)
          ? this.session().start(at, folderIn(text))
          : this.person(readRequest(text), at);
      default:
        return [];
    }
  }

  private person(text: string, at: Time): TurnEvent[] {
    if (text.trim() === '' || text.trim() === this.prompt) {
      return [];
    }
    this.prompt = text.trim();
    this.response = undefined;
    this.failed = false;
    return this.session().prompt(at, text);
  }

  private call(type: string, item: Fields, at: Time): TurnEvent[] {
    const response = this.readResponse(item);
    const log = this.session();
    const call = nameIn(item['call_id']) ?? nameIn(item['id']) ?? `${response}/${at ?? 0}`;
    if (type === 'web_search_call') {
      // the provider runs the search: the log has the query, but no results
      const input = inputIn(item['action']);
      const events = log.call(at, { call, response, ...action('web_search', input) });
      return item['status'] === 'failed'
        ? events
        : [...events, ...log.result(at, { call, ok: true, output: JSON.stringify(input) })];
    }
    const shell = type === 'local_shell_call' ? inputIn(item['action']) : undefined;
    const space = nameIn(item['namespace']);
    const name =
      nameIn(item['name']) ?? (shell === undefined ? type.slice(0, -'_call'.length) : 'shell');
    const requested = action(
      space === undefined ? name : `${space}__${name}`,
      shell ?? inputIn(item['arguments'] ?? item['input'] ?? item['action']),
    );
    const events = log.call(at, { call, response, ...requested });
    const process = requested.input['session_id'];
    if (process !== undefined && !log.isAnswered(call)) {
      this.processes.set(call, process);
    }
    return requested.class === 'ask' ? [...events, ...log.waiting(at, 'input', call)] : events;
  }

  private output(item: Fields, at: Time): TurnEvent[] {
    const call = nameIn(item['call_id']);
    if (call === undefined) {
      return [];
    }
    if (!this.marksResponses) {
      this.response = undefined;
    }
    const output = item['output'] ?? item['tools'] ?? item['result'];
    const outcome = readOutcome(output);
    const ended = this.ended.get(call);
    const log = this.session();
    const exitCode =
      outcome.exitCode ?? (outcome.deniedBy === undefined ? ended?.exitCode : undefined);
    const tasks = readProcess(output, exitCode, this.processes.get(call));
    this.processes.delete(call);
    return [
      ...taskNotice(log.id, at, tasks),
      ...log.result(at, {
        call,
        ...outcome,
        exitCode,
        durationMs: ended?.durationMs ?? outcome.durationMs,
      }),
    ];
  }

  private event(event: Fields, at: Time): TurnEvent[] {
    const log = this.session();
    switch (event['type']) {
      case 'user_message':
        return this.person(textIn(event['message']), at);
      case 'item_completed':
        return this.completed(fieldsIn(event['item']), at);
      case 'exec_command_end':
        this.commandEnded(nameIn(event['call_id']), event);
        return [];
      case 'exec_approval_request':
      case 'apply_patch_approval_request':
        return log.waiting(at, 'permission', nameIn(event['call_id']));
      case 'task_started':
      case 'turn_started':
        this.response = undefined;
        return [];
      case 'task_complete':
      case 'turn_complete':
        this.failed ||= (event['error'] ?? undefined) !== undefined;
        return [
          ...this.limit(fieldsIn(event['error']), at),
          ...log.endTurn(at, this.failed ? 'error' : 'completed'),
        ];
      case 'turn_aborted':
        return log.endTurn(at, 'interrupted');
      case 'error':
        this.failed = true;
        return this.limit(event, at);
      case 'token_count':
        this.resetsAt = readReset(event['rate_limits'], at);
        return [
          ...this.newQuotas(event['rate_limits'], at),
          ...(this.marksResponses ? [] : this.newCost(fieldsIn(event['info']), at)),
        ];
      default:
        return [];
    }
  }

  /** The error that ends the turn is the provider's limit. */
  private limit(error: Fields, at: Time): TurnEvent[] {
    return isLimit(error['codex_error_info'])
      ? this.session().limited(at, this.resetsAt ?? readResetWords(textIn(error['message']), at))
      : [];
  }

  /** Told with each request: those that are others than before. */
  private newQuotas(limits: unknown, at: Time): TurnEvent[] {
    const quotas = readQuotas(limits);
    const told = JSON.stringify(quotas);
    if (this.log === undefined || told === this.quotas) {
      return [];
    }
    this.quotas = told;
    return this.log.quotas(at, quotas);
  }

  private responseCost(record: Fields, at: Time): TurnEvent[] {
    const response = this.response ?? nameIn(record['response_id']);
    this.response = undefined;
    return this.log === undefined ? [] : this.log.usage(at, response, costIn(record['usage']));
  }

  /** Older versions do not identify the response, and may repeat a report without a new request. */
  private newCost(
    { total_token_usage: sum, last_token_usage: newest }: Fields,
    at: Time,
  ): TurnEvent[] {
    const total = tokensIn(fieldsIn(sum)['total_tokens']);
    if (this.log === undefined || total === this.total) {
      return [];
    }
    const response = this.uncounted;
    this.uncounted = undefined;
    this.total = total;
    return this.log.usage(at, response, costIn(newest));
  }

  private completed(item: Fields, at: Time): TurnEvent[] {
    switch (item['type']) {
      case 'UserMessage':
        return this.person(textIn(item['content']), at);
      case 'CommandExecution':
        this.commandEnded(nameIn(item['id']), item);
        return [];
      default:
        return [];
    }
  }

  private commandEnded(call: string | undefined, item: Fields): void {
    if (call === undefined) {
      return;
    }
    this.ended.set(call, readEnd(item));
  }
}
