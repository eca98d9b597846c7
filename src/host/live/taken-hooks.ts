/**
 * Hooks that are taken out of an agent's settings, or switched off there, while it works: its turn cannot be stopped any more, which
 * the person is told at once.
 * Other than by Disconnect, that is hardly the person's wish.
 */
import { knownAgent } from '../../agents/index.js';
import type { HeardHooks } from '../../live/heard-hooks.js';
import type { OrderGaps } from '../../live/order-gaps.js';
import type { SessionTracker } from '../../live/session-tracker.js';
import type { Connection } from '../connect/connect.js';
import type { DamageReports } from './damage-reports.js';

export interface TakenHooksOptions {
  tracker: SessionTracker;
  connection: Pick<
    Connection,
    'isDisconnecting' | 'hookedFiles' | 'findStatus' | 'switchedOffIn' | 'refresh'
  >;
  heard: HeardHooks;
  gaps: OrderGaps;
  reports: Pick<DamageReports, 'unhooked'>;
  /** Something that is shown changed, also an agent's status. */
  view: { onDidChange(listener: () => void): { dispose(): unknown } };
}

/** A program that writes a settings file may leave it empty for a moment (milliseconds). */
const WRITE_MS = 300;
/** An agent reads its settings anew within less, and a hook of before may still come (milliseconds). */
const LATE_MS = 3000;
/** While an order holds, what file watchers miss is looked for (milliseconds). */
const LOOK_MS = 3000;

export class TakenHooks {
  /** By agent at work, the settings files that held its hooks when that was last looked at. */
  private readonly held = new Map<string, readonly string[]>();
  /** By agent whose hooks are gone, the file that they were taken out of. */
  private readonly gone = new Map<string, string | undefined>();
  private readonly doubtful = new Set<string>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly subscription: { dispose(): unknown };
  private looking: NodeJS.Timeout | undefined;

  constructor(private readonly options: TakenHooksOptions) {
    this.subscription = options.view.onDidChange(() => this.look());
  }

  /** The file in which the agent's hooks were until something took them out, or switched them off, in the middle of its turn. */
  findFile(agent: string): string | undefined {
    return this.gone.get(agent);
  }

  dispose(): void {
    this.subscription.dispose();
    clearTimeout(this.looking);
    for (const timer of this.timers) {
      clearTimeout(timer);
    }
  }

  private look(): void {
    const { tracker, connection, gaps } = this.options;
    for (const agent of new Set([...tracker.sessions.values()].map((session) => session.agent))) {
      const files = connection.hookedFiles(agent);
      const isInstalled = connection.findStatus(agent) === 'installed';
      const before = this.held.get(agent);
      if (isInstalled && this.gone.delete(agent)) {
        gaps.end({ agent });
      }
      if (before?.every((file) => files.includes(file)) === false || (before && !isInstalled)) {
        this.doubt(agent);
      } else if (isInstalled) {
        this.held.set(agent, files);
      }
    }
    if (this.looking === undefined && this.holdsOrder()) {
      this.looking = setTimeout(() => {
        this.looking = undefined;
        void connection.refresh();
      }, LOOK_MS).unref();
    }
  }

  private holdsOrder(): boolean {
    const { sessions, turnwatch } = this.options.tracker;
    return [...sessions.values()].some(
      ({ id, open }) => open && turnwatch.interventions.textOnly(id) !== undefined,
    );
  }

  private doubt(agent: string): void {
    const { connection } = this.options;
    const isOwn = connection.isDisconnecting;
    if (this.doubtful.has(agent)) {
      return;
    }
    this.doubtful.add(agent);
    this.after(WRITE_MS, async () => {
      await connection.refresh();
      this.doubtful.delete(agent);
      this.judge(agent, isOwn);
    });
  }

  private judge(agent: string, isOwn: boolean): void {
    const { connection, gaps, reports } = this.options;
    const before = this.held.get(agent) ?? [];
    const files = connection.hookedFiles(agent);
    const isInstalled = connection.findStatus(agent) === 'installed';
    const off = connection.switchedOffIn(agent);
    const file = off ?? before.find((each) => !files.includes(each));
    if (isInstalled && file === undefined) {
      return;
    }
    this.held.delete(agent);
    const atOnce = knownAgent(agent)?.hooksApply === 'at-once' && !isInstalled;
    if (atOnce) {
      this.gone.set(agent, file);
      gaps.begin({ agent });
      const sessions = [...this.options.tracker.sessions.values()]
        .filter((session) => session.agent === agent)
        .map(({ id }) => id);
      this.forgetHooks(agent, sessions);
      this.after(LATE_MS, () => this.forgetHooks(agent, sessions));
    }
    if (!isOwn) {
      void reports.unhooked({ agent, file, isOff: off !== undefined, atOnce });
    }
    this.look();
  }

  /** Nothing can be sent to these sessions until hooks of theirs arrive again. One that begins later has its hooks from elsewhere. */
  private forgetHooks(agent: string, sessions: readonly string[]): void {
    const { tracker, heard } = this.options;
    if (this.gone.has(agent)) {
      for (const session of sessions) {
        heard.forget(session);
      }
      tracker.changed();
    }
  }

  private after(ms: number, act: () => unknown): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void act();
    }, ms).unref();
    this.timers.add(timer);
  }
}
