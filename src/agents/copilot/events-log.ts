/** One Copilot CLI log (`session-state/<session>/events.jsonl`) → events, line by line. VS Code's own agent uses the same format. */
import { basename, dirname } from 'node:path';
import type { JsonObject, ToolClass, TurnEvent } from '../../core/events.js';
import type { Tokens } from '../../core/turns/tokens.js';
import { readWaitReason } from '../../core/provider-status.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import type { LogReader, Result } from '../agent.js';
import { textIn } from '../reading/content.js';
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
import { atTime, type Time } from '../reading/recorded-values.js';
import { tokensIn } from '../reading/usage.js';
import { AGENT_ID } from './home.js';
import { readOutcome, classifyTool, withoutManner } from './tools.js';

/** Reads one type of record into its session. */
type RecordReader = (log: SessionLogWriter, data: Fields, at: Time) => TurnEvent[];

const kinds =
  /^(?:session|user|system|assistant|tool|hook|subagent|permission|skill)\.[a-z_]+$|^abort$/;

const MOST_TASKS = 32;

export const copilotFormat: LineFormat = {
  kind: 'lines',
  id: AGENT_ID,
  recognises: isRecord,
  open: (file) => openEventsLog(file),
};

/** The program that writes the log. `cwd`: folder of sessions that log none, if known. */
export interface LogProgram {
  agent: string;
  classifyTool: (tool: string, input: JsonObject) => ToolClass;
  cwd: string | undefined;
}

export function openEventsLog(
  file: string,
  program: LogProgram = { agent: AGENT_ID, classifyTool: classifyTool, cwd: undefined },
): LogReader {
  return new EventsLog(file, program);
}

function isRecord(line: unknown): boolean {
  const { type, data, id, timestamp } = fieldsIn(line);
  return (
    typeof type === 'string' &&
    kinds.test(type) &&
    typeof data === 'object' &&
    data !== null &&
    // VS Code's own agent tells no outputs: recordings.ts
    fieldsIn(data)['vscodeVersion'] === undefined &&
    (typeof id === 'string' || typeof timestamp === 'string')
  );
}

class EventsLog implements LogReader {
  private main: SessionLogWriter | undefined;
  private readonly agents = new Map<string, SessionLogWriter>();
  private readonly spoken = new Set<string>();
  /** Sessions whose turn was ended by a permission hook. */
  private readonly stopped = new Set<string>();
  /** Sessions whose next message stands in place of an answer that the provider's filter blocked. */
  private readonly blocked = new Set<string>();
  /** Cost of the next response, by session. */
  private readonly costs = new Map<string, Tokens>();
  /** Prompts of sub-agents at work, by their calls: VS Code's agent logs them as a person's. */
  private readonly tasks = new Map<string, string>();
  private cwd: string | undefined;
  private lastAt: Time;

  private readonly readers: Readonly<Record<string, RecordReader>> = {
    'user.message': (log, data, at) => this.person(log, data, at),
    'assistant.message': (log, data, at) => this.response(log, data, at),
    'assistant.turn_end': (log, _, at) =>
      this.stopped.delete(log.id) ? log.endTurn(at, 'stopped') : [],
    'tool.execution_start': (log, data, at) =>
      this.call(log, { ...data, name: data['toolName'] }, undefined, at),
    'tool.execution_complete': (log, data, at) => this.result(log, data, at),
    'permission.requested': (log, data, at) =>
      log.waiting(at, 'permission', nameIn(fieldsIn(data['permissionRequest'])['toolCallId'])),
    'permission.completed': (log, data, at) => this.permitted(log, data, at),
    'session.usage_record': (log, data, at) => this.cost(log, fieldsIn(data['usage']), at),
    'session.model_change': (log, data, at) => log.start(at, undefined, nameIn(data['newModel'])),
    'session.compaction_complete': (log, data, at) =>
      data['success'] === false ? [] : log.compaction(at),
    'session.error': (log, { statusCode }, at) => [
      ...(readWaitReason(numberIn(statusCode)) === 'limit' ? log.limited(at) : []),
      ...log.endTurn(at, 'error'),
    ],
    abort: (log, _, at) => log.endTurn(at, 'interrupted'),
    'session.idle': (log, data, at) =>
      log.endTurn(at, data['aborted'] === true ? 'interrupted' : 'completed'),
    'session.task_complete': (log, _, at) => log.endTurn(at, 'completed'),
    'subagent.completed': (log, _, at) => log.endTurn(at, 'completed'),
    'subagent.failed': (log, _, at) => log.endTurn(at, 'error'),
    'session.shutdown': (log, data, at) => [
      ...(data['shutdownType'] === 'error' ? log.endTurn(at, 'error') : log.over(at)),
      { v: 1, ...atTime(at), type: 'session.end', session: log.id },
    ],
  };

  constructor(
    private readonly file: string,
    private readonly program: LogProgram,
  ) {
    this.cwd = program.cwd;
  }

  line(text: string): Result<TurnEvent[]> {
    const parsed = objectIn(text);
    if ('problem' in parsed) {
      return parsed;
    }
    const { fields: line } = parsed;
    const type = line['type'];
    if (typeof type !== 'string') {
      return { problem: '"type" is missing' };
    }
    const data = fieldsIn(line['data']);
    const at = timeIn(line['timestamp']);
    this.lastAt = at ?? this.lastAt;
    if (type === 'session.start' || type === 'session.resume') {
      return this.start(data, at);
    }
    if (!/^(?:user|assistant|tool|subagent|permission|session|abort)/.test(type)) {
      return [];
    }
    const main = this.session();
    const begun = main.start(at, undefined);
    const log = this.findLog(line, data, at, begun);
    const read = Object.hasOwn(this.readers, type) ? this.readers[type] : undefined;
    return [...begun, ...(read?.(log, data, at) ?? [])];
  }

  end(): TurnEvent[] {
    return this.main?.over(this.lastAt) ?? [];
  }

  /** Until the session ends, only the model's final text marks the end of a turn. */
  settle(): TurnEvent[] {
    return this.end();
  }

  private start(data: Fields, at: Time): TurnEvent[] {
    this.cwd = nameIn(fieldsIn(data['context'])['cwd']) ?? this.cwd;
    return this.session(data).start(at, this.cwd, nameIn(data['selectedModel']));
  }

  private session(data: Fields = {}): SessionLogWriter {
    const folder = basename(dirname(this.file));
    this.main ??= new SessionLogWriter(
      nameIn(data['sessionId']) ??
        (/^[0-9a-f-]{36}$/.test(folder) ? folder : basename(this.file, '.jsonl')),
      this.program.agent,
    );
    return this.main;
  }

  /** The session of a record. A sub-agent's id is the call that started it. */
  private findLog(line: Fields, data: Fields, at: Time, begun: TurnEvent[]): SessionLogWriter {
    const main = this.session();
    const agent = nameIn(line['agentId']) ?? nameIn(data['parentToolCallId']);
    if (agent === undefined) {
      return main;
    }
    const known = this.agents.get(agent);
    if (known !== undefined) {
      return known;
    }
    const log = new SessionLogWriter(`${main.id}/${agent}`, this.program.agent, {
      parent: main.id,
      parentCall: nameIn(data['parentToolCallId']) ?? nameIn(data['toolCallId']) ?? agent,
    });
    this.agents.set(agent, log);
    begun.push(...log.start(at, this.cwd));
    return log;
  }

  /** Excludes skills, instructions, the autopilot, sub-agents' tasks, and our reminders (which carry our mark). */
  private person(log: SessionLogWriter, data: Fields, at: Time): TurnEvent[] {
    const { source } = data;
    const text = textIn(data['content']);
    return text.trim() === '' ||
      text.startsWith(MODEL_MARK) ||
      [...this.tasks.values()].includes(text) ||
      (typeof source === 'string' && !/^(?:user|human|immediate-prompt)$/.test(source))
      ? []
      : log.prompt(at, text);
  }

  /** One call may be asked about several times: for its command, a path and an address in it. A denied one has its result at once. */
  private permitted(log: SessionLogWriter, data: Fields, at: Time): TurnEvent[] {
    const { kind, interrupt } = fieldsIn(data['result']);
    if (interrupt === true) {
      this.stopped.add(log.id);
    }
    const call = nameIn(data['toolCallId']);
    return call !== undefined && typeof kind === 'string' && kind.startsWith('approved')
      ? log.resumed(at, 'permission', call)
      : [];
  }

  private response(log: SessionLogWriter, data: Fields, at: Time): TurnEvent[] {
    const response = nameIn(data['messageId']);
    const events =
      response !== undefined && this.spoken.has(response)
        ? []
        : log.message(at, textIn(data['content']), response);
    if (response !== undefined && this.spoken.size < 100_000) {
      this.spoken.add(response);
    }
    for (const call of listIn(data['toolRequests'])) {
      events.push(...this.call(log, call, response, at));
    }
    events.push(...this.waitingCost(log, response, at));
    return this.blocked.delete(log.id) ? [...events, ...log.endTurn(at, 'error')] : events;
  }

  /** Logged just before its response. Requests with no logged response (titles, compactions) count separately. */
  private cost(
    log: SessionLogWriter,
    { inputTokens, cacheReadTokens, outputTokens, finishReason }: Fields,
    at: Time,
  ): TurnEvent[] {
    const before = this.waitingCost(log, undefined, at);
    if (finishReason === 'content_filter') {
      this.blocked.add(log.id);
    } else {
      this.blocked.delete(log.id);
    }
    this.costs.set(log.id, {
      input: tokensIn(inputTokens),
      cached: tokensIn(cacheReadTokens),
      output: tokensIn(outputTokens),
    });
    return before;
  }

  private waitingCost(log: SessionLogWriter, response: string | undefined, at: Time): TurnEvent[] {
    const cost = this.costs.get(log.id);
    this.costs.delete(log.id);
    return cost === undefined ? [] : log.usage(at, response, cost);
  }

  private call(
    log: SessionLogWriter,
    call: Fields,
    response: string | undefined,
    at: Time,
  ): TurnEvent[] {
    const [id, tool] = [nameIn(call['toolCallId']), nameIn(call['name'])];
    if (id === undefined || tool === undefined) {
      return [];
    }
    const input = inputIn(call['arguments']);
    const kind = this.program.classifyTool(tool, input);
    const { prompt } = input;
    if (kind === 'task' && typeof prompt === 'string' && this.tasks.size < MOST_TASKS) {
      this.tasks.set(id, prompt);
    }
    const events = log.call(at, {
      call: id,
      response,
      tool,
      input: withoutManner(kind, input),
      class: kind,
    });
    return kind === 'ask' && response === undefined
      ? [...events, ...log.waiting(at, 'input', id)]
      : events;
  }

  private result(log: SessionLogWriter, data: Fields, at: Time): TurnEvent[] {
    const call = nameIn(data['toolCallId']);
    this.tasks.delete(call ?? '');
    return call === undefined ? [] : log.result(at, { call, ...readOutcome(data) });
  }
}
