/** Alerts the person to a stall: by the card in the view if visible, else by one toast per episode; never modal. */
import * as vscode from 'vscode';
import type { Advice } from '../core/interventions/advice.js';
import { COUNTDOWN_MS } from '../core/interventions/countdowns.js';
import type { NotifiedState } from '../core/interventions/notified-states.js';
import { commands } from '../ids.js';
import { pageTexts, type PageTextId } from '../protocol/view.js';
import type { Escalation, LiveInterventions } from '../live/live-interventions.js';
import { localisedTexts, say } from './view/texts.js';
import { showInformation, showWarning } from './messages.js';

export interface EscalationsOptions {
  interventions: Pick<LiveInterventions, 'isCurrent'>;
  onDidEscalate: vscode.Event<Escalation>;
  /** Whether the card is visible: the view is visible and shows the live sessions. */
  cardVisible: () => boolean;
  /** Its agent is connected before an answer is forced. */
  connectsFirst: (session: string) => boolean;
  /** Whether the person wants to be called for this state. */
  wanted(state: NotifiedState): boolean;
  /** Reveals the session's card. */
  show(session: string | undefined): Promise<void>;
}

/** Milliseconds after a toast during which further stalls wait, to be merged into the next toast. */
const MERGE_MS = 2000;
/** Episodes remembered, so that none is shown twice. */
const MOST_EPISODES = 200;

export class Escalations implements vscode.Disposable {
  /** Episodes whose toast was shown or is pending. */
  private readonly episodes = new Set<string>();
  private waiting: Escalation[] = [];
  /** Shown but unanswered: merged into the next toast, since VS Code replaces a toast with one of the same text. */
  private unanswered: Escalation[] = [];
  /** Set while further stalls wait. */
  private timer: NodeJS.Timeout | undefined;
  private readonly subscription: vscode.Disposable;

  constructor(private readonly options: EscalationsOptions) {
    this.subscription = options.onDidEscalate((escalation) => this.raise(escalation));
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.subscription.dispose();
  }

  private raise(escalation: Escalation): void {
    if (
      this.episodes.has(escalation.episode) ||
      this.options.cardVisible() ||
      !this.options.wanted(escalation.state)
    ) {
      return;
    }
    this.episodes.add(escalation.episode);
    const [oldest] = this.episodes;
    if (this.episodes.size > MOST_EPISODES && oldest !== undefined) {
      this.episodes.delete(oldest);
    }
    this.waiting.push(escalation);
    if (this.timer === undefined) {
      this.showToast();
    }
  }

  private showToast(): void {
    this.timer = undefined;
    const isCurrent = (each: Escalation): boolean =>
      this.options.interventions.isCurrent(each.episode);
    const news = this.waiting.filter(isCurrent);
    this.waiting = [];
    if (news.length === 0 || this.options.cardVisible()) {
      return;
    }
    const shown = [
      ...new Map(
        [...this.unanswered.filter(isCurrent), ...news].map((each) => [each.session, each]),
      ).values(),
    ];
    const [first] = shown;
    if (first === undefined) {
      return;
    }
    this.unanswered = shown;
    // may never be answered: a hidden toast stays open in the notification centre
    const answered = shown.length === 1 ? this.one(first) : this.several(shown);
    this.timer = setTimeout(() => this.showToast(), MERGE_MS);
    void answered.then(() => this.answered(shown));
  }

  /** Shows stalls that wait for the next toast at once. */
  private answered(shown: Escalation[]): void {
    this.unanswered = this.unanswered.filter((each) => !shown.includes(each));
    if (this.timer === undefined || this.waiting.length === 0) {
      return;
    }
    clearTimeout(this.timer);
    this.showToast();
  }

  private async one(escalation: Escalation): Promise<void> {
    const { advice } = escalation;
    if (advice === undefined) {
      return this.wait(escalation);
    }
    const { text, act, other } = question(
      escalation,
      advice,
      this.options.connectsFirst(escalation.session),
    );
    const show = vscode.l10n.t('Show');
    const answer = await showWarning(
      text,
      ...[act?.text, show, other.text].filter((each) => each !== undefined),
    );
    if (answer === undefined) {
      return;
    }
    if (answer === show) {
      return this.options.show(escalation.session);
    }
    // the notification may be out of date
    if (!this.options.interventions.isCurrent(escalation.episode)) {
      void showInformation(vscode.l10n.t('That stall is over; nothing was done.'));
      return;
    }
    await vscode.commands.executeCommand(answer === act?.text ? act.command : other.command, {
      session: escalation.session,
    });
  }

  /** The person answers where the agent asks. */
  private async wait({ session, name, reason }: Escalation): Promise<void> {
    const show = vscode.l10n.t('Show');
    const text = `${name}: ${say(reason)}`;
    const answer = await showInformation(text, show);
    if (answer === show) {
      await this.options.show(session);
    }
  }

  private async several(escalations: Escalation[]): Promise<void> {
    const show = vscode.l10n.t('Show');
    const answer = await showWarning(
      escalations.every(({ advice }) => advice !== undefined)
        ? vscode.l10n.t('{0} agents have stalled.', escalations.length)
        : vscode.l10n.t('{0} agents need you.', escalations.length),
      show,
    );
    if (answer === show) {
      await this.options.show(undefined);
    }
  }
}

interface Choice {
  text: string;
  command: string;
}

/** What the notification asks, and what it offers besides showing the card. */
function question(
  { name, reason, ignored }: Escalation,
  advice: Advice,
  connectsFirst: boolean,
): { text: string; act: Choice | undefined; other: Choice } {
  const texts = localisedTexts();
  const choice = (id: PageTextId, command: string): Choice => ({
    text: texts[id] ?? pageTexts[id],
    command,
  });
  const snooze = choice('action.snooze', commands.snooze);
  if (ignored?.stopsAt !== undefined) {
    return {
      text: vscode.l10n.t(
        '{0} ignores that its tools are off. The turn will be stopped within {1} s.',
        name,
        COUNTDOWN_MS / 1000,
      ),
      act: choice('action.stopNow', commands.stopTurn),
      other: choice('action.keepWaiting', commands.keepWaiting),
    };
  }
  if (ignored?.canStop === false) {
    return {
      text: vscode.l10n.t(
        '{0} ignores that its tools are off, and Turnwatch can’t stop it. Stop it where it runs.',
        name,
      ),
      act: undefined,
      other: snooze,
    };
  }
  return {
    text: vscode.l10n.t('{0} has stalled. {1}', name, say(reason)),
    act:
      advice === 'stopTurn'
        ? choice('action.stop', commands.stopTurn)
        : choice(
            connectsFirst ? 'action.connectAndForce' : 'action.forceRespond',
            commands.forceRespond,
          ),
    other: snooze,
  };
}
