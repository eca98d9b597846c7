/** "False alarm" and "Really stuck" in the user interface: shows what an answer changed, with Undo, and lists everything learned. */
import * as vscode from 'vscode';
import { agentName } from '../../agents/index.js';
import type { FeedbackAnswer } from '../../core/events.js';
import { commands, THRESHOLD_PREFIX } from '../../ids.js';
import type { StallOutcome } from '../../core/thresholds/learning.js';
import { describeAmount, thresholdSpecs } from '../../core/thresholds/thresholds.js';
import type { Lesson, Teach } from '../../protocol/view.js';
import type { PersonActions } from '../live/actions.js';
import type { Adjustment, LearnedThresholds, LearningOutcome } from './learned-thresholds.js';
import type { SessionTracker } from '../../live/session-tracker.js';
import { say } from '../view/texts.js';
import { createPick, itemWithoutLinks, refuse, showInformation } from '../messages.js';

export interface FeedbackDeps {
  actions: PersonActions;
  tracker: SessionTracker;
  learned: LearnedThresholds;
}

const opposite = {
  'false-alarm': 'really-stuck',
  'really-stuck': 'false-alarm',
} as const satisfies Record<FeedbackAnswer, FeedbackAnswer>;

/** Records an answer to a verdict and shows what it changed. */
export function answerVerdict(
  deps: FeedbackDeps,
  answer: FeedbackAnswer,
  session?: string,
  verdict?: string,
): void {
  const taught = deps.actions.answer(answer, session, verdict);
  // not awaited: the message may stay open indefinitely
  if ('problem' in taught) {
    refuse(taught.problem);
  } else {
    void showOutcome(deps, taught);
  }
}

/** The same for the page: shows what an answer would change and, once confirmed, what it changed. */
export function answerFromPage(
  { actions }: Pick<FeedbackDeps, 'actions'>,
  { session, verdict, answer, sure }: Teach,
): Lesson {
  const taught = sure
    ? actions.answer(answer, session, verdict)
    : actions.previewAnswer(answer, session, verdict);
  const of = { type: 'lesson', session, verdict, answer } as const;
  if ('problem' in taught) {
    return { ...of, done: true, text: taught.problem, canUndo: false };
  }
  const agent = agentName(taught.answer.agent);
  return sure || taught.outcome === 'known'
    ? { ...of, done: true, text: sentence(taught, agent), canUndo: taught.outcome === 'counted' }
    : { ...of, done: false, text: preview(taught, agent), canUndo: false };
}

async function showOutcome(deps: FeedbackDeps, taught: LearningOutcome): Promise<void> {
  const of = taught.answer;
  const [undo, show, force] = [
    vscode.l10n.t('Undo'),
    vscode.l10n.t('Show What Was Learned'),
    vscode.l10n.t('Force Respond'),
  ];
  const buttons = [
    ...(taught.outcome === 'counted' ? [undo] : []),
    ...(taught.from === taught.to ? [] : [show]),
    ...(taught.outcome === 'counted' &&
    of.answer === 'really-stuck' &&
    deps.actions.cannotForceRespond(of.session) === undefined
      ? [force]
      : []),
  ];
  switch (
    await showInformation(`Turnwatch: ${sentence(taught, agentName(of.agent))}`, ...buttons)
  ) {
    case undo:
      answerVerdict(deps, opposite[of.answer], of.session, of.verdict);
      return;
    case show:
      showLearned(deps);
      return;
    case force:
      await vscode.commands.executeCommand(commands.forceRespond, { session: of.session });
      return;
    default:
      return;
  }
}

/** What an answer would do, said before it is given. */
function preview(taught: LearningOutcome, agent: string): string {
  const { outcome, answer } = taught;
  const [from, to] = fromTo(taught);
  const first =
    outcome === 'taken-back'
      ? vscode.l10n.t('Undoes your earlier answer.')
      : answer.answer === 'false-alarm'
        ? vscode.l10n.t('Lets this turn continue.')
        : vscode.l10n.t('Marks the turn as really stuck.');
  const rest = effectOnThreshold(taught, agent, (name) =>
    taught.from < taught.to
      ? vscode.l10n.t(
          'Raises “{0}” from {1} to {2} for {3} in this workspace.',
          name,
          from,
          to,
          agent,
        )
      : vscode.l10n.t(
          'Lowers “{0}” from {1} to {2} for {3} in this workspace.',
          name,
          from,
          to,
          agent,
        ),
  );
  return `${first} ${rest}`;
}

/** What an answer did. */
function sentence(taught: LearningOutcome, agent: string): string {
  const { outcome, answer } = taught;
  const [from, to] = fromTo(taught);
  if (outcome === 'known') {
    return vscode.l10n.t('You already gave this answer; it counts once.');
  }
  const first =
    outcome === 'taken-back'
      ? vscode.l10n.t('Earlier answer undone.')
      : answer.answer === 'false-alarm'
        ? vscode.l10n.t('Marked as a false alarm; Turnwatch won’t act on it.')
        : vscode.l10n.t('Marked as really stuck.');
  const rest = effectOnThreshold(taught, agent, (name) =>
    vscode.l10n.t(
      '“{0}” changes from {1} to {2} for {3} in this workspace.',
      name,
      from,
      to,
      agent,
    ),
  );
  return `${first} ${rest}`;
}

/** With their unit. */
function fromTo({
  key,
  from,
  to,
}: Pick<LearningOutcome, 'key' | 'from' | 'to'>): [from: string, to: string] {
  const text = (value: number): string => {
    const shown = key === undefined ? value : describeAmount(key, value);
    return typeof shown === 'number' ? String(shown) : say(shown);
  };
  return [text(from), text(to)];
}

/** @param moved the sentence for a threshold that moves, by its name */
function effectOnThreshold(
  taught: LearningOutcome,
  agent: string,
  moved: (name: string) => string,
): string {
  const { key, own } = taught;
  const [from, to] = fromTo(taught);
  if (key === undefined) {
    return vscode.l10n.t('This verdict has no threshold, so nothing else changes.');
  }
  const name = say({ id: thresholdSpecs[key].name });
  if (own) {
    return vscode.l10n.t(
      '“{0}” stays at {1} for {2}: you set it for this agent yourself.',
      name,
      to,
      agent,
    );
  }
  if (from === to) {
    return vscode.l10n.t(
      '“{0}” stays at {1} for {2} in this workspace: answers don’t move it any further.',
      name,
      to,
      agent,
    );
  }
  return moved(name);
}

type AnswerItem = vscode.QuickPickItem & { adjustment?: Adjustment };

/** Lists every adjustment, each with a button to undo it. */
export function showLearned({ tracker, learned }: Omit<FeedbackDeps, 'actions'>): void {
  const pick = createPick<AnswerItem>(vscode.l10n.t('What Turnwatch learned in this workspace'));
  const takeBack: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('discard'),
    tooltip: vscode.l10n.t('Forget'),
  };
  const forgetAll: AnswerItem = {
    label: vscode.l10n.t('Forget all'),
    iconPath: new vscode.ThemeIcon('trash'),
    alwaysShow: true,
  };
  const fill = (): void => {
    const adjustments = learned.list();
    const items: AnswerItem[] = adjustments.map((adjustment) => ({
      label: `${say({ id: thresholdSpecs[adjustment.key].name })}: ${fromTo(adjustment).join(' → ')}`,
      description: agentName(adjustment.agent),
      buttons: [takeBack],
      adjustment,
      detail: since(adjustment),
    }));
    pick.items = items.length === 0 ? [] : [...items.map(itemWithoutLinks), forgetAll];
    pick.placeholder =
      items.length === 0
        ? vscode.l10n.t('Nothing learned in this workspace yet.')
        : vscode.l10n.t('Press Enter to open the setting.');
  };
  const forget = (adjustment?: Adjustment): void => {
    learned.forget(adjustment);
    tracker.settingsChanged();
    fill();
  };
  pick.onDidTriggerItemButton(({ item }) => forget(item.adjustment));
  pick.onDidAccept(() => {
    const [chosen] = pick.selectedItems;
    if (chosen?.adjustment !== undefined) {
      void vscode.commands.executeCommand(
        'workbench.action.openSettings',
        THRESHOLD_PREFIX + chosen.adjustment.key,
      );
    } else if (chosen !== undefined) {
      forget();
    }
    pick.hide();
  });
  pick.onDidHide(() => pick.dispose());
  fill();
  pick.show();
}

/** How much taught it, and since when: the person's answers, and how stalls ended that nobody answered. */
function since({ answers }: Adjustment): string {
  const at = answers[0]?.at;
  const outcomes = (...kinds: readonly (StallOutcome | undefined)[]): number =>
    answers.filter(({ outcome }) => kinds.includes(outcome)).length;
  const [given, confirmed, cleared] = [
    outcomes(undefined),
    outcomes('said-stuck', 'new-instruction'),
    outcomes('went-on'),
  ];
  const count = [
    given === 1 ? vscode.l10n.t('one answer') : vscode.l10n.t('{0} answers', given),
    ...(confirmed === 0
      ? []
      : [vscode.l10n.t('stalls confirmed by a forced answer: {0}', confirmed)]),
    ...(cleared === 0 ? [] : [vscode.l10n.t('stalls that cleared after a snooze: {0}', cleared)]),
  ]
    .slice(given === 0 ? 1 : 0)
    .join(', ');
  return at === undefined
    ? count
    : vscode.l10n.t('{0}, since {1}', count, new Date(at).toLocaleString(vscode.env.language));
}
