/** The live watch: takes events, keeps the clock, acts on effects. What the person asks for is in actions.ts. */
import type * as vscode from 'vscode';
import type { Spool } from '../../storage/spool.js';
import type { TurnEvent } from '../../core/events.js';
import { fullTextOf, type OlderRows } from '../../core/view/full-text.js';
import type { Effect } from '../../core/interventions/policy.js';
import type { Session } from '../../core/turns/session.js';
import {
  SNAPSHOT_ROWS,
  type Capabilities,
  type EscalationReport,
  type SessionDetail,
  type SessionSummary,
  type Snapshot,
} from '../../core/view/snapshot.js';
import type { Thresholds } from '../../core/thresholds/thresholds.js';
import { english } from '../../core/view/wording.js';
import { Watch } from '../../core/watch.js';
import type { CallTexts } from '../../protocol/view.js';
import { shownTexts } from '../view/call-texts.js';
import type { Log } from '../log.js';
import { GIVEN_UP_MS } from '../workspace/open-turns.js';
import type { Settings } from '../settings.js';
import { TurnLog } from './turn-log.js';

export interface Escalation {
  /** One per stall: the same key is never raised twice. */
  episode: string;
  session: string;
  report: EscalationReport;
}

/** What the view needs. */
export interface LiveView {
  /** The snapshot changed; fires often, the listener coalesces. */
  readonly onDidChange: vscode.Event<void>;
  snapshot(): Snapshot;
  select(session: string): void;
  older(session: string, before: number): Promise<OlderRows>;
  details(session: string, call: number, whole: boolean): Promise<CallTexts>;
  /** The folder in which a session's agent works. */
  folder(session: string): string | undefined;
}

export interface LiveOptions {
  now(): number;
  settings(): Pick<Settings, 'mode' | 'remindFirst'>;
  log: Pick<Log, 'info' | 'warn' | 'debug'>;
  spool: Pick<Spool, 'rows' | 'text' | 'olderRows' | 'texts' | 'forget'>;
  /** In force for an agent's sessions. */
  thresholds(agent: string): Thresholds;
  agentName(agent: string): string;
  capabilities(session: Session): Capabilities;
  link(): Snapshot['link'];
  /** Every event that was taken, in order: the recording. */
  onEvent(event: TurnEvent): void;
  /** The snapshot changed; called often, the listener coalesces. */
  onChange(): void;
  /** A stall needs the person. */
  onEscalation(escalation: Escalation): void;
}

/** A closed session is let go after this time without a sign (milliseconds), or when more than MAX_SESSIONS are held. */
const FORGET_AFTER = 2 * 60 * 60_000;
const MAX_SESSIONS = 40;
/** An event older than this comes from history (milliseconds). */
const FRESH_MS = 120_000;
/** Ends the key of an escalation that follows an ignored order. */
const AGAIN = ' again';
/** The longest time that a timer can be set for. */
const LONGEST_TIMER = 2 ** 31 - 1;

export class Live implements Omit<LiveView, 'onDidChange'>, vscode.Disposable {
  private readonly watch: Watch;
  private readonly turns: TurnLog;
  /** The thresholds that each session was told last. */
  private readonly configured = new Map<string, string>();
  private chosen: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isPaused = false;
  private tally = { day: '', continued: 0, escalated: 0 };

  constructor(private readonly options: LiveOptions) {
    this.turns = new TurnLog(options.log);
    this.watch = new Watch({
      overrides: { set: {} },
      agentName: (agent) => options.agentName(agent),
      capabilities: (session) => options.capabilities(session),
      mode: (session) => options.settings().mode(session.agent),
      remindFirst: () => options.settings().remindFirst,
      rowsLeft: (session, first, rows) => {
        options.spool.rows(session, first, rows);
      },
    });
  }

  get paused(): boolean {
    return this.isPaused;
  }
  get sessions(): ReadonlyMap<string, Session> {
    return this.watch.sessions;
  }
  get core(): Watch {
    return this.watch;
  }

  /** Takes one event in; every source comes through here, and only here. */
  take(event: TurnEvent): void {
    if (this.isPaused) {
      return;
    }
    if (event.type === 'session.start') {
      this.configure(event.session, event.agent);
    } else if (
      event.type !== 'workspace' &&
      event.type !== 'tick' &&
      !this.configured.has(event.session)
    ) {
      this.configure(event.session);
    }
    this.push(event);
    this.plan();
    this.options.onChange();
  }

  /** Effects of a decision or a delivery: recorded, shown, told. */
  apply(effects: Effect[]): void {
    for (const effect of effects) {
      switch (effect.kind) {
        case 'record':
          this.options.onEvent(effect.event);
          break;
        case 'escalate':
          this.escalate(effect);
          break;
      }
    }
    if (effects.length > 0) {
      this.options.onChange();
    }
  }

  settingsChanged(): void {
    for (const session of [...this.configured.keys()]) {
      this.configure(session);
    }
    this.plan();
    this.options.onChange();
  }

  /** Something outside the sessions changed that the snapshot shows. */
  refresh(): void {
    this.options.onChange();
  }

  snapshot(): Snapshot {
    const at = this.options.now();
    const sessions = [...this.watch.sessions.values()]
      .filter((session) => session.turn >= 0)
      .map((session) => this.watch.summary(session))
      .map((each) => ({
        ...each,
        needsPerson: each.needsPerson && at - (each.lastEventAt ?? at) < GIVEN_UP_MS,
      }));
    sessions.sort((one, other) => (other.lastEventAt ?? 0) - (one.lastEventAt ?? 0));
    const selected = this.selection(sessions);
    return {
      at,
      paused: this.isPaused,
      link: this.options.link(),
      mode: this.options.settings().mode(selected?.agent ?? ''),
      sessions,
      selected: selected && this.watch.detail(selected.session, at),
      tally: { continued: this.today().continued, escalated: this.today().escalated },
    };
  }

  select(session: string): void {
    this.chosen = this.watch.sessions.has(session) ? session : undefined;
    this.options.onChange();
  }

  async older(session: string, before: number): Promise<OlderRows> {
    const rows = this.watch.older(session, before);
    return rows.length > 0 || before <= 0
      ? { rows }
      : this.options.spool.olderRows(session, before, SNAPSHOT_ROWS);
  }

  async details(session: string, call: number, whole: boolean): Promise<CallTexts> {
    return shownTexts(await this.options.spool.texts(session, call), whole);
  }

  folder(session: string): string | undefined {
    return this.watch.sessions.get(session)?.cwd;
  }

  /** False once the stall that was escalated under this key is over: an old notification re-checks before it acts. */
  isCurrent(episode: string): boolean {
    return [...this.watch.sessions.keys()].some(
      (id) => this.watch.episode(id) === episode.replace(AGAIN, ''),
    );
  }

  pause(): void {
    this.isPaused = true;
    clearTimeout(this.timer);
    this.options.onChange();
  }

  resume(): void {
    this.isPaused = false;
    this.plan();
    this.options.onChange();
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private push(event: TurnEvent): void {
    const now = this.options.now();
    this.options.onEvent(event);
    this.keep(event);
    const { verdicts, cleared, notes, effects } = this.watch.push(event, now);
    for (const note of notes) {
      this.options.log.debug(`${event.type}: ${note}`);
    }
    for (const verdict of verdicts) {
      const session = this.watch.sessions.get(verdict.session);
      if (session !== undefined && verdict.level === 'stalled') {
        this.turns.stuck(session, this.watch.hops(session), english(verdict.what));
      }
    }
    for (const verdict of cleared) {
      const session = this.watch.sessions.get(verdict.session);
      if (session !== undefined && verdict.level === 'stalled') {
        this.turns.recovered(session);
      }
    }
    this.apply(effects);
    this.tellProgress(event, now);
    if (event.type === 'turn.start') {
      this.letGo(now);
      this.follow(event.session);
    }
  }

  /** Whole inputs and outputs: the fold holds them only while it judges them. */
  private keep(event: TurnEvent): void {
    if (event.type !== 'tool.call' && event.type !== 'tool.result') {
      return;
    }
    const full = fullTextOf(event, this.watch.sessions.get(event.session));
    if (full !== undefined) {
      this.options.spool.text(event.session, full);
    }
  }

  private tellProgress(event: TurnEvent, now: number): void {
    if (event.type === 'workspace' || event.type === 'tick') {
      return;
    }
    const session = this.watch.sessions.get(event.session);
    if (session === undefined) {
      return;
    }
    if (event.type === 'turn.end') {
      this.turns.turnOver(session, this.watch.metrics(session), now);
    }
    const goesOn =
      this.watch.continues(session, now) &&
      this.turns.continuing(session, this.watch.hops(session), this.watch.metrics(session), now);
    if (goesOn) {
      this.today().continued += 1;
    }
  }

  private escalate(effect: Extract<Effect, { kind: 'escalate' }>): void {
    const report = this.watch.report(effect.session, this.options.now());
    const episode = this.watch.episode(effect.session);
    const lastAt = this.watch.sessions.get(effect.session)?.lastAt ?? 0;
    // A stall that is read from history is shown, but nobody is called for it.
    if (report === undefined || episode === undefined || this.options.now() - lastAt > FRESH_MS) {
      return;
    }
    this.today().escalated += 1;
    this.follow(effect.session);
    this.options.onEscalation({
      episode: effect.again ? episode + AGAIN : episode,
      session: effect.session,
      report,
    });
  }

  /** What the person chose stays in view while its turn runs; then the next turn elsewhere takes its place. */
  private follow(session: string): void {
    if (
      this.chosen !== session &&
      this.chosen !== undefined &&
      this.watch.sessions.get(this.chosen)?.open !== true
    ) {
      this.chosen = undefined;
    }
  }

  /** The thresholds in force, told once and when they change, so that a recording gives the same verdicts. */
  private configure(session: string, agent = this.watch.sessions.get(session)?.agent ?? ''): void {
    const { preset, values, origins } = this.options.thresholds(agent);
    const told = JSON.stringify([preset, values, origins]);
    if (this.configured.get(session) === told) {
      return;
    }
    this.configured.set(session, told);
    this.push({ v: 1, type: 'config', session, preset, set: { ...values }, from: { ...origins } });
  }

  /** The session that needs the person, else the selected one, else any at work; undefined while no turn runs. */
  foremost(snapshot: Snapshot): SessionDetail | undefined {
    const { sessions, selected, at } = snapshot;
    const open =
      selected?.open === true
        ? selected
        : sessions.find((session) => session.open && session.parent === undefined);
    const first = sessions.find((session) => session.needsPerson) ?? open;
    return first === undefined || first.session === selected?.session
      ? first && selected
      : this.watch.detail(first.session, at);
  }

  private selection(sessions: SessionSummary[]): SessionSummary | undefined {
    const chosen = sessions.find((session) => session.session === this.chosen);
    const urgent = sessions.find((session) => session.needsPerson);
    return (
      chosen ??
      urgent ??
      sessions.find((session) => session.open && session.parent === undefined) ??
      sessions[0]
    );
  }

  /** The core names the time at which it must be asked again. */
  private plan(): void {
    clearTimeout(this.timer);
    const due = this.watch.nextDeadline();
    if (due === undefined || this.isPaused) {
      return;
    }
    this.timer = setTimeout(
      () => this.take({ v: 1, type: 'tick', at: this.options.now() }),
      Math.min(LONGEST_TIMER, Math.max(10, due - this.options.now())),
    );
  }

  private letGo(now: number): void {
    const closed = [...this.watch.sessions.values()]
      .filter((session) => !session.open || now - (session.lastAt ?? now) > FORGET_AFTER)
      .sort((one, other) => (one.lastAt ?? 0) - (other.lastAt ?? 0));
    const surplus = this.watch.sessions.size - MAX_SESSIONS;
    for (const [i, session] of closed.entries()) {
      if (i < surplus || now - (session.lastAt ?? now) > FORGET_AFTER) {
        this.watch.forget(session.id);
        this.options.spool.forget(session.id);
        this.configured.delete(session.id);
      }
    }
  }

  private today(): { day: string; continued: number; escalated: number } {
    const day = new Date(this.options.now()).toDateString();
    if (this.tally.day !== day) {
      this.tally = { day, continued: 0, escalated: 0 };
    }
    return this.tally;
  }
}
