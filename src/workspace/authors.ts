/** Who changed the workspace: the agent, the person or a tool. Undefined where the evidence does not decide. Pure. */
import type { Author, ToolClass } from '../core/events.js';
import { samePath } from '../core/paths.js';

export interface AgentCall {
  class: ToolClass;
  /** Absolute path named by the call. */
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
  /** Calls of the open turns, including those that ended recently. */
  calls: readonly AgentCall[];
  /** The last change before this one whose author is known, in any file of the root. */
  before?: { at: number; by: Author };
}

export interface EditorSave {
  /** VS Code's reason: on command, after a delay, on losing focus. */
  reason: 'manual' | 'after-delay' | 'focus-out';
  /** Whether a person typed in the document since its last save; absent if not tracked. Agents in the editor also change and save documents. */
  typed?: boolean;
}

/** A change is reported slightly after the call that made it. */
export const CALL_ECHO_MS = 500;
/** A formatter or build triggered by a change writes within this time. */
const TOOL_ECHO_MS = 2_000;

const writing: ReadonlySet<ToolClass> = new Set<ToolClass>(['edit', 'write']);
/** Classes whose calls may change files that they do not name. */
const anything: ReadonlySet<ToolClass> = new Set<ToolClass>(['shell', 'test', 'task', 'other']);

/**
 * The rules, in this order:
 * 1. The editor saved a document in which a person typed: the person.
 * 2. A writing call that names the file is open or ended at most 500 ms ago: the agent.
 * 3. The folder's VS Code settings changed while no open call could have written them: the person, who changed a setting.
 * 4. The editor saved on command, typing was not tracked, and no open call could have written the file: the person.
 * 5. Changed on disk at most 2 s after the agent or the person changed something, with no open call that could have: a tool (formatter, build).
 * 6. Otherwise unknown.
 */
export function chooseAuthor(change: ObservedChange, platform: string): Author | undefined {
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
  /** Times of the looks before and after the change, in milliseconds since the epoch. */
  since: number;
  at: number;
  /** Another commit or branch is checked out. */
  headMoved: boolean;
  /** Absolute paths that differ. */
  paths: readonly string[];
  calls: readonly AgentCall[];
  /** Who saved a path since the last look, if `chooseAuthor` could decide. */
  savedBy(path: string): Author | undefined;
}

/**
 * If HEAD moved: the agent if one of its calls ran git between the looks; the person if no open
 * call could have run git; else unknown. Otherwise by the authors of the files: if the agent is among them, the agent; else, if
 * any is unknown, unknown; else the person if among them; else a tool.
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

/** The system's clock for files is a little behind (milliseconds). */
const CLOCK_TICK_MS = 20;

/** Whether a call may have changed a file, or with no path the commit that is checked out, between two times. */
export function mayHaveChanged(
  call: AgentCall,
  { since, at }: { since: number; at: number },
  path: string | undefined,
  platform: string,
): boolean {
  // where only two looks tell when, what was over before the first is no part of it
  const isTold = since === at;
  if (!within(call, isTold ? since : since + CALL_ECHO_MS, at + CLOCK_TICK_MS)) {
    return false;
  }
  if (path === undefined) {
    return runsGit(call);
  }
  return writing.has(call.class)
    ? call.path === undefined || samePath(call.path, path, platform)
    : anything.has(call.class);
}

function runsGit(call: AgentCall): boolean {
  return (
    anything.has(call.class) &&
    /(?:^|[\s;&|(/'"`])(?:git|gh)(?:\.exe)?(?=\s|$)/.test(call.command ?? '')
  );
}
