/** Messages between the hub and its windows. Each side validates them, since anybody may connect to the port. */
import * as v from 'valibot';

/** Protocol version: windows of different releases connect only if it is equal. */
const LINK_VERSION = '2';
export const LINK_PROTOCOL = `turnwatch-window/${LINK_VERSION}`;

const windowEntry = v.object({
  id: v.string(),
  /** Keys of real paths. */
  folders: v.array(v.string()),
  /** Keys of worktrees that belong to these folders' repositories; a window that has one open goes first. Earlier releases have none. */
  worktrees: v.optional(v.array(v.string())),
  /** When the window was last focused or, before that, started: milliseconds since the epoch. */
  touchedAt: v.number(),
  /** A terminal, where nobody is there to ask: what it watches are worktrees to it, and windows go first. Earlier releases have none. */
  terminal: v.optional(v.literal(true)),
});
export type WindowEntry = Readonly<v.InferOutput<typeof windowEntry>>;

const fromWindow = v.variant('type', [
  v.object({ type: v.literal('hello'), proof: v.string(), window: windowEntry }),
  v.object({ type: v.literal('window'), window: windowEntry }),
  /** The frame's body is the text for the agent. */
  v.object({ type: v.literal('answer'), request: v.number() }),
  /** Returns the hub's. */
  v.object({ type: v.literal('beat') }),
]);
export type FromWindow = v.InferOutput<typeof fromWindow>;

const fromHub = v.variant('type', [
  v.object({ type: v.literal('welcome') }),
  /** The frame's body is the unmodified hook payload; times are milliseconds since the epoch. */
  v.object({
    type: v.literal('hook'),
    request: v.number(),
    agent: v.string(),
    receivedAt: v.number(),
    deadline: v.number(),
    process: v.optional(v.number()),
    told: v.optional(v.literal(true)),
  }),
  /** Whether the window's own answer was delivered. */
  v.object({ type: v.literal('outcome'), request: v.number(), delivered: v.boolean() }),
  /** Sent every `BEAT_MS`. `elsewhere`: those of the window's worktrees that another window has open; absent: as told before. */
  v.object({ type: v.literal('beat'), elsewhere: v.optional(v.array(v.string())) }),
]);
export type FromHub = v.InferOutput<typeof fromHub>;

/** Undefined for anything that is not a window's message. */
export function parseFromWindow(head: unknown): FromWindow | undefined {
  const { success, output } = v.safeParse(fromWindow, head);
  return success ? output : undefined;
}

/** Undefined for anything that is not a hub's message. */
export function parseFromHub(head: unknown): FromHub | undefined {
  const { success, output } = v.safeParse(fromHub, head);
  return success ? output : undefined;
}
