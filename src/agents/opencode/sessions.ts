/** Sessions, messages and parts, logged again at every change → events without repetition. */
import type { TurnEvent } from '../../core/events.js';
import { readRetryAfter, TOO_MANY_REQUESTS } from '../../core/provider-status.js';
import type { Tokens } from '../../core/turns/tokens.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { textIn } from '../reading/content.js';
import { providerWait } from '../reading/failed-request.js';
import { fieldsIn, nameIn, type Fields } from '../reading/fields.js';
import { readId, readTime } from '../reading/recorded-values.js';
import { EventCollector, UNKNOWN_FOLDER } from '../reading/event-collector.js';
import { apartFromCache, tokensIn } from '../reading/usage.js';
import { readResult, classifyTool } from './tools.js';

interface TurnMessage {
  role: string;
  steps: number;
  seen: Set<string>;
  isSummary: boolean;
  prompted: boolean;
  ended: boolean;
  /** Milliseconds since the epoch. */
  created?: number | undefined;
}
interface Track {
  collector: EventCollector;
  cwd: string;
  model: string | undefined;
  messages: Map<string, TurnMessage>;
}

export class OpencodeSessions {
  private readonly tracks = new Map<string, Track>();

  /** `agent`: its id. */
  constructor(private readonly agent: string) {}

  session(info: Fields, at: number | undefined): TurnEvent[] {
    const id = readId(info['id']);
    if (id === undefined) {
      return [];
    }
    const known = this.tracks.get(id);
    const parent = readId(info['parentID']) ?? readId(info['parent_id']);
    const cwd = readId(info['directory']) ?? UNKNOWN_FOLDER;
    if (known !== undefined && (known.cwd === cwd || known.cwd !== UNKNOWN_FOLDER)) {
      return [];
    }
    const track = known ?? {
      collector: new EventCollector(id, this.agent),
      cwd,
      model: undefined,
      messages: new Map<string, TurnMessage>(),
    };
    track.cwd = cwd;
    this.tracks.set(id, track);
    // a later record only adds details: its time is not when the session began
    track.collector.start(
      known === undefined ? at : undefined,
      cwd,
      parent === undefined ? {} : { parent },
    );
    return track.collector.drain();
  }

  message(session: string, info: Fields, changed?: number): TurnEvent[] {
    const id = readId(info['id']);
    if (id === undefined) {
      return [];
    }
    const time = fieldsIn(info['time']);
    const at = readTime(time['completed']) ?? changed ?? readTime(time['created']);
    const { track, before } = this.track(session, readTime(time['created']));
    const message = track.messages.get(id) ?? {
      role: '',
      steps: 0,
      seen: new Set<string>(),
      isSummary: false,
      prompted: false,
      ended: false,
    };
    track.messages.set(id, message);
    message.role = typeof info['role'] === 'string' ? info['role'] : message.role;
    message.isSummary ||= info['summary'] === true;
    message.created ??= readTime(time['created']);
    if (message.role === 'assistant') {
      const model = readId(info['modelID']);
      if (model !== undefined && track.model !== model) {
        track.model = model;
        track.collector.start(undefined, track.cwd, { model });
      }
      this.end(track, message, info, at);
    }
    return [...before, ...track.collector.drain()];
  }

  /** `changed`: time of the record, used if the part has none. */
  part(session: string, messageId: string, part: Fields, changed?: number): TurnEvent[] {
    const { track, before } = this.track(session, changed);
    const message = track.messages.get(messageId);
    const id = readId(part['id']) ?? `${messageId}:${readId(part['callID']) ?? ''}`;
    if (message !== undefined) {
      this.readPart(track, messageId, message, id, part, changed);
    }
    return [...before, ...track.collector.drain()];
  }

  private readPart(
    track: Track,
    messageId: string,
    message: TurnMessage,
    id: string,
    part: Fields,
    changed: number | undefined,
  ): void {
    const { collector } = track;
    const time = fieldsIn(part['time']);
    const at = readTime(time['end']) ?? changed ?? readTime(time['start']);
    switch (part['type']) {
      case 'step-start':
        // older versions keep several responses in one message
        if (once(message, id)) {
          message.steps += 1;
        }
        break;
      case 'step-finish':
        if (message.role === 'assistant' && once(message, id)) {
          collector.usage(at, readResponse(messageId, message), cost(fieldsIn(part['tokens'])));
        }
        break;
      case 'text':
        if (message.role === 'user') {
          this.prompt(collector, message, part, at);
          break;
        }
        // streaming text is logged again when complete
        if (
          !message.isSummary &&
          part['synthetic'] !== true &&
          (time['start'] === undefined || time['end'] !== undefined) &&
          once(message, id)
        ) {
          collector.message(at, readResponse(messageId, message), textIn(part['text']));
        }
        break;
      case 'subtask':
        this.prompt(collector, message, { ...part, text: part['prompt'] }, at);
        break;
      case 'tool':
        this.tool(track, messageId, message, part, changed);
        break;
      case 'compaction':
        if (once(message, id)) {
          collector.compaction(at);
        }
        break;
      default:
        break;
    }
  }

  private prompt(
    collector: EventCollector,
    message: TurnMessage,
    part: Fields,
    at: number | undefined,
  ): void {
    const text = textIn(part['text']);
    // skip the harness's own texts: a plan reminder, "continue" after a compaction, an attached file
    if (
      message.prompted ||
      part['synthetic'] === true ||
      part['ignored'] === true ||
      text.trim() === ''
    ) {
      return;
    }
    message.prompted = true;
    // the turn that was sent back goes on
    if (!text.startsWith(MODEL_MARK)) {
      collector.turn(message.created ?? at, text);
    }
  }

  private tool(
    track: Track,
    messageId: string,
    message: TurnMessage,
    part: Fields,
    changed: number | undefined,
  ): void {
    const [call, tool] = [readId(part['callID']) ?? readId(part['id']), readId(part['tool'])];
    const state = fieldsIn(part['state']);
    // the input of a pending call is incomplete
    if (call === undefined || tool === undefined || state['status'] === 'pending') {
      return;
    }
    const time = fieldsIn(state['time']);
    const { collector } = track;
    if (once(message, `call ${call}`)) {
      collector.call(readTime(time['start']) ?? changed, {
        call,
        tool,
        input: fieldsIn(state['input']),
        class: classifyTool(tool),
        response: readResponse(messageId, message),
      });
    }
    const child =
      readId(fieldsIn(state['metadata'])['sessionId']) ??
      readId(fieldsIn(state['metadata'])['sessionID']);
    if (tool === 'task' && child !== undefined && once(message, `child ${child}`)) {
      this.child(track, child, call, readTime(time['start']) ?? changed);
    }
    const result = readResult(call, tool, state);
    if (result !== undefined && once(message, `result ${call}`)) {
      collector.result(readTime(time['end']) ?? changed, result);
    }
  }

  /** The sub-session that a call started. */
  private child(track: Track, child: string, parentCall: string, at: number | undefined): void {
    const known = this.tracks.get(child) ?? {
      collector: new EventCollector(child, this.agent),
      cwd: track.cwd,
      model: undefined,
      messages: new Map<string, TurnMessage>(),
    };
    this.tracks.set(child, known);
    known.collector.start(at, known.cwd, { parent: track.collector.session, parentCall });
    track.collector.add(known.collector.drain());
  }

  private end(track: Track, message: TurnMessage, info: Fields, at: number | undefined): void {
    if (message.ended || message.isSummary) {
      return;
    }
    const { finish, time } = info;
    const isLast =
      typeof fieldsIn(info['error'])['name'] === 'string' ||
      (fieldsIn(time)['completed'] !== undefined &&
        typeof finish === 'string' &&
        finish !== 'tool-calls' &&
        finish !== 'unknown');
    if (isLast) {
      message.ended = true;
      track.collector.add(readLimit(track.collector.session, at, info));
      track.collector.endTurn(at, readReason(info));
    }
  }

  private track(session: string, at: number | undefined): { track: Track; before: TurnEvent[] } {
    const before = this.tracks.has(session) ? [] : this.session({ id: session }, at);
    const track = this.tracks.get(session);
    if (track === undefined) {
      throw new Error('a session without a name');
    }
    return { track, before };
  }
}

/** Thoughts count as output if the total includes them. */
function cost(tokens: Fields): Tokens {
  const { read, write } = fieldsIn(tokens['cache']);
  const cost = apartFromCache({
    input: tokens['input'],
    read,
    written: write,
    output: tokens['output'],
  });
  return { ...cost, output: Math.max(cost.output, tokensIn(tokens['total']) - cost.input) };
}

/** True at the first call with this id. */
function once(message: TurnMessage, what: string): boolean {
  if (message.seen.has(what)) {
    return false;
  }
  message.seen.add(what);
  return true;
}

function readResponse(messageId: string, message: TurnMessage): string {
  return message.steps > 1 ? `${messageId}/${message.steps}` : messageId;
}

/** The provider's limit at which the turn ended with this message. */
function readLimit(session: string, at: number | undefined, { error }: Fields): TurnEvent[] {
  const { statusCode, responseHeaders } = fieldsIn(fieldsIn(error)['data']);
  if (statusCode !== TOO_MANY_REQUESTS) {
    return [];
  }
  const after = nameIn(fieldsIn(responseHeaders)['retry-after']);
  const until = at === undefined ? undefined : readRetryAfter(after, at);
  return [providerWait(session, at, { for: 'limit', until })];
}

/** How the turn ended with this message, which is its last. A provider's filter leaves it without an answer. */
export function readReason({ error, finish }: Fields): 'completed' | 'interrupted' | 'error' {
  const name = fieldsIn(error)['name'];
  if (typeof name === 'string') {
    return /abort/i.test(name) ? 'interrupted' : 'error';
  }
  return finish === 'error' || finish === 'content-filter' ? 'error' : 'completed';
}
