/**
 * The live watch. It alone holds the core: events go in by `push`, and whatever the core decides is applied here, in the same call,
 * so that no caller can forget to. Runs without VS Code.
 */
import type * as vscode from 'vscode';
import type { Spool } from '../../storage/spool.js';
import type { TurnEvent } from '../../core/events.js';
import { fullTextOf, type OlderRows } from '../../core/view/full-text.js';
import type { AnswerPoint, HookAnswer } from '../../core/interventions/answer.js';
import type { RequestAnswer } from '../../core/interventions/model-directive.js';
import type { Effect } from '../../core/interventions/effect.js';
import type { Session } from '../../core/turns/session.js';
import {
  SNAPSHOT_ROWS,
  type Capabilities,
  type EscalationReport,
  type SessionDetail,
  type Snapshot,
} from '../../core/view/snapshot.js';
import type { Thresholds } from '../../core/thresholds/thresholds.js';
import type { Verdict } from '../../core/verdict.js';
import { english } from '../../core/view/wording.js';
import { Watch, type SessionFact } from '../../core/watch.js';
import type { CallTexts } from '../../protocol/view.js';
import { shownTexts } from '../view/call-texts.js';
import type { Log } from '../log.js';
import { GONE_MS } from '../workspace/open-turns.js';
import type { Settings } from '../settings.js';
import { foremostOf, Selection } from './selection.js';
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
  /** Milliseconds since the epoch. */
  now: () => number;
  settings(): Pick<Settings, 'mode' | 'remindFirst'>;
  log: Pick<Log, 'info' | 'warn' | 'debug'>;
  spool: Pick<Spool, 'rows' | 'text' | 'olderRows' | 'texts' | 'forget'>;
  /** In force for an agent's sessions. */
  thresholds(agent: string): Thresholds;
  agentName(agent: string): string;
  capabilities(session: Session): Capabilities;
  link(): Snapshot['link'];
  /** Every event, in order: the recording. */
  onEvent(event: TurnEvent): void;
  /** The snapshot changed; called often, the listener coalesces. */
  onChange(): void;
  /** A stall needs the person. */
  onEscalation(escalation: Escalation): void;
}

/** A closed session is forgotten after this time without a sign (milliseconds), or when more than MAX_SESSIONS are held. */
const FORGET_AFTER = 2 * 60 * 60_000;
const MAX_SESSIONS = 40;
/** An event older than this comes from history (milliseconds). */
const FRESH_MS = 120_000;
/** Ends the key of an escalation that follows an ignored intervention. */
const AGAIN = ' again';
/** The longest time that a timer can be set for. */
const LONGEST_TIMER = 2 ** 31 - 1;

const noFacts: readonly SessionFact[] = [];

export class Live implements Omit<LiveView, 'onDidChange'> {
  private readonly watch: Watch;
  private readonly turns: TurnLog;
  private readonly selection = new Selection();
  /** By session: the thresholds that were recorded last. */
  private readonly configured = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;
  private isPaused = false;

  constructor(private readonly options: LiveOptions) {
    this.turns = new TurnLog(options.log, options.now);
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

  /** Takes one event in; every source comes through here, and only here. @returns what happened; nothing while paused. */
  push(event: TurnEvent): readonly SessionFact[] {
    if (this.isPaused) {
      return noFacts;
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
    const facts = this.record(event);
    this.schedule();
    this.options.onChange();
    return facts;
  }

  /** What to answer an agent that waits at this point. */
  decide(session: string, point: AnswerPoint): HookAnswer {
    const { effects, ...answer } = this.watch.decide(session, point, this.options.now());
    this.apply(effects);
    return answer;
  }

  /** What to do at the session's next request to the model; undefined for an unknown session. */
  directive(session: string): RequestAnswer | undefined {
    const asked = this.watch.directive(session, this.options.now());
    if (asked === undefined) {
      return undefined;
    }
    const { effects, ...answer } = asked;
    this.apply(effects);
    return answer;
  }

  /** The answer with these receipts has reached the agent. */
  delivered(session: string, receipts: readonly string[]): void {
    this.apply(this.watch.delivered(session, receipts, this.options.now()));
  }

  /** What was to carry these interventions out is gone. */
  undeliverable(session: string, receipts: readonly string[]): void {
    this.apply(this.watch.undeliverable(session, receipts, this.options.now()));
  }

  forceRespond(session: string): void {
    this.apply(this.watch.forceRespond(session, this.options.now()));
  }

  stop(session: string): void {
    this.apply(this.watch.stop(session, this.options.now()));
  }

  guide(session: string, text: string): void {
    this.apply(this.watch.guide(session, text, this.options.now()));
  }

  snooze(session: string, steps: number): void {
    this.watch.snooze(session, steps);
    this.options.onChange();
  }

  /** @returns false if it is too late to take the intervention back. */
  undo(intervention: string): boolean {
    const effects = this.watch.undo(intervention, this.options.now());
    this.apply(effects ?? []);
    return effects !== undefined;
  }

  /** The verdict of this id; without one the one that stands, else the session's newest. */
  verdict(session: string, id?: string): Verdict | undefined {
    return this.watch.verdict(session, id);
  }

  report(session: string): EscalationReport | undefined {
    return this.watch.views.report(session, this.options.now());
  }

  /** Whether a request to the model may have to be changed for any session. */
  get hasOpenInterventions(): boolean {
    return this.watch.hasOpenInterventions;
  }

  /** Whether ending the open step now would give a stall. */
  wouldStall(session: string): boolean {
    return this.watch.wouldStall(session);
  }

  /** Whether one more step could give a stall. */
  nearStall(session: string): boolean {
    return this.watch.nearStall(session);
  }

  settingsChanged(): void {
    for (const session of [...this.configured.keys()]) {
      this.configure(session);
    }
    this.schedule();
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
      .map((session) => this.watch.views.summary(session))
      .map((each) => ({
        ...each,
        needsPerson: each.needsPerson && at - (each.lastEventAt ?? at) < GONE_MS,
      }));
    sessions.sort((one, other) => (other.lastEventAt ?? 0) - (one.lastEventAt ?? 0));
    const selected = this.selection.of(sessions);
    const detail = selected && this.watch.views.detail(selected.session, at);
    return {
      at,
      paused: this.isPaused,
      link: this.options.link(),
      mode: this.options.settings().mode(selected?.agent ?? ''),
      sessions,
      ...(detail !== undefined && { selected: detail }),
      tally: this.turns.tally,
    };
  }

  foremost(snapshot: Snapshot): SessionDetail | undefined {
    const session = foremostOf(snapshot)?.session;
    if (session === undefined) {
      return undefined;
    }
    return session === snapshot.selected?.session
      ? snapshot.selected
      : this.watch.views.detail(session, snapshot.at);
  }

  select(session: string): void {
    this.selection.choose(this.watch.sessions.has(session) ? session : undefined);
    this.options.onChange();
  }

  async older(session: string, before: number): Promise<OlderRows> {
    const rows = this.watch.views.older(session, before);
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

  /** False once the stall that was escalated under this key is over: an old notification checks before it acts. */
  isCurrent(episode: string): boolean {
    return [...this.watch.sessions.keys()].some(
      (id) => this.watch.views.episode(id) === episode.replace(AGAIN, ''),
    );
  }

  pause(): void {
    this.isPaused = true;
    clearTimeout(this.timer);
    this.options.onChange();
  }

  resume(): void {
    this.isPaused = false;
    this.schedule();
    this.options.onChange();
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private record(event: TurnEvent): readonly SessionFact[] {
    const now = this.options.now();
    this.options.onEvent(event);
    this.keepFullText(event);
    const { verdicts, cleared, notes, effects, facts } = this.watch.push(event, now);
    for (const note of notes) {
      this.options.log.debug(`${event.type}: ${note}`);
    }
    for (const { session: id, level, what } of verdicts) {
      const session = this.watch.sessions.get(id);
      if (session !== undefined && level === 'stalled') {
        this.turns.stuck(session, this.watch.views.hops(session), english(what));
      }
    }
    for (const { session: id, level } of cleared) {
      const session = this.watch.sessions.get(id);
      if (session !== undefined && level === 'stalled') {
        this.turns.recovered(session);
      }
    }
    this.apply(effects);
    this.logProgress(event, now);
    if (event.type === 'turn.start') {
      this.forgetOldSessions(now);
      this.yieldTo(event.session);
    }
    return facts;
  }

  private apply(effects: readonly Effect[]): void {
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

  private escalate({ session, again }: Extract<Effect, { kind: 'escalate' }>): void {
    const now = this.options.now();
    const report = this.watch.views.report(session, now);
    const episode = this.watch.views.episode(session);
    const lastAt = this.watch.sessions.get(session)?.lastAt ?? 0;
    // a stall that is read from history is shown, but nobody is called for it
    if (report === undefined || episode === undefined || now - lastAt > FRESH_MS) {
      return;
    }
    this.turns.escalated();
    this.yieldTo(session);
    this.options.onEscalation({ episode: again ? episode + AGAIN : episode, session, report });
  }

  /** The fold holds whole inputs and outputs only while it judges them; the view may ask for them later. */
  private keepFullText(event: TurnEvent): void {
    if (event.type !== 'tool.call' && event.type !== 'tool.result') {
      return;
    }
    const full = fullTextOf(event, this.watch.sessions.get(event.session));
    if (full !== undefined) {
      this.options.spool.text(event.session, full);
    }
  }

  private logProgress(event: TurnEvent, now: number): void {
    if (event.type === 'workspace' || event.type === 'tick') {
      return;
    }
    const session = this.watch.sessions.get(event.session);
    if (session === undefined) {
      return;
    }
    if (event.type === 'turn.end') {
      this.turns.turnOver(session, this.watch.views.metrics(session));
    }
    if (this.watch.views.continues(session, now)) {
      this.turns.continuing(
        session,
        this.watch.views.hops(session),
        this.watch.views.metrics(session),
      );
    }
  }

  private yieldTo(session: string): void {
    this.selection.yieldTo(session, (id) => this.watch.sessions.get(id)?.open === true);
  }

  /** Records the thresholds in force, at first and whenever they change, so that a replay gives the same verdicts. */
  private configure(session: string, agent = this.watch.sessions.get(session)?.agent ?? ''): void {
    const { preset, values, origins } = this.options.thresholds(agent);
    const inForce = JSON.stringify([preset, values, origins]);
    if (this.configured.get(session) === inForce) {
      return;
    }
    this.configured.set(session, inForce);
    this.record({
      v: 1,
      type: 'config',
      session,
      preset,
      set: { ...values },
      from: { ...origins },
    });
  }

  /** The core names the time of the next `tick`. */
  private schedule(): void {
    clearTimeout(this.timer);
    const due = this.watch.nextDeadline();
    if (due === undefined || this.isPaused) {
      return;
    }
    this.timer = setTimeout(
      () => this.push({ v: 1, type: 'tick', at: this.options.now() }),
      Math.min(LONGEST_TIMER, Math.max(10, due - this.options.now())),
    );
  }

  private forgetOldSessions(now: number): void {
    const isSilent = ({ lastAt }: Session): boolean => now - (lastAt ?? now) > FORGET_AFTER;
    const over = [...this.watch.sessions.values()]
      .filter((session) => !session.open || isSilent(session))
      .sort((one, other) => (one.lastAt ?? 0) - (other.lastAt ?? 0));
    const surplus = this.watch.sessions.size - MAX_SESSIONS;
    for (const [i, session] of over.entries()) {
      if (i < surplus || isSilent(session)) {
        this.watch.forget(session.id);
        this.options.spool.forget(session.id);
        this.configured.delete(session.id);
      }
    }
  }
}
