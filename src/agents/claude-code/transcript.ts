/** One transcript file of Claude Code (a session's, or a sub-agent's) → events, line by line, in file order. */
import type { SessionStart, TurnEndReason, TurnEvent } from '../../core/events.js';
import { messageOf } from '../../core/error-words.js';
import { isObject } from '../../core/json.js';
import type { LogReader, Result } from '../agent.js';
import { capInput, capText } from '../reading/bounds.js';
import { taggedIn } from '../reading/tagged.js';
import { apartFromCache, usage } from '../reading/usage.js';
import { sessionOfFile } from './paths.js';
import { AGENT_ID } from './known.js';
import {
  contentText,
  deniedBy,
  deniedByKind,
  failedExitCode,
  isInjected,
  withoutReminders,
} from './result.js';
import { Sidechains } from './sidechains.js';
import { classOf, withoutDefaults } from './tools.js';

type Fields = Record<string, unknown>;

/** Characters. Longer lines are not parsed: no step needs that much. */
const LONGEST_LINE = 4 * 1024 * 1024;
/** Reasons with which the model ends its turn. */
const finalStops = new Set([
  'end_turn',
  'stop_sequence',
  'max_tokens',
  'refusal',
  'model_context_window_exceeded',
]);
/** Most of a transcript's bytes are lines of other kinds (requests, snapshots): they are told by their first characters and not parsed. */
const otherLine = /^\{"type":"(?!user"|assistant"|system"|attachment")[\w-]+"/;
/** Behind fields with plain values alone: a tool's input may hold something of that name. */
const attachmentKind = /^\{(?:"\w+":(?:"[^"\\]*"|[\w.-]+),)*"attachment":\{"type":"(\w+)"/;
const attachmentsRead = new Set(['queued_command', 'hook_stopped_continuation']);

/** What is kept of one session between lines. */
interface Track {
  id: string;
  cwd?: string;
  model?: string;
  open: boolean;
  /** The response that ended the turn: what still comes of it does not begin another. */
  endedBy?: string;
  /** The last thing the model did was to write text, with every call answered: what older versions leave of a turn's end. */
  spokeLast: boolean;
  /** What was told of the newest response's cost: each of its lines repeats it. */
  cost?: string;
  /** A slash command: it begins a turn only if the model answers to it. */
  command?: { prompt: string; at: number | undefined };
}

export function openTranscript(file: string): LogReader {
  return new Transcript(sessionOfFile(file));
}

class Transcript implements LogReader {
  private readonly tracks = new Map<string, Track>();
  private readonly sidechains = new Sidechains();

  constructor(private readonly named: { main: string; agent?: string } | undefined) {}

  line(text: string): Result<TurnEvent[]> {
    if (text.trim() === '') {
      return [];
    }
    if (text.length > LONGEST_LINE) {
      return { problem: `line of ${text.length} characters, more than ${LONGEST_LINE}: not read` };
    }
    const attachment = attachmentKind.exec(text.slice(0, 400))?.[1];
    const other =
      otherLine.test(text) || (attachment !== undefined && !attachmentsRead.has(attachment));
    if (other && text.trimEnd().endsWith('}')) {
      return [];
    }
    let line: unknown;
    try {
      line = JSON.parse(text);
    } catch (error) {
      return { problem: `not JSON: ${messageOf(error)}` };
    }
    if (!isObject(line)) {
      return { problem: 'not a JSON object' };
    }
    if (typeof line['type'] !== 'string') {
      return { problem: '"type" is missing' };
    }
    return this.record(line['type'], line);
  }

  private record(type: string, line: Fields): Result<TurnEvent[]> {
    if (type !== 'user' && type !== 'assistant' && type !== 'system' && type !== 'attachment') {
      return [];
    }
    const main = this.named?.main ?? text(line['sessionId']);
    if (main === undefined) {
      return { problem: `${type} line without "sessionId"` };
    }
    const agent = this.named?.agent ?? text(line['agentId']) ?? this.sidechains.of(line);
    const id = agent === undefined ? main : `${main}/${agent}`;
    const track = this.tracks.get(id) ?? this.begin(id);
    const at = milliseconds(line['timestamp']);
    const events = this.start(track, line, at, agent === undefined ? undefined : main);
    switch (type) {
      case 'user':
        events.push(...this.user(track, line, at, main));
        break;
      case 'assistant':
        events.push(...this.assistant(track, line, at));
        break;
      case 'system':
        events.push(...this.system(track, line, at));
        break;
      case 'attachment':
        events.push(...this.attachment(track, line, at));
        break;
    }
    return events;
  }

  private begin(id: string): Track {
    const track: Track = { id, open: false, spokeLast: false };
    this.tracks.set(id, track);
    return track;
  }

  /** First sight of a session, and of its model. */
  private start(
    track: Track,
    line: Fields,
    at: number | undefined,
    parent: string | undefined,
  ): TurnEvent[] {
    const cwd = track.cwd ?? text(line['cwd']);
    if (cwd === undefined) {
      return [];
    }
    const message = isObject(line['message']) ? line['message'] : {};
    const model = line['type'] === 'assistant' ? text(message['model']) : undefined;
    const news =
      track.cwd === undefined ||
      (track.model === undefined && model !== undefined && model !== '<synthetic>');
    if (!news) {
      return [];
    }
    track.cwd = cwd;
    if (model !== '<synthetic>') {
      track.model = model;
    }
    return [
      {
        v: 1,
        at,
        type: 'session.start',
        session: track.id,
        agent: AGENT_ID,
        cwd,
        ...(track.model === undefined ? {} : { model: track.model }),
        ...(parent === undefined ? {} : { parent }),
      },
    ];
  }

  private startTurn(track: Track, at: number | undefined, prompt: string): TurnEvent[] {
    // older versions leave no mark of a turn's end but its last words
    const before = track.spokeLast ? this.endTurn(track, at, 'completed') : [];
    track.open = true;
    track.spokeLast = false;
    track.command = undefined;
    return [
      ...before,
      { v: 1, at, type: 'turn.start', session: track.id, prompt: capText(prompt) },
    ];
  }

  private endTurn(track: Track, at: number | undefined, reason: TurnEndReason): TurnEvent[] {
    if (!track.open) {
      return [];
    }
    track.open = false;
    track.spokeLast = false;
    return [{ v: 1, at, type: 'turn.end', session: track.id, reason }];
  }

  private user(track: Track, line: Fields, at: number | undefined, main: string): TurnEvent[] {
    const content = isObject(line['message']) ? line['message']['content'] : undefined;
    const results = Array.isArray(content)
      ? content.filter(
          (block: unknown): block is Fields => isObject(block) && block['type'] === 'tool_result',
        )
      : [];
    if (results.length > 0) {
      return results.flatMap((block) => this.result(track, line, block, at, main));
    }
    const prompt = contentText(content);
    if (prompt.startsWith('[Request interrupted by user')) {
      return this.endTurn(track, at, 'interrupted');
    }
    if (line['isMeta'] === true || line['isCompactSummary'] === true || prompt.trim() === '') {
      return [];
    }
    const command = /^\s*<command-/.test(prompt) ? taggedIn(prompt, 'command-name') : undefined;
    if (command !== undefined && /^[^<]{1,200}$/.test(command)) {
      const args = taggedIn(prompt, 'command-args') ?? '';
      track.command = {
        prompt: `${command.startsWith('/') ? '' : '/'}${command}${args === '' ? '' : ` ${args}`}`,
        at,
      };
      return [];
    }
    if (/^\s*<local-command-std/.test(prompt)) {
      track.command = undefined;
    }
    const origin = isObject(line['origin']) ? line['origin']['kind'] : undefined;
    const person = origin === undefined || origin === 'human' || origin === 'person';
    return person && line['promptSource'] !== 'system' && !isInjected(prompt)
      ? this.startTurn(track, at, prompt)
      : [];
  }

  private result(
    track: Track,
    line: Fields,
    block: Fields,
    at: number | undefined,
    main: string,
  ): TurnEvent[] {
    const call = text(block['tool_use_id']);
    if (call === undefined) {
      return [];
    }
    const output = contentText(block['content'], { marked: true });
    const isError = block['is_error'] === true;
    const kind = text(line['toolDenialKind']);
    const denied =
      kind !== undefined ? deniedByKind(kind, output) : isError ? deniedBy(output) : undefined;
    const details = isObject(line['toolUseResult']) ? line['toolUseResult'] : {};
    const duration = details['durationMs'] ?? details['totalDurationMs'];
    track.spokeLast = false;
    const events: TurnEvent[] = [
      {
        v: 1,
        at,
        type: 'tool.result',
        session: track.id,
        call,
        ok: !isError && denied === undefined,
        output: withoutReminders(capText(output)),
        exitCode: isError ? failedExitCode(output) : undefined,
        durationMs: typeof duration === 'number' && duration >= 0 ? duration : undefined,
        ...(denied === undefined ? {} : { deniedBy: denied }),
      },
    ];
    const child = text(details['agentId']);
    if (child !== undefined && track.cwd !== undefined) {
      const seen: SessionStart = {
        v: 1,
        at,
        type: 'session.start',
        session: `${main}/${child}`,
        agent: AGENT_ID,
        cwd: track.cwd,
        parent: track.id,
        parentCall: call,
      };
      events.push(seen);
    }
    return events;
  }

  private assistant(track: Track, line: Fields, at: number | undefined): TurnEvent[] {
    const message = isObject(line['message']) ? line['message'] : {};
    if (line['isApiErrorMessage'] === true) {
      return this.endTurn(track, at, 'error');
    }
    // the harness's own words ("No response requested.")
    if (message['model'] === '<synthetic>') {
      return [];
    }
    const response = text(message['id']);
    const events: TurnEvent[] =
      track.command === undefined
        ? []
        : this.startTurn(track, track.command.at, track.command.prompt);
    if (response === undefined || response !== track.endedBy) {
      track.open = true;
    }
    const blocks = Array.isArray(message['content'])
      ? message['content'].filter(isObject)
      : [{ type: 'text', text: message['content'] }];
    for (const block of blocks) {
      if (
        block['type'] === 'text' &&
        typeof block['text'] === 'string' &&
        block['text'].trim() !== ''
      ) {
        events.push({
          v: 1,
          at,
          type: 'message',
          session: track.id,
          response,
          text: capText(block['text']),
        });
        track.spokeLast = true;
      } else if (block['type'] === 'tool_use') {
        const [call, tool] = [text(block['id']), text(block['name'])];
        if (call === undefined || tool === undefined) {
          continue;
        }
        const input = withoutDefaults(
          tool,
          capInput(isObject(block['input']) ? block['input'] : {}),
        );
        events.push({
          v: 1,
          at,
          type: 'tool.call',
          session: track.id,
          response,
          call,
          tool,
          input,
          class: classOf(tool),
        });
        track.spokeLast = false;
      }
    }
    events.push(...cost(track, response, message['usage'], at));
    if (
      track.spokeLast &&
      typeof message['stop_reason'] === 'string' &&
      finalStops.has(message['stop_reason'])
    ) {
      track.endedBy = response;
      events.push(...this.endTurn(track, at, 'completed'));
    }
    return events;
  }

  private system(track: Track, line: Fields, at: number | undefined): TurnEvent[] {
    switch (line['subtype']) {
      case 'compact_boundary':
        return [{ v: 1, at, type: 'compaction', session: track.id }];
      case 'turn_duration':
        return this.endTurn(track, at, 'completed');
      default:
        return [];
    }
  }

  private attachment(track: Track, line: Fields, at: number | undefined): TurnEvent[] {
    const attachment = isObject(line['attachment']) ? line['attachment'] : {};
    if (attachment['type'] === 'hook_stopped_continuation') {
      return this.endTurn(track, at, 'stopped');
    }
    // a person's message that was taken up while the turn ran
    const origin = isObject(attachment['origin']) ? attachment['origin']['kind'] : undefined;
    const prompt = contentText(attachment['prompt']);
    const person =
      attachment['type'] === 'queued_command' &&
      attachment['commandMode'] === 'prompt' &&
      (origin === undefined || origin === 'human' || origin === 'person');
    return person && prompt.trim() !== '' && !isInjected(prompt)
      ? this.startTurn(track, at, prompt)
      : [];
  }
}

/** A response is written in several lines; the first may tell its cost before it is known in full. */
function cost(
  track: Track,
  response: string | undefined,
  told: unknown,
  at: number | undefined,
): TurnEvent[] {
  if (response === undefined || !isObject(told)) {
    return [];
  }
  const tokens = apartFromCache({
    input: told['input_tokens'],
    read: told['cache_read_input_tokens'],
    written: told['cache_creation_input_tokens'],
    output: told['output_tokens'],
  });
  const now = [response, tokens.input, tokens.output].join(' ');
  if (now === track.cost) {
    return [];
  }
  track.cost = now;
  return usage(track.id, at, response, tokens);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 4096 ? value : undefined;
}

function milliseconds(timestamp: unknown): number | undefined {
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : NaN;
  return Number.isNaN(at) ? undefined : at;
}
