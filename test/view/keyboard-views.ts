/** The pages that are gone through by keyboard, and how what opens in them is opened. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Snapshot } from '../../src/core/view/snapshot.js';
import type { Lesson } from '../../src/protocol/view.js';
import { drawn, post, type OpenOptions } from './browser.js';
import { longResult, step } from './fixtures/rows.js';
import { detail, snapshot } from './fixtures/snapshots.js';
import { state, states } from './fixtures/states.js';
import { answer, panelState, panelStates, showPanel, thresholds } from './fixtures/thresholds.js';
import type { PanelFixture } from './fixtures/thresholds.js';
import { installWalk } from './keyboard-page.js';
import type { Pages } from './pages.js';

/** High enough that no row is left out, and that nothing covers another. */
export const high: OpenOptions = {
  height: 6000,
  stopped: true,
  prepare: installWalk,
};

/** All that rows open to: several calls, changed files, a message with code, a result that is cut, and rows that are left. */
function manyDetails(): Snapshot {
  const [first] = step(1, 'Read', 'src/a.ts').calls;
  assert.ok(first);
  const calls = [0, 1, 2].map((call) => ({ ...first, call, id: `c${call}` }));
  return snapshot(
    detail('progressing', {
      olderRows: 40,
      rows: [
        { ...step(43, 'Read', 'src/a.ts'), calls },
        { ...step(42, 'Bash', 'make'), changed: ['src/a.ts', 'b.md'] },
        { kind: 'message', text: '**Done**\n\n```js\nconst a = 1;\n```' },
        step(41, 'Bash', 'npm test', { output: longResult().output.text }),
      ],
    }),
  );
}

const lesson: Lesson = {
  type: 'lesson',
  session: 'a1',
  verdict: '3.18.stalled.no-progress',
  answer: 'false-alarm',
  done: false,
  canUndo: false,
  text: 'Raises “Steps without progress” from 7 to 9.',
};

export const views: Record<string, () => Snapshot> = { ...states, 'many-details': manyDetails };
/** What opens below the card, in a page that shows a stall: closed, it gives the focus back to where that was. */
export const openers: Record<string, (page: Page) => Promise<void>> = {
  'a sentence to the agent': async (page) => {
    await menuButtons(page).first().focus();
    await page.keyboard.press('g');
    // an empty field is not sent
    await page.locator('.drawer textarea').fill('Look at the rounding first');
  },
  'what an answer would change': (page) => openLesson(page, lesson),
  'what an answer has changed': (page) =>
    openLesson(page, { ...lesson, done: true, canUndo: true }),
  'what cannot be undone': (page) => openLesson(page, { ...lesson, done: true }),
};

async function openLesson(page: Page, shown: Lesson): Promise<void> {
  await menuButtons(page).first().focus();
  await post(page, shown);
}

const learned: PanelFixture = {
  state: panelState({
    agent: 'claude-code',
    preset: { inForce: 'patterns', user: 'patterns' },
    thresholds: thresholds({
      'balanced.sameResult': { user: 5, inForce: 5, origin: 'user' },
      'balanced.idleSteps': { inForce: 12, origin: 'learned' },
    }),
  }),
  answer: answer(),
  notice: { type: 'notice', text: 'notice.reset.one', undo: true },
};
export const panels: Record<string, () => PanelFixture> = {
  ...panelStates,
  learned: () => learned,
};

export const menuButtons = (page: Page) =>
  page.locator('.menu-anchor > vscode-button:not([disabled])');

export async function openMenu(page: Page, index: number): Promise<void> {
  await menuButtons(page).nth(index).focus();
  await page.keyboard.press('Enter');
  await drawn(page);
}

/** Opens the reasons of the verdict, the folded sessions and rows, and two rows of each kind with what they hold. */
export async function openAll(page: Page): Promise<void> {
  for (const closed of [
    ".why-button[aria-expanded='false'], .session-fold[aria-expanded='false'], .row:is([data-kind=fold], [data-kind=chapter]) .line[aria-expanded='false']",
    ".row:not([data-kind=fold], [data-kind=chapter]) .line[aria-expanded='false']",
    ".call-line[aria-expanded='false'], details:not([open]) > summary",
  ]) {
    await page.evaluate((selector) => {
      const opened = new Map<string, number>();
      for (const each of document.querySelectorAll<HTMLElement>(selector)) {
        const kind = each.closest('.row')?.getAttribute('data-kind') ?? '';
        const count = opened.get(kind) ?? 0;
        opened.set(kind, count + 1);
        if (kind === '' || count < 2) {
          each.click();
        }
      }
    }, closed);
    await drawn(page);
  }
}

export async function showView(
  pages: Pages,
  name: string,
  opens?: (page: Page) => Promise<void>,
): Promise<Page> {
  const page = await pages.show(views[name]?.() ?? state(name), high);
  await page.waitForFunction(canAnswer);
  await opens?.(page);
  await drawn(page);
  return page;
}

/** A prompt takes no answer in its first moment, in which a click may be meant for something else. */
function canAnswer(): boolean {
  const answers = [...document.querySelectorAll('.asked :is(vscode-button, .asked-option)')];
  return answers.length === 0 || answers.some((each) => !each.matches(':disabled, [disabled]'));
}

export async function showPanelPage(pages: Pages, fixture: PanelFixture): Promise<Page> {
  const page = await pages.open({ ...high, panel: true, width: 760 });
  await showPanel(page, fixture);
  return page;
}

/** What is wrong, where. */
export class Found {
  private readonly problems: string[] = [];

  note(where: string, problems: readonly string[]): void {
    this.problems.push(...problems.map((problem) => `${where}: ${problem}`));
  }

  expectNone(): void {
    assert.deepEqual(this.problems, []);
  }
}
