/** Which actions make sense for the selected session right now. Pure. */
import type {
  Capabilities,
  EscalationReport,
  OrderGap,
  Receipt,
  SessionDetail,
  Snapshot,
} from '../../src/core/view/snapshot.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import type { Page } from '../page/page.js';
import type { MenuEntry } from '../ui/menu.js';

export interface PossibleActions {
  force: boolean;
  guide: boolean;
  snooze: boolean;
  stop: boolean;
  /** Calling off the stop that a countdown announces. */
  keepWaiting: boolean;
  report: boolean;
  /** There is something to tell the agent. */
  draft: boolean;
  connect: boolean;
  /** It is connected, but no hook of this session has arrived. */
  awaits: Capabilities['awaitsHooks'];
  /** Connecting reaches this very session, so that the order can go out at once. */
  connectAndForce: boolean;
  /** Going to the terminal in which the agent runs, where the person may have to answer. */
  terminal: boolean;
  answerThere: boolean;
  /** Answering the current verdict: false alarm, or really stuck. */
  answer: boolean;
}

export function possibleActions(detail: SessionDetail, snapshot: Snapshot): PossibleActions {
  const isLive = snapshot.playback === undefined && !snapshot.paused;
  const turnIsOpen = isLive && detail.open;
  const isTaught = snapshot.playback?.lesson === 'stalled' && detail.open;
  const isForced = hasToolsOff(detail);
  const { textOnly, onceConnected, guide, stop } = detail.capabilities;
  const awaits = findAwaited(detail, snapshot);
  const isReached = textOnly !== 'none' || awaits === 'next-step';
  return {
    force: (turnIsOpen || isTaught) && isReached && !isForced,
    guide: turnIsOpen && guide,
    snooze: turnIsOpen,
    stop: turnIsOpen && stop,
    keepWaiting: turnIsOpen && detail.stopsAt !== undefined,
    report: detail.report !== undefined,
    draft: hasDraft(detail),
    connect: !isForced && awaits === undefined && isUnconnected(detail, snapshot),
    awaits,
    connectAndForce: turnIsOpen && onceConnected === true && !isForced,
    terminal: detail.terminal === true,
    answerThere:
      turnIsOpen && detail.terminal === true && detail.state === 'waiting' && detail.needsPerson,
    answer: isLive && detail.verdict !== undefined,
  };
}

function findAwaited(
  { open, capabilities }: SessionDetail,
  { link, playback, paused }: Snapshot,
): Capabilities['awaitsHooks'] {
  const canCome = open && playback === undefined && !paused && link.state === 'connected';
  return canCome ? capabilities.awaitsHooks : undefined;
}

function hasDraft({ verdict }: SessionDetail): boolean {
  return verdict?.draft !== undefined;
}

function isUnconnected({ open, capabilities }: SessionDetail, { playback }: Snapshot): boolean {
  return playback === undefined && capabilities.textOnly === 'none' && open;
}

/** Tools stay off also once that was ignored. */
function hasToolsOff({ receipts }: SessionDetail): boolean {
  return receipts.some(
    ({ kind, state }) =>
      kind === 'text-only' &&
      (state === 'requested' || state === 'delivered' || state === 'ignored'),
  );
}

/** All is well, as far as is known: nothing asks to be acted on. */
export function isCalm({ state, needsPerson }: SessionDetail): boolean {
  return state === 'progressing' || state === 'idle' || (state === 'waiting' && !needsPerson);
}

/** An order of this turn was ignored, and nothing has come of it yet. */
export function isIgnored({ open, receipts }: SessionDetail): boolean {
  return open && receipts.findLast(({ kind }) => kind === 'text-only')?.state === 'ignored';
}

/** What keeps one of these orders from being carried out right now. */
export function openGap(receipts: readonly Receipt[]): OrderGap['why'] | undefined {
  return receipts.find(({ gap }) => gap !== undefined && gap.until === undefined)?.gap?.why;
}

/** The entries of the “More actions” and “Snooze” menus. `isCalm`: what has no button stands there, too. */
export function moreEntries(page: Page, can: PossibleActions, isCalm: boolean): MenuEntry[] {
  const entry = (text: PageTextId, enabled: boolean, run: () => void): MenuEntry => ({
    id: text,
    text: page.texts.get(text),
    enabled,
    run,
  });
  return [
    ...(isCalm
      ? [
          entry('action.forceRespond', can.force, () => {
            page.command('forceRespond');
          }),
          entry('action.guide', can.guide, () => {
            page.openGuide();
          }),
        ]
      : []),
    entry('action.stop', can.stop, () => {
      page.command('stopTurn');
    }),
    entry('action.showTerminal', can.terminal, () => {
      page.command('showTerminal');
    }),
    entry('action.falseAlarm', can.answer, () => {
      page.previewAnswer('false-alarm');
    }),
    entry('action.reallyStuck', can.answer, () => {
      page.previewAnswer('really-stuck');
    }),
    entry('action.copyDraft', can.draft, () => {
      page.command('copyDraft');
    }),
    entry('action.copyReport', can.report, () => {
      page.command('copyReport');
    }),
    entry('action.shareTurn', true, () => {
      page.command('shareTurn');
    }),
    entry('action.exportTurn', true, () => {
      page.command('exportTurn');
    }),
    entry('action.help', true, () => {
      page.openHelp();
    }),
  ];
}

/** How many steps a snooze may last. */
const SNOOZE_STEPS = [5, 10, 20];

export function snoozeEntries(page: Page): MenuEntry[] {
  return SNOOZE_STEPS.map((steps) => ({
    id: String(steps),
    text: page.texts.get('action.snooze.steps', { count: steps }),
    enabled: true,
    run: () => {
      page.command('snooze', { steps });
    },
  }));
}

/** What the person can judge the stall by, while it lasts. */
export function currentReport({ state, report }: SessionDetail): EscalationReport | undefined {
  return state === 'stalled' || state === 'escalated' ? report : undefined;
}
