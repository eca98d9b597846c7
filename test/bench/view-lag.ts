/** How long after a step of an agent, or a click of the person, the view shows what became of it, in the real VS Code. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame, Locator, Page } from 'playwright-core';
import { claudeCode } from '../agent-calls/claude-code.js';
import { commandOf, type Told } from '../agent-calls/turn.js';
import { roundTrips, type Target } from './hooks.js';
import { median, quantile, type Row } from './row.js';

const STEPS = 25;
const CLICKS = 15;
/** After the steps of the other measurements in the same session. */
const FROM = 5000;
const LONGEST_MS = 3000;
/** Between two steps, and between a call and its end: the view is at rest again. */
const PAUSE_MS = 120;
/** DESIGN: the view is no more than this behind. */
const MOST_MS = 150;

/** What the page has seen: the row of a command, and each change of its look (milliseconds since the epoch). */
interface Seen {
  command: string;
  tone: string | null;
  at: number;
}

/** The last click in the page, and when a receipt that can be undone came or went after it (milliseconds since the epoch). */
interface SeenClick {
  at: number;
  changedAt?: number;
}

declare global {
  interface Window {
    turnwatchSeen?: Seen[];
    turnwatchClick?: SeenClick;
  }
}

export async function viewLagRows(
  page: Page,
  target: Target,
  place: { folder: string; home: string },
): Promise<Row[]> {
  const frame = page
    .frames()
    .find((each) => /[?&]extensionId=turnwatch\.turnwatch/i.test(each.parentFrame()?.url() ?? ''));
  if (frame === undefined) {
    return [{ what: 'A step in the view', value: undefined, unit: 'ms', note: 'it is not open' }];
  }
  await frame.evaluate(observe);
  const calls = claudeCode(place);
  const { log = '', opening, ending } = calls;
  const write = (lines: readonly object[]): void => {
    mkdirSync(dirname(log), { recursive: true });
    appendFileSync(log, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  };
  const begun: number[] = [];
  const ended: number[] = [];
  const tell = async (all: readonly Told[]): Promise<void> => {
    for (const told of all) {
      if ('log' in told) {
        write(told.log);
      } else if ('hook' in told && told.hook !== 'PreToolUse') {
        await roundTrips(target, [JSON.stringify(told.given[0])]);
      }
    }
  };
  await tell(opening);
  for (let n = FROM; n < FROM + STEPS; n += 1) {
    const [, line, ...end] = calls.call(n);
    await sleep(PAUSE_MS);
    let from = Date.now();
    await tell(line === undefined ? [] : [line]);
    const first = await seen(frame, commandOf(n), 0);
    begun.push(first - from);
    await sleep(PAUSE_MS);
    from = Date.now();
    await tell(end);
    ended.push((await seen(frame, commandOf(n), 1)) - from);
  }
  const receipts = await clicks(frame);
  await tell(ending());
  const row = (what: string, values: readonly number[]): Row => ({
    what,
    limit: MOST_MS,
    value: median(values),
    unit: 'ms',
    note: `median of ${values.length}, ${Math.min(...values)} to ${quantile(values, 0.9).toFixed(0)} (p90)`,
  });
  return [
    row('From a call in the log to its row in the view', begun),
    row('  from the end of its step to the verdict on it', ended),
    row('From a click on Force respond to its receipt', receipts),
  ];
}

/** Clicks on Force respond, each undone before it is delivered. @returns the times from the click to its receipt; NaN: none came */
async function clicks(frame: Frame): Promise<number[]> {
  await frame.evaluate(observeClicks);
  const times: number[] = [];
  for (let n = 0; n < CLICKS; n += 1) {
    // while all is well, it has no button
    await frame.getByRole('button', { name: 'More actions' }).click();
    times.push(await click(frame, frame.getByRole('menuitem', { name: 'Force respond' })));
    await click(frame, frame.locator('.receipt').getByRole('button', { name: 'Undo' }).first());
  }
  return times;
}

/** Clicks as a person does. @returns how long the receipts took to follow, from the event in the page; NaN: they did not */
async function click(frame: Frame, button: Locator): Promise<number> {
  await sleep(PAUSE_MS);
  await button.click();
  for (const until = Date.now() + LONGEST_MS; Date.now() < until;) {
    const { at, changedAt } = await frame.evaluate(() => window.turnwatchClick ?? { at: 0 });
    if (changedAt !== undefined) {
      return changedAt - at;
    }
    await sleep(20);
  }
  return Number.NaN;
}

/** When the page showed the command for the first time, or its `change`-th other look. NaN: it did not. */
async function seen(frame: Frame, command: string, change: number): Promise<number> {
  for (const until = Date.now() + LONGEST_MS; Date.now() < until;) {
    const all = await frame.evaluate(() => window.turnwatchSeen ?? []);
    const at = all.filter((each) => each.command === command)[change]?.at;
    if (at !== undefined) {
      return at;
    }
    await sleep(20);
  }
  return Number.NaN;
}

/** Runs in the page. */
function observe(): void {
  const known = new Map<string, string | null>();
  const all: Seen[] = (window.turnwatchSeen = []);
  new MutationObserver(() => {
    const at = Date.now();
    for (const row of [...document.querySelectorAll('.row')].slice(0, 6)) {
      const command = /npm run part-\d+/.exec(row.textContent)?.[0];
      const tone = row.querySelector('[data-tone]')?.getAttribute('data-tone') ?? null;
      if (command !== undefined && known.get(command) !== tone) {
        known.set(command, tone);
        all.push({ command, tone, at });
      }
    }
  }).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
}

/** Runs in the page. */
function observeClicks(): void {
  let canUndo = false;
  addEventListener('click', () => (window.turnwatchClick = { at: Date.now() }), true);
  new MutationObserver(() => {
    const can = document.querySelector('.receipt > vscode-button:not([hidden])') !== null;
    if (can !== canUndo && window.turnwatchClick !== undefined) {
      window.turnwatchClick.changedAt = Date.now();
    }
    canUndo = can;
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}
