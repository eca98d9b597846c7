/**
 * Droid's log of a session → events, line by line. A message of the assistant is one response; the results of all its calls come in one
 * message of the user, once the last of them is there. What hooks printed stands there, too: only it tells that a turn was stopped.
 */
import type { TurnEndReason, TurnEvent } from '../../core/events.js';
import { parseJsonObject } from '../../core/json.js';
import type { LogReader, Result } from '../agent.js';
import { resultIn, textIn } from '../reading/content.js';
import {
  fieldsIn,
  inputIn,
  listIn,
  nameIn,
  objectIn,
  shortName,
  timeIn,
  type Fields,
} from '../reading/fields.js';
import { nameOfFile, type Time } from '../reading/recorded-values.js';
import type { LineFormat } from '../reading/recording-format.js';
import { SessionLogWriter } from '../reading/session-log.js';
import { AGENT_ID } from './home.js';
import { classifyTool, readOutcome, withoutManner } from './tools.js';

export const droidFormat: LineFormat = {
  kind: 'lines',
  id: AGENT_ID,
  recognises: (line) => {
    const { type, id, title, owner, turnId, resultKind } = fieldsIn(line);
    return type === 'session_start'
      ? [id, title, owner].every((each) => typeof each === 'string')
      : type === 'agent_turn_outcome' && typeof turnId === 'string' && resultKind !== undefined;
  },
  open: (file) => new DroidLog(file),
};

/** How a turn is over; every other reason is an error. */
const ends: ReadonlyMap<unknown, TurnEndReason> = new Map([
  ['completed', 'completed'],
  ['spec_handoff', 'completed'],
  ['cancelled', 'interrupted'],
  ['permission_rejected', 'interrupted'],
  ['process_exit', 'interrupted'],
]);
/** `BYOK Error: 429 Rate limit reached …` */
const statusIn = /\bError: ([45]\d\d)\b/;
/** How Droid calls what failed at the model's provider. */
const limitReasons: readonly unknown[] = ['model_rate_limited', 'model_usage_exhausted'];
const LIMIT = 429;

class DroidLog implements LogReader {
  private log: SessionLogWriter;
  private tools = new Map<string, string>();
  /** Calls that a hook denied. */
  private readonly denied = new Set<string>();
  /** A hook has ended the turn. */
  private isStopped = false;
  /** The person has cancelled a call, and the model said nothing since. */
  private isCancelled = false;
  /** What a hook at the turn's end has Droid go on with: the next message in the person's name. */
  private goOn: string | undefined;
  /** What only the person is told: of the turn's error, if it ends in one. */
  private notice: string | undefined;
  private lastAt: Time;

  constructor(file: string) {
    this.log = new SessionLogWriter(nameOfFile(file, ['.jsonl']), AGENT_ID);
  }

  line(text: string): Result<TurnEvent[]> {
    const read = objectIn(text);
    if ('problem' in read) {
      return read;
    }
    const { fields } = read;
    const at = timeIn(fields['timestamp']) ?? this.lastAt;
    this.lastAt = at;
    switch (fields['type']) {
      case 'session_start':
        return this.begin(fields, at);
      case 'message':
        return this.message(fields, fieldsIn(fields['message']), at);
      case 'agent_turn_outcome':
        return this.over(fields['reason'], at);
      case 'compaction_state':
        return this.log.compaction(at);
      default:
        return [];
    }
  }

  end(): TurnEvent[] {
    return this.log.over(this.lastAt);
  }

  private begin(fields: Fields, at: Time): TurnEvent[] {
    const parent = shortName(fields['callingSessionId']);
    const parentCall = nameIn(fields['callingToolUseId']);
    this.log = new SessionLogWriter(shortName(fields['id']) ?? this.log.id, AGENT_ID, {
      ...(parent !== undefined && { parent }),
      ...(parent !== undefined && parentCall !== undefined && { parentCall }),
    });
    return this.log.start(at, nameIn(fields['cwd']));
  }

  private message(record: Fields, message: Fields, at: Time): TurnEvent[] {
    const start = this.log.start(at, undefined, nameIn(message['modelId']));
    if (message['visibility'] === 'user_only') {
      this.aside(message);
      return start;
    }
    const id = nameIn(record['id']);
    const parts = listIn(message['content']);
    if (message['role'] === 'assistant') {
      return [...start, ...parts.flatMap((part) => this.answered(part, id, at))];
    }
    const results = parts.filter((part) => part['type'] === 'tool_result');
    if (results.length > 0) {
      return [...start, ...results.flatMap((part) => this.result(part, at))];
    }
    const words = textIn(message['content']);
    const isOwn =
      message['visibility'] === 'llm_only' ||
      id?.startsWith('context-') === true ||
      words === '' ||
      words === this.goOn;
    this.goOn = undefined;
    return isOwn ? start : [...start, ...this.log.prompt(at, words)];
  }

  /** What the model is not told: the runs of hooks, and errors. */
  private aside(message: Fields): void {
    const event = message['hookEventName'];
    if (event === undefined) {
      this.notice = textIn(message['content']) || this.notice;
      return;
    }
    for (const { exitCode, stdout, stderr } of listIn(message['hookResults'])) {
      const answer = parseJsonObject(textIn(stdout).trim()) ?? {};
      const { permissionDecision } = fieldsIn(answer['hookSpecificOutput']);
      const call = nameIn(message['hookToolCallId']);
      this.isStopped ||= answer['continue'] === false;
      if (event === 'Stop' && (answer['decision'] === 'block' || exitCode === 2)) {
        this.goOn = nameIn(answer['reason']) ?? textIn(stderr).trim();
      } else if (
        event === 'PreToolUse' &&
        (permissionDecision === 'deny' || exitCode === 2) &&
        call !== undefined
      ) {
        this.denied.add(call);
      }
    }
  }

  private answered(part: Fields, response: string | undefined, at: Time): TurnEvent[] {
    const { type, id, name } = part;
    this.isCancelled = false;
    if (type === 'text') {
      return this.log.message(at, textIn(part), response);
    }
    const [call, tool] = [nameIn(id), nameIn(name)];
    if (type !== 'tool_use' || call === undefined || tool === undefined) {
      return [];
    }
    this.tools.set(call, tool);
    const kind = classifyTool(tool);
    const input = withoutManner(kind, inputIn(part['input']));
    return [
      ...this.log.call(at, { call, response, tool, input, class: kind }),
      ...(kind === 'ask' ? this.log.waiting(at, 'input', call) : []),
    ];
  }

  private result(part: Fields, at: Time): TurnEvent[] {
    const call = nameIn(part['tool_use_id']);
    if (call === undefined) {
      return [];
    }
    const tool = this.tools.get(call) ?? '';
    const outcome = readOutcome(tool, resultIn(part['content']), part['is_error'] === true);
    const deniedBy = outcome.deniedBy ?? (this.denied.has(call) ? 'rule' : undefined);
    this.tools.delete(call);
    this.denied.delete(call);
    this.isCancelled ||= deniedBy === 'person';
    return this.log.result(at, { call, ...outcome, deniedBy });
  }

  private over(reason: unknown, at: Time): TurnEvent[] {
    const told = ends.get(reason) ?? 'error';
    // what the person ends at a prompt Droid calls completed
    const isInterrupted = told === 'completed' && this.isCancelled;
    const end = this.isStopped ? 'stopped' : isInterrupted ? 'interrupted' : told;
    const error = this.notice;
    const status = Number(statusIn.exec(error ?? '')?.[1]);
    this.tools = new Map();
    this.denied.clear();
    this.isStopped = this.isCancelled = false;
    this.notice = undefined;
    return [
      ...(end === 'error'
        ? this.log.failedRequest(at, {
            error,
            status: limitReasons.includes(reason) ? LIMIT : status || undefined,
          })
        : []),
      ...this.log.endTurn(at, end),
    ];
  }
}
