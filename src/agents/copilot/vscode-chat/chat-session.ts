/**
 * `chatSessions/<session>.jsonl`, in which VS Code keeps a chat: its state in the first line, then one change a line, appended every few
 * seconds and rewritten as one line now and then. All content is untrusted.
 */
import { MODEL_MARK } from '../../../core/interventions/model-texts.js';
import {
  fieldsIn,
  listIn,
  nameIn,
  numberIn,
  objectIn,
  timeIn,
  type Fields,
} from '../../reading/fields.js';
import type { Time } from '../../reading/recorded-values.js';
import { bareId, readParts, readResult, type ChatPart, type ToldResult } from './result.js';

/** What became of a request: VS Code's own numbers. */
const states = ['open', 'completed', 'interrupted', 'error', 'asking'] as const;
type ChatRequestState = (typeof states)[number];

/** One message of the person, and what the agent made of it. */
export interface ChatRequest {
  id: string;
  at: Time;
  prompt: string;
  model: string | undefined;
  state: ChatRequestState;
  /** When it was over. */
  endedAt: Time;
  /** In order: what the chat view shows. */
  parts: ChatPart[];
  /** The requests to the model; known once it is over. */
  rounds: ChatResponse[];
}

/** One response of the model. */
export interface ChatResponse {
  id: string | undefined;
  at: Time;
  text: string;
  calls: { call: string; tool: string; arguments: unknown; result: ToldResult | undefined }[];
}

const MOST_REQUESTS = 1000;
const MOST_PARTS = 4000;

export class ChatSession {
  /** Undefined where they were not told: a log of which only the end was read. */
  readonly requests: (ChatRequest | undefined)[] = [];

  /** Takes one parsed line in. */
  apply({ kind, k: path, v: value, i: kept }: Fields): void {
    if (kind === 0) {
      const { requests } = fieldsIn(value);
      this.requests.splice(0, this.requests.length, ...listIn(requests).map(readRequest));
      return;
    }
    const [first, index, field, ...deeper] = Array.isArray(path) ? path.map(String) : [];
    if (first !== 'requests' || deeper.length > 0) {
      return;
    }
    if (index === undefined) {
      this.requests.length = Math.min(this.requests.length, keptLength(kept));
      this.requests.push(...listIn(value).map(readRequest));
      return;
    }
    const request = this.requests[this.findIndex(index)];
    if (request !== undefined && field !== undefined) {
      change(request, field, value, kind === 2 ? keptLength(kept) : 0);
    }
  }

  private findIndex(text: string): number {
    const index = Number(text);
    return Number.isSafeInteger(index) && index < MOST_REQUESTS ? index : -1;
  }
}

/** A change may cut a list before it adds to it. */
function keptLength(kept: unknown): number {
  return numberIn(kept, 0) ?? Infinity;
}

function change(request: ChatRequest, field: string, value: unknown, kept: number): void {
  switch (field) {
    case 'response':
      request.parts = [...request.parts.slice(0, kept), ...readParts(value)].slice(-MOST_PARTS);
      return;
    case 'modelState':
      takeState(request, value);
      return;
    case 'result':
      request.rounds = readRounds(value);
      return;
    case 'modelId':
      request.model = readModel(value);
      return;
    default:
      return;
  }
}

function takeState(request: ChatRequest, value: unknown): void {
  const { value: state, completedAt } = fieldsIn(value);
  request.state = states[numberIn(state) ?? 0] ?? 'open';
  request.endedAt = timeIn(completedAt);
}

function readRequest(value: Fields): ChatRequest {
  const text = fieldsIn(value['message'])['text'];
  const request: ChatRequest = {
    id: nameIn(value['requestId']) ?? '',
    at: timeIn(value['timestamp']),
    prompt: typeof text === 'string' && !text.startsWith(MODEL_MARK) ? text : '',
    model: readModel(value['modelId']),
    state: 'open',
    endedAt: undefined,
    parts: readParts(value['response']),
    rounds: readRounds(value['result']),
  };
  takeState(request, value['modelState']);
  return request;
}

/** `vendor/group/model`. */
function readModel(value: unknown): string | undefined {
  return nameIn(value)?.split('/').at(-1);
}

function readRounds(value: unknown): ChatResponse[] {
  const metadata = fieldsIn(fieldsIn(value)['metadata']);
  const results = fieldsIn(metadata['toolCallResults']);
  return listIn(metadata['toolCallRounds']).map(({ id, timestamp, response, toolCalls }) => ({
    id: nameIn(id),
    at: timeIn(timestamp),
    text: typeof response === 'string' ? response : '',
    calls: listIn(toolCalls).flatMap(({ id: call, name, arguments: input }) => {
      const [own, tool] = [nameIn(call), nameIn(name)];
      return own === undefined || tool === undefined
        ? []
        : [{ call: bareId(own), tool, arguments: input, result: resultIn(results, own) }];
    }),
  }));
}

function resultIn(results: Fields, call: string): ToldResult | undefined {
  const result = Object.hasOwn(results, call) ? results[call] : undefined;
  return result === undefined ? undefined : readResult(result);
}

/** The session's id, which its first line names. */
export function readSessionId(line: string): string | undefined {
  const read = objectIn(line);
  return 'problem' in read ? undefined : nameIn(fieldsIn(read.fields['v'])['sessionId']);
}
