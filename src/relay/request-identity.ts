/** Clues to the session of a model request. Agents name their session in many ways, or not at all. */
import type { IncomingHttpHeaders } from 'node:http';
import { isObject, parseJsonObject } from '../core/json.js';
import type { ModelApi } from './model-api.js';

export interface RequestIdentity {
  /** The agent's ids for the session, most reliable first. */
  ids: string[];
  /** Calls whose results the request contains, newest first. */
  calls: string[];
  /** Texts of the person's newest message. */
  prompts: string[];
}

const ID = /^[\w.:-]{1,128}$/;
/** Marks Claude Code's requests that are steps of a turn; others (titles, compaction) pass unchanged. */
const TURN_CLASSES: readonly unknown[] = [undefined, 'main', 'subagent', 'workflow'];
/** Used by Codex, opencode and agents built like them. */
const SESSION_HEADERS = [
  'session-id',
  'session_id',
  'thread-id',
  'thread_id',
  'conversation_id',
  'x-session-affinity',
  'x-opencode-session',
  'x-grok-session-id',
  'x-session-id',
] as const;
const MOST_CALLS = 16;
const LONGEST_PROMPT = 4096;

/** Undefined if the headers say that this is no step of a turn. */
export function identityOfHeaders(headers: IncomingHttpHeaders): string[] | undefined {
  const {
    'x-claude-code-session-id': session,
    'x-claude-code-agent-id': agent,
    'x-claude-code-request-class': kind,
  } = headers;
  if (!TURN_CLASSES.includes(kind)) {
    return undefined;
  }
  // a sub-agent of Claude Code is `<session>/<agent>`
  if (isId(session)) {
    return [isId(agent) ? `${session}/${agent}` : session];
  }
  return [...new Set(SESSION_HEADERS.map((name) => headers[name]).filter(isId))];
}

export function identityOfBody(
  api: ModelApi,
  body: Readonly<Record<string, unknown>>,
): RequestIdentity {
  const inner = api === 'gemini' && isObject(body['request']) ? body['request'] : body;
  const list = readList(
    inner[api === 'gemini' ? 'contents' : api === 'responses' ? 'input' : 'messages'],
  );
  const metadata = isObject(body['metadata']) ? body['metadata'] : {};
  const ids = [
    body['prompt_cache_key'],
    claudeSession(metadata['user_id']),
    metadata['session_id'],
    metadata['sessionId'],
    inner['session_id'],
  ].filter(isId);
  const calls: string[] = [];
  for (let i = list.length - 1; i >= 0 && calls.length < MOST_CALLS; i--) {
    calls.push(...resultsIn(api, list[i] ?? {}));
  }
  return { ids: [...new Set(ids)], calls: calls.slice(0, MOST_CALLS), prompts: newestPrompt(list) };
}

/** The calls whose results a conversation entry contains. */
function resultsIn(api: ModelApi, entry: Readonly<Record<string, unknown>>): string[] {
  switch (api) {
    case 'messages':
      return readList(entry['content'])
        .map((block) => block['tool_use_id'])
        .filter(isId);
    case 'responses':
      return typeof entry['type'] === 'string' && entry['type'].endsWith('_output')
        ? [entry['call_id']].filter(isId)
        : [];
    case 'chat':
      return entry['role'] === 'tool' ? [entry['tool_call_id']].filter(isId) : [];
    case 'gemini':
      return readList(entry['parts'])
        .map(({ functionResponse }) =>
          isObject(functionResponse) ? functionResponse['id'] : undefined,
        )
        .filter(isId);
  }
}

function newestPrompt(list: readonly Readonly<Record<string, unknown>>[]): string[] {
  for (const entry of list.toReversed()) {
    if (entry['role'] !== 'user') {
      continue;
    }
    const content = entry['content'] ?? entry['parts'];
    const texts =
      typeof content === 'string'
        ? [content]
        : readList(content)
            .map(({ text }) => text)
            .filter((text) => typeof text === 'string');
    if (texts.length > 0) {
      return texts.map(promptKey).filter((text) => text !== '');
    }
  }
  return [];
}

/** A prompt, normalised for comparison. */
function promptKey(text: string): string {
  return text.trim().slice(0, LONGEST_PROMPT);
}

/** Claude Code's `user_id` ends with `_session_<id>`, or is JSON with a `session_id`. Nothing else in it counts. */
function claudeSession(user: unknown): string | undefined {
  if (typeof user !== 'string') {
    return undefined;
  }
  const named = user.startsWith('{')
    ? parseJsonObject(user)?.['session_id']
    : /^user_\S*_session_(.*)$/.exec(user)?.[1];
  return typeof named === 'string' && /^[\da-f-]{8,64}$/i.test(named) ? named : undefined;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

function readList(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
