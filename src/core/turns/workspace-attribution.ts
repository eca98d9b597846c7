/** Attributes a workspace change to a session of the stream. */
import type { WorkspaceEvent } from '../events.js';
import type { ChangeOwner, PlainChange, TurnFact, WorkspaceChange } from './turn-fact.js';
import { SeenSet } from '../identity/seen-set.js';
import { findPath } from '../identity/tool/tool.js';
import { isForeign } from './foreign-session.js';
import { areNested, recordedPathKey, wholePath } from '../paths.js';
import { someOpenCall, type Call, type Session } from './session.js';
import type { Message } from '../view/words/wording.js';

/** Paths remembered per session, of those that its calls named: enough to recognise its own files. */
const NAMED_PATHS = 2048;
const mutating = new Set(['edit', 'write', 'shell', 'test', 'task', 'other']);

/** The newest look at one signal of one root, or at the tasks of one session. */
interface SignalLook {
  fingerprint: string;
  porcelain: string | undefined;
  number: number;
}

export class WorkspaceAttribution {
  private readonly looks = new Map<string, SignalLook>();
  private readonly saves = new SeenSet();
  private readonly named = new Map<string, SeenSet>();
  /** Looks so far. */
  private count = 0;
  /** By session, the number of looks when a mutating call of its own last ended. */
  private readonly mutated = new Map<string, number>();

  /** Remembers what a session's calls name, and when they may have changed something. */
  onFact(session: Session, fact: TurnFact): void {
    if (fact.kind === 'result' && mutates(fact.call)) {
      this.mutated.set(session.id, this.count);
    }
    if (fact.kind !== 'call') {
      return;
    }
    const path = findPath(fact.call.input);
    if (path === undefined) {
      return;
    }
    let paths = this.named.get(session.id);
    if (paths === undefined) {
      this.named.set(session.id, (paths = new SeenSet(NAMED_PATHS)));
    }
    paths.add(recordedPathKey(wholePath(path, session.cwd)));
  }

  forget(session: string): void {
    this.named.delete(session);
    this.mutated.delete(session);
    this.looks.delete(`task ${session}`);
  }

  /** What the change means to each session that it concerns. Empty for a baseline, or where nothing changed. */
  change(
    event: WorkspaceEvent,
    sessions: Iterable<Session>,
  ): { session: Session; change: WorkspaceChange }[] {
    const before = this.noteLook(event);
    if (before === undefined) {
      return [];
    }
    const fresh =
      event.signal === 'save' ? this.isNewContent(event) : before.fingerprint !== event.fingerprint;
    const plain = event.signal === 'save' ? undefined : plainChange(event, before);
    const differs =
      fresh ||
      plain !== undefined ||
      (event.signal === 'save' && before.fingerprint !== event.fingerprint);
    if (!differs) {
      return [];
    }
    const open = [...sessions].filter(
      (session) =>
        session.open &&
        (session.id === event.session ||
          (isNear(session.cwd, event.root) && !this.hasOwnLooks(session, event))),
    );
    const concerned =
      event.session === undefined || event.signal === 'task'
        ? open
        : open.filter((session) => session.id === event.session);
    return concerned.map((session) => {
      // before the turn's first call, the state is still its baseline
      const owner =
        fresh && session.turnCalls > 0 && event.by !== 'person'
          ? this.owner(session, event, open.filter(countsBeside(session)), before.number)
          : undefined;
      return {
        session,
        change: {
          signal: event.signal,
          what: sentence(event),
          by: event.by ?? 'unknown',
          paths: event.paths,
          progress: owner !== undefined,
          owner,
          plain: session.turnCalls > 0 ? plain : undefined,
        },
      };
    });
  }

  /** @returns the look before this one; undefined for the first, which is the baseline */
  private noteLook(event: WorkspaceEvent): SignalLook | undefined {
    const scope = findScope(event);
    const before = this.looks.get(scope);
    if (before === undefined && event.signal === 'save') {
      this.isNewContent(event);
    }
    this.count += 1;
    this.looks.set(scope, {
      fingerprint: event.fingerprint,
      porcelain: event.porcelain ?? before?.porcelain,
      number: this.count,
    });
    return before;
  }

  /** Its own folder is looked at: that of a folder around or in it may be another working tree. */
  private hasOwnLooks({ cwd }: Session, { signal, root }: WorkspaceEvent): boolean {
    return (
      signal === 'git' &&
      recordedPathKey(cwd) !== recordedPathKey(root) &&
      this.looks.has(`git ${recordedPathKey(cwd)}`)
    );
  }

  private isNewContent(event: WorkspaceEvent): boolean {
    return this.saves.add(
      `${recordedPathKey(wholePath(event.paths?.[0] ?? '', event.root))}\0${event.fingerprint}`,
    );
  }

  /** How the change is known to be of this session; undefined if it is not. */
  private owner(
    session: Session,
    event: WorkspaceEvent,
    open: Session[],
    lookedBefore: number,
  ): ChangeOwner | undefined {
    if (event.session !== undefined) {
      return event.session === session.id ? 'told' : undefined;
    }
    if (this.isOfCalls(session, event, lookedBefore)) {
      return event.by === 'agent' ? 'told' : 'calls';
    }
    // a parent waits while its sub-agents work: the change is theirs
    const isAlone =
      event.by === undefined &&
      session.openChildren.size === 0 &&
      open.filter((each) => each.openChildren.size === 0).length === 1;
    return isAlone ? 'assumed' : undefined;
  }

  private isOfCalls(session: Session, event: WorkspaceEvent, lookedBefore: number): boolean {
    const named = this.named.get(session.id);
    if (
      named !== undefined &&
      event.paths?.some((path) => named.has(recordedPathKey(wholePath(path, event.root))))
    ) {
      return true;
    }
    if (someOpenCall(session, mutates)) {
      return true;
    }
    // git is looked at after a step's calls, so what they changed came after the look before
    return event.signal === 'git' && (this.mutated.get(session.id) ?? -1) >= lookedBefore;
  }
}

/** Whether another session at work there may have made a change instead: one of another machine says what it likes. */
function countsBeside(session: Session): (other: Session) => boolean {
  return (other) => other === session || !isForeign(other.id);
}

/** Whether a call may change files. */
export function mutates(call: Call): boolean {
  return mutating.has(call.class) && !call.noOp;
}

/** What is looked at. */
function findScope({ signal, root, session }: WorkspaceEvent): string {
  return signal === 'task' ? `task ${session ?? root}` : `${signal} ${recordedPathKey(root)}`;
}

/** What the preset `progress-detector` compares: the porcelain, or the fingerprint where there is none. */
function plainChange(event: WorkspaceEvent, look: SignalLook): PlainChange | undefined {
  const [before, after] =
    event.porcelain === undefined || look.porcelain === undefined
      ? [look.fingerprint, event.fingerprint]
      : [look.porcelain, event.porcelain];
  return before === after ? undefined : { of: findScope(event), before, after };
}

function sentence(event: WorkspaceEvent): Message {
  switch (event.signal) {
    case 'git':
      return describeFiles(event.paths ?? []);
    case 'task':
      return { id: 'progress.task' };
    case 'save':
      return { id: 'progress.save', params: { path: event.paths?.[0] ?? '' } };
  }
}

function describeFiles([path, ...more]: readonly string[]): Message {
  return path === undefined
    ? { id: 'progress.git' }
    : more.length === 0
      ? { id: 'progress.file', params: { path } }
      : { id: 'progress.files', params: { path, count: more.length } };
}

/** A session whose folder is not known may work anywhere. */
function isNear(folder: string, root: string): boolean {
  return folder === '' || areNested(folder, root);
}
