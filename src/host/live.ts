/** The live watch: takes events, keeps the clock, acts on effects, and answers what the person asks. */
import * as vscode from 'vscode';
import type { ConfigEvent, TurnEvent } from '../core/events.js';
import type { Effect } from '../core/policy.js';
import type { Session } from '../core/session.js';
import type { Capabilities, EscalationReport, Row, SessionDetail, SessionSummary, Snapshot } from '../core/snapshot.js';
import { english } from '../core/wording.js';
import { Watch } from '../core/watch.js';
import type { Log } from './log.js';
import type { Settings } from './settings.js';

/** An expected refusal is a sentence that a person can act on. */
export type ActionResult = { ok: true } | { ok: false; problem: string };

export interface Escalation {
  /** One per stall: the same key is never raised twice. */
  episode: string;
  session: string;
  report: EscalationReport;
}

/** The live watch as the view, the notifications and the commands see it. */
export interface LiveView {
  /** The snapshot changed; may fire often, the listener coalesces. */
  readonly onDidChange: vscode.Event<void>;
  readonly onDidEscalate: vscode.Event<Escalation>;
  snapshot(): Snapshot;
  select(session: string): void;
  older(session: string, before: number): Promise<Row[]>;
  /** False once the stall that was escalated under this key is over: an old notification re-checks before it acts. */
  isCurrent(episode: string): boolean;
}

export interface LiveOptions {
  now(): number;
  settings(): Settings;
  log: Log;
  agentName(agent: string): string;
  capabilities(session: Session): Capabilities;
  link(): Snapshot['link'];
  /** Every event that was taken, in order: the recording. */
  onEvent(event: TurnEvent): void;
}

/** A closed session is let go after this time without a sign (milliseconds), or when more than MAX_SESSIONS are held. */
const FORGET_AFTER = 2 * 60 * 60_000;
const MAX_SESSIONS = 40;
/** An agent that was killed never ends its turn: after this time without a sign nobody is called for it (milliseconds). */
const GIVEN_UP_MS = 30 * 60_000;
/** Seed 2's progress window (milliseconds). */
const RECENT_PROGRESS_MS = 5 * 60_000;
/** An event older than this comes from history (milliseconds). */
const FRESH_MS = 120_000;
/** Ends the key of an escalation that follows an ignored order. */
const AGAIN = ' again';
/** The longest time that a timer can be set for. */
const LONGEST_TIMER = 2 ** 31 - 1;

export class Live implements LiveView, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly escalated = new vscode.EventEmitter<Escalation>();
  readonly onDidChange = this.changed.event;
  readonly onDidEscalate = this.escalated.event;
  private readonly watch: Watch;
  private readonly configured = new Set<string>();
  private chosen: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isPaused = false;
  private tally = { day: '', continued: 0, escalated: 0 };

  constructor(private readonly options: LiveOptions) {
    this.watch = new Watch({
      overrides: { set: {} }, agentName: (agent) => options.agentName(agent), capabilities: (session) => options.capabilities(session),
      mode: (session) => options.settings().mode(session.agent), remindFirst: () => options.settings().remindFirst,
    });
  }

  get paused(): boolean { return this.isPaused; }
  get sessions(): ReadonlyMap<string, Session> { return this.watch.sessions; }
  get core(): Watch { return this.watch; }

  /** Takes one event in; every source comes through here, and only here. */
  take(event: TurnEvent): void {
    if (this.isPaused) { return; }
    if (event.type !== 'workspace' && event.type !== 'tick') { this.configure(event.session); }
    this.push(event);
    this.plan();
    this.changed.fire();
  }

  /** Effects of a decision or a delivery: recorded, shown, told. */
  apply(effects: Effect[]): void {
    for (const effect of effects) {
      switch (effect.kind) {
        case 'record': this.options.onEvent(effect.event); break;
        case 'escalate': this.escalate(effect); break;
      }
    }
    if (effects.length > 0) { this.changed.fire(); }
  }

  settingsChanged(): void {
    for (const session of this.configured) { this.push(this.config(session)); }
    this.plan();
    this.changed.fire();
  }

  /** Something outside the sessions changed that the snapshot shows. */
  refresh(): void { this.changed.fire(); }

  snapshot(): Snapshot {
    const at = this.options.now();
    const sessions = [...this.watch.sessions.values()].filter((session) => session.turn >= 0).map((session) => this.watch.summary(session))
      .map((each) => ({ ...each, needsPerson: each.needsPerson && at - (each.lastEventAt ?? at) < GIVEN_UP_MS }));
    sessions.sort((one, other) => (other.lastEventAt ?? 0) - (one.lastEventAt ?? 0));
    const selected = this.selection(sessions);
    return {
      at, paused: this.isPaused, link: this.options.link(), mode: this.options.settings().mode(selected?.agent ?? ''), sessions,
      selected: selected && this.watch.detail(selected.session, at), tally: { continued: this.today().continued, escalated: this.today().escalated },
    };
  }

  select(session: string): void {
    this.chosen = this.watch.sessions.has(session) ? session : undefined;
    this.changed.fire();
  }

  older(session: string, before: number): Promise<Row[]> { return Promise.resolve(this.watch.older(session, before)); }

  /** Without a session: the one that needs the person most, else the selected one. */
  target(session?: string): string | undefined {
    if (session !== undefined) { return this.watch.sessions.has(session) ? session : undefined; }
    const { sessions, selected } = this.snapshot();
    return (sessions.find((each) => each.needsPerson) ?? selected)?.session;
  }

  forceRespond(session?: string): ActionResult {
    return this.steer(session, (capabilities) => capabilities.textOnly !== 'none', (id) => this.watch.forceRespond(id, this.options.now()));
  }

  stopTurn(session?: string): ActionResult {
    return this.steer(session, (capabilities) => capabilities.stop, (id) => this.watch.stop(id, this.options.now()));
  }

  /** Why no sentence can be delivered to this session; undefined if one can. */
  cannotGuide(session?: string): ActionResult | undefined { return this.refusal(this.target(session), (capabilities) => capabilities.guide); }

  guide(text: string, session?: string): ActionResult {
    return this.steer(session, (capabilities) => capabilities.guide, (id) => this.watch.guide(id, text, this.options.now()));
  }

  cannotSnooze(session?: string): ActionResult | undefined { return this.refusal(this.target(session), () => true); }

  snooze(steps: number, session?: string): ActionResult {
    const id = this.target(session);
    const refusal = this.cannotSnooze(id);
    if (id === undefined || refusal !== undefined) { return refusal ?? noSession(); }
    this.watch.snooze(id, steps);
    this.changed.fire();
    return { ok: true };
  }

  undo(intervention?: string): ActionResult {
    const pending = this.snapshot().selected?.receipts.findLast((receipt) => receipt.canUndo)?.id;
    const id = intervention ?? pending;
    if (id === undefined) { return { ok: false, problem: vscode.l10n.t('There is nothing to take back.') }; }
    const effects = this.watch.undo(id, this.options.now());
    if (effects === undefined) { return { ok: false, problem: vscode.l10n.t('It has been delivered already: it cannot be taken back.') }; }
    this.apply(effects);
    return { ok: true };
  }

  report(session?: string): EscalationReport | undefined {
    const id = this.target(session);
    return id === undefined ? undefined : this.watch.report(id, this.options.now());
  }

  isCurrent(episode: string): boolean {
    return [...this.watch.sessions.keys()].some((id) => this.watch.episode(id) === episode.replace(AGAIN, ''));
  }

  pause(): void {
    this.isPaused = true;
    clearTimeout(this.timer);
    this.changed.fire();
  }

  resume(): void {
    this.isPaused = false;
    this.plan();
    this.changed.fire();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.changed.dispose();
    this.escalated.dispose();
  }

  private push(event: TurnEvent): void {
    const now = this.options.now();
    this.options.onEvent(event);
    const { verdicts, cleared, notes, effects } = this.watch.push(event, now);
    for (const note of notes) { this.options.log.debug(`${event.type}: ${note}`); }
    for (const verdict of verdicts) {
      const session = this.watch.sessions.get(verdict.session);
      if (session !== undefined && verdict.level === 'stalled') { this.options.log.stuck(session, english(verdict.what)); }
    }
    for (const verdict of cleared) {
      const session = this.watch.sessions.get(verdict.session);
      if (session !== undefined && verdict.level === 'stalled') { this.options.log.recovered(session); }
    }
    this.apply(effects);
    this.tellProgress(event, now);
    if (event.type === 'turn.start') {
      this.letGo(now);
      this.follow(event.session);
    }
  }

  private tellProgress(event: TurnEvent, now: number): void {
    if (event.type === 'workspace' || event.type === 'tick') { return; }
    const session = this.watch.sessions.get(event.session);
    if (session === undefined) { return; }
    const { metrics } = this.watch.history(session.id);
    if (event.type === 'turn.end') { this.options.log.turnOver(session, metrics, now); }
    const { lastProgress } = metrics;
    const working = session.open && this.watch.episode(session.id) === undefined && lastProgress?.at !== undefined && now - lastProgress.at < RECENT_PROGRESS_MS;
    if (working && this.options.log.continuing(session, metrics, now)) { this.today().continued += 1; }
  }

  private escalate(effect: Extract<Effect, { kind: 'escalate' }>): void {
    const report = this.watch.report(effect.session, this.options.now());
    const episode = this.watch.episode(effect.session);
    const lastAt = this.watch.sessions.get(effect.session)?.lastAt ?? 0;
    // A stall that is read from history is shown, but nobody is called for it.
    if (report === undefined || episode === undefined || this.options.now() - lastAt > FRESH_MS) { return; }
    this.today().escalated += 1;
    this.follow(effect.session);
    this.escalated.fire({ episode: effect.again ? episode + AGAIN : episode, session: effect.session, report });
  }

  /** What the person chose stays in view while its turn runs; then the next turn elsewhere takes its place. */
  private follow(session: string): void {
    if (this.chosen !== session && this.chosen !== undefined && this.watch.sessions.get(this.chosen)?.open !== true) { this.chosen = undefined; }
  }

  private steer(session: string | undefined, can: (capabilities: Capabilities) => boolean, act: (id: string) => Effect[]): ActionResult {
    const id = this.target(session);
    const refusal = this.refusal(id, can);
    if (id === undefined || refusal !== undefined) { return refusal ?? noSession(); }
    this.apply(act(id));
    return { ok: true };
  }

  private refusal(id: string | undefined, can: (capabilities: Capabilities) => boolean): ActionResult | undefined {
    const known = id === undefined ? undefined : this.watch.sessions.get(id);
    if (known === undefined) { return noSession(); }
    if (!known.open) { return { ok: false, problem: vscode.l10n.t('The turn is over: there is nothing to step in to.') }; }
    if (can(this.options.capabilities(known))) { return undefined; }
    return {
      ok: false, problem: vscode.workspace.isTrusted ? vscode.l10n.t('Nothing can be sent to this session: connect the agent first.')
        : vscode.l10n.t('Nothing is sent to agents in a restricted workspace: trust it first.'),
    };
  }

  /** The thresholds in force, told once per session, so that a recording gives the same verdicts. */
  private configure(session: string): void {
    if (this.configured.has(session)) { return; }
    this.configured.add(session);
    this.push(this.config(session));
  }

  private config(session: string): ConfigEvent {
    const { preset, set } = this.options.settings().overrides;
    return { v: 1, type: 'config', session, preset, set: Object.fromEntries(Object.entries(set)) };
  }

  /** The session that needs the person, else the selected one, else any at work; undefined while no turn runs. */
  foremost(snapshot: Snapshot): SessionDetail | undefined {
    const { sessions, selected, at } = snapshot;
    const open = selected?.open === true ? selected : sessions.find((session) => session.open && session.parent === undefined);
    const first = sessions.find((session) => session.needsPerson) ?? open;
    return first === undefined || first.session === selected?.session ? first && selected : this.watch.detail(first.session, at);
  }

  private selection(sessions: SessionSummary[]): SessionSummary | undefined {
    const chosen = sessions.find((session) => session.session === this.chosen);
    const urgent = sessions.find((session) => session.needsPerson);
    return chosen ?? urgent ?? sessions.find((session) => session.open && session.parent === undefined) ?? sessions[0];
  }

  /** The core names the time at which it must be asked again. */
  private plan(): void {
    clearTimeout(this.timer);
    const due = this.watch.nextDeadline();
    if (due === undefined || this.isPaused) { return; }
    this.timer = setTimeout(() => this.take({ v: 1, type: 'tick', at: this.options.now() }), Math.min(LONGEST_TIMER, Math.max(10, due - this.options.now())));
  }

  private letGo(now: number): void {
    const closed = [...this.watch.sessions.values()].filter((session) => !session.open || now - (session.lastAt ?? now) > FORGET_AFTER).sort((one, other) => (one.lastAt ?? 0) - (other.lastAt ?? 0));
    const surplus = this.watch.sessions.size - MAX_SESSIONS;
    for (const [i, session] of closed.entries()) {
      if (i < surplus || now - (session.lastAt ?? now) > FORGET_AFTER) {
        this.watch.forget(session.id);
        this.configured.delete(session.id);
      }
    }
  }

  private today(): { day: string; continued: number; escalated: number } {
    const day = new Date(this.options.now()).toDateString();
    if (this.tally.day !== day) { this.tally = { day, continued: 0, escalated: 0 }; }
    return this.tally;
  }
}

function noSession(): ActionResult {
  return { ok: false, problem: vscode.l10n.t('No agent is at work in this window.') };
}
