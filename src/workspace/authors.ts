/** Who changed the workspace: the agent, the person or a tool of theirs. Only what the evidence says; undefined where it does not tell. Pure. */
import type { Author, ToolClass } from '../core/events.js';
import { samePath } from '../core/paths.js';

export interface AgentCall {
  class: ToolClass;
  /** Absolute path that the call names. */
  path?: string;
  /** Command line of a shell call. */
  command?: string;
  /** Milliseconds since the epoch; without `endedAt` the call is open. */
  startedAt: number;
  endedAt?: number;
}

export interface ObservedChange {
  /** Absolute. */
  path: string;
  at: number;
  /** Set if the editor saved the file; absent: it changed on disk. */
  save?: EditorSave;
  /** The agents' calls of the open turns, the newest ones that ended included. */
  calls: readonly AgentCall[];
  /** The last change before this one whose author is known, in any file of the root. */
  before?: { at: number; by: Author };
}

export interface EditorSave {
  /** As VS Code says: on command, after a delay, on losing the focus. */
  reason: 'manual' | 'after-delay' | 'focus-out';
  /** Whether a person typed in the document since its last save; absent if nobody looked. Agents in the editor change and save documents too. */
  typed?: boolean;
}

/** A change arrives a little after the call that made it. */
export const CALL_ECHO_MS = 500;
/** A formatter or a build that is set off by a change writes soon after it. */
const TOOL_ECHO_MS = 2_000;

const writing: ReadonlySet<ToolClass> = new Set<ToolClass>(['edit', 'write']);
/** These may change any file without naming it. */
const anything: ReadonlySet<ToolClass> = new Set<ToolClass>(['shell', 'test', 'task', 'other']);

/**
 * The rules, in this order:
 * 1. The editor saved a document in which a person had typed: the person.
 * 2. A call that writes and names the file is open or ended at most 500 ms ago: the agent.
 * 3. The editor's own settings of the folder, no call being open that may write anything: the person, who changed a setting.
 * 4. The editor saved on command, nobody looked who typed, and no call is open that may write anything: the person.
 * 5. On disk, at most 2 s after a change of the agent or the person, no call being open that may write anything: a tool (formatter, build).
 * 6. Otherwise it cannot be told.
 */
export function authorOf(change: ObservedChange, platform: string): Author | undefined {
  const { save, before, at } = change;
  if (save?.typed === true) {
    return 'person';
  }
  const near = change.calls.filter((call) => within(call, at, at));
  if (
    near.some(
      (call) =>
        !reads(call.class) && call.path !== undefined && samePath(call.path, change.path, platform),
    )
  ) {
    return 'agent';
  }
  if (near.some((call) => anything.has(call.class))) {
    return undefined;
  }
  if (/[\\/]\.vscode[\\/]settings\.json$/.test(change.path)) {
    return 'person';
  }
  if (save !== undefined) {
    return save.reason === 'manual' && save.typed === undefined ? 'person' : undefined;
  }
  if (
    before !== undefined &&
    before.by !== 'tool' &&
    at >= before.at &&
    at - before.at <= TOOL_ECHO_MS
  ) {
    return 'tool';
  }
  return undefined;
}

export interface GitChange {
  /** The change happened between two looks, milliseconds since the epoch. */
  since: number;
  at: number;
  /** Another commit or branch is checked out. */
  headMoved: boolean;
  /** Absolute paths that differ. */
  paths: readonly string[];
  calls: readonly AgentCall[];
  /** Who saved a path since the last look, as far as `authorOf` could tell. */
  savedBy(path: string): Author | undefined;
}

/**
 * HEAD moved: the agent if a call of its own that ran git was open between the looks; the person if no
 * call was open that may run anything; else unknown. Else by the files: all by one author, that one; any by the agent, the agent;
 * person and tools, the person; any unknown file leaves it unknown, unless the agent has a part in it.
 */
export function authorOfGitChange(change: GitChange, platform: string): Author | undefined {
  const during = change.calls.filter((call) => within(call, change.since, change.at));
  if (change.headMoved) {
    if (during.some((call) => runsGit(call))) {
      return 'agent';
    }
    return during.some((call) => anything.has(call.class)) ? undefined : 'person';
  }
  const named = during.filter((call) => !reads(call.class)).flatMap((call) => call.path ?? []);
  const authors = change.paths.map(
    (path) =>
      change.savedBy(path) ??
      (named.some((each) => samePath(each, path, platform)) ? 'agent' : undefined),
  );
  if (authors.includes('agent')) {
    return 'agent';
  }
  if (authors.length === 0 || authors.includes(undefined)) {
    return undefined;
  }
  return authors.includes('person') ? 'person' : 'tool';
}

function within(call: AgentCall, since: number, at: number): boolean {
  return (
    call.startedAt <= at && (call.endedAt === undefined || call.endedAt + CALL_ECHO_MS >= since)
  );
}

function reads(toolClass: ToolClass): boolean {
  return !writing.has(toolClass) && !anything.has(toolClass);
}

function runsGit(call: AgentCall): boolean {
  return (
    anything.has(call.class) &&
    /(?:^|[\s;&|(/'"`])(?:git|gh)(?:\.exe)?(?=\s|$)/.test(call.command ?? '')
  );
}
