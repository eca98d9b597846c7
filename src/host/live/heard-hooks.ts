/**
 * Whose hooks arrive in this window, and when the last one did. Kept with the workspace: after a reload in the middle of a turn its
 * session can be steered as before, with the agent's next hook.
 */
import type { Memento } from 'vscode';
import { isObject } from '../../core/json.js';

export interface HeardHooksOptions {
  /** The workspace's store. */
  memento: Pick<Memento, 'get' | 'update'>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** They could not be kept. */
  onProblem: (error: unknown) => void;
}

/** A session whose log shows results this long after its last hook is not reached by the hooks (milliseconds). */
const SILENT_HOOKS_MS = 10_000;
/** A session whose last hook is older has ended, or its hooks may be gone (milliseconds). */
const KEPT_MS = 24 * 60 * 60_000;
/** The time of a known session's last hook is stored at most this often (milliseconds). */
const STORE_MS = 60_000;
const MOST_STORED = 100;
const MOST_SESSIONS = 1000;
const STORE = 'turnwatch.hooks';

export class HeardHooks {
  /** By session, oldest first (milliseconds since the epoch). */
  private readonly hooks: Map<string, number>;
  private readonly calls = new Map<string, number>();
  private storedAt = -Infinity;
  /** Since when hooks can arrive here. */
  private listeningSince: number | undefined;

  constructor(private readonly options: HeardHooksOptions) {
    this.hooks = readStored(options.memento.get(STORE), options.now());
  }

  /** When the last hook of any session arrived. */
  get lastAt(): number | undefined {
    const times = [...this.hooks.values()];
    return times.length === 0 ? undefined : Math.max(...times);
  }

  has(session: string): boolean {
    return this.hooks.has(session);
  }

  hook(session: string, at: number): void {
    const isNew = !this.hooks.delete(session);
    this.hooks.set(session, at);
    forgetOldest(this.hooks);
    if (isNew || at - this.storedAt >= STORE_MS) {
      this.storedAt = at;
      this.store();
    }
  }

  /** The session's log shows that a call ended. */
  call(session: string, at: number): void {
    this.calls.delete(session);
    this.calls.set(session, at);
    forgetOldest(this.calls);
  }

  /** Whether hooks can arrive here from now on. */
  listens(does: boolean): void {
    this.listeningSince = does ? (this.listeningSince ?? this.options.now()) : undefined;
  }

  /** A session that should be heard of by hooks, but whose calls only its log tells to have ended, though hooks can arrive here. */
  silent(should: (session: string, hookAt: number) => boolean): string | undefined {
    const { listeningSince: since } = this;
    if (since === undefined) {
      return undefined;
    }
    return [...this.calls].find(
      ([session, at]) =>
        at - Math.max(this.hooks.get(session) ?? 0, since) > SILENT_HOOKS_MS &&
        // a hook may come a little after the log's line
        this.options.now() - at > SILENT_HOOKS_MS / 2 &&
        should(session, this.hooks.get(session) ?? 0),
    )?.[0];
  }

  private store(): void {
    const { memento, onProblem } = this.options;
    const sessions = Object.fromEntries([...this.hooks].slice(-MOST_STORED));
    memento.update(STORE, sessions).then(undefined, onProblem);
  }
}

/** Stored data may come from another version or be corrupt. */
function readStored(stored: unknown, now: number): Map<string, number> {
  const sessions = new Map<string, number>();
  for (const [session, value] of Object.entries(isObject(stored) ? stored : {})) {
    if (typeof value === 'number' && value <= now && now - value < KEPT_MS) {
      sessions.set(session, value);
    }
  }
  return sessions;
}

function forgetOldest(times: Map<string, number>): void {
  const [oldest] = times.keys();
  if (times.size > MOST_SESSIONS && oldest !== undefined) {
    times.delete(oldest);
  }
}
