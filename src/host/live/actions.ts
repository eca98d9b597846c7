/** What the person asks for: each action happens or is refused with a sentence, whoever calls. */
import * as vscode from 'vscode';
import { reportMarkdown } from '../../core/view/report/escalation-report.js';
import type { PersonOrders } from '../../core/interventions/person-orders.js';
import type { FeedbackAnswer } from '../../core/events.js';
import type { Session } from '../../core/turns/session.js';
import type { Clock } from '../../core/clock.js';
import type { Capabilities } from '../../core/view/snapshot.js';
import type { Verdict } from '../../core/verdict.js';
import { GUIDE_LIMIT } from '../../protocol/view.js';
import type { LearnedThresholds, LearningOutcome } from '../thresholds/learned-thresholds.js';
import type { SessionSnapshots } from '../../live/session-snapshots.js';
import type { AgentLinks, SessionTracker } from '../../live/session-tracker.js';
import { sayDraft } from '../../core/view/words/shown-words.js';
import { localisedTexts, say } from '../view/texts.js';

/** An expected refusal is a sentence that a person can act on. */
export type ActionResult = { ok: true } | { ok: false; problem: string };

export interface ActionsOptions {
  tracker: SessionTracker;
  snapshots: SessionSnapshots;
  learned: LearnedThresholds;
  clock: Clock;
  links: AgentLinks;
}

export class PersonActions {
  constructor(private readonly options: ActionsOptions) {}

  private get orders(): PersonOrders {
    return this.options.tracker.turnwatch.orders;
  }

  /** The session that an order goes to, named or not. */
  toSteer(session?: string): string | undefined {
    return this.known(session, (view) => view.toSteer());
  }

  /** The session that an answer, a snooze or a report is about, named or not. */
  inTrouble(session?: string): string | undefined {
    return this.known(session, (view) => view.inTrouble());
  }

  forceRespond(session?: string): ActionResult {
    const { interventions } = this.options.tracker.turnwatch;
    const id = this.toSteer(session);
    // pressed again before the first hook has come
    const isForced = id !== undefined && interventions.holding(id) === 'text-only';
    return this.steer(
      session,
      ({ textOnly, awaitsHooks }) => isForced || textOnly !== 'none' || awaitsHooks === 'next-step',
      (known, at) => this.orders.forceRespond(known, at),
    );
  }

  /** The session whose agent must be connected before an answer can be forced, named or not; undefined if there is no need or no use. */
  toConnect(session?: string): string | undefined {
    const id = this.toSteer(session);
    const known = id === undefined ? undefined : this.options.tracker.sessions.get(id);
    return known?.open === true && this.options.links.capabilities(known).onceConnected === true
      ? known.id
      : undefined;
  }

  /** Its agent was just connected: the order reaches it with the first hook. */
  forceRespondConnected(session: string): ActionResult {
    return this.steer(
      session,
      () => true,
      (known, at) => this.orders.forceRespond(known, at),
    );
  }

  /** Why no answer can be forced from this session; undefined if one can. */
  cannotForceRespond(session: string): ActionResult | undefined {
    return this.refusal(
      session,
      ({ textOnly, awaitsHooks }) => textOnly !== 'none' || awaitsHooks === 'next-step',
    );
  }

  stopTurn(session?: string): ActionResult {
    return this.steer(
      session,
      (capabilities) => capabilities.stop,
      (known, at) => this.orders.stop(known, at),
    );
  }

  /** Calls off the stop that would follow an ignored order. */
  keepWaiting(session?: string): ActionResult {
    const id = this.inTrouble(session);
    const known = id === undefined ? undefined : this.options.tracker.sessions.get(id);
    if (known === undefined) {
      return noSession();
    }
    return this.orders.keepWaiting(known, this.options.clock.now())
      ? { ok: true }
      : { ok: false, problem: vscode.l10n.t('No turn is about to be stopped.') };
  }

  /** Why no sentence can be delivered to this session; undefined if one can. */
  cannotGuide(session?: string): ActionResult | undefined {
    return this.refusal(this.toSteer(session), (capabilities) => capabilities.guide);
  }

  guide(text: string, session?: string): ActionResult {
    return this.steer(
      session,
      (capabilities) => capabilities.guide,
      (known, at) => this.orders.guide(known, text.slice(0, GUIDE_LIMIT), at),
    );
  }

  cannotSnooze(session?: string): ActionResult | undefined {
    return this.refusal(this.inTrouble(session), () => true);
  }

  snooze(steps: number, session?: string): ActionResult {
    const { tracker } = this.options;
    const id = this.inTrouble(session);
    const refusal = this.cannotSnooze(id);
    const known = id === undefined ? undefined : tracker.sessions.get(id);
    if (known === undefined || refusal !== undefined) {
      return refusal ?? noSession();
    }
    tracker.stepEnds.release(known.id);
    this.orders.snooze(known, steps);
    tracker.changed();
    return { ok: true };
  }

  undo(intervention?: string): ActionResult {
    const pending = this.options.snapshots
      .snapshot()
      .selected?.receipts.findLast((receipt) => receipt.canUndo)?.id;
    const id = intervention ?? pending;
    if (id === undefined) {
      return { ok: false, problem: vscode.l10n.t('Nothing to undo.') };
    }
    return this.orders.undo(id, this.options.clock.now())
      ? { ok: true }
      : {
          ok: false,
          problem: vscode.l10n.t('Already delivered; can’t be undone.'),
        };
  }

  /** As Markdown; undefined where no turn is in trouble. */
  report(session?: string): string | undefined {
    const id = this.inTrouble(session);
    const report =
      id === undefined
        ? undefined
        : this.options.tracker.turnwatch.views.report(id, this.options.clock.now());
    return report && reportMarkdown(report, this.options.clock.now(), localisedTexts());
  }

  /** What to tell the agent about what its report is about. */
  draft(session?: string): string | undefined {
    const id = this.inTrouble(session);
    const { stalls } = this.options.tracker.turnwatch.views;
    const draft = id === undefined ? undefined : stalls.trouble(id)?.draft;
    return draft && sayDraft(draft, say);
  }

  /** A person's answer to a verdict; without an id to the one that stands, else to the newest. @returns what it taught. */
  answer(
    answer: FeedbackAnswer,
    session?: string,
    verdictId?: string,
  ): LearningOutcome | { problem: string } {
    const { tracker, learned } = this.options;
    const about = this.answerable(session, verdictId);
    if ('problem' in about) {
      return about;
    }
    const { id, agent, verdict } = about;
    const at = this.options.clock.now();
    tracker.push({ v: 1, type: 'feedback', session: id, at, verdict: verdict.id, answer });
    const taught = learned.add(
      { session: id, verdict: verdict.id, answer, agent, at },
      verdict.key,
    );
    tracker.settingsChanged();
    return taught;
  }

  /** What an answer would teach; nothing is changed. */
  previewAnswer(
    answer: FeedbackAnswer,
    session?: string,
    verdictId?: string,
  ): LearningOutcome | { problem: string } {
    const about = this.answerable(session, verdictId);
    if ('problem' in about) {
      return about;
    }
    const { id, agent, verdict } = about;
    return this.options.learned.preview(
      { session: id, verdict: verdict.id, answer, agent, at: this.options.clock.now() },
      verdict.key,
    );
  }

  private answerable(
    session?: string,
    verdictId?: string,
  ): { id: string; agent: string; verdict: Verdict } | { problem: string } {
    const { tracker } = this.options;
    const id = this.inTrouble(session);
    const known = id === undefined ? undefined : tracker.sessions.get(id);
    if (known === undefined) {
      return noSession();
    }
    if (tracker.paused) {
      return { problem: vscode.l10n.t('Watching is paused. Resume it first.') };
    }
    const verdict = tracker.turnwatch.judge.verdict(known.id, verdictId);
    if (verdict === undefined) {
      return { problem: vscode.l10n.t('This session has no verdict to answer.') };
    }
    return { id: known.id, agent: known.agent, verdict };
  }

  private known(
    session: string | undefined,
    find: (view: SessionSnapshots) => string | undefined,
  ): string | undefined {
    const { tracker, snapshots } = this.options;
    if (session === undefined) {
      return find(snapshots);
    }
    return tracker.sessions.has(session) ? session : undefined;
  }

  private steer(
    session: string | undefined,
    can: (capabilities: Capabilities) => boolean,
    act: (session: Session, at: number) => void,
  ): ActionResult {
    const id = this.toSteer(session);
    const { tracker, snapshots, clock } = this.options;
    const refusal = this.refusal(id, can);
    const known = id === undefined ? undefined : tracker.sessions.get(id);
    if (known === undefined || refusal !== undefined) {
      return refusal ?? noSession();
    }
    tracker.stepEnds.release(known.id);
    act(known, clock.now());
    if (session === undefined) {
      snapshots.showSteered(known.id);
    }
    return { ok: true };
  }

  private refusal(
    id: string | undefined,
    can: (capabilities: Capabilities) => boolean,
  ): ActionResult | undefined {
    const known = id === undefined ? undefined : this.options.tracker.sessions.get(id);
    if (known === undefined) {
      return noSession();
    }
    if (!known.open) {
      return {
        ok: false,
        problem: vscode.l10n.t('This turn has already ended.'),
      };
    }
    const capabilities = this.options.links.capabilities(known);
    if (can(capabilities)) {
      return undefined;
    }
    return {
      ok: false,
      problem: vscode.workspace.isTrusted
        ? nothingSent(capabilities)
        : vscode.l10n.t(
            'Turnwatch sends nothing to agents in Restricted Mode. Trust the workspace first.',
          ),
    };
  }
}

function nothingSent({ awaitsHooks }: Capabilities): string {
  switch (awaitsHooks) {
    case undefined:
      return vscode.l10n.t('Nothing can be sent to this session. Connect the agent first.');
    case 'next-step':
      return vscode.l10n.t('Nothing can be sent to this session before its next step.');
    case 'next-session':
      return vscode.l10n.t(
        'Nothing can be sent to this session: it began before the agent was connected.',
      );
  }
}

function noSession(): { ok: false; problem: string } {
  return { ok: false, problem: vscode.l10n.t('No agent is running in this window.') };
}
