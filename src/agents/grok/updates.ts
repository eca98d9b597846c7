/** Grok's `updates.jsonl`: the Agent Client Protocol's updates of one session, and more of its own → events. */
import { dirname, join } from 'node:path';
import { FileNow } from '../../bounded-files.js';
import { parseJsonObject } from '../../core/json.js';
import type { TurnEvent } from '../../core/events.js';
import type { LogReader, Result } from '../agent.js';
import {
  AcpUpdates,
  readContent,
  readStopReason,
  type AcpDialect,
} from '../reading/acp/acp-updates.js';
import { UNKNOWN_FOLDER } from '../reading/event-collector.js';
import {
  fieldsIn,
  listIn,
  nameIn,
  objectIn,
  shortName,
  timeIn,
  type Fields,
} from '../reading/fields.js';
import {
  atTime,
  folderOfFile,
  readId,
  readInteger,
  readTime,
  type Time,
} from '../reading/recorded-values.js';
import type { LineFormat } from '../reading/recording-format.js';
import { SessionLogWriter } from '../reading/session-log.js';
import { readTask, taskNotice } from '../reading/task-text.js';
import { tokensIn } from '../reading/usage.js';
import { AGENT_ID, folderOfLog } from './home.js';
import { classifyTool, readDenial, readTool, readToolOutput } from './tools.js';

const OWN_METHOD = '_x.ai/session/update';
const MOST_TASKS = 200;
const SPAWN = 'spawn_subagent';
/** `API error (status 429 Too Many Requests): …` */
const statusIn = /\(status ([45]\d\d)\b/;

export const grokFormat: LineFormat = {
  kind: 'lines',
  id: AGENT_ID,
  recognises: (line) => {
    const { jsonrpc, timestamp, method, params } = fieldsIn(line);
    const { sessionId, update } = fieldsIn(params);
    return (
      jsonrpc === undefined &&
      typeof timestamp === 'number' &&
      (method === OWN_METHOD || method === 'session/update') &&
      typeof sessionId === 'string' &&
      typeof fieldsIn(update)['sessionUpdate'] === 'string'
    );
  },
  open: (file) => new GrokLog(file),
};

const dialect: AcpDialect = {
  isWhole: true,
  readTool({ title, input, meta }) {
    const called = readTool(nameIn(fieldsIn(meta['x.ai/tool'])['name']) ?? title, input);
    return { ...called, class: classifyTool(called.tool) };
  },
  readResult({ content, rawOutput }, failed) {
    const own = readToolOutput(rawOutput);
    const { output, deniedBy } = readDenial(own.output ?? readContent(content) ?? '');
    return { ok: !failed && !own.failed, output, exitCode: own.exitCode, deniedBy };
  },
};

class GrokLog implements LogReader {
  private readonly folder: string;
  private log: SessionLogWriter | undefined;
  private updates: AcpUpdates | undefined;
  private model: string | undefined;
  /** Calls for a sub-agent that has not begun, the oldest first. */
  private readonly spawning: string[] = [];
  /** The person is asked for a permission. */
  private isAsking = false;

  constructor(private readonly file: string) {
    this.folder = folderOfLog(file) ?? UNKNOWN_FOLDER;
  }

  line(text: string): Result<TurnEvent[]> {
    const parsed = objectIn(text);
    if ('problem' in parsed) {
      return parsed;
    }
    const { method, params, timestamp } = parsed.fields;
    if (method !== OWN_METHOD && method !== 'session/update') {
      return [];
    }
    const { sessionId, update, _meta: meta } = fieldsIn(params);
    const at = readTime(fieldsIn(meta)['agentTimestampMs'] ?? timestamp);
    const { log, updates } = this.open(sessionId);
    const fields = fieldsIn(update);
    this.model = nameIn(fieldsIn(fields['_meta'])['modelId']) ?? this.model;
    const start = log.start(at, this.folder, this.model);
    return [
      ...start,
      ...(this.isAsking ? this.answered(log, at) : []),
      ...(method === OWN_METHOD
        ? this.ownUpdate(log, updates, fields, at)
        : this.update(updates, fields, at, fieldsIn(meta))),
    ];
  }

  end(): TurnEvent[] {
    return this.updates?.over() ?? [];
  }

  /** At a prompt the log says nothing more. */
  settle(): TurnEvent[] {
    const { log } = this;
    if (log === undefined) {
      return [];
    }
    if (this.isAsking) {
      return this.answered(log, undefined);
    }
    const prompt = log.isCalling ? findOpenPrompt(this.file) : undefined;
    this.isAsking = prompt !== undefined;
    return prompt === undefined ? [] : log.waiting(prompt.at, 'permission');
  }

  private answered(log: SessionLogWriter, at: Time): TurnEvent[] {
    this.isAsking = findOpenPrompt(this.file) !== undefined;
    return this.isAsking ? [] : log.resumed(at, 'permission');
  }

  private open(session: unknown): { log: SessionLogWriter; updates: AcpUpdates } {
    const id = shortName(session) ?? folderOfFile(this.file) ?? AGENT_ID;
    // a log of a session that was continued under another name begins with the lines of the other
    if (this.log === undefined || this.updates === undefined || this.log.id !== id) {
      this.log = new SessionLogWriter(id, AGENT_ID);
      this.updates = new AcpUpdates(this.log, dialect);
    }
    return { log: this.log, updates: this.updates };
  }

  private update(updates: AcpUpdates, update: Fields, at: Time, meta: Fields): TurnEvent[] {
    const events = updates.read(update, at, readId(meta['streamStartMs']));
    for (const event of events) {
      if (event.type === 'tool.call' && event.tool === SPAWN) {
        this.spawning.push(event.call);
      } else if (event.type === 'tool.result' && this.spawning.includes(event.call)) {
        // denied, or failed: no sub-agent began
        this.spawning.splice(this.spawning.indexOf(event.call), 1);
      }
    }
    return events;
  }

  private ownUpdate(
    log: SessionLogWriter,
    updates: AcpUpdates,
    update: Fields,
    at: Time,
  ): TurnEvent[] {
    switch (update['sessionUpdate']) {
      case 'turn_completed': {
        const { inputTokens, cachedReadTokens, outputTokens } = fieldsIn(update['usage']);
        const cost = {
          input: tokensIn(inputTokens),
          cached: tokensIn(cachedReadTokens),
          output: tokensIn(outputTokens),
        };
        return [
          // of all its requests together
          ...log.usage(at, undefined, cost),
          ...updates.endTurn(at, readStopReason(update['stop_reason'])),
        ];
      }
      case 'retry_state':
        return this.failedRequest(log, update, at);
      case 'subagent_spawned':
        return this.subagent(log.id, update, at);
      case 'background_tasks': {
        const tasks = listIn(update['tasks']).slice(0, MOST_TASKS);
        return taskNotice(
          log.id,
          at,
          tasks.flatMap(({ task_id: id, status }) => readTask(id, nameIn(status))),
        );
      }
      case 'auto_compact_completed':
      case 'compact_completed':
        return log.compaction(at);
      default:
        return [];
    }
  }

  private failedRequest(log: SessionLogWriter, update: Fields, at: Time): TurnEvent[] {
    const { type, reason, attempt } = update;
    if (type !== 'retrying' && type !== 'exhausted') {
      return [];
    }
    const error = nameIn(reason);
    const status = statusIn.exec(error ?? '')?.[1];
    return log.failedRequest(at, {
      error,
      status: status === undefined ? undefined : Number(status),
      attempt: type === 'retrying' ? readInteger(attempt) : undefined,
    });
  }

  private subagent(parent: string, update: Fields, at: Time): TurnEvent[] {
    const session = shortName(update['child_session_id']);
    const [role, task] = [nameIn(update['subagent_type']), nameIn(update['description'])];
    const call = this.spawning.shift();
    if (session === undefined) {
      return [];
    }
    return [
      {
        v: 1,
        ...atTime(at),
        type: 'session.start',
        session,
        agent: AGENT_ID,
        cwd: this.folder,
        parent,
        ...(call !== undefined && { parentCall: call }),
        ...(role !== undefined && { role }),
        ...(task !== undefined && { task }),
      },
    ];
  }
}

/** The end of `events.jsonl`: a prompt that nobody answered is among its last lines (bytes). */
const LOOKED_AT = 16 * 1024;
const promptEnds: readonly unknown[] = ['permission_resolved', 'turn_started', 'turn_ended'];

/**
 * When the person was asked for a permission; undefined if nobody is asked. Only `events.jsonl` beside the log notes that, and their
 * answer. It is looked at where the log falls silent in a call.
 */
function findOpenPrompt(log: string): { at: Time } | undefined {
  let file: FileNow | undefined;
  try {
    file = new FileNow(join(dirname(log), 'events.jsonl'));
    const from = Math.max(0, file.size - LOOKED_AT);
    const lines = file.read(from, LOOKED_AT).toString('utf8').split('\n').toReversed();
    for (const line of lines) {
      const { type, ts, tool_name: tool } = parseJsonObject(line) ?? {};
      if (promptEnds.includes(type)) {
        return undefined;
      }
      if (type === 'permission_requested') {
        // a question is a prompt of another kind, which its call tells
        return classifyTool(nameIn(tool) ?? '') === 'ask' ? undefined : { at: timeIn(ts) };
      }
    }
  } catch {
    /* there is none */
  } finally {
    file?.close();
  }
  return undefined;
}
