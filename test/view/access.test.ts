import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { SessionState } from '../../src/core/view/snapshot.js';
import { violations } from './axe.js';
import { drawn, posted, showSnapshot, themeNames } from './browser.js';
import { longRun } from './fixtures/rows.js';
import { detail, others, snapshot } from './fixtures/snapshots.js';
import { state } from './fixtures/states.js';
import { moreInAll } from '../tier.js';
import { usePages } from './pages.js';

/** The list is windowed: every row can be reached by keyboard, wherever the page is scrolled. */
async function toggleByKeyboard(page: Page, key: string): Promise<void> {
  await page.locator('.line[tabindex="0"]').focus();
  await page.keyboard.press('Home');
  for (
    let row = 0;
    row < 40 &&
    (await page.evaluate(() =>
      document.activeElement?.closest('.row')?.getAttribute('data-key'),
    )) !== key;
    row += 1
  ) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await drawn(page);
}

const common = [
  'stalled',
  'escalated',
  'requested',
  'progressing',
  'not-connected',
  'recorded',
  'empty-connect',
  'empty-git',
  'past-offered',
  'past-found',
] as const;
/** Looked at in the narrowest page only, where most is left out. */
const narrow = [
  'answered',
  'achieved-only-watched',
  'branches',
  'chapters',
  'counting',
  'culprit',
  'ended-answered',
  'ended-stalled',
  'ended-unanswered',
  'long-call',
  'long-turn',
  'past-asked',
  'past-calm',
  'past-looking',
  'silent',
  'stalled-to-connect',
  'stopping',
  'unhooked',
] as const;

describe('page: accessibility', function () {
  const pages = usePages(this, 300_000);
  let page: Page;

  for (const theme of themeNames) {
    it(`has no axe violation and no overflow in ${theme}`, async () => {
      page = await pages.open({ theme, height: 700 });
      // colours are the same at every width
      for (const width of theme === 'dark' ? [200, ...moreInAll([300, 420, 900])] : [200]) {
        await page.setViewportSize({ width, height: 700 });
        for (const name of width === 200 ? [...common, ...narrow] : common) {
          await showSnapshot(page, state(name));
          if (name === 'stalled') {
            await toggleByKeyboard(page, 'step:18');
          }
          assert.deepEqual(await violations(page, theme), [], `${name} at ${width} px`);
          const wide = await page.evaluate(() => [
            document.documentElement.scrollWidth,
            window.innerWidth,
          ]);
          assert.ok(
            (wide[0] ?? 0) <= (wide[1] ?? 0),
            `${name} at ${width} px is ${wide[0]} px wide`,
          );
          if (name === 'stalled') {
            await toggleByKeyboard(page, 'step:18');
          }
        }
      }
      assert.deepEqual(await page.evaluate(() => window.violations), []);
    });
  }

  it('keeps every button inside a side bar of 200 px', async () => {
    page = await pages.show(
      snapshot(detail('stalled'), { sessions: [detail('stalled'), ...others] }),
      { width: 200 },
    );
    const out = await page
      .locator('button, vscode-button')
      .evaluateAll((all) =>
        all
          .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > 200.5)
          .map((each) => each.outerHTML.slice(0, 100)),
      );
    assert.deepEqual(out, []);
  });

  it('makes the list one tab stop, with arrows, Home, End and Space', async () => {
    page = await pages.show(snapshot(detail('progressing', { rows: longRun(300) })));
    assert.equal(await page.locator('.line[tabindex="0"]').count(), 1);
    await page.locator('.line[tabindex="0"]').focus();
    const label = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await page.keyboard.press('End');
    assert.match(await label(), /^Step 1, /);
    await page.keyboard.press('ArrowUp');
    assert.match(await label(), /^Step 2, /);
    await page.keyboard.press('Home');
    assert.match(await label(), /^Step 300, /);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-expanded')),
      'true',
    );
    await page.keyboard.press('ArrowLeft');
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-expanded')),
      'false',
    );
    assert.equal(await page.locator('.line[tabindex="0"]').count(), 1);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.closest('.list')), null);
  });

  it('keeps the focused line in view, not covered by head or foot', async () => {
    page = await pages.show(
      snapshot(detail('stalled', { rows: longRun(300) }), {
        sessions: [detail('stalled'), ...others],
      }),
      { height: 600 },
    );
    await page.locator('.line[tabindex="0"]').focus();
    for (const key of [
      'End',
      'Home',
      'PageDown',
      'PageDown',
      'PageUp',
      'ArrowDown',
      'End',
      'ArrowUp',
    ]) {
      await page.keyboard.press(key);
      const free = await page.evaluate(() => {
        const box = document.activeElement?.getBoundingClientRect();
        const head = document.querySelector('.head')?.getBoundingClientRect();
        const foot = document.querySelector('.sessions')?.getBoundingClientRect();
        return (
          box !== undefined &&
          head !== undefined &&
          foot !== undefined &&
          box.top >= head.bottom - 1 &&
          box.bottom <= foot.top + 1
        );
      });
      assert.ok(free, `hidden after ${key}`);
    }
  });

  it('forces and snoozes on F and S, but not while typing and not with modifiers', async () => {
    page = await pages.show(snapshot(detail('stalled')));
    await page.locator('.line[tabindex="0"]').focus();
    await page.keyboard.press('f');
    await page.keyboard.press('s');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+f');
    await page.evaluate(() => {
      const input = document.createElement('input');
      document.body.append(input);
      input.focus();
    });
    await page.keyboard.press('f');
    await showSnapshot(page, snapshot(detail('idle')));
    await page.evaluate(() => {
      document.querySelector('input')?.remove();
    });
    await page.keyboard.press('f');
    assert.deepEqual(
      (await posted(page)).flatMap((message) =>
        message.type === 'command' ? [message.command] : [],
      ),
      ['forceRespond', 'snooze'],
    );
  });

  it('announces changes of state once, politely, and nothing else', async () => {
    page = await pages.open();
    const spoken = page.locator('[aria-live]');
    await page.evaluate(() => {
      const said: (string | null)[] = [];
      Object.assign(window, { said });
      const live = document.querySelector('[aria-live]');
      if (live !== null) {
        new MutationObserver(() => {
          said.push(live.textContent);
        }).observe(live, { childList: true, characterData: true, subtree: true });
      }
    });
    assert.equal(await spoken.count(), 1);
    const sequence: SessionState[] = ['progressing', 'progressing', 'stalled', 'stalled', 'idle'];
    for (const [value, each] of sequence.entries()) {
      const shown = detail(each, each === 'idle' ? { end: { how: 'answered', steps: 13 } } : {});
      await showSnapshot(
        page,
        snapshot({ ...shown, counters: shown.counters.map((counter) => ({ ...counter, value })) }),
      );
    }
    assert.deepEqual(await page.evaluate((): unknown => Reflect.get(window, 'said')), [
      'Fix the failing test in the cart: Stalled. 7 steps in a row brought nothing new (limit 7).',
      'Fix the failing test in the cart: Answered, 13 steps.',
    ]);
    assert.equal(await spoken.getAttribute('aria-live'), 'polite');
  });

  it('animates the state of a turn, but not with reduced motion', async () => {
    const animation = (): Promise<string> =>
      page.locator('.state-icon').evaluate((icon) => getComputedStyle(icon).animationName);
    page = await pages.show(state('long-turn'), { moving: true });
    assert.notEqual(await animation(), 'none');
    page = await pages.show(state('long-turn'));
    assert.equal(await animation(), 'none');
  });

  it('keeps its marks in forced colours', async () => {
    page = await pages.show(state('long-turn'), { forcedColors: true });
    await showSnapshot(page, snapshot(detail('watch')));
    assert.equal(
      await page
        .locator('.bar')
        .first()
        .evaluate((bar) => getComputedStyle(bar).borderTopStyle),
      'solid',
    );
  });

  it('operates the menu by keyboard alone', async () => {
    page = await pages.show(snapshot(detail('stalled')));
    const button = page.getByRole('button', { name: 'More actions' });
    await button.focus();
    await page.keyboard.press('Enter');
    await drawn(page);
    assert.equal(await button.getAttribute('aria-expanded'), 'true');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Stop turn');
    await page.keyboard.press('End');
    assert.equal(
      await page.evaluate(() => document.activeElement?.textContent),
      'Keyboard shortcuts',
    );
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('menu').count(), 0);
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'More actions',
    );
  });
});
