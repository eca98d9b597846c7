/** When to look at a working tree: never without an open turn, one look at a time, and a `workspace` event only for what is new. */
import type { Author, WorkspaceEvent } from '../core/events.js';
import type { TreeReading, TreeState } from './git.js';

export type LookReason = 'turn' | 'step' | 'change';

/** A tree that differs from the last look. */
export interface TreeChange {
  root: string;
  paths: string[];
  /** Another commit or branch is checked out. */
  headMoved: boolean;
  /** It happened between these two, milliseconds since the epoch. */
  since: number;
  at: number;
}

export interface GitWatchOptions {
  /** Called once per root, at its first turn. */
  tree(root: string): { read(named?: Iterable<string>, retry?: boolean): Promise<TreeReading> };
  emit(event: WorkspaceEvent): void;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once in `ms` milliseconds; the result takes it back. */
  after?: ((ms: number, run: () => void) => () => void) | undefined;
  /** Who changed the tree, if it can be told. */
  author?(change: TreeChange): Author | undefined;
  /** Absolute paths that open turns' calls name in this root. */
  named?(root: string): Iterable<string>;
  /** Every look, for the log. */
  looked?(root: string, reason: LookReason, reading: TreeReading): void;
  /** An unexpected error; the look counts as unknown. */
  failed?(error: unknown): void;
}

/** Change events come in bursts. */
const DEBOUNCE_MS = 50;
/** A change event costs a look only when nothing has looked for this long: in short steps, the step's own look covers it. */
const CHANGE_EVERY_MS = 5_000;
/** Paths in one event; a checkout may change many thousands. */
const MOST_PATHS = 500;
const NO_TURN: TreeReading = { unknown: 'no turn is open', ms: 0 };

interface Look {
  reason: LookReason;
  done: Promise<TreeReading>;
}

interface Root {
  tree: ReturnType<GitWatchOptions['tree']>;
  openTurns: number;
  running: Look | undefined;
  /** Shared by all who asked while one was running. */
  following: Look | undefined;
  cancelTimer: (() => void) | undefined;
  last: TreeReading | undefined;
  known: TreeState | undefined;
  /** When the last look began, and when the last that knew did. */
  lookedAt: number;
  knownAt: number;
}

export class GitWatch {
  private readonly roots = new Map<string, Root>();
  private readonly after: (ms: number, run: () => void) => () => void;
  private disposed = false;

  constructor(private readonly options: GitWatchOptions) {
    this.after =
      options.after ??
      ((ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      });
  }

  /** A turn has begun in `root`: looks and records the state from which its progress is counted. */
  turnOpened(root: string): Promise<TreeReading> {
    const entry = this.entry(root);
    entry.openTurns++;
    return this.look(root, entry, 'turn');
  }

  /** One of the root's turns is over. After the last one nothing is looked at any more. */
  turnClosed(root: string): void {
    const entry = this.roots.get(root);
    if (entry === undefined || entry.openTurns === 0) {
      return;
    }
    entry.openTurns--;
    if (entry.openTurns === 0) {
      cancel(entry);
    }
  }

  /** A step is over: looks now or, if a look is running, once after it together with all others who ask meanwhile. */
  refresh(root: string): Promise<TreeReading> {
    const entry = this.roots.get(root);
    return entry === undefined ? Promise.resolve(NO_TURN) : this.look(root, entry, 'step');
  }

  /** Something may have changed (a file watcher, the editor's git extension). Cheap to call often. */
  changed(root: string): void {
    const entry = this.roots.get(root);
    if (
      entry === undefined ||
      entry.openTurns === 0 ||
      entry.cancelTimer !== undefined ||
      entry.following !== undefined
    ) {
      return;
    }
    const wait = Math.max(DEBOUNCE_MS, entry.lookedAt + CHANGE_EVERY_MS - this.options.now());
    entry.cancelTimer = this.after(wait, () => {
      entry.cancelTimer = undefined;
      void this.look(root, entry, 'change');
    });
  }

  /** Whether a look is on its way whose result is not known yet. */
  pending(root: string): boolean {
    return this.roots.get(root)?.running !== undefined;
  }

  /** The newest reading, which may be unknown. */
  last(root: string): TreeReading | undefined {
    return this.roots.get(root)?.last;
  }

  dispose(): void {
    this.disposed = true;
    for (const entry of this.roots.values()) {
      entry.openTurns = 0;
      cancel(entry);
    }
  }

  private entry(root: string): Root {
    let entry = this.roots.get(root);
    if (entry === undefined) {
      entry = {
        tree: this.options.tree(root),
        openTurns: 0,
        running: undefined,
        following: undefined,
        cancelTimer: undefined,
        last: undefined,
        known: undefined,
        lookedAt: 0,
        knownAt: 0,
      };
      this.roots.set(root, entry);
    }
    return entry;
  }

  private look(root: string, entry: Root, reason: LookReason): Promise<TreeReading> {
    if (this.disposed || entry.openTurns === 0) {
      return Promise.resolve(NO_TURN);
    }
    cancel(entry);
    if (entry.running === undefined) {
      return this.start(root, entry, { reason, done: Promise.resolve(NO_TURN) });
    }
    if (entry.following !== undefined) {
      // A turn's first look must be recorded even if somebody else had asked for it first.
      if (reason === 'turn') {
        entry.following.reason = 'turn';
      }
      return entry.following.done;
    }
    const following: Look = { reason, done: Promise.resolve(NO_TURN) };
    following.done = entry.running.done.then(() => {
      entry.following = undefined;
      return entry.openTurns === 0 ? NO_TURN : this.start(root, entry, following);
    });
    entry.following = following;
    return following.done;
  }

  private start(root: string, entry: Root, look: Look): Promise<TreeReading> {
    entry.running = look;
    const began = (entry.lookedAt = this.options.now());
    look.done = this.read(root, entry, look.reason).then((reading) => {
      entry.running = undefined;
      entry.last = reading;
      this.options.looked?.(root, look.reason, reading);
      this.record(root, entry, look.reason, reading, began);
      return reading;
    });
    return look.done;
  }

  private async read(root: string, entry: Root, reason: LookReason): Promise<TreeReading> {
    try {
      return await entry.tree.read(this.options.named?.(root), reason === 'turn');
    } catch (error) {
      this.options.failed?.(error);
      return { unknown: 'reading the working tree failed', ms: 0 };
    }
  }

  private record(
    root: string,
    entry: Root,
    reason: LookReason,
    reading: TreeReading,
    began: number,
  ): void {
    if ('unknown' in reading) {
      return;
    }
    const before = entry.known;
    const since = entry.knownAt;
    entry.known = reading;
    entry.knownAt = began;
    // The plain status may stay while the content changes, and once in a while the other way round (a setting of git's).
    const differs =
      before?.fingerprint !== reading.fingerprint || before.porcelain !== reading.porcelain;
    if (entry.openTurns === 0 || (reason !== 'turn' && !differs)) {
      return;
    }
    const at = this.options.now();
    const event: WorkspaceEvent = {
      v: 1,
      type: 'workspace',
      signal: 'git',
      at,
      root,
      fingerprint: reading.fingerprint,
      porcelain: reading.porcelain,
    };
    if (before !== undefined && differs && reading.paths.length > 0) {
      event.paths = reading.paths.slice(0, MOST_PATHS);
    }
    if (before !== undefined && differs && reason !== 'turn') {
      const by = this.options.author?.({
        root,
        paths: reading.paths,
        headMoved: before.head !== reading.head,
        since,
        at,
      });
      if (by !== undefined) {
        event.by = by;
      }
    } else if (before !== undefined && differs && entry.openTurns === 1) {
      // It happened while no turn was open here, even if the look ends after the turn's first call.
      event.by = 'person';
    }
    this.options.emit(event);
  }
}

function cancel(entry: Root): void {
  entry.cancelTimer?.();
  entry.cancelTimer = undefined;
}
