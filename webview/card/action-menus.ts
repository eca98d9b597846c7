/** The entries of the “More actions” and “Snooze” menus. */
import type { PageTextId } from '../../src/protocol/page-texts.js';
import type { Page } from '../page/page.js';
import type { MenuEntry } from '../ui/menu.js';
import type { PossibleActions } from './possible-actions.js';

export function moreEntries(page: Page, can: PossibleActions): MenuEntry[] {
  const entry = (text: PageTextId, enabled: boolean, run: () => void): MenuEntry => ({
    id: text,
    text: page.texts.get(text),
    enabled,
    run,
  });
  return [
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
    entry('action.showLog', true, () => {
      page.command('showLog');
    }),
    entry('action.openSettings', true, () => {
      page.command('openSettings');
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
