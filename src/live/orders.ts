/**
 * Which sessions' hooks must ask: those under an intervention, those that may have to be answered at one of their next steps, and
 * those whose log does not tell of their calls.
 */
import { setImmediate as later } from 'node:timers';
import { orderName } from '../agents/install/hook-client.js';
import type { Session } from '../core/turns/session.js';
import type { Live } from './live.js';

export interface OrdersOptions {
  live: Pick<Live, 'sessions' | 'paused' | 'isClose' | 'awaitsHook'>;
  onDidChange: (listener: () => void) => { dispose(): void };
  files: { want(names: ReadonlySet<string>): void };
  /** The agents in whose files a session's hooks are installed; undefined for one whose hooks were never heard. */
  installedFor(session: string): readonly string[] | undefined;
  /** Whether an agent names the session to its hooks. */
  namesSession(agent: string): boolean;
}

/** Sub-agents of sub-agents are looked at this deep. */
const MAX_DEPTH = 16;
const MOST_SESSIONS = 1000;
/** Milliseconds between looks at those that are wanted. */
const LOOK_MS = 1000;

export class Orders {
  /** Sessions whose log is read. */
  private readonly logged = new Set<string>();
  private readonly subscription: { dispose(): void };
  private pending: NodeJS.Immediate | undefined;
  private looking: NodeJS.Timeout | undefined;

  constructor(private readonly options: OrdersOptions) {
    this.subscription = options.onDidChange(() => {
      this.pending ??= later(() => this.update());
    });
  }

  logSeen(session: string): void {
    if (this.logged.size >= MOST_SESSIONS) {
      this.logged.clear();
    }
    this.logged.add(session);
  }

  dispose(): void {
    this.subscription.dispose();
    clearImmediate(this.pending);
    clearTimeout(this.looking);
  }

  private update(): void {
    this.pending = undefined;
    const { live, files } = this.options;
    const sessions = live.paused ? [] : [...live.sessions.values()];
    const names = new Set(
      sessions
        .filter((session) => this.mustAsk(session))
        .flatMap((session) => this.namesOf(session)),
    );
    files.want(names);
    // some end by the clock alone
    clearTimeout(this.looking);
    if (names.size > 0) {
      this.looking = setTimeout(() => this.update(), LOOK_MS).unref();
    }
  }

  private mustAsk(session: Session): boolean {
    const { live } = this.options;
    if (live.awaitsHook(session)) {
      return true;
    }
    const isHooked = this.installedFor(session, this.rootOf(session)) !== undefined;
    return isHooked && session.open && (!this.logged.has(session.id) || live.isClose(session.id));
  }

  /** The hooks of a sub-agent look for the file of the session that it works for. */
  private namesOf(session: Session): string[] {
    const root = this.rootOf(session);
    const own = this.installedFor(session, root) ?? [root.agent];
    return own.map((installedFor) => {
      // another agent that runs these hooks does not tell them its session
      const isNamed = installedFor === root.agent && this.options.namesSession(installedFor);
      return orderName(installedFor, isNamed ? root.id : undefined);
    });
  }

  private installedFor({ id }: Session, root: Session): readonly string[] | undefined {
    return this.options.installedFor(id) ?? this.options.installedFor(root.id);
  }

  private rootOf(session: Session): Session {
    let root = session;
    for (let depth = 0; root.parent !== undefined && depth < MAX_DEPTH; depth += 1) {
      const parent = this.options.live.sessions.get(root.parent);
      if (parent === undefined) {
        break;
      }
      root = parent;
    }
    return root;
  }
}
