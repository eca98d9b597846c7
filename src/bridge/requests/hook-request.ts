/** One hook call on its way from the agent to the window that answers it. */
import type { PromptKind } from '../../core/interventions/prompt-answer.js';
import { isObject } from '../../core/json.js';

export interface HookRequest {
  /** The agent's id, from the header `X-Turnwatch-Agent`. */
  agent: string;
  payload: Readonly<Record<string, unknown>>;
  /** The unmodified payload. */
  raw: Buffer;
  /** Milliseconds since the epoch. */
  receivedAt: number;
  /** The id of the process that ran the hook: the agent's. Absent where the client names none. */
  process?: number;
  /** Its client has gone on without an answer. */
  told?: true;
  /** It waits for the person: longer than any other. */
  prompts?: PromptKind;
  /** An answer after this time is discarded (milliseconds since the epoch). */
  deadline: number;
  /**
   * Settles once the answer was delivered to the agent's client (true) or can no longer be delivered (false).
   * Do not await it before answering.
   */
  delivered: Promise<boolean>;
}

/** A handler's arguments besides agent and payload. */
export type HookContext = Pick<
  HookRequest,
  'receivedAt' | 'deadline' | 'delivered' | 'process' | 'told' | 'prompts'
>;

/** Answers a hook with the exact text to print; empty for no answer. */
export type HookHandler = (
  agent: string,
  payload: Readonly<Record<string, unknown>>,
  context: HookContext,
) => Promise<string>;

/** The events of one session in a batch travel to its window as a hook of this agent; no real hook may use the name. */
export const EVENTS_AGENT = 'turnwatch-events';

const AGENT_ID = /^[a-z0-9][a-z0-9-]{0,63}$/;

export function isAgentId(text: string | undefined): text is string {
  return text !== undefined && AGENT_ID.test(text) && text !== EVENTS_AGENT;
}

/** From the header `X-Turnwatch-Prompt`. */
export function promptsIn(text: string | string[] | undefined): PromptKind | undefined {
  return text === 'permission' || text === 'question' || text === 'next' ? text : undefined;
}

/** The greatest that any system gives. */
const MOST_PROCESSES = 2 ** 31 - 1;

/** From the header `X-Turnwatch-Process`; undefined for anything that is no id of an agent's process. */
export function processIn(text: string | string[] | undefined): number | undefined {
  const id = typeof text === 'string' && /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : 1;
  // 0 and 1 are the system's own
  return id > 1 && id <= MOST_PROCESSES ? id : undefined;
}

/** The folder in a hook's payload. Agents name it differently; one with several folders works in its first. */
export function readFolder(payload: Readonly<Record<string, unknown>>): string | undefined {
  const { cwd, workspaceRoots, workspace_roots: roots = workspaceRoots } = payload;
  return text(cwd) ?? (Array.isArray(roots) ? text(roots[0]) : undefined);
}

export function readSession(payload: Readonly<Record<string, unknown>>): string | undefined {
  const { session_id: session, sessionId, sessionContext, taskId } = payload;
  const { conversation_id: conversation } = payload;
  const root = isObject(sessionContext) ? text(sessionContext['rootSessionId']) : undefined;
  return text(session) ?? text(sessionId) ?? root ?? text(taskId) ?? text(conversation);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
