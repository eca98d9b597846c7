/** Decides when to look at a working tree: only during open turns and one look at a time. Emits `workspace` events for changes only. */
import type { Clock } from '../core/clock.js';
import type { Author, WorkspaceEvent } from '../core/events.js';
import type { TreeReading, TreeState } from './git.js';

export type LookReason = 'turn' | 'step' | 'change' | 'person';

/** A tree that differs from the last look. */
export interface TreeChange {
  root: string;
  paths: string[];
  /** Another commit or branch is checked out. */
  headMoved: boolean;
  /** The change happened between these two times, in milliseconds since the epoch. */
  since: number;
  at: number;
}

export interface GitWatchOptions {
  /** Called once per root, at its first turn. */
  tree(root: string): { read(named?: Iterable<string>, retry?: boolean): Promise<TreeReading> };
  emit(event: WorkspaceEvent): void;
  /** Milliseconds since the epoch. */
  clock: Clock;
  /** Calls `run` once after `ms` milliseconds; the returned function cancels it. */
  after?: ((ms: number, run: () => void) => () => void) | undefined;
  /** Who changed the tree, if known. */
  author?(change: TreeChange): Author | undefined;
  /** A change that another root's looks tell, and that is none of this root's. */
  elsewhere?(change: TreeChange): boolean;
  /** Absolute paths in this root named by calls of open turns. */
  named?(root: string): Iterable<string>;
  /** Called after every look, for the log. */
  looked?(root: string, reason: LookReason, reading: TreeReading): void;
  /** An unexpected error; the look counts as unknown. */
  failed?(error: unknown): void;
}

/** Change events come in bursts. */
const DEBOUNCE_MS = 50;
/** Least time between looks caused by change events: in short steps, the look at the step's end covers them. */
const CHANGE_EVERY_MS = 5_000;
/** Paths in one event; a checkout may change many thousands. */
const MOST_PATHS = 500;
const NO_TURN: TreeReading = { unknown: 'no turn is open', ms: 0 };

interface TreeLook {
  reason: LookReason;
  done: Promise<TreeReading>;
}

interface Root {
  tree: ReturnType<GitWatchOptions['tree']>;
  openTurns: number;
  running: TreeLook | undefined;
  /** Queued behind the running look; shared by all requests that arrive meanwhile. */
  following: TreeLook | undefined;
  cancelTimer: (() => void) | undefined;
  last: TreeReading | undefined;
  known: TreeState | undefined;
  /** Start of the last look, and of the last that succeeded. */
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

  /** A turn has begun in `root`: looks, and records the baseline for its progress. */
  turnOpened(root: string): Promise<TreeReading> {
    const entry = this.entry(root);
    entry.openTurns++;
    return this.request(root, entry, 'turn');
  }

  /** One of the root's turns is over. After the last one, looking stops. */
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

  /** A step is over: looks now or, if a look is running, once more after it. Requests that arrive meanwhile share that look. */
  refresh(root: string): Promise<TreeReading> {
    const entry = this.roots.get(root);
    return entry === undefined ? Promise.resolve(NO_TURN) : this.request(root, entry, 'step');
  }

  /** The person asks, also after the turn. No event follows then. */
  lookFor(root: string): Promise<TreeReading> {
    const entry = this.roots.get(root);
    return entry === undefined ? Promise.resolve(NO_TURN) : this.request(root, entry, 'person');
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
    const wait = Math.max(DEBOUNCE_MS, entry.lookedAt + CHANGE_EVERY_MS - this.options.clock.now());
    entry.cancelTimer = this.after(wait, () => {
      entry.cancelTimer = undefined;
      void this.request(root, entry, 'change');
    });
  }

  /** Whether a look is in progress. */
  pending(root: string): boolean {
    return this.roots.get(root)?.running !== undefined;
  }

  /** The latest reading, which may be unknown. */
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

  private request(root: string, entry: Root, reason: LookReason): Promise<TreeReading> {
    if (this.disposed || (entry.openTurns === 0 && reason !== 'person')) {
      return Promise.resolve(NO_TURN);
    }
    cancel(entry);
    if (entry.running === undefined) {
      return this.start(root, entry, { reason, done: Promise.resolve(NO_TURN) });
    }
    if (entry.following !== undefined) {
      // A turn's first look must be recorded even if it was requested for another reason first.
      if (reason === 'turn' || (reason === 'person' && entry.following.reason !== 'turn')) {
        entry.following.reason = reason;
      }
      return entry.following.done;
    }
    const following: TreeLook = { reason, done: Promise.resolve(NO_TURN) };
    following.done = entry.running.done.then(() => {
      entry.following = undefined;
      return entry.openTurns === 0 && following.reason !== 'person'
        ? NO_TURN
        : this.start(root, entry, following);
    });
    entry.following = following;
    return following.done;
  }

  private start(root: string, entry: Root, look: TreeLook): Promise<TreeReading> {
    entry.running = look;
    const began = (entry.lookedAt = this.options.clock.now());
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
    // The plain status can stay the same while content changes and, rarely, the reverse (a git setting).
    const differs =
      before?.fingerprint !== reading.fingerprint || before.porcelain !== reading.porcelain;
    if (entry.openTurns === 0 || (reason !== 'turn' && !differs)) {
      return;
    }
    const at = this.options.clock.now();
    const change: TreeChange | undefined =
      before === undefined || !differs
        ? undefined
        : { root, paths: reading.paths, headMoved: before.head !== reading.head, since, at };
    // the first look of the only turn is its baseline
    const isBaseline = reason === 'turn' && entry.openTurns === 1;
    if (change !== undefined && !isBaseline && this.options.elsewhere?.(change) === true) {
      return;
    }
    const event: WorkspaceEvent = {
      v: 1,
      type: 'workspace',
      signal: 'git',
      at,
      root,
      fingerprint: reading.fingerprint,
      porcelain: reading.porcelain,
    };
    if (change !== undefined && change.paths.length > 0) {
      event.paths = change.paths.slice(0, MOST_PATHS);
    }
    const by = change === undefined ? undefined : this.findAuthor(change, reason, isBaseline);
    if (by !== undefined) {
      event.by = by;
    }
    this.options.emit(event);
  }

  private findAuthor(
    change: TreeChange,
    reason: LookReason,
    isBaseline: boolean,
  ): Author | undefined {
    if (reason !== 'turn') {
      return this.options.author?.(change);
    }
    // the change predates the turn, even if the look ends after the turn's first call
    return isBaseline ? 'person' : undefined;
  }
}

function cancel(entry: Root): void {
  entry.cancelTimer?.();
  entry.cancelTimer = undefined;
}
