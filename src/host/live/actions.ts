/** What the person asks for: each action happens or is refused with a sentence, whoever calls. */
import * as vscode from 'vscode';
import { reportMarkdown } from '../../core/view/escalation-report.js';
import type { FeedbackAnswer } from '../../core/events.js';
import type { Session } from '../../core/turns/session.js';
import type { Capabilities } from '../../core/view/snapshot.js';
import type { Verdict } from '../../core/verdict.js';
import { GUIDE_LIMIT } from '../../protocol/view.js';
import type { Learned, Taught } from '../thresholds/learned.js';
import type { Live } from '../../live/live.js';
import type { LiveViewModel } from '../../live/live-view.js';
import { localisedTexts } from '../view/texts.js';

/** An expected refusal is a sentence that a person can act on. */
export type ActionResult = { ok: true } | { ok: false; problem: string };

export interface ActionsOptions {
  live: Live;
  learned: Learned;
  now: () => number;
  capabilities(session: Session): Capabilities;
}

export class PersonActions {
  constructor(private readonly options: ActionsOptions) {}

  /** The session that an order goes to, named or not. */
  toSteer(session?: string): string | undefined {
    return this.known(session, (view) => view.toSteer());
  }

  /** The session that an answer, a snooze or a report is about, named or not. */
  inTrouble(session?: string): string | undefined {
    return this.known(session, (view) => view.inTrouble());
  }

  forceRespond(session?: string): ActionResult {
    const { interventions } = this.options.live;
    const id = this.toSteer(session);
    // pressed again before the first hook has come
    const isForced = id !== undefined && interventions.isForced(id);
    return this.steer(
      session,
      ({ textOnly }) => isForced || textOnly !== 'none',
      (known) => interventions.forceRespond(known),
    );
  }

  /** The session whose agent must be connected before an answer can be forced, named or not; undefined if there is no need or no use. */
  toConnect(session?: string): string | undefined {
    const id = this.toSteer(session);
    const known = id === undefined ? undefined : this.options.live.sessions.get(id);
    return known?.open === true && this.options.capabilities(known).onceConnected === true
      ? known.id
      : undefined;
  }

  /** Its agent was just connected: the order reaches it with the first hook. */
  forceRespondConnected(session: string): ActionResult {
    return this.steer(
      session,
      () => true,
      (id) => this.options.live.interventions.forceRespond(id),
    );
  }

  /** Why no answer can be forced from this session; undefined if one can. */
  cannotForceRespond(session: string): ActionResult | undefined {
    return this.refusal(session, (capabilities) => capabilities.textOnly !== 'none');
  }

  stopTurn(session?: string): ActionResult {
    return this.steer(
      session,
      (capabilities) => capabilities.stop,
      (id) => this.options.live.interventions.stop(id),
    );
  }

  /** Calls off the stop that would follow an ignored order. */
  keepWaiting(session?: string): ActionResult {
    const id = this.inTrouble(session);
    if (id === undefined) {
      return noSession();
    }
    return this.options.live.interventions.keepWaiting(id)
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
      (id) => this.options.live.interventions.guide(id, text.slice(0, GUIDE_LIMIT)),
    );
  }

  cannotSnooze(session?: string): ActionResult | undefined {
    return this.refusal(this.inTrouble(session), () => true);
  }

  snooze(steps: number, session?: string): ActionResult {
    const id = this.inTrouble(session);
    const refusal = this.cannotSnooze(id);
    if (id === undefined || refusal !== undefined) {
      return refusal ?? noSession();
    }
    this.options.live.interventions.snooze(id, steps);
    return { ok: true };
  }

  undo(intervention?: string): ActionResult {
    const { live } = this.options;
    const pending = live.view
      .snapshot()
      .selected?.receipts.findLast((receipt) => receipt.canUndo)?.id;
    const id = intervention ?? pending;
    if (id === undefined) {
      return { ok: false, problem: vscode.l10n.t('Nothing to undo.') };
    }
    return live.interventions.undo(id)
      ? { ok: true }
      : {
          ok: false,
          problem: vscode.l10n.t('Already delivered; can’t be undone.'),
        };
  }

  /** As Markdown; undefined where no turn is in trouble. */
  report(session?: string): string | undefined {
    const id = this.inTrouble(session);
    const report = id === undefined ? undefined : this.options.live.report(id);
    return report && reportMarkdown(report, this.options.now(), localisedTexts());
  }

  /** A person's answer to a verdict; without an id to the one that stands, else to the newest. @returns what it taught. */
  answer(
    answer: FeedbackAnswer,
    session?: string,
    verdictId?: string,
  ): Taught | { problem: string } {
    const { live, learned } = this.options;
    const about = this.answerable(session, verdictId);
    if ('problem' in about) {
      return about;
    }
    const { id, agent, verdict } = about;
    const at = this.options.now();
    live.push({ v: 1, type: 'feedback', session: id, at, verdict: verdict.id, answer });
    const taught = learned.add(
      { session: id, verdict: verdict.id, answer, agent, at },
      verdict.key,
    );
    live.settingsChanged();
    return taught;
  }

  /** What an answer would teach; nothing is changed. */
  previewAnswer(
    answer: FeedbackAnswer,
    session?: string,
    verdictId?: string,
  ): Taught | { problem: string } {
    const about = this.answerable(session, verdictId);
    if ('problem' in about) {
      return about;
    }
    const { id, agent, verdict } = about;
    return this.options.learned.preview(
      { session: id, verdict: verdict.id, answer, agent, at: this.options.now() },
      verdict.key,
    );
  }

  private answerable(
    session?: string,
    verdictId?: string,
  ): { id: string; agent: string; verdict: Verdict } | { problem: string } {
    const { live } = this.options;
    const id = this.inTrouble(session);
    const known = id === undefined ? undefined : live.sessions.get(id);
    if (known === undefined) {
      return noSession();
    }
    if (live.paused) {
      return { problem: vscode.l10n.t('Watching is paused. Resume it first.') };
    }
    const verdict = live.verdict(known.id, verdictId);
    if (verdict === undefined) {
      return { problem: vscode.l10n.t('This session has no verdict to answer.') };
    }
    return { id: known.id, agent: known.agent, verdict };
  }

  private known(
    session: string | undefined,
    find: (view: LiveViewModel) => string | undefined,
  ): string | undefined {
    const { live } = this.options;
    if (session === undefined) {
      return find(live.view);
    }
    return live.sessions.has(session) ? session : undefined;
  }

  private steer(
    session: string | undefined,
    can: (capabilities: Capabilities) => boolean,
    act: (id: string) => void,
  ): ActionResult {
    const id = this.toSteer(session);
    const refusal = this.refusal(id, can);
    if (id === undefined || refusal !== undefined) {
      return refusal ?? noSession();
    }
    act(id);
    if (session === undefined) {
      this.options.live.view.showSteered(id);
    }
    return { ok: true };
  }

  private refusal(
    id: string | undefined,
    can: (capabilities: Capabilities) => boolean,
  ): ActionResult | undefined {
    const known = id === undefined ? undefined : this.options.live.sessions.get(id);
    if (known === undefined) {
      return noSession();
    }
    if (!known.open) {
      return {
        ok: false,
        problem: vscode.l10n.t('This turn has already ended.'),
      };
    }
    if (can(this.options.capabilities(known))) {
      return undefined;
    }
    return {
      ok: false,
      problem: vscode.workspace.isTrusted
        ? vscode.l10n.t('Nothing can be sent to this session. Connect the agent first.')
        : vscode.l10n.t(
            'Turnwatch sends nothing to agents in Restricted Mode. Trust the workspace first.',
          ),
    };
  }
}

function noSession(): { ok: false; problem: string } {
  return { ok: false, problem: vscode.l10n.t('No agent is running in this window.') };
}
