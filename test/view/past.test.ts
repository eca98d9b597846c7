/** What the logs of this machine tell, in a real Chromium: offered, looked at, and found. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { contains, lacks } from '../contains.js';
import { posted, showSnapshot } from './browser.js';
import { state } from './fixtures/states.js';
import { usePages } from './pages.js';

describe('page: what the logs of this machine tell', function () {
  const pages = usePages(this);
  const newest = async (page: Page): Promise<unknown> => (await posted(page)).at(-1);

  it('is offered, by a quiet card that goes for good', async () => {
    const page = await pages.show(state('past-offered'));
    contains(await page.locator('.past-offer').innerText(), 'Nothing leaves the machine.');
    await page.getByRole('button', { name: 'Don’t offer again' }).click();
    assert.deepEqual(await newest(page), { type: 'past', order: 'dismiss' });
    await page.getByRole('button', { name: 'Look at the last 30 days' }).click();
    assert.deepEqual(await newest(page), { type: 'past', order: 'look' });
  });

  it('says how far the look is, and Esc or Stop ends it', async () => {
    const page = await pages.show(state('past-looking'));
    contains(await page.locator('.past-look').innerText(), '84 of 121 logs');
    assert.equal(await page.getByRole('progressbar').getAttribute('value'), '84');
    await page.keyboard.press('Escape');
    assert.deepEqual(await newest(page), { type: 'past', order: 'stop' });
    await page.getByRole('button', { name: 'Stop' }).click();
    assert.deepEqual(await newest(page), { type: 'past', order: 'stop' });
    // once it is over, the key ends nothing
    await showSnapshot(page, state('past-found'));
    const before = (await posted(page)).length;
    await page.keyboard.press('Escape');
    assert.equal((await posted(page)).length, before);
  });

  it('shows this folder’s turns in place of “No agent running”, and the machine’s', async () => {
    const page = await pages.show(state('past-found'));
    const text = (): Promise<string> => page.locator('#page').innerText();
    lacks(await text(), 'No agent running');
    assert.match(await text(), /turns\s+70\s+stalled\s+6/);
    contains(
      await text(),
      'Stalled for 1 h 28 min; 41% of those turns’ tokens (about $38) came after the first alarm.',
    );
    contains(await text(), 'Dollars by list prices known on Nov 28, 2026, or your own;');
    await page.getByRole('button', { name: 'This machine' }).click();
    assert.match(await text(), /turns\s+92\s+stalled\s+7/);
    // one of its models has no price: the tokens alone, and why
    contains(await text(), '38% of those turns’ tokens came after the first alarm.');
    contains(
      await text(),
      'no price is known for a model that the log doesn’t name and house-model',
    );
    lacks(await text(), '$');
    contains(await text(), '2 early warnings in turns that ended well.');
    const row = page.getByRole('row').filter({ hasText: 'Gemini CLI' });
    assert.match(await row.innerText(), /^api Gemini CLI\s+14\s+1$/);
    contains(await text(), 'Logs that couldn’t be judged: 3.');
    contains(await text(), 'A pause counts for 15 minutes at most. Nothing was sent anywhere.');
  });

  it('opens a stall by keyboard: its list is one tab stop', async () => {
    const page = await pages.show(state('past-asked'));
    await page.getByRole('button', { name: 'Back to the sessions' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.deepEqual(await newest(page), { type: 'past', order: 'open', stall: 1 });
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    assert.deepEqual(await newest(page), { type: 'past', order: 'open', stall: 2 });
    await page.getByRole('button', { name: 'Back to the sessions' }).click();
    assert.deepEqual(await newest(page), { type: 'past', order: 'close' });
  });

  it('claims nothing where nothing stalled, and speaks German', async () => {
    const calm = await pages.show(state('past-calm'));
    const text = await calm.locator('.past').innerText();
    assert.match(text, /turn\s+1\s+stalled\s+0/);
    lacks(text, 'Stalled for');
    contains(text, 'Logs not looked into, the oldest: 210.');
    const page = await pages.show(state('past-found'), { locale: 'de' });
    const german = await page.locator('.past').innerText();
    contains(german, 'Letzte 30 Tage');
    contains(german, 'Nichts wurde gesendet.');
    lacks(german, 'stalled');
    assert.match(german, /41\s%\sder Tokens dieser Turns \(etwa 38\s\$\) kamen/);
    contains(german, 'Dollar nach den am 28.11.2026 bekannten Listenpreisen oder Ihren eigenen;');
  });
});
