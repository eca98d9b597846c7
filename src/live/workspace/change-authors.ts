/** Works out who changed the workspace, from the agents' calls and earlier saves. */
import type { Clock } from '../../core/clock.js';
import type { Author, ToolCallEvent, ToolResultEvent, TurnEvent } from '../../core/events.js';
import { findCommand, findPath } from '../../core/identity/tool/tool.js';
import { samePath, wholePath } from '../../core/paths.js';
import {
  chooseAuthor,
  authorOfGitChange,
  type AgentCall,
  type EditorSave,
} from '../../workspace/authors.js';
import type { TreeChange } from '../../workspace/git-watch.js';
import type { OpenTurns } from './open-turns.js';
import type { WindowTrees } from './window-trees.js';

interface ObservedCall extends AgentCall {
  id: string;
  session: string;
}

const KEPT_CALLS = 200;
const KEPT_SAVES = 2000;
/** The editor tells of a save at most this many milliseconds after the file watcher. */
const LATE_SAVE_MS = 5000;

export class ChangeAuthors {
  private calls: ObservedCall[] = [];
  /** By path key: who saved the file last, and when. */
  private readonly savedBy = new Map<string, { by: Author | undefined; at: number }>();
  /** The newest change whose author is known. */
  private lastKnown: { at: number; by: Author } | undefined;

  constructor(
    private readonly turns: OpenTurns,
    private readonly trees: Pick<WindowTrees, 'findTop'>,
    private readonly clock: Clock,
    private readonly platform: NodeJS.Platform = process.platform,
  ) {}

  /** An agent's call began or ended. @returns the absolute path that the call is about to write. */
  observe(event: TurnEvent): string | undefined {
    switch (event.type) {
      case 'tool.call':
        return this.findCall(event) === undefined ? this.begin(event) : undefined;
      case 'tool.result': {
        const call = this.findCall(event);
        if (call !== undefined) {
          call.endedAt ??= this.clock.now();
        }
        return undefined;
      }
      default:
        return undefined;
    }
  }

  forgetCalls(): void {
    this.calls = [];
  }

  /** Who saved or changed a file; with the session if an agent's call names the file. */
  ofSave(
    path: string,
    at: number,
    save: EditorSave | undefined,
  ): { by: Author | undefined; session: string | undefined } {
    const before = this.lastKnown;
    const by = chooseAuthor(
      {
        path,
        at,
        calls: this.calls,
        ...(save !== undefined && { save }),
        ...(before !== undefined && { before }),
      },
      this.platform,
    );
    return { by, session: by === 'agent' ? this.findSession(path) : undefined };
  }

  /** A save of new content. */
  remember(path: string, by: Author | undefined, at: number): void {
    this.savedBy.set(this.turns.key(path), { by, at });
    if (this.savedBy.size > KEPT_SAVES) {
      this.savedBy.clear();
    }
    if (by !== undefined) {
      this.lastKnown = { at, by };
    }
  }

  /**
   * The editor saved what the file held before: the file watcher told it first, or the person took a change back. What an agent has
   * just written stays the agent's: the editor may tell of an earlier save that late.
   */
  rememberKnown(path: string, by: Author | undefined, at: number): void {
    const before = this.savedBy.get(this.turns.key(path));
    const isAgents = before?.by === 'agent' && at - before.at <= LATE_SAVE_MS;
    if (by !== undefined && !isAgents) {
      this.remember(path, by, at);
    }
  }

  ofGitChange({ root, since, at, headMoved, paths }: TreeChange): Author | undefined {
    return authorOfGitChange(
      {
        since,
        at,
        headMoved,
        paths: paths.map((path) => wholePath(path, root)),
        calls: this.calls.filter(({ session }) => this.isInTree(session, root)),
        savedBy: (path) => {
          const save = this.savedBy.get(this.turns.key(path));
          return save !== undefined && save.at >= since ? save.by : undefined;
        },
      },
      this.platform,
    );
  }

  /** Absolute paths in `root` named by calls. */
  pathsIn(root: string): string[] {
    return this.calls.flatMap(({ path }) => (path?.startsWith(root) === true ? [path] : []));
  }

  /** What an agent does in another worktree explains nothing here. */
  private isInTree(session: string, root: string): boolean {
    const cwd = this.turns.findFolder(session);
    return cwd === undefined || this.trees.findTop(cwd) === this.trees.findTop(root);
  }

  /** Two sessions may have calls of the same id. */
  private findCall({ session, call }: ToolCallEvent | ToolResultEvent): ObservedCall | undefined {
    return this.calls.find((each) => each.session === session && each.id === call);
  }

  private begin({
    call: id,
    session,
    class: kind = 'other',
    input,
  }: ToolCallEvent): string | undefined {
    const [relative, command] = [findPath(input), findCommand(input)];
    const path = relative === undefined ? undefined : this.turns.named(session, relative);
    this.calls.push({
      id,
      session,
      class: kind,
      ...(path !== undefined && { path }),
      ...(command !== undefined && { command }),
      startedAt: this.clock.now(),
    });
    if (this.calls.length > KEPT_CALLS) {
      this.calls.shift();
    }
    return kind === 'edit' || kind === 'write' ? path : undefined;
  }

  private findSession(file: string): string | undefined {
    return this.calls.findLast(
      ({ path }) => path !== undefined && samePath(path, file, this.platform),
    )?.session;
  }
}
