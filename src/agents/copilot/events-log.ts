/** One log of Copilot CLI (`session-state/<session>/events.jsonl`) → events, line by line. VS Code's own agent writes the same. */
import { basename, dirname } from 'node:path';
import type { ToolClass, TurnEvent } from '../../core/events.js';
import type { Tokens } from '../../core/turns/tokens.js';
import { MODEL_MARK } from '../../core/view/wording.js';
import type { LogReader, Result } from '../agent.js';
import { textIn } from '../reading/content.js';
import {
  fieldsIn,
  inputIn,
  listIn,
  nameIn,
  objectIn,
  timeIn,
  type Fields,
} from '../reading/fields.js';
import type { LineFormat } from '../reading/recording-format.js';
import { SessionLogWriter } from '../reading/session-log.js';
import { tokensIn } from '../reading/usage.js';
import { AGENT_ID } from './known.js';
import { outcomeOf } from './result.js';
import { classOf, withoutManner } from './tools.js';

type Time = number | undefined;

const kinds =
  /^(?:session|user|system|assistant|tool|hook|subagent|permission|skill)\.[a-z_]+$|^abort$/;

export const copilotFormat: LineFormat = {
  kind: 'lines',
  id: AGENT_ID,
  recognises: isRecord,
  open: (file) => openEventsLog(file),
};

/** Who writes the log. `cwd`: the folder of sessions that name none, if it is known. */
export interface Writer {
  agent: string;
  classOf: (tool: string) => ToolClass;
  cwd: string | undefined;
}

export function openEventsLog(
  file: string,
  writer: Writer = { agent: AGENT_ID, classOf, cwd: undefined },
): LogReader {
  return new EventsLog(file, writer);
}

function isRecord(line: unknown): boolean {
  const { type, data, id, timestamp } = fieldsIn(line);
  return (
    typeof type === 'string' &&
    kinds.test(type) &&
    typeof data === 'object' &&
    data !== null &&
    (typeof id === 'string' || typeof timestamp === 'string')
  );
}

class EventsLog implements LogReader {
  private main: SessionLogWriter | undefined;
  private readonly agents = new Map<string, SessionLogWriter>();
  private readonly spoken = new Set<string>();
  /** Sub-agents and sessions whose turn a permission hook has ended. */
  private readonly stopped = new Set<string>();
  /** By session: what the response cost that is told next. */
  private readonly costs = new Map<string, Tokens>();
  private cwd: string | undefined;
  private lastAt: Time;

  constructor(
    private readonly file: string,
    private readonly writer: Writer,
  ) {
    this.cwd = writer.cwd;
  }

  line(text: string): Result<TurnEvent[]> {
    const read = objectIn(text);
    if ('problem' in read) {
      return read;
    }
    const { fields: line } = read;
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
    const log = this.logOf(line, data, at, begun);
    return [...begun, ...this.event(log, type, data, at)];
  }

  end(): TurnEvent[] {
    return this.main?.over(this.lastAt) ?? [];
  }

  /** The log of a session that goes on marks no end of a turn but its last words. */
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
      this.writer.agent,
    );
    return this.main;
  }

  /** The session that a record is of: a sub-agent is named by the call that started it. */
  private logOf(line: Fields, data: Fields, at: Time, begun: TurnEvent[]): SessionLogWriter {
    const main = this.session();
    const agent = nameIn(line['agentId']) ?? nameIn(data['parentToolCallId']);
    if (agent === undefined) {
      return main;
    }
    const known = this.agents.get(agent);
    if (known !== undefined) {
      return known;
    }
    const log = new SessionLogWriter(`${main.id}/${agent}`, this.writer.agent, {
      parent: main.id,
      parentCall: nameIn(data['parentToolCallId']) ?? nameIn(data['toolCallId']) ?? agent,
    });
    this.agents.set(agent, log);
    begun.push(...log.start(at, this.cwd));
    return log;
  }

  private event(log: SessionLogWriter, type: string, data: Fields, at: Time): TurnEvent[] {
    switch (type) {
      case 'user.message':
        return this.person(log, data, at);
      case 'assistant.message':
        return this.response(log, data, at);
      case 'tool.execution_start':
        return this.call(log, { ...data, name: data['toolName'] }, undefined, at);
      case 'tool.execution_complete':
        return this.result(log, data, at);
      case 'permission.requested':
        return log.waiting(
          at,
          'permission',
          nameIn(fieldsIn(data['permissionRequest'])['toolCallId']),
        );
      case 'permission.completed':
        if (fieldsIn(data['result'])['interrupt'] === true) {
          this.stopped.add(log.id);
        }
        return [];
      case 'session.usage_record':
        return this.cost(log, fieldsIn(data['usage']), at);
      case 'assistant.turn_end':
        return this.stopped.delete(log.id) ? log.endTurn(at, 'stopped') : [];
      case 'session.model_change':
        return log.start(at, undefined, nameIn(data['newModel']));
      case 'session.compaction_complete':
        return data['success'] === false ? [] : log.compaction(at);
      case 'session.error':
        return log.endTurn(at, 'error');
      case 'abort':
        return log.endTurn(at, 'interrupted');
      case 'session.idle':
        return log.endTurn(at, data['aborted'] === true ? 'interrupted' : 'completed');
      case 'session.task_complete':
      case 'subagent.completed':
        return log.endTurn(at, 'completed');
      case 'subagent.failed':
        return log.endTurn(at, 'error');
      case 'session.shutdown':
        return [
          ...(data['shutdownType'] === 'error' ? log.endTurn(at, 'error') : log.over(at)),
          { v: 1, at, type: 'session.end', session: log.id },
        ];
      default:
        return [];
    }
  }

  /** Other sources are skills, instructions and the autopilot. What a hook of ours made the agent go on with is marked. */
  private person(log: SessionLogWriter, data: Fields, at: Time): TurnEvent[] {
    const { source } = data;
    const text = textIn(data['content']);
    return text.trim() === '' ||
      text.startsWith(MODEL_MARK) ||
      (typeof source === 'string' && !/^(?:user|human|immediate-prompt)$/.test(source))
      ? []
      : log.prompt(at, text);
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
    return [...events, ...this.waitingCost(log, response, at)];
  }

  /** Told just before its response; a request whose response is not told (a title, a condensation) counts by itself. */
  private cost(
    log: SessionLogWriter,
    { inputTokens, cacheReadTokens, outputTokens }: Fields,
    at: Time,
  ): TurnEvent[] {
    const before = this.waitingCost(log, undefined, at);
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
    const kind = this.writer.classOf(tool);
    const events = log.call(at, {
      call: id,
      ...(response === undefined ? {} : { response }),
      tool,
      input: withoutManner(tool, inputIn(call['arguments'])),
      class: kind,
    });
    return kind === 'ask' && response === undefined
      ? [...events, ...log.waiting(at, 'input', id)]
      : events;
  }

  private result(log: SessionLogWriter, data: Fields, at: Time): TurnEvent[] {
    const call = nameIn(data['toolCallId']);
    return call === undefined ? [] : log.result(at, { call, ...outcomeOf(data) });
  }
}
