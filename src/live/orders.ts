/**
 * Which sessions' hooks must ask: those under an intervention, those that may have to be answered at one of their next steps, and
 * those of whose calls nothing else tells.
 */
import { setImmediate as later } from 'node:timers';
import { knownAgent } from '../agents/index.js';
import { noLogs } from '../agents/live/log-folders.js';
import { orderName } from '../agents/install/hook-names.js';
import type { Clock } from '../core/clock.js';
import type { Session } from '../core/turns/session.js';
import type { HeardHooks, LogListener } from './heard-hooks.js';
import type { SessionTracker, TrackerListener } from './session-tracker.js';

export interface OrdersOptions {
  tracker: SessionTracker;
  clock: Clock;
  files: { want(names: ReadonlySet<string>): void };
  heard: Pick<HeardHooks, 'installedFor'>;
}

/** Sub-agents of sub-agents are looked at this deep. */
const MAX_DEPTH = 16;
const MOST_SESSIONS = 1000;
/** Milliseconds between looks at those that are wanted. */
const LOOK_MS = 1000;

export class Orders implements TrackerListener, LogListener {
  /** Sessions whose log is read. */
  private readonly logged = new Set<string>();
  private readonly subscription: { dispose(): void };
  private pending: NodeJS.Immediate | undefined;
  private looking: NodeJS.Timeout | undefined;

  constructor(private readonly options: OrdersOptions) {
    this.subscription = options.tracker.listen(this);
  }

  /** The sessions changed. */
  onChange(): void {
    this.pending ??= later(() => this.update());
  }

  logRead(session: string): void {
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
    const { tracker, files } = this.options;
    const sessions = tracker.paused ? [] : [...tracker.sessions.values()];
    const names = new Set(
      sessions
        .filter((session) => this.mustAsk(session))
        .flatMap((session) => this.listNames(session)),
    );
    files.want(names);
    // some end by the clock alone
    clearTimeout(this.looking);
    if (names.size > 0) {
      this.looking = setTimeout(() => this.update(), LOOK_MS).unref();
    }
  }

  private mustAsk(session: Session): boolean {
    const { tracker, clock } = this.options;
    if (tracker.turnwatch.interventions.awaitsHook(session, clock.now())) {
      return true;
    }
    const hooks = this.installedFor(session, this.findRoot(session));
    return (
      hooks !== undefined &&
      session.open &&
      (!this.isTold(session, hooks) || tracker.turnwatch.judge.isClose(session.id))
    );
  }

  /** By its log; the own hooks of an agent without one tell of its calls by themselves. */
  private isTold({ id, agent }: Session, hooks: readonly string[]): boolean {
    return this.logged.has(id) || (knownAgent(agent)?.logs === noLogs && hooks.includes(agent));
  }

  /** The hooks of a sub-agent look for the file of the session that it works for. */
  private listNames(session: Session): string[] {
    const root = this.findRoot(session);
    const own = this.installedFor(session, root) ?? [root.agent];
    return own.map((installedFor) => {
      // another agent that runs these hooks does not tell them its session
      const isNamed =
        installedFor === root.agent && knownAgent(installedFor)?.sessionVariable !== undefined;
      return orderName(installedFor, isNamed ? root.id : undefined);
    });
  }

  private installedFor({ id }: Session, root: Session): readonly string[] | undefined {
    return this.options.heard.installedFor(id) ?? this.options.heard.installedFor(root.id);
  }

  private findRoot(session: Session): Session {
    let root = session;
    for (let depth = 0; root.parent !== undefined && depth < MAX_DEPTH; depth += 1) {
      const parent = this.options.tracker.sessions.get(root.parent);
      if (parent === undefined) {
        break;
      }
      root = parent;
    }
    return root;
  }
}
