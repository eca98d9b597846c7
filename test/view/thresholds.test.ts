/** The thresholds panel in a real Chromium: what it shows, what it posts, by mouse and keyboard, in every theme. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  thresholdKeys,
  thresholdSpecs,
  type ThresholdKey,
} from '../../src/core/thresholds/thresholds.js';
import type { FromPanel } from '../../src/protocol/thresholds.js';
import { moreInAll } from '../tier.js';
import { violations } from './axe.js';
import { drawn, post, themeNames, type OpenOptions } from './browser.js';
import { usePages } from './pages.js';
import {
  answer,
  field,
  panelState,
  panelStates,
  showPanel,
  stalledAt,
  thresholds,
} from './fixtures/thresholds.js';

const RESULT = 'balanced.sameResult';
const row = (page: Page, key: string = RESULT) => page.locator(`.row[data-key="${key}"]`);

/** What the panel posted after its first message. */
async function postedByPanel(page: Page): Promise<FromPanel[]> {
  const all: unknown[] = await page.evaluate(() => window.posted);
  return JSON.parse(JSON.stringify(all.slice(1))) as FromPanel[];
}

/** The value of a field: the toolkit writes it with the next frame. */
async function valueOf(page: Page, key: ThresholdKey): Promise<string> {
  await drawn(page);
  return field(page, key).inputValue();
}

describe('thresholds panel', function () {
  const pages = usePages(this, 300_000);
  let page: Page;

  async function open(
    more: Parameters<typeof showPanel>[1] = { state: panelState() },
    options: OpenOptions = {},
  ): Promise<void> {
    page = await pages.open({ panel: true, width: 760, ...options });
    await showPanel(page, more);
  }

  for (const theme of themeNames) {
    // colours are the same at every width
    const widths = theme === 'dark' ? [300, ...moreInAll([760])] : [300];
    it(`has no axe violation and no overflow in ${theme} at ${widths.join(' and ')} px`, async () => {
      page = await pages.open({ panel: true, theme });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        for (const [name, make] of Object.entries(panelStates)) {
          await showPanel(page, make());
          assert.deepEqual(await violations(page, theme), [], `${name} at ${width} px`);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= width, `${name} at ${width} px is ${wide} px wide`);
          await page.keyboard.press('Escape');
        }
      }
      assert.deepEqual(await page.evaluate(() => window.violations), []);
    });
  }

  it('shows every threshold with its bounds; those of other presets are folded away', async () => {
    await open();
    assert.equal(await page.locator('.row').count(), thresholdKeys.length);
    for (const key of thresholdKeys) {
      const { min, max, default: usual, preset } = thresholdSpecs[key];
      assert.equal(await field(page, key).inputValue(), String(usual), key);
      assert.match(
        (await row(page, key).locator('.bounds').textContent()) ?? '',
        new RegExp(`^${min} to ${max}, default ${usual}$`),
      );
      assert.equal(await row(page, key).isVisible(), preset === 'balanced', key);
    }
    assert.equal(
      await page.locator('.preset').first().locator('.preset-title').textContent(),
      'Balanced (in effect)',
    );
  });

  it('shows each scope’s own value, what is in force and where it comes from', async () => {
    await open({
      state: panelState({
        thresholds: thresholds({
          [RESULT]: {
            user: 6,
            workspace: 5,
            inForce: 5,
            origin: 'workspace',
            others: [{ agent: 'Codex', value: 3, origin: 'agent' }],
          },
        }),
      }),
    });
    assert.equal(await valueOf(page, RESULT), '6');
    assert.match(
      await row(page).innerText(),
      /Also set in: Workspace \(5\)[\s\S]*5 in effect, from the workspace settings\.[\s\S]*Codex 3 \(set for this agent\)/,
    );
    await page.getByRole('tab', { name: 'User' }).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(
      await page.getByRole('tab', { name: 'Workspace' }).getAttribute('aria-selected'),
      'true',
    );
    assert.equal(await valueOf(page, RESULT), '5');
    assert.match(await row(page).innerText(), /Also set in: User \(6\)/);
    assert.doesNotMatch(await row(page).innerText(), /in force, from/);
  });

  it('previews a typed value, saves it on Enter or on leaving the field, discards it on Escape', async () => {
    await open();
    await field(page, RESULT).fill('3');
    await page.waitForFunction(() => window.posted.length > 1);
    assert.deepEqual(await postedByPanel(page), [
      { type: 'try', draft: { key: RESULT, value: 3 } },
    ]);
    await page.keyboard.press('Escape');
    assert.equal(await valueOf(page, RESULT), '4');
    await page.waitForFunction(() => window.posted.length > 2);
    assert.deepEqual((await postedByPanel(page)).at(-1), { type: 'try' });
    await field(page, RESULT).fill('5');
    await page.keyboard.press('Enter');
    assert.deepEqual(
      (await postedByPanel(page)).filter(({ type }) => type === 'set'),
      [{ type: 'set', scope: 'user', key: RESULT, value: 5 }],
    );
    await page.getByRole('tab', { name: 'Workspace' }).click();
    await field(page, 'balanced.idleSteps').fill('12');
    await page.keyboard.press('Tab');
    assert.deepEqual((await postedByPanel(page)).filter(({ type }) => type === 'set').at(-1), {
      type: 'set',
      scope: 'workspace',
      key: 'balanced.idleSteps',
      value: 12,
    });
  });

  it('steps by the arrow keys, within the bounds', async () => {
    await open();
    await field(page, 'balanced.returns').focus();
    for (let times = 0; times < 3; times += 1) {
      await page.keyboard.press('ArrowDown');
    }
    assert.equal(await valueOf(page, 'balanced.returns'), '1');
    await page.keyboard.press('ArrowUp');
    assert.equal(await valueOf(page, 'balanced.returns'), '2');
  });

  for (const text of ['900', '1', '', '4.5', '-3']) {
    it(`rejects "${text}" with a message, and neither tries nor saves it`, async () => {
      await open();
      await field(page, RESULT).fill(text);
      await drawn(page); // the toolkit marks its field with the next frame
      assert.equal(
        await row(page).getByRole('alert').innerText(),
        'Enter a whole number from 2 to 50.',
      );
      assert.equal(await field(page, RESULT).getAttribute('aria-invalid'), 'true');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.waitForTimeout(200);
      assert.deepEqual(
        (await postedByPanel(page)).filter(({ type }) => type === 'set' || type === 'try'),
        [],
      );
    });
  }

  it('says when the turn stalls, now and with the edited value', async () => {
    await open({ state: panelState(), answer: answer() });
    assert.match(
      await page.locator('.what-if').innerText(),
      /Claude Code’s newest turn, 18 steps so far\s+Stalls at step 18/,
    );
    const outcome = row(page).locator('.outcome');
    assert.equal(await outcome.innerText(), 'Fires at step 18');
    await field(page, RESULT).fill('3');
    const edited = (step: number | undefined) =>
      post(page, {
        type: 'what-if',
        answer: answer({
          edited: {
            draft: { key: RESULT, value: 3 },
            result: step === undefined ? { ...stalledAt(0), byKey: {} } : stalledAt(step),
          },
        }),
      });
    for (const [step, text] of [
      [12, 'With 3: step 13 (with 4: step 18)'],
      [17, 'With 3: step 18 (with 4: step 18)'],
      [undefined, 'With 3: no stall (with 4: step 18)'],
    ] as const) {
      await edited(step);
      await drawn(page);
      assert.equal(await outcome.innerText(), text);
    }
    assert.equal(await outcome.getAttribute('aria-live'), 'polite');
    await page.keyboard.press('Escape');
    await drawn(page);
    assert.equal(await outcome.innerText(), 'Fires at step 18');
  });

  it('explains the effect of a threshold that never fires itself', async () => {
    await open({
      state: panelState({ preset: { inForce: 'progress-detector' } }),
      answer: answer(),
    });
    assert.equal(
      await row(page, 'progressDetector.minLength').locator('.outcome').isVisible(),
      false,
    );
    await field(page, 'progressDetector.minLength').fill('200');
    await post(page, {
      type: 'what-if',
      answer: answer({
        edited: { draft: { key: 'progressDetector.minLength', value: 200 }, result: stalledAt(9) },
      }),
    });
    await drawn(page);
    assert.equal(
      await row(page, 'progressDetector.minLength').locator('.outcome').innerText(),
      'With 200: step 10 (with 60: step 19)',
    );
  });

  it('offers the presets with the verdicts of each, and saves the chosen one', async () => {
    await open({ state: panelState(), answer: answer() });
    assert.deepEqual(await page.locator('.preset-head .outcome').allInnerTexts(), [
      '',
      'Would stall at step 19',
      'Would not stall',
      'Would not stall',
      'Would stall at step 15',
    ]);
    const choice = page.getByRole('combobox', { name: 'Preset' });
    await choice.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.deepEqual((await postedByPanel(page)).at(-1), {
      type: 'preset',
      scope: 'user',
      preset: 'progress-detector',
    });
    await showPanel(page, {
      state: panelState({ preset: { inForce: 'patterns', user: 'patterns' } }),
    });
    assert.equal(
      await page.locator('.preset').first().locator('.preset-title').textContent(),
      'Patterns (in effect)',
    );
    assert.equal(await row(page, 'patterns.sameResult').isVisible(), true);
    assert.equal(await row(page).isVisible(), false);
    await page.getByRole('button', { name: 'Reset preset' }).click();
    assert.deepEqual((await postedByPanel(page)).at(-1), { type: 'preset', scope: 'user' });
  });

  it('resets one threshold or all, and offers to undo', async () => {
    await open({
      state: panelState({
        thresholds: thresholds({ [RESULT]: { user: 6, inForce: 6, origin: 'user' } }),
      }),
    });
    assert.equal(await page.locator('.row .row-head button:visible').count(), 1);
    await page
      .getByRole('button', { name: 'Reset “Same call, same result” in the user settings' })
      .click();
    await page.getByRole('button', { name: 'Reset all thresholds in the user settings' }).click();
    assert.deepEqual(await postedByPanel(page), [
      { type: 'set', scope: 'user', key: RESULT },
      { type: 'reset-all', scope: 'user' },
    ]);
    await post(page, {
      type: 'notice',
      text: 'notice.reset.many',
      params: { count: 2 },
      undo: true,
    });
    await drawn(page);
    assert.match(await page.getByRole('status').innerText(), /2 thresholds were reset\./);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.deepEqual((await postedByPanel(page)).at(-1), { type: 'undo' });
  });

  it('saves for one agent, and forgets what was learned for it', async () => {
    await open();
    await page.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: 'Codex' }).click();
    assert.deepEqual((await postedByPanel(page)).at(-1), { type: 'agent', agent: 'codex' });
    await showPanel(page, {
      state: panelState({
        agent: 'codex',
        thresholds: thresholds({ [RESULT]: { inForce: 5, origin: 'learned' } }),
      }),
    });
    assert.equal(await valueOf(page, RESULT), '5');
    await page.getByRole('button', { name: 'Forget what was learned' }).click();
    await field(page, RESULT).fill('7');
    await page.keyboard.press('Enter');
    assert.deepEqual(
      (await postedByPanel(page)).filter(({ type }) => type === 'forget' || type === 'set'),
      [
        { type: 'forget', agent: 'codex', key: RESULT },
        { type: 'set', scope: 'user', agent: 'codex', key: RESULT, value: 7 },
      ],
    );
  });

  it('keeps a half-typed value when settings change elsewhere', async () => {
    await open();
    await field(page, RESULT).fill('9');
    await showPanel(page, {
      state: panelState({
        thresholds: thresholds({
          [RESULT]: { user: 6, inForce: 6, origin: 'user' },
          'balanced.returns': { user: 3, inForce: 3, origin: 'user' },
        }),
      }),
    });
    assert.equal(await valueOf(page, RESULT), '9');
    assert.equal(await valueOf(page, 'balanced.returns'), '3');
    await page.keyboard.press('Escape');
    assert.equal(await valueOf(page, RESULT), '6');
  });

  it('writes to the user settings only where no folder is open, and remembers its scope', async () => {
    await open({ state: panelState({ hasWorkspace: false }) }, { saved: { scope: 'workspace' } });
    assert.ok(await page.getByRole('tab', { name: 'Workspace' }).isDisabled());
    assert.equal(
      await page.getByRole('tab', { name: 'User' }).getAttribute('aria-selected'),
      'true',
    );
    await page.close();
    await open({ state: panelState() }, { saved: { scope: 'workspace', agent: 'codex' } });
    assert.equal(
      await page.getByRole('tab', { name: 'Workspace' }).getAttribute('aria-selected'),
      'true',
    );
    const first: unknown = await page.evaluate(() => window.posted[0]);
    assert.deepEqual(first, { type: 'ready', agent: 'codex' });
  });

  it('shows hostile names as text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    await open({
      state: panelState({ agents: [{ id: 'x', name }], agent: 'x' }),
      answer: answer({ basis: { kind: 'recorded', agent: name, file: name, steps: 3 } }),
    });
    assert.equal(await page.locator('img').count(), 0);
    assert.match(await page.locator('.what-if').innerText(), /<img src=x/);
    assert.deepEqual(await page.evaluate(() => window.violations), []);
  });
});
