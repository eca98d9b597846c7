/** The player of a recorded run, by keyboard and by pointer. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { PlayerCommand } from '../../src/protocol/view.js';
import { drawn, posted, showSnapshot } from './browser.js';
import { detail, playback, snapshot } from './fixtures/snapshots.js';
import { state } from './fixtures/states.js';
import { usePages } from './pages.js';

const orders = async (page: Page): Promise<PlayerCommand[]> =>
  (await posted(page)).flatMap((message) => (message.type === 'player' ? [message.order] : []));
const recorded = (more: Parameters<typeof playback>[0] = {}) =>
  snapshot(detail('stalled'), { playback: playback(more) });

describe('the player', function () {
  const pages = usePages(this);
  let page: Page;

  it('appears for a recorded run only, without the actions on an agent', async () => {
    page = await pages.show(snapshot(detail('stalled')));
    assert.equal(await page.getByRole('slider').count(), 0);
    assert.equal(await page.getByRole('button', { name: /Force respond/ }).isVisible(), true);
    await showSnapshot(page, recorded());
    await page.getByRole('slider').waitFor();
    assert.match(
      await page.locator('.notices').innerText(),
      /Recorded run\s+Step 18 of 39 · claude-code-2025-01-15\.jsonl/,
    );
    for (const name of [/Force respond/, /Guide/, /Snooze/]) {
      assert.equal(await page.getByRole('button', { name }).isVisible(), false, String(name));
    }
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Back to live' }).click();
    assert.deepEqual(
      (await posted(page)).flatMap((message) =>
        message.type === 'command' ? [message.command] : [],
      ),
      ['closeRecordedRun'],
    );
    await showSnapshot(page, snapshot(detail('stalled')));
    assert.equal(await page.getByRole('slider').isVisible(), false);
  });

  it('shows the progress of a long seek, without announcing every change to screen readers', async () => {
    page = await pages.show(recorded({ busy: true, reached: 0.419 }));
    assert.match(
      await page.locator('.notices').innerText(),
      /Step 18 of 39, 41% done · claude-code/,
    );
    assert.equal(
      await page.getByRole('slider').getAttribute('aria-valuetext'),
      'Step 18 of 39 · Stalled',
    );
    await showSnapshot(page, recorded());
    assert.doesNotMatch(await page.locator('.notices').innerText(), /% done/);
  });

  it('says its position, and the verdict reached there', async () => {
    page = await pages.show(recorded());
    const slider = page.getByRole('slider', { name: 'Position in the recorded run' });
    const values = () =>
      Promise.all(
        ['aria-valuemin', 'aria-valuenow', 'aria-valuemax', 'aria-valuetext'].map((name) =>
          slider.getAttribute(name),
        ),
      );
    assert.deepEqual(await values(), ['0', '19', '41', 'Step 18 of 39 · Stalled']);
    await showSnapshot(page, recorded({ stop: 20, step: 19 }));
    assert.deepEqual(await values(), ['0', '20', '41', 'Step 19 of 39']);
    await showSnapshot(page, recorded({ stop: 0, step: -1 }));
    assert.deepEqual(await values(), ['0', '0', '41', 'Start of the run']);
    assert.equal(await page.locator('.scrub-verdict').count(), 3);
  });

  it('moves on the keys of a slider', async () => {
    page = await pages.show(recorded());
    await page.getByRole('slider').focus();
    for (const key of [
      'ArrowLeft',
      'ArrowRight',
      'ArrowDown',
      'ArrowUp',
      'Home',
      'End',
      'PageUp',
      'PageDown',
      ' ',
      'Control+ArrowLeft',
    ]) {
      await page.keyboard.press(key);
    }
    assert.deepEqual(await orders(page), [
      { to: 'back' },
      { to: 'forward' },
      { to: 'back' },
      { to: 'forward' },
      { to: 'stop', stop: 0 },
      { to: 'stop', stop: 41 },
      { to: 'stop', stop: 23 },
      { to: 'stop', stop: 15 },
      { to: 'play' },
    ]);
  });

  it('plays, pauses, steps and changes its speed', async () => {
    page = await pages.show(recorded());
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    for (const name of ['Play', 'Step back', 'Step forward', 'Previous verdict', 'Next verdict']) {
      await press(name);
    }
    await page.getByRole('combobox', { name: 'Speed' }).selectOption({ label: '8×' });
    await page.getByRole('combobox', { name: 'Speed' }).selectOption({ label: 'Fastest' });
    await showSnapshot(page, recorded({ playing: true }));
    await press('Pause');
    assert.deepEqual(await orders(page), [
      { to: 'play' },
      { to: 'back' },
      { to: 'forward' },
      { to: 'previousVerdict' },
      { to: 'nextVerdict' },
      { to: 'speed', speed: 8 },
      { to: 'speed', speed: 'max' },
      { to: 'pause' },
    ]);
  });

  it('keeps the focus at the end of the run', async () => {
    page = await pages.show(recorded({ stop: 40 }));
    const next = page.getByRole('button', { name: 'Step forward' });
    await next.focus();
    await showSnapshot(page, recorded({ stop: 41 }));
    assert.equal(await next.getAttribute('aria-disabled'), 'true');
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'Step forward',
    );
  });

  it('can be dragged: the thumb follows the pointer, and each position is requested once', async () => {
    page = await pages.show(recorded());
    const box = await page.locator('.scrub-marks').boundingBox();
    assert.ok(box);
    const at = (share: number) => page.mouse.move(box.x + box.width * share, box.y + 4);
    await at(0.5);
    await page.mouse.down();
    await at(0.5);
    await at(0.25);
    await drawn(page);
    assert.equal(await page.getByRole('slider').getAttribute('aria-valuenow'), '10');
    await showSnapshot(page, recorded({ stop: 12 }));
    assert.equal(
      await page.getByRole('slider').getAttribute('aria-valuenow'),
      '10',
      'a snapshot does not move it',
    );
    await at(-1);
    await page.mouse.up();
    await at(0.9);
    assert.deepEqual(await orders(page), [
      { to: 'stop', stop: 21 },
      { to: 'stop', stop: 10 },
      { to: 'stop', stop: 0 },
    ]);
    assert.equal(await page.getByRole('slider').getAttribute('aria-valuenow'), '12');
  });

  it('shows a file name as text', async () => {
    page = await pages.show(recorded({ file: '<img src=x onerror=alert(1)>\u202e.jsonl' }));
    assert.equal(await page.locator('.notices img').count(), 0);
    assert.match(await page.locator('.notices').innerText(), /Step 18 of 39/);
    assert.deepEqual(await page.evaluate(() => window.violations), []);
  });

  it('fits into 200 px', async () => {
    page = await pages.show(state('recorded'), { width: 200 });
    const out = await page
      .locator('.player *')
      .evaluateAll((all) =>
        all
          .filter((each) => each.getBoundingClientRect().right > 200.5)
          .map((each) => each.outerHTML.slice(0, 80)),
      );
    assert.deepEqual(out, []);
  });
});
