/**
 * The way back to before a turn went wrong: what the files held at each step, as far as looks at the working tree have read them, and
 * what became of them since. Whose changes these are decides what may be written over: only what the agent's own calls explain.
 */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../core/clock.js';
import { findCommand, findPath } from '../../core/identity/tool/tool.js';
import { areNested, wholePath } from '../../core/paths.js';
import { dropOldest } from '../../core/push-newest.js';
import { isForeign } from '../../core/turns/foreign-session.js';
import type { Call, Session } from '../../core/turns/session.js';
import type { TurnFact } from '../../core/turns/turn-fact.js';
import type { SessionDetail } from '../../core/view/snapshot.js';
import { countFromOne } from '../../core/view/timeline/rows.js';
import type { KeptContents } from '../../storage/kept-contents.js';
import { mayHaveChanged, type AgentCall } from '../../workspace/authors.js';
import { CommitFiles } from '../../workspace/commit-files.js';
import {
  FileHistory,
  isSame,
  type ChangedFile,
  type ChangeTime,
  type FileState,
} from '../../workspace/file-history.js';
import type { SeenTree, TreeKeeper } from '../../workspace/git.js';
import { contentMark, marksContent, MISSING, type ContentKeeper } from '../../workspace/saves.js';
import type { SessionTracker, TrackerListener } from '../session-tracker.js';

export interface WayBackOptions {
  clock: Clock;
  tracker: Pick<SessionTracker, 'sessions'>;
  contents: KeptContents;
  /** Whether the person wants it. */
  settings: { readonly keepsSnapshots: boolean };
  trees: { holds(folder: string): boolean };
}

/** Why a file is left as it is. */
export type Refusal = 'person' | 'somebody' | 'unsaved' | 'link' | 'large' | 'gone';

export interface ReturnableFile {
  /** Absolute. */
  path: string;
  /** From the top of the working tree. */
  name: string;
  before: FileState & { mark: string };
  now: FileState & { mark: string };
  /** Absent where it can be brought back. */
  refusal?: Refusal;
}

export interface ChangesSince {
  session: string;
  top: string;
  /** As people count. */
  step: number;
  files: ReturnableFile[];
  /** Why none is brought back: another commit was checked out, and not by the agent, or there are too many to list them all. */
  blocked?: 'moved' | 'many';
}

interface SessionCall extends AgentCall {
  session: string;
}

/** Where a step of a session began. */
interface StepStart {
  call: number;
  step: number;
  at: number;
  /** When it was told, which may be later. */
  toldAt: number;
}

/** Larger files are left alone (bytes). */
const LARGEST = 1024 * 1024;
const KEPT_CALLS = 4096;
/** Hooks tell in the background: a call may have begun so much before it is told (milliseconds). */
const TOLD_LATER_MS = 500;
const KEPT_SESSIONS = 64;
const MOST_FILES = 500;

export class WayBack implements TrackerListener {
  private readonly histories = new Map<string, FileHistory>();
  /** Oldest first. */
  private calls: SessionCall[] = [];
  private readonly open = new Map<string, SessionCall>();
  /** By session, oldest first. */
  private readonly steps = new Map<string, StepStart[]>();
  /** By session, when its newest result came. */
  private readonly endedAt = new Map<string, number>();
  /** When a person last saved each file. */
  private readonly savedAt = new Map<string, number>();

  constructor(private readonly options: WayBackOptions) {}

  get contents(): KeptContents {
    return this.options.contents;
  }

  onFact(session: Session, fact: TurnFact): void {
    if (isForeign(session.id) || !this.options.settings.keepsSnapshots) {
      return;
    }
    if (fact.kind === 'call') {
      this.begin(session, fact.call);
    } else if (fact.kind === 'result') {
      this.end(`${session.id}\0${fact.call.number}`, fact.call.result?.at);
    } else if (fact.kind === 'turn-end') {
      // no result of a stopped or killed agent's calls will come: they explain nothing any more
      for (const key of [...this.open.keys()].filter((each) =>
        each.startsWith(`${session.id}\0`),
      )) {
        this.end(key, undefined);
      }
    }
  }

  /** For the looks at a root. */
  makeKeeper(root: string): TreeKeeper {
    const history = new FileHistory();
    this.histories.set(root, history);
    const { settings } = this.options;
    return {
      ...this.keepInto(),
      get isKeeping() {
        return settings.keepsSnapshots;
      },
      seen: (tree: SeenTree) => history.take(tree),
    };
  }

  /** A person's own edit is never written over. */
  personSaved(path: string): void {
    if (this.savedAt.size >= KEPT_CALLS) {
      this.savedAt.clear();
      this.forget();
    }
    const at = this.options.clock.now();
    this.savedAt.set(path, at);
    void realpath(path).then(
      (real) => this.savedAt.set(real, at),
      () => undefined,
    );
  }

  settingsChanged(): void {
    if (!this.options.settings.keepsSnapshots && this.histories.size > 0) {
      this.forget();
      void this.contents.clear();
    }
  }

  /** Adds what can be gone back to; nothing where no file has changed since the verdict's first call. */
  show(detail: SessionDetail): SessionDetail {
    const place = this.findPlace(detail.session, detail.verdict?.calls);
    const count = place?.history.changedSince(place.at).length ?? 0;
    return place === undefined || count === 0
      ? detail
      : { ...detail, wayBack: { step: countFromOne(place.step), files: count } };
  }

  /** Undefined where nothing is known of that time. `calls`: those of a verdict. */
  async findChanges(
    session: string,
    calls: readonly number[] | undefined,
  ): Promise<ChangesSince | undefined> {
    const start = this.findPlace(session, calls);
    if (start === undefined) {
      return undefined;
    }
    const { history, at, step } = start;
    const commits = new CommitFiles(history.top);
    const then = history.commitAt(at);
    const changed = history.changedSince(at);
    const moves = history.movesSince(at);
    const family = this.findFamily(session);
    const isMoved = moves.some((move) => !this.isExplained(family, move, undefined, history.top));
    for (const path of moves.length === 0
      ? []
      : await commits.listChanges(then, history.commitAt(Infinity))) {
      if (!changed.some((file) => file.path === path)) {
        const file = await committedFile(history.top, path, then, history.commitAt(Infinity));
        changed.push({ ...file, since: [] });
      }
    }
    const files = await this.resolve(changed.slice(0, MOST_FILES), history.top, commits, (file) =>
      this.refuse(file, { at, family, top: history.top }),
    );
    const blocked = isMoved ? 'moved' : changed.length > MOST_FILES ? 'many' : undefined;
    const place = { session, top: history.top, step: countFromOne(step) };
    return { ...place, files, ...(blocked !== undefined && { blocked }) };
  }

  /** What a file held; undefined where that is no longer kept. */
  async read(top: string, name: string, state: FileState): Promise<Buffer | undefined> {
    const kept =
      state.mark === undefined ? undefined : await this.contents.read(bareMark(state.mark));
    return kept ?? (await new CommitFiles(top).read(state.commit, name));
  }

  /** What a file holds now, so that it can be written back. */
  async keepNow(path: string): Promise<void> {
    const keeper = this.keepInto();
    await contentMark(path, { bytes: Infinity }, LARGEST, undefined, keeper);
  }

  private keepInto(): ContentKeeper {
    const { contents } = this.options;
    return {
      has: (mark) => !marksContent(mark) || contents.has(bareMark(mark)),
      keep: (mark, content) => contents.keep(bareMark(mark), content),
    };
  }

  private begin({ id }: Session, { number, step, at, class: kind, input }: Call): void {
    const now = this.options.clock.now();
    // but not before the session's last call had ended
    const ended = this.endedAt.get(id) ?? -Infinity;
    const toldAt = Math.min(at ?? now, now);
    const startedAt = Math.min(toldAt, Math.max(toldAt - TOLD_LATER_MS, ended));
    const steps = this.steps.get(id) ?? [];
    this.steps.delete(id);
    this.steps.set(id, steps);
    const last = steps.at(-1);
    const isFirst = last?.step !== step.number;
    const start = isFirst ? { at: startedAt, toldAt } : { at: last.at, toldAt: last.toldAt };
    steps.push({ call: number, step: step.number, ...start });
    if (steps.length > 2 * KEPT_CALLS) {
      steps.splice(0, KEPT_CALLS);
    }
    const dropped = dropOldest(this.steps, KEPT_SESSIONS);
    if (dropped !== undefined) {
      this.endedAt.delete(dropped);
    }
    const [path, command] = [findPath(input), findCommand(input)];
    const cwd = this.options.tracker.sessions.get(id)?.cwd ?? '';
    const call: SessionCall = {
      session: id,
      class: kind,
      ...(path !== undefined && { path: wholePath(path, cwd) }),
      ...(command !== undefined && { command }),
      startedAt,
    };
    this.calls.push(call);
    this.open.set(`${id}\0${number}`, call);
    if (this.calls.length > 2 * KEPT_CALLS) {
      this.calls = this.calls.slice(-KEPT_CALLS);
    }
    dropOldest(this.open, KEPT_CALLS);
  }

  private end(key: string, at: number | undefined): void {
    const call = this.open.get(key);
    if (call !== undefined) {
      call.endedAt ??= at ?? this.options.clock.now();
      this.endedAt.set(call.session, call.endedAt);
      this.open.delete(key);
    }
  }

  private findPlace(
    session: string,
    calls: readonly number[] = [],
  ): { history: FileHistory; at: number; step: number } | undefined {
    const first = Math.min(...calls);
    const start = this.steps.get(session)?.findLast(({ call }) => call === first);
    const history = this.histories.get(this.options.tracker.sessions.get(session)?.cwd ?? '');
    return start === undefined || history === undefined || history.begins > start.toldAt
      ? undefined
      : { history, at: Math.max(start.at, history.begins), step: start.step };
  }

  /** The session's main agent and all its sub-agents. */
  private findFamily(session: string): (other: string) => boolean {
    const { sessions } = this.options.tracker;
    const findHead = (id: string, depth = 0): string => {
      const parent = sessions.get(id)?.parent;
      return parent === undefined || depth > 8 ? id : findHead(parent, depth + 1);
    };
    const head = findHead(session);
    return (other) => findHead(other) === head;
  }

  /** Whether calls of the family explain a change, and no others do. */
  private isExplained(
    isFamily: (session: string) => boolean,
    time: ChangeTime,
    path: string | undefined,
    top: string,
  ): boolean {
    const { sessions } = this.options.tracker;
    const able = this.calls.filter(
      (call) =>
        mayHaveChanged(call, time, path, process.platform) &&
        areNested(sessions.get(call.session)?.cwd ?? '/', top),
    );
    return able.length > 0 && able.every(({ session }) => isFamily(session));
  }

  private refuse(
    { path, before, now, since }: ChangedFile,
    { at, family, top }: { at: number; family: (session: string) => boolean; top: string },
  ): Refusal | undefined {
    const file = join(top, path);
    const savedAt = this.savedAt.get(file);
    if (savedAt !== undefined && savedAt > at) {
      return 'person';
    }
    const own = since.filter(({ changed }) => this.isExplained(family, changed, file, top));
    const isKnown = since.every(
      (version) => own.includes(version) || [before, ...own].some((each) => isSame(each, version)),
    );
    if (!isKnown) {
      return 'somebody';
    }
    const marks = [before.mark, now.mark].filter((mark) => mark !== undefined && mark !== MISSING);
    return marks.some((mark) => mark?.startsWith('link ') === true)
      ? 'link'
      : marks.some((mark) => mark !== undefined && !marksContent(mark))
        ? 'large'
        : undefined;
  }

  /** Finds out what the commit had, and leaves out what is the same after all. */
  private async resolve(
    changed: readonly ChangedFile[],
    top: string,
    commits: CommitFiles,
    refuse: (file: ChangedFile) => Refusal | undefined,
  ): Promise<ReturnableFile[]> {
    const fromCommit = changed.filter(({ before }) => before.mark === undefined);
    const had = await commits.find(
      fromCommit[0]?.before.commit,
      fromCommit.map(({ path }) => path),
    );
    const files: ReturnableFile[] = [];
    for (const file of changed) {
      const { path, now } = file;
      const whole = join(top, path);
      const before = await this.resolveBefore(file, had.get(path), commits);
      const isSameMode = file.before.mark === undefined || before.mode === now.mode;
      if ((before.mark === now.mark && isSameMode) || !this.options.trees.holds(whole)) {
        continue;
      }
      const refusal = refuse({ ...file, before: { ...file.before, ...before } });
      files.push({ path: whole, name: path, before, now, ...(refusal && { refusal }) });
    }
    return files;
  }

  private async resolveBefore(
    { path, before, now }: ChangedFile,
    had: { isLink: boolean; mode: number } | undefined,
    commits: CommitFiles,
  ): Promise<ReturnableFile['before']> {
    if (before.mark !== undefined) {
      return { ...before, mark: before.mark };
    }
    if (had === undefined) {
      return { mark: MISSING };
    }
    if (had.isLink) {
      return { mark: 'link ', commit: before.commit };
    }
    const mark = await commits.mark(before.commit, path, had.mode);
    // a commit tells only whether a file can be run
    const mode =
      now.mode === undefined
        ? had.mode
        : (now.mode & ~0o111) | ((had.mode & 0o111) === 0 ? 0 : (now.mode & 0o444) >> 2);
    return { mark: mark ?? 'size', mode, commit: before.commit };
  }

  private forget(): void {
    for (const history of this.histories.values()) {
      history.forget();
    }
  }
}

/** Permissions are no part of what is kept. */
function bareMark(mark: string): string {
  return mark.split(' ', 1)[0] ?? mark;
}

/** A file that no look has seen between the two commits. */
async function committedFile(
  top: string,
  path: string,
  before: string | undefined,
  now: string | undefined,
): Promise<Omit<ChangedFile, 'since'>> {
  const { mark, mode } = await contentMark(join(top, path), { bytes: Infinity }, LARGEST);
  return {
    path,
    before: { commit: before },
    now: { mark, mode, commit: now, from: 0, changed: { since: 0, at: 0 } },
  };
}
