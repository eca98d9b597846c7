/** A stall that needs a person: the card in the view when it is visible, else one toast per episode, never modal. */
import * as vscode from 'vscode';
import { commands } from '../ids.js';
import type { Escalation, Live } from './live/live.js';
import { localisedTexts, say } from './view/texts.js';

export interface EscalationsOptions {
  live: Pick<Live, 'isCurrent'>;
  onDidEscalate: vscode.Event<Escalation>;
  /** The card is in sight: the view is visible and shows the live sessions. */
  cardVisible: () => boolean;
  wanted(): boolean;
  /** Brings the session's card into sight. */
  show(session: string | undefined): Promise<void>;
}

/** While a toast is as young as this, further stalls wait and merge into the one that follows it (milliseconds). */
const MERGE_MS = 2000;
/** Episodes remembered, so that none is told twice. */
const MOST_TOLD = 200;

export class Escalations implements vscode.Disposable {
  private readonly told = new Set<string>();
  private waiting: Escalation[] = [];
  /** Told and not answered: they merge into the next toast, since VS Code replaces a toast by one of the same words. */
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
    if (this.told.has(escalation.episode) || this.options.cardVisible() || !this.options.wanted()) {
      return;
    }
    this.told.add(escalation.episode);
    const [oldest] = this.told;
    if (this.told.size > MOST_TOLD && oldest !== undefined) {
      this.told.delete(oldest);
    }
    this.waiting.push(escalation);
    if (this.timer === undefined) {
      this.tell();
    }
  }

  private tell(): void {
    this.timer = undefined;
    const isCurrent = (each: Escalation): boolean => this.options.live.isCurrent(each.episode);
    const news = this.waiting.filter(isCurrent);
    this.waiting = [];
    if (news.length === 0 || this.options.cardVisible()) {
      return;
    }
    const told = [
      ...new Map(
        [...this.unanswered.filter(isCurrent), ...news].map((each) => [each.session, each]),
      ).values(),
    ];
    const [first] = told;
    if (first === undefined) {
      return;
    }
    this.unanswered = told;
    // An answer may never come: a toast that hides itself stays open in the notification centre.
    const answered = told.length === 1 ? this.one(first) : this.several(told);
    this.timer = setTimeout(() => this.tell(), MERGE_MS);
    void answered.then(() => this.answered(told));
  }

  /** What waits need not wait longer. */
  private answered(told: Escalation[]): void {
    this.unanswered = this.unanswered.filter((each) => !told.includes(each));
    if (this.timer === undefined || this.waiting.length === 0) {
      return;
    }
    clearTimeout(this.timer);
    this.tell();
  }

  private async one(escalation: Escalation): Promise<void> {
    const texts = localisedTexts();
    const [force, show, snooze] = [
      texts['action.forceRespond'] ?? 'Force respond',
      vscode.l10n.t('Show'),
      texts['action.snooze'] ?? 'Snooze',
    ];
    const text = vscode.l10n.t(
      '{0} has stalled. {1}',
      escalation.report.agentName,
      say(escalation.report.reason),
    );
    const answer = await vscode.window.showWarningMessage(text, force, show, snooze);
    if (answer === undefined) {
      return;
    }
    if (answer === show) {
      return this.options.show(escalation.session);
    }
    // An old notification looks again before it acts.
    if (!this.options.live.isCurrent(escalation.episode)) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('That stall is over: nothing was done.'),
      );
      return;
    }
    await vscode.commands.executeCommand(
      answer === force ? commands.forceRespond : commands.snooze,
      { session: escalation.session },
    );
  }

  private async several(escalations: Escalation[]): Promise<void> {
    const show = vscode.l10n.t('Show');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('{0} agents have stalled.', escalations.length),
      show,
    );
    if (answer === show) {
      await this.options.show(undefined);
    }
  }
}
