/** VS Code's own notification of a stall, a wait or the end of a turn: several sessions in one; never modal. */
import * as vscode from 'vscode';
import type { Advice } from '../../core/interventions/advice.js';
import { COUNTDOWN_MS } from '../../core/interventions/stall-responses.js';
import { capMessage } from '../../core/money/amounts.js';
import { commands } from '../../ids.js';
import type { Escalation } from '../../live/escalations.js';
import type { SessionTracker } from '../../live/session-tracker.js';
import { pageTexts, type PageTextId } from '../../protocol/page-texts.js';
import { showInformation, showWarning } from '../messages.js';
import { localisedTexts, say } from '../view/texts.js';
import { NotificationBatcher } from './notification-batcher.js';

/** Where the live sessions are shown. */
export interface Card {
  /** The view is visible and shows the live sessions. */
  readonly isVisible: boolean;
  /** Brings the live view into sight. */
  reveal(): Promise<void>;
  /** Opens the field for a sentence to the agent, which begins with `draft`. */
  guide(session: string, draft: string): Promise<void>;
}

/** What of the window's sessions a notification needs. */
interface NotifiedSessions {
  tracker: SessionTracker;
  snapshots: { select(session: string): void };
  actions: {
    /** The session whose agent must be connected before an answer is forced. */
    toConnect(session: string): string | undefined;
  };
  terminals: { has(session: string): boolean };
}

export interface EditorNotificationsOptions {
  sessions: NotifiedSessions;
  card: Card;
}

/** Sessions that one toast names. */
const MOST_NAMED = 3;

export class EditorNotifications implements vscode.Disposable {
  private readonly merged = new NotificationBatcher<Escalation>((news) => this.showToast(news));
  /** Shown but unanswered: merged into the next toast, since VS Code replaces a toast with one of the same text. */
  private unanswered: Escalation[] = [];

  constructor(private readonly options: EditorNotificationsOptions) {}

  add(escalation: Escalation): void {
    this.merged.add(escalation);
  }

  dispose(): void {
    this.merged.dispose();
  }

  private showToast(all: readonly Escalation[]): void {
    const isCurrent = (each: Escalation): boolean =>
      this.options.sessions.tracker.escalations.isCurrent(each.episode);
    const news = all.filter(isCurrent);
    if (news.length === 0 || this.options.card.isVisible) {
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
    void answered.then(() => {
      this.unanswered = this.unanswered.filter((each) => !shown.includes(each));
      // what waits for the next toast is shown at once
      this.merged.flush();
    });
  }

  private async one(escalation: Escalation): Promise<void> {
    const { session, advice, episode } = escalation;
    const text = describeEscalation(escalation);
    const show = vscode.l10n.t('Show');
    const terminal = this.options.sessions.terminals.has(session)
      ? choice('action.showTerminal', commands.showTerminal)
      : undefined;
    const { act, other } =
      advice === undefined ? {} : offers(escalation, advice, this.connectsFirst(session));
    const buttons = [act?.text, show, terminal?.text, other?.text].filter(
      (each) => each !== undefined,
    );
    const answer = await (advice === undefined
      ? // the person answers where the agent asks
        showInformation(text, ...buttons)
      : showWarning(text, ...buttons));
    if (answer === show) {
      return this.show(session);
    }
    const chosen = [act, terminal, other].find((each) => each?.text === answer);
    if (answer === undefined || chosen === undefined) {
      return;
    }
    // the notification may be out of date
    if (chosen !== terminal && !this.options.sessions.tracker.escalations.isCurrent(episode)) {
      void showInformation(vscode.l10n.t('That stall is over; nothing was done.'));
      return;
    }
    await vscode.commands.executeCommand(chosen.command, { session });
  }

  /** Its agent is connected before an answer is forced. */
  private connectsFirst(session: string): boolean {
    return this.options.sessions.actions.toConnect(session) !== undefined;
  }

  private show(session: string | undefined): Promise<void> {
    if (session !== undefined) {
      this.options.sessions.snapshots.select(session);
    }
    return this.options.card.reveal();
  }

  private async several(escalations: readonly Escalation[]): Promise<void> {
    const show = vscode.l10n.t('Show');
    const answer = await showWarning(severalText(escalations), show);
    if (answer === show) {
      await this.show(undefined);
    }
  }
}

interface NotificationButton {
  text: string;
  command: string;
}

function choice(id: PageTextId, command: string): NotificationButton {
  return { text: localisedTexts()[id] ?? pageTexts[id], command };
}

/** What the notification offers besides showing where it happens. */
function offers(
  { ignored }: Escalation,
  advice: Advice,
  connectsFirst: boolean,
): { act?: NotificationButton; other: NotificationButton } {
  const snooze = choice('action.snooze', commands.snooze);
  if (ignored?.stopsAt !== undefined) {
    return {
      act: choice('action.stopNow', commands.stopTurn),
      other: choice('action.keepWaiting', commands.keepWaiting),
    };
  }
  if (ignored?.canStop === false) {
    return { other: snooze };
  }
  const act =
    advice === 'stopTurn'
      ? choice('action.stop', commands.stopTurn)
      : choice(
          connectsFirst ? 'action.connectAndForce' : 'action.forceRespond',
          commands.forceRespond,
        );
  return { act, other: snooze };
}

/** What the person is told of a stall, a wait or the end of a turn, in one sentence or two. */
export function describeEscalation({
  name: named,
  reason,
  advice,
  ignored,
  cap,
  facts = [],
}: Escalation): string {
  const name = say(named);
  if (cap !== undefined) {
    return `${name}: ${say(capMessage(cap, vscode.env.language))}.`;
  }
  if (advice === undefined) {
    const words = [say(reason), ...facts.map((fact) => `${say(fact)}.`)];
    return `${name}: ${words.join(' ')}`;
  }
  if (ignored?.stopsAt !== undefined) {
    return vscode.l10n.t(
      '{0} ignores that its tools are off. The turn will be stopped within {1} s.',
      name,
      COUNTDOWN_MS / 1000,
    );
  }
  if (ignored?.canStop === false) {
    return vscode.l10n.t(
      '{0} ignores that its tools are off, and Turnwatch can’t stop it. Stop it where it runs.',
      name,
    );
  }
  return vscode.l10n.t('{0} has stalled. {1}', name, say(reason));
}

export function severalText(escalations: readonly Escalation[]): string {
  const count = escalations.length;
  const names = listNames(escalations);
  if (escalations.every(({ state }) => state === 'done')) {
    return vscode.l10n.t('{0} agents are done: {1}', count, names);
  }
  return escalations.every(({ advice, cap }) => advice !== undefined && cap === undefined)
    ? vscode.l10n.t('{0} agents have stalled: {1}', count, names)
    : vscode.l10n.t('{0} agents need you: {1}', count, names);
}

/** The first by name. */
function listNames(escalations: readonly Escalation[]): string {
  const names = escalations.slice(0, MOST_NAMED).map(({ name }) => say(name));
  return [...names, ...(escalations.length > MOST_NAMED ? ['…'] : [])].join(', ');
}
