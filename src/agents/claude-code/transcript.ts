/** One Claude Code transcript (of a session or a sub-agent) → events, line by line, in file order. */
import type { TurnEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import type { LogReader, Result } from '../agent.js';
import { capInput, capText } from '../reading/bounds.js';
import { isRecordOfParts, atTime, type Time } from '../reading/recorded-values.js';
import type { LineFormat } from '../reading/recording-format.js';
import { fieldsIn, listIn, nameIn, numberIn, present, type Fields } from '../reading/fields.js';
import { taggedIn } from '../reading/tagged.js';
import { notifiedTasks, taskNotice } from '../reading/task-text.js';
import { apartFromCache } from '../reading/usage.js';
import { withoutReminders } from '../../core/identity/answer/outcome.js';
import { failedRequest, providerWait } from '../reading/failed-request.js';
import { readResetWords } from '../reading/reset-words.js';
import { AGENT_ID, sessionOfFile } from './paths.js';
import {
  LIMIT_ERROR,
  contentText,
  deniedBy,
  deniedByKind,
  failedExitCode,
  isInjected,
  classifyTool,
  withoutDefaults,
} from './tools.js';
import { Sidechains, TranscriptSession } from './transcript-session.js';
import { parseLine, type TranscriptRecord } from './transcript-line.js';

/** Stop reasons that end the model's turn. */
const finalStops: ReadonlySet<unknown> = new Set([
  'end_turn',
  'stop_sequence',
  'max_tokens',
  'refusal',
  'model_context_window_exceeded',
]);
/** The model name of the harness's own messages ("No response requested."). */
const SYNTHETIC_MODEL = '<synthetic>';

export const transcriptFormat: LineFormat = {
  kind: 'lines',
  id: AGENT_ID,
  recognises: (line) =>
    isObject(line) &&
    typeof line['sessionId'] === 'string' &&
    typeof line['type'] === 'string' &&
    !isRecordOfParts(line),
  open: openTranscript,
};

export function openTranscript(file: string): LogReader {
  return new Transcript(sessionOfFile(file));
}

class Transcript implements LogReader {
  private readonly sessions = new Map<string, TranscriptSession>();
  private readonly sidechains = new Sidechains();

  constructor(private readonly named: { main: string; agent?: string } | undefined) {}

  line(text: string): Result<TurnEvent[]> {
    const parsed = parseLine(text);
    if ('problem' in parsed) {
      return parsed;
    }
    return parsed.record === undefined ? [] : this.record(parsed.record);
  }

  private record({ type, fields }: TranscriptRecord): Result<TurnEvent[]> {
    const main = this.named?.main ?? nameIn(fields['sessionId']);
    if (main === undefined) {
      return { problem: `${type} line without "sessionId"` };
    }
    const agent = this.named?.agent ?? nameIn(fields['agentId']) ?? this.sidechains.of(fields);
    const session = this.session(main, agent);
    const at = readTime(fields['timestamp']);
    const model = type === 'assistant' ? nameIn(fieldsIn(fields['message'])['model']) : undefined;
    const started = session.start(
      at,
      nameIn(fields['cwd']),
      model === SYNTHETIC_MODEL ? undefined : model,
    );
    return [...started, ...readers[type](session, fields, at, main)];
  }

  private session(main: string, agent: string | undefined): TranscriptSession {
    const id = agent === undefined ? main : `${main}/${agent}`;
    const known = this.sessions.get(id);
    if (known !== undefined) {
      return known;
    }
    const session = new TranscriptSession(id, agent === undefined ? undefined : main);
    this.sessions.set(id, session);
    return session;
  }
}

/** `main`: id of the main session, even if the file is a sub-agent's. */
type TranscriptRecordReader = (
  session: TranscriptSession,
  line: Fields,
  at: Time,
  main: string,
) => TurnEvent[];

const readers: Readonly<Record<TranscriptRecord['type'], TranscriptRecordReader>> = {
  user: readUser,
  assistant: readAssistant,
  system: readSystem,
  attachment: readAttachment,
};

function readUser(session: TranscriptSession, line: Fields, at: Time, main: string): TurnEvent[] {
  const { content } = fieldsIn(line['message']);
  const results = listIn(content).filter((block) => block['type'] === 'tool_result');
  if (results.length > 0) {
    return results.flatMap((block) => readResult(session, line, block, at, main));
  }
  const prompt = contentText(content);
  if (prompt.startsWith('[Request interrupted by user')) {
    return session.endTurn(at, 'interrupted');
  }
  if (line['isMeta'] === true || line['isCompactSummary'] === true || prompt.trim() === '') {
    return [];
  }
  const command = slashCommand(prompt);
  if (command !== undefined) {
    session.enterCommand(at, command);
    return [];
  }
  // the program itself answered the command
  if (/^\s*<local-command-std/.test(prompt)) {
    session.dropCommand();
  }
  return isFromPerson(line) && line['promptSource'] !== 'system' && !isInjected(prompt)
    ? session.startTurn(at, prompt)
    : taskNotice(main, at, notifiedTasks(prompt));
}

/** The command as the person typed it; undefined if the prompt is not a command. */
function slashCommand(prompt: string): string | undefined {
  const name = /^\s*<command-/.test(prompt) ? taggedIn(prompt, 'command-name') : undefined;
  if (name === undefined || !/^[^<]{1,200}$/.test(name)) {
    return undefined;
  }
  const args = taggedIn(prompt, 'command-args') ?? '';
  return `${name.startsWith('/') ? '' : '/'}${name}${args === '' ? '' : ` ${args}`}`;
}

function isFromPerson(fields: Fields): boolean {
  const origin = fieldsIn(fields['origin'])['kind'];
  return origin === undefined || origin === 'human' || origin === 'person';
}

function readResult(
  session: TranscriptSession,
  line: Fields,
  block: Fields,
  at: Time,
  main: string,
): TurnEvent[] {
  const call = nameIn(block['tool_use_id']);
  if (call === undefined) {
    return [];
  }
  const output = contentText(block['content'], { marked: true });
  const isError = block['is_error'] === true;
  const kind = nameIn(line['toolDenialKind']);
  const denied =
    kind !== undefined ? deniedByKind(kind, output) : isError ? deniedBy(output) : undefined;
  const details = fieldsIn(line['toolUseResult']);
  session.acted();
  const events: TurnEvent[] = [
    {
      v: 1,
      ...atTime(at),
      type: 'tool.result',
      session: session.id,
      call,
      ok: !isError && denied === undefined,
      output: withoutReminders(capText(output)),
      ...present({
        exitCode: isError ? failedExitCode(output) : undefined,
        durationMs: numberIn(details['durationMs'] ?? details['totalDurationMs'], 0),
        deniedBy: denied,
      }),
    },
  ];
  const child = nameIn(details['agentId']);
  if (child !== undefined && session.cwd !== undefined) {
    events.push({
      v: 1,
      ...atTime(at),
      type: 'session.start',
      session: `${main}/${child}`,
      agent: AGENT_ID,
      cwd: session.cwd,
      parent: session.id,
      parentCall: call,
    });
  }
  return events;
}

function readAssistant(session: TranscriptSession, line: Fields, at: Time): TurnEvent[] {
  const message = fieldsIn(line['message']);
  if (line['isApiErrorMessage'] === true) {
    return [...readGivenUp(session, line, at), ...session.endTurn(at, 'error')];
  }
  if (message['model'] === SYNTHETIC_MODEL) {
    return [];
  }
  const response = nameIn(message['id']);
  const events = session.respond(response);
  const blocks = Array.isArray(message['content'])
    ? listIn(message['content'])
    : [{ type: 'text', text: message['content'] }];
  for (const block of blocks) {
    events.push(...readBlock(session, block, response, at));
  }
  if (response !== undefined && isObject(message['usage'])) {
    events.push(...session.cost(at, response, costIn(message['usage'])));
  }
  if (finalStops.has(message['stop_reason'])) {
    events.push(...session.endResponse(at, response));
  }
  return events;
}

/** Reads text and calls; ignores other blocks (thoughts). */
function readBlock(
  session: TranscriptSession,
  block: Fields,
  response: string | undefined,
  at: Time,
): TurnEvent[] {
  const own = { session: session.id, ...present({ response }) };
  const { type, text } = block;
  if (type === 'text' && typeof text === 'string' && text.trim() !== '') {
    session.spoke();
    return [{ v: 1, ...atTime(at), type: 'message', ...own, text: capText(text) }];
  }
  const [call, tool] = [nameIn(block['id']), nameIn(block['name'])];
  if (type !== 'tool_use' || call === undefined || tool === undefined) {
    return [];
  }
  session.acted();
  const input = withoutDefaults(tool, capInput(fieldsIn(block['input'])));
  return [
    {
      v: 1,
      ...atTime(at),
      type: 'tool.call',
      ...own,
      call,
      tool,
      input,
      class: classifyTool(tool),
    },
  ];
}

function costIn(usage: Fields): ReturnType<typeof apartFromCache> {
  return apartFromCache({
    input: usage['input_tokens'],
    read: usage['cache_read_input_tokens'],
    written: usage['cache_creation_input_tokens'],
    output: usage['output_tokens'],
  });
}

function readSystem(session: TranscriptSession, line: Fields, at: Time): TurnEvent[] {
  switch (line['subtype']) {
    case 'compact_boundary':
      return [{ v: 1, ...atTime(at), type: 'compaction', session: session.id }];
    case 'turn_duration':
      return session.endTurn(at, 'completed');
    case 'api_error':
      return readFailure(session, line, at);
    default:
      return [];
  }
}

/** A request that failed, and is repeated after a while. */
function readFailure(session: TranscriptSession, line: Fields, at: Time): TurnEvent[] {
  const error = fieldsIn(line['error']);
  const wait = numberIn(line['retryInMs'], 0);
  return failedRequest(session.id, at, {
    error: nameIn(error['formatted']) ?? nameIn(error['message']),
    status: numberIn(error['status']),
    attempt: numberIn(line['retryAttempt'], 0),
    attempts: numberIn(line['maxRetries'], 0),
    retryAt: at === undefined || wait === undefined ? undefined : at + wait,
  });
}

/** The agent asks no more: by itself it does not go on once the limit is over. */
function readGivenUp(session: TranscriptSession, line: Fields, at: Time): TurnEvent[] {
  if (line['error'] !== LIMIT_ERROR) {
    return [];
  }
  const info = fieldsIn(fieldsIn(line['apiErrorParams'])['rate_limit_info']);
  const seconds =
    numberIn(fieldsIn(line['quotaLimits'])['resetsAt'], 0) ?? numberIn(info['resetsAt'], 0);
  const until =
    seconds === undefined
      ? readResetWords(contentText(fieldsIn(line['message'])['content']), at)
      : seconds * 1000;
  return [providerWait(session.id, at, { for: 'limit', until })];
}

function readAttachment(
  session: TranscriptSession,
  line: Fields,
  at: Time,
  main: string,
): TurnEvent[] {
  const attachment = fieldsIn(line['attachment']);
  if (attachment['type'] === 'hook_stopped_continuation') {
    return session.endTurn(at, 'stopped');
  }
  const call = nameIn(attachment['toolUseID']);
  if (attachment['type'] === 'hook_permission_decision' && call !== undefined) {
    // a hook has answered the prompt: nobody is asked any more
    return [{ v: 1, ...atTime(at), type: 'resumed', session: session.id, for: 'permission', call }];
  }
  // a person's message that was queued while the turn ran
  const prompt = contentText(attachment['prompt']);
  const isPrompt =
    attachment['type'] === 'queued_command' &&
    attachment['commandMode'] === 'prompt' &&
    isFromPerson(attachment);
  return isPrompt && prompt.trim() !== '' && !isInjected(prompt)
    ? session.startTurn(at, prompt)
    : taskNotice(main, at, notifiedTasks(prompt));
}

/** Parses an ISO date. */
function readTime(timestamp: unknown): number | undefined {
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : NaN;
  return Number.isNaN(at) ? undefined : at;
}
