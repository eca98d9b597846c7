/** Whose progress is a change of the workspace? The rules of EVENTS.md, over the sessions of one stream. */
import type { WorkspaceEvent } from './events.js';
import { SeenSet } from './identity/hash.js';
import { pathOf } from './identity/tool.js';
import type { Call, Session } from './session.js';
import type { Fact, OutsideChange } from './turn.js';
import type { Message } from './wording.js';

/** Paths a session named in its calls: enough to recognise its own files, bounded. */
const NAMED_PATHS = 2048;
const mutating = new Set(['edit', 'write', 'shell', 'test', 'task', 'other']);

export class OutsideChanges {
  private readonly fingerprints = new Map<string, string>();
  private readonly plain = new Map<string, string>();
  private readonly saves = new SeenSet();
  private readonly named = new Map<string, SeenSet>();

  /** Remembers the paths that a session's calls name. */
  saw(session: Session, fact: Fact): void {
    if (fact.kind !== 'call') { return; }
    const path = pathOf(fact.call.input);
    if (path === undefined) { return; }
    let paths = this.named.get(session.id);
    if (paths === undefined) { this.named.set(session.id, paths = new SeenSet(NAMED_PATHS)); }
    paths.add(normalise(absolute(session.cwd, path)));
  }

  /** For each session that the change concerns: what it is to it. Empty for a baseline or where nothing changed. */
  change(event: WorkspaceEvent, sessions: Iterable<Session>): { session: Session; change: OutsideChange }[] {
    const scope = event.signal === 'task' ? `task ${event.session ?? event.root}` : `${event.signal} ${event.root}`;
    const { fresh, plain } = this.compare(event, scope);
    if (!fresh && !plain) { return []; }
    const open = [...sessions].filter((session) => session.open && (event.session === undefined ? within(session.cwd, event.root) : session.id === event.session));
    return open.map((session) => ({
      session,
      change: {
        signal: event.signal, what: sentence(event), by: event.by ?? 'unknown',
        // Before the turn's first call the state is still its baseline.
        progress: fresh && session.turnCalls > 0 && event.by !== 'person' && this.isOf(session, event, open),
        plain: plain && session.turnCalls > 0,
      },
    }));
  }

  /** `fresh`: content that is new against the last look. `plain`: what the exact preset of seed 1 compares differs. */
  private compare(event: WorkspaceEvent, scope: string): { fresh: boolean; plain: boolean } {
    const before = this.fingerprints.get(scope);
    this.fingerprints.set(scope, event.fingerprint);
    const differs = before !== undefined && before !== event.fingerprint;
    if (event.signal === 'save') {
      const unseen = this.saves.add(`${event.paths?.[0] ?? ''}\0${event.fingerprint}`);
      return { fresh: unseen && before !== undefined, plain: false };
    }
    if (event.porcelain === undefined) { return { fresh: differs, plain: differs }; }
    const plainBefore = this.plain.get(scope);
    this.plain.set(scope, event.porcelain);
    return { fresh: differs, plain: plainBefore !== undefined && plainBefore !== event.porcelain };
  }

  private isOf(session: Session, event: WorkspaceEvent, open: Session[]): boolean {
    if (event.session !== undefined) { return event.session === session.id; }
    const named = this.named.get(session.id);
    if (named !== undefined && event.paths?.some((path) => named.has(normalise(absolute(event.root, path))))) { return true; }
    if (session.openStep?.calls.some((call: Call) => mutating.has(call.class) && !call.noOp)) { return true; }
    // A parent whose sub-agents work is waiting: the change is theirs.
    return event.by === undefined && session.openChildren.size === 0 && open.filter((each) => each.openChildren.size === 0).length === 1;
  }
}

function sentence(event: WorkspaceEvent): Message {
  switch (event.signal) {
    case 'git': return { id: 'progress.git' };
    case 'task': return { id: 'progress.task' };
    case 'save': return { id: 'progress.save', params: { path: event.paths?.[0] ?? '' } };
  }
}

function normalise(path: string): string {
  return path.replaceAll('\\', '/').replace(/\/\.(?=\/|$)/g, '').replace(/\/+$/, '');
}

function absolute(folder: string, path: string): string {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) ? path : `${folder}/${path}`;
}

function within(folder: string, root: string): boolean {
  const [one, other] = [`${normalise(folder)}/`, `${normalise(root)}/`];
  return one.startsWith(other) || other.startsWith(one);
}
