/** What the ⋯ button and Snooze open to. */
import type { PageTextId } from '../../src/protocol/view.js';
import type { Possible } from './actions.js';
import type { MenuEntry } from '../ui/menu.js';
import type { Page } from '../page/page.js';

export function moreEntries(page: Page, can: Possible): MenuEntry[] {
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
    entry('action.falseAlarm', can.answer, () => {
      page.teach('false-alarm');
    }),
    entry('action.reallyStuck', can.answer, () => {
      page.teach('really-stuck');
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
      page.help();
    }),
    entry('action.showLog', true, () => {
      page.command('showLog');
    }),
    entry('action.openSettings', true, () => {
      page.command('openSettings');
    }),
  ];
}

/** Steps of a snooze. */
const SNOOZES = [5, 10, 20];

export function snoozeEntries(page: Page): MenuEntry[] {
  return SNOOZES.map((steps) => ({
    id: String(steps),
    text: page.texts.get('action.snooze.steps', { count: steps }),
    enabled: true,
    run: () => {
      page.command('snooze', { steps });
    },
  }));
}
