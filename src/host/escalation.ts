/** A stall that needs a person: the card in the view when it is visible, else one toast per episode, never modal. */
import * as vscode from 'vscode';
import { commands } from '../ids.js';
import type { Escalation, LiveView } from './live.js';
import { localisedTexts, say } from './texts.js';

export class Escalations implements vscode.Disposable {
  private readonly told = new Set<string>();
  /** Raised while a toast is open: they merge into one that follows. */
  private waiting: Escalation[] = [];
  private open = false;
  private readonly subscription: vscode.Disposable;

  constructor(private readonly live: LiveView, private readonly viewVisible: () => boolean, private readonly wanted: () => boolean) {
    this.subscription = live.onDidEscalate((escalation) => this.raise(escalation));
  }

  dispose(): void { this.subscription.dispose(); }

  private raise(escalation: Escalation): void {
    if (this.told.has(escalation.episode) || this.viewVisible() || !this.wanted()) { return; }
    this.told.add(escalation.episode);
    this.waiting.push(escalation);
    if (!this.open) { void this.show(); }
  }

  private async show(): Promise<void> {
    this.open = true;
    try {
      while (this.waiting.length > 0) {
        const current = this.waiting.filter((each) => this.live.isCurrent(each.episode));
        this.waiting = [];
        const [first] = current;
        if (first === undefined) { continue; }
        await (current.length === 1 ? this.one(first) : this.several(current));
      }
    } finally {
      this.open = false;
    }
  }

  private async one(escalation: Escalation): Promise<void> {
    const texts = localisedTexts();
    const [force, show, snooze] = [texts['action.forceRespond'] ?? 'Force respond', vscode.l10n.t('Show'), texts['action.snooze'] ?? 'Snooze'];
    const text = vscode.l10n.t('{0} is going in circles. {1}', escalation.report.agentName, say(escalation.report.reason));
    const answer = await vscode.window.showWarningMessage(text, force, show, snooze);
    if (answer === undefined) { return; }
    if (answer === show) {
      await vscode.commands.executeCommand(commands.showTimeline);
      this.live.select(escalation.session);
      return;
    }
    // An old notification looks again before it acts.
    if (!this.live.isCurrent(escalation.episode)) {
      void vscode.window.showInformationMessage(vscode.l10n.t('That stall is over: nothing was done.'));
      return;
    }
    await vscode.commands.executeCommand(answer === force ? commands.forceRespond : commands.snooze, { session: escalation.session });
  }

  private async several(escalations: Escalation[]): Promise<void> {
    const show = vscode.l10n.t('Show');
    const answer = await vscode.window.showWarningMessage(vscode.l10n.t('{0} agents are going in circles.', escalations.length), show);
    if (answer === show) { await vscode.commands.executeCommand(commands.showTimeline); }
  }
}
