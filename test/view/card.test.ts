/** The card of a stall: why, guidance, answers to a verdict, snoozing, shortcuts, and the empty states. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { SessionState } from '../../src/core/view/snapshot.js';
import type { Lesson, PageCommand } from '../../src/protocol/view.js';
import { drawn, post, posted, showSnapshot, themeNames } from './browser.js';
import { violations } from './axe.js';
import { detail, snapshot, withReport } from './fixtures/snapshots.js';
import { state } from './fixtures/states.js';
import { contains } from '../contains.js';
import { moreInAll } from '../tier.js';
import { usePages } from './pages.js';

const VERDICT = '3.18.stalled.no-progress';
const lesson = (more: Partial<Lesson> = {}): Lesson => ({
  type: 'lesson',
  session: 'a1',
  verdict: VERDICT,
  answer: 'false-alarm',
  done: false,
  canUndo: false,
  text: 'Lets this turn continue. Raises “Steps without progress” from 7 to 9 for Claude Code in this workspace.',
  ...more,
});
const stalled = () => snapshot(withReport(detail('stalled')));
const sentenceOf = (page: Page) => page.locator('.sentence').innerText();
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );
const commandsOf = async (page: Page): Promise<PageCommand[]> =>
  (await posted(page)).flatMap((message) => (message.type === 'command' ? [message.command] : []));
const menu = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
};

describe('card', function () {
  const pages = usePages(this, 300_000);
  let page: Page;

  it('explains a verdict: what is equal, what was ignored, the limit, what clears it, what was done before', async () => {
    page = await pages.show(stalled(), { stopped: true });
    const why = page.getByRole('button', { name: 'Why?' });
    assert.equal(await why.getAttribute('aria-expanded'), 'false');
    await why.click();
    assert.deepEqual(await page.locator('.why dd:visible').allInnerTexts(), [
      'the call and its result',
      'times of day and run times',
      'Steps without progress: 7 (learned from answers and outcomes)',
      'when a file or test result changes, or after 3 steps that bring something new',
      'edited src/cart.ts. Files read: 6, modified: 1, tests: 4, commands: 7 (last: 1:44 ago)',
      '358,240 (356,400 input, 341,000 of it cached; 1,840 output)',
      'Denies every tool call in this turn, with the reason, until the agent answers in words.',
    ]);
    await page.locator('.evidence').getByRole('button', { name: 'Go to step 16' }).click();
    assert.equal(
      await page.evaluate(() => document.activeElement?.closest('.row')?.getAttribute('data-key')),
      'step:16',
    );
    await why.click();
    assert.equal(await page.locator('.why').isVisible(), false);
  });

  it('answers a prompt with what was shown of it, and a denial with its reason', async () => {
    page = await pages.show(state('prompt'));
    const replies = async () => (await posted(page)).filter((message) => message.type === 'prompt');
    await page.getByRole('button', { name: 'Allow once' }).click();
    const shown = 'Bash\nnpm publish --access public';
    const reply = { type: 'prompt', id: '1234', shown, reason: '', options: [] };
    assert.deepEqual(await replies(), [{ ...reply, answer: 'allow' }]);
    await page.getByRole('button', { name: 'Deny…' }).click();
    await page.getByRole('textbox').fill('Not yet');
    await page.getByRole('textbox').press('Enter');
    assert.deepEqual((await replies()).at(-1), { ...reply, answer: 'deny', reason: 'Not yet' });
    page = await pages.show(state('prompt-question'));
    await page.getByRole('button', { name: 'Half to even, on each line' }).click();
    const chosen = (await replies()).at(-1);
    assert.deepEqual(chosen?.answer === 'choose' && chosen.options, [1]);
    page = await pages.show(state('prompt-cut'));
    assert.ok(await page.getByRole('button', { name: 'Allow once' }).isDisabled());
    page = await pages.show(state('prompt-late'));
    contains(await page.locator('.banner').innerText(), 'came too late and did not count');
    assert.equal(await page.getByRole('button', { name: 'Show terminal' }).count(), 1);
  });

  it('tells a limit that follows from a setting with both values and their units', async () => {
    for (const [name, limit] of [
      ['hung-editor', 'Program that waits for input: 10 min (setting: 120 s, default)'],
      ['hung-timeout', 'Running tool call: 16 min (the call’s own timeout plus 1 min)'],
      ['limit-tokens', 'Your token limit: 1,000,000 (from the user settings)'],
      ['explorer', 'Steps that found nothing: 15 (for the role “Explore”)'],
    ] as const) {
      page = await pages.show(state(name));
      await page.getByRole('button', { name: 'Why?' }).click();
      contains(await page.locator('.why dd:visible').allInnerTexts(), limit);
    }
  });

  it('counts the minutes of what hangs on between snapshots, in the sentence too', async () => {
    const shown = state('hung-editor');
    page = await pages.show(shown);
    const sentence = page.locator('.sentence');
    await page.getByRole('button', { name: 'Why?' }).click();
    const counter = page.locator('.counter', { hasText: 'Running tool call' }).first();
    assert.match(await sentence.innerText(), /^Running for 11 min, and probably waiting/);
    assert.equal(await counter.locator('.counter-value').innerText(), '11/10 min');
    // the page's clock goes on from the snapshot's
    await showSnapshot(page, { ...shown, at: shown.at + 5 * 60_000 });
    assert.match(await sentence.innerText(), /^Running for 16 min/);
    assert.equal(await counter.locator('.counter-value').innerText(), '16/10 min');
  });

  it('counts down to the stop of a turn that ignores its order: stop now, or keep waiting', async () => {
    const shown = state('counting');
    page = await pages.show(shown, { stopped: true });
    const sentence = page.locator('.sentence');
    assert.equal(
      (await sentence.innerText()).replaceAll('\u00a0', ' '),
      'It keeps calling tools although they are off. The turn will be stopped in 17 s.',
    );
    await showSnapshot(page, { ...shown, at: shown.at + 9_500 });
    assert.match(await sentence.innerText(), /stopped in 8\ss\.$/);
    await showSnapshot(page, { ...shown, at: shown.at + 30_000 });
    assert.match(await sentence.innerText(), /stopped in 0\ss\.$/);
    assert.deepEqual(await page.locator('.button-row:visible > :visible').allInnerTexts(), [
      'Stop now',
      'Keep waiting',
    ]);
    await page.getByRole('button', { name: /^Keep waiting/ }).click();
    await page.getByRole('button', { name: /^Stop now/ }).click();
    assert.deepEqual(await commandsOf(page), ['keepWaiting', 'stopTurn']);
    for (const theme of themeNames) {
      page = await pages.show(shown, { theme, width: 200 });
      assert.deepEqual(await violations(page, theme), [], theme);
    }
    page = await pages.show(state('recorded-counting'));
    await showSnapshot(page, state('recorded-counting'));
    assert.match(await sentenceOf(page), /stopped in 17\ss\.$/, 'recorded, it stands still');
    assert.equal(await page.locator('.button-row:visible').count(), 0);
  });

  it('says what holds after an ignored order that nobody stops, or that cannot be stopped', async () => {
    for (const [name, text, button] of [
      ['kept-waiting', /They stay off until it answers\.$/, 'Stop turn'],
      ['unstoppable', /can’t stop it: stop it where it runs\.$/, 'Force respond'],
    ] as const) {
      page = await pages.show(state(name));
      assert.match(await page.locator('.sentence').innerText(), text);
      assert.equal(await page.locator('.button-row > :visible').first().innerText(), button);
    }
    assert.ok(await page.getByRole('button', { name: /^Force respond/ }).isDisabled());
    page = await pages.show(state('answered-late'));
    assert.match(
      (await page.locator('.receipt').innerText()).replace(/\s+/g, ' '),
      /denials: 3 ignored twice answered \d/,
    );
  });

  it('takes back that tools are off while the hooks are gone, and offers to put them back', async () => {
    page = await pages.show(state('unhooked'));
    assert.match(
      await page.locator('.sentence').innerText(),
      /^Not in force: the hooks were taken/,
    );
    assert.match(
      (await page.locator('.receipt').innerText()).replace(/\s+/g, ' '),
      /delivered \S+ denials: 1 hooks gone \d/,
    );
    await page.getByRole('button', { name: 'Put hooks back' }).click();
    assert.deepEqual(await commandsOf(page), ['connect']);
  });

  it('shows the first four lines of the answer in the receipt, all of it on request, and copies it', async () => {
    page = await pages.show(state('answered'));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const words = page.locator('.answer-text');
    const lines = () =>
      words.evaluate((each) =>
        Math.round(each.clientHeight / parseFloat(getComputedStyle(each).lineHeight)),
      );
    assert.match(await words.innerText(), /^The cart test still fails/);
    assert.equal(await lines(), 4);
    await page.getByRole('button', { name: 'Show all' }).click();
    assert.ok((await lines()) > 8);
    await page.getByRole('button', { name: 'Show less' }).click();
    assert.equal(await lines(), 4);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.match(
      await page.evaluate(() => navigator.clipboard.readText()),
      /^The cart[^]*only in the sum\?$/,
    );
    await page.getByRole('button', { name: 'Show terminal' }).click();
    assert.deepEqual((await posted(page)).at(-1), {
      type: 'command',
      command: 'showTerminal',
      session: 'a1',
    });
    page = await pages.show(state('answered-late'));
    assert.equal(await page.getByRole('button', { name: 'Show terminal' }).count(), 0);
  });

  it('leads to the terminal in which the agent waits for the person, first', async () => {
    const page = await pages.show(state('waiting'));
    await page.locator('.button-row').getByRole('button', { name: 'Show terminal' }).click();
    assert.equal(await page.getByRole('button', { name: 'Force respond' }).count(), 0);
    assert.deepEqual((await posted(page)).at(-1), {
      type: 'command',
      command: 'showTerminal',
      session: 'a1',
    });
    // elsewhere in the menu, and in that of the session's row
    const answered = await pages.show(state('answered'));
    await answered.getByRole('button', { name: 'More actions' }).click();
    await answered.getByRole('menuitem', { name: 'Show terminal' }).waitFor();
    const several = state('elsewhere');
    const sessions = several.sessions.map((each) =>
      each.session === 'a1' ? { ...each, terminal: true as const } : each,
    );
    await showSnapshot(answered, { ...several, sessions });
    const row = answered.locator('.sessions [data-vscode-context]');
    assert.equal(await row.count(), 1);
    assert.deepEqual(JSON.parse((await row.getAttribute('data-vscode-context')) ?? ''), {
      webviewSection: 'turnwatchSession',
      preventDefaultContextMenuItems: true,
      turnwatchSession: 'a1',
    });
  });

  it('names what repeats and its steps, and goes on counting; the rule is told under Why?', async () => {
    page = await pages.show(state('culprit'));
    assert.equal(
      await page.locator('.sentence').innerText(),
      '“npm test” failed the same way 4 times (5, 7, 9, 11). 2 more since, last in step 15.',
    );
    assert.equal(await page.locator('.banner .told').innerText(), '✕ rounds a voucher (5 ms)');
    await page.getByRole('button', { name: 'Why?' }).click();
    assert.deepEqual(await page.locator('.evidence .chip').allInnerTexts(), ['5', '7', '9', '11']);
    assert.deepEqual(await page.locator('.evidence-title').allInnerTexts(), ['npm test']);
    assert.deepEqual(await page.locator('.told').allInnerTexts(), ['✕ rounds a voucher (5 ms)']);
    contains(
      await page.locator('.why dd:visible').allInnerTexts(),
      'The same tests failed 4 times despite edits (limit 4).',
    );
  });

  it('lists the calls of the evidence, each of which leads to its step', async () => {
    const shown = detail('stalled');
    const { verdict } = shown;
    page = await pages.show(
      snapshot({
        ...shown,
        ...(verdict && { verdict: { ...verdict, calls: [9, 10, 11, 16, 17, 18] } }),
      }),
    );
    await page.getByRole('button', { name: 'Why?' }).click();
    assert.deepEqual(
      (await page.locator('.evidence-head').allInnerTexts()).map((text) =>
        text.replace(/\s+/g, ' '),
      ),
      [
        '16 18 failed npm test -- cart',
        '17 ok src/cart.ts',
        '11 failed npm test -- cart',
        '10 ok src/cart.ts',
        '9 ok src/money.ts',
      ],
    );
    await page.locator('.chip').last().click();
    assert.equal(
      await page.evaluate(() => document.activeElement?.closest('.row')?.getAttribute('data-key')),
      'step:9',
    );
  });

  it('tells how a turn ended, and of a stop only what is confirmed', async () => {
    for (const [name, word] of [
      ['ended-answered', 'Answered · 13 steps · 4:03'],
      ['ended-unanswered', 'Ended without an answer · 13 steps · 4:03'],
      ['ended-stalled', 'Ended stalled · 91 of 99 steps · 4:03'],
      ['stopped', 'Stopped · 18 steps · 4:03'],
      ['stopping', 'Stopping…'],
    ] as const) {
      page = await pages.show(state(name), { stopped: true });
      assert.equal(await page.locator('.state').innerText(), word);
    }
    assert.equal(
      await page.locator('.sentence').innerText(),
      'The stop reaches the agent with its next step.',
    );
    page = await pages.show(state('stopped'));
    assert.match((await page.locator('.receipt').innerText()).replace(/\s+/g, ' '), /confirmed \d/);
    page = await pages.show(state('ended-answered'));
    // the finished ones below those that work
    await page.getByRole('button', { name: '3 finished' }).click();
    assert.deepEqual(await page.locator('.session-state').allInnerTexts(), [
      'Permission',
      'Progressing',
      'Answered',
      'Progressing',
      'Ended stalled',
      'Ended in an error',
      'Interrupted',
    ]);
    assert.deepEqual(await page.locator('.session-group').allInnerTexts(), ['Needs you', 'Others']);
  });

  it('says after a silent minute how long there has been no sign', async () => {
    const shown = state('silent');
    page = await pages.show(shown, { stopped: true });
    assert.equal(await page.locator('.state').innerText(), 'No sign for 4:22');
    await showSnapshot(page, { ...shown, paused: true });
    assert.equal(await page.locator('.state').innerText(), 'Progressing');
    const before = { ...shown, at: shown.at - 210_000 };
    await showSnapshot(page, before);
    assert.equal(await page.locator('.state').innerText(), 'Progressing');
    await showSnapshot(page, state('long-call'));
    assert.equal(await page.locator('.state').innerText(), 'Call running for 4:25');
  });

  it('shows a full counter as tripped only where that is the state', async () => {
    const { counters } = detail('stalled');
    const levels = async (state: SessionState): Promise<(string | null)[]> => {
      await showSnapshot(page, snapshot(detail(state, { counters })));
      return page
        .locator('.counter')
        .evaluateAll((all) => all.map((each) => each.getAttribute('data-level')));
    };
    page = await pages.show(stalled());
    assert.deepEqual(await levels('watch'), ['near', 'half']);
    assert.deepEqual(await levels('progressing'), [], 'all is quiet');
    assert.deepEqual(await levels('stalled'), [], 'said once');
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.locator('.counter').first().waitFor();
    assert.deepEqual(await levels('stalled'), ['full', 'half']);
  });

  it('shows too many sub-agents although the agent waits for them', async () => {
    page = await pages.show(state('fan-out'));
    assert.equal(await page.locator('.state').innerText(), 'Watch');
    assert.equal(
      await page.locator('.sentence').innerText(),
      '21 sub-agents are open at once (limit 20).',
    );
  });

  it('sends guidance on Enter, discards it on Escape, and returns the focus', async () => {
    page = await pages.show(stalled());
    await page.keyboard.press('g');
    await page.keyboard.type('never sent');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Guide…' }).click();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Round once,');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('at the end');
    await page.keyboard.press('Enter');
    const sent = (await posted(page)).filter((message) => message.type === 'command');
    assert.deepEqual(sent, [
      { type: 'command', command: 'guide', session: 'a1', text: 'Round once, at the end' },
    ]);
    assert.equal(await page.locator('.field').count(), 0);
    assert.equal(await focused(page), 'Guide…');
  });

  it('keeps what was typed as guidance when Guide is pressed once more', async () => {
    page = await pages.show(stalled());
    const guide = page.getByRole('button', { name: 'Guide…' });
    await guide.click();
    await page.keyboard.type('Round once');
    await guide.click();
    await page.keyboard.type(', at the end');
    assert.equal(await page.locator('.field').inputValue(), 'Round once, at the end');
  });

  it('begins guidance with what was drafted, selected: to be sent, changed or written over', async () => {
    page = await pages.show(state('culprit'));
    const draft =
      '`npm test` came out the same 4 times despite edits of `src/cart.ts`. Its output points to `test/cart.test.ts`, which none of your calls in this turn names. Open it before the next edit.';
    const field = page.locator('.field');
    await page.keyboard.press('g');
    assert.equal(await field.inputValue(), draft);
    await showSnapshot(page, state('culprit'));
    await page.keyboard.type('Read the test');
    assert.equal(await field.inputValue(), 'Read the test');
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('Enter');
    await menu(page, 'Copy drafted instruction');
    const sent = (await posted(page)).filter((message) => message.type === 'command');
    assert.deepEqual(sent, [
      { type: 'command', command: 'guide', session: 'a1', text: draft },
      { type: 'command', command: 'copyDraft', session: 'a1' },
    ]);
  });

  it('offers the way back beside the evidence, only where files have changed, and guides by what the host drafts', async () => {
    page = await pages.show(state('stalled-way-back'), { stopped: true });
    const offered = page.locator('.way-back').getByRole('button');
    assert.deepEqual(await offered.allInnerTexts(), ['Changes since step 16', 'Restore…']);
    contains((await offered.last().getAttribute('title')) ?? '', 'Shows first what it will write');
    await offered.first().click();
    await offered.last().click();
    assert.deepEqual(await commandsOf(page), ['changesSince', 'restoreFiles']);
    const draft = 'The files are back at what they were before step 16.';
    await post(page, { type: 'guide', session: 'a1', draft });
    assert.equal(await page.locator('.drawer textarea').inputValue(), draft);
    await post(page, { type: 'guide', session: 'another', draft: 'of another session' });
    assert.equal(await page.locator('.drawer textarea').inputValue(), draft);
    await showSnapshot(page, snapshot(withReport(detail('stalled'))));
    assert.equal(await offered.count(), 0);
    const { selected } = state('stalled-way-back');
    const recorded = state('recorded');
    await showSnapshot(page, { ...recorded, ...(selected !== undefined && { selected }) });
    assert.equal(await offered.count(), 0);
  });

  it('closes the drawer when another session is selected', async () => {
    page = await pages.show(stalled());
    await page.getByRole('button', { name: 'Guide…' }).click();
    await page.keyboard.type('for this agent only');
    await showSnapshot(page, stalled());
    assert.equal(await page.locator('.field').inputValue(), 'for this agent only');
    await showSnapshot(page, snapshot(detail('stalled', { session: 'b1' })));
    assert.equal(await page.locator('.field').count(), 0);
  });

  it('shows what a false alarm would change before it is confirmed, and can undo it', async () => {
    page = await pages.show(stalled());
    await menu(page, 'False alarm…');
    const taught = async () =>
      (await posted(page)).flatMap((message) =>
        message.type === 'teach' ? [[message.answer, message.sure]] : [],
      );
    assert.deepEqual(await taught(), [['false-alarm', false]]);
    await post(page, lesson());
    await page
      .locator('.drawer', { hasText: 'Raises “Steps without progress” from 7 to 9' })
      .waitFor();
    assert.equal(await focused(page), 'Confirm false alarm');
    await page.keyboard.press('Enter');
    await post(page, lesson({ done: true, canUndo: true, text: 'Taken as a false alarm.' }));
    await showSnapshot(page, snapshot(detail('progressing')));
    await page.locator('.drawer').getByRole('button', { name: 'Undo' }).click();
    assert.deepEqual(await taught(), [
      ['false-alarm', false],
      ['false-alarm', true],
      ['really-stuck', true],
    ]);
    await post(page, lesson({ done: true, text: 'Earlier answer undone.' }));
    await drawn(page);
    assert.equal(await page.locator('.drawer').getByRole('button', { name: 'Undo' }).count(), 0);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.drawer').isVisible(), false);
    assert.equal(await focused(page), 'More actions');
  });

  it('offers answers only for a verdict that can be answered', async () => {
    for (const shown of [snapshot(detail('progressing')), { ...stalled(), paused: true }]) {
      page = await pages.show(shown);
      await page.getByRole('button', { name: 'More actions' }).click();
      assert.equal(await page.getByRole('menuitem', { name: 'False alarm…' }).isEnabled(), false);
      await page.close();
    }
    page = await pages.show(stalled());
    await post(page, lesson({ session: 'somebody else' }));
    await drawn(page);
    assert.equal(await page.locator('.drawer').count(), 0);
  });

  it('snoozes by keyboard, and ends a snooze', async () => {
    page = await pages.show(stalled());
    await page.keyboard.press('s');
    assert.equal(await focused(page), '5 steps');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await showSnapshot(page, snapshot(detail('snoozed', { snoozedSteps: 20 })));
    assert.equal(await page.locator('.counters[data-calm]').count(), 1);
    await page.getByRole('button', { name: 'End snooze' }).click();
    assert.deepEqual(
      (await posted(page)).flatMap((message) =>
        message.type === 'command' ? [[message.command, message.steps]] : [],
      ),
      [
        ['snooze', 20],
        ['snooze', 0],
      ],
    );
  });

  it('lists the shortcuts on ?, closes on Escape, and returns the focus', async () => {
    page = await pages.show(stalled());
    await page.getByRole('button', { name: 'Force respond' }).focus();
    await page.keyboard.press('?');
    assert.equal(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).isVisible(), true);
    await page.keyboard.press('f');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.match((await focused(page)) ?? '', /^Force respond/);
    assert.deepEqual(await commandsOf(page), []);
  });

  it('says what the turn has achieved, and acts only from the menu while all is well', async () => {
    page = await pages.show(state('achieved-red'));
    const achieved = page.getByRole('list', { name: 'What this turn achieved' });
    assert.deepEqual(await achieved.getByRole('listitem').allInnerTexts(), [
      'Step 18',
      '23 files, over +1,804 −212',
      'tests 4 → 3 failing',
      'tasks 9 of 11: “Add the missing tests of rounding and vouchers”',
    ]);
    assert.equal(await page.locator('.button-row').count(), 0);
    await menu(page, 'Force respond');
    await menu(page, 'Guide…');
    assert.equal(await page.locator('.field').count(), 1);
    assert.deepEqual(await commandsOf(page), ['forceRespond']);
    await showSnapshot(page, state('achieved-green'));
    assert.deepEqual(await achieved.getByRole('listitem').allInnerTexts(), [
      '23 files +1,804 −212',
      'all 1,204 tests pass',
      'tasks 11 of 11',
    ]);
    await showSnapshot(page, snapshot(detail('idle', { end: { how: 'answered', steps: 3 } })));
    assert.equal(await achieved.count(), 0, 'nothing is known');
  });

  it('tells what the turn, the session and the day have cost, in dollars where every model has a price', async () => {
    page = await pages.show(state('spent'));
    const achieved = page.getByRole('list', { name: 'What this turn achieved' });
    const cost = achieved.getByRole('listitem').last();
    assert.equal(await cost.innerText(), '1.22M tokens, $1.37');
    assert.equal(
      await cost.locator('span').getAttribute('title'),
      '1,215,000 (1,200,000 input, 1,080,000 of it cached; 15,000 output)',
    );
    await page.locator('.last-progress summary').click();
    const more = page.locator('.last-more');
    await more.waitFor();
    const text = await more.innerText();
    contains(text, 'This turn: 1.22M tokens, $1.37');
    contains(text, 'This session: 4.13M tokens, $5.02');
    contains(text, 'Today, all agents: 9.52M tokens, $14');
    const { spent, ...known } = state('spent').selected ?? detail('idle');
    assert.ok(spent !== undefined);
    const partial = { ...spent.session, isPartial: true };
    await showSnapshot(page, snapshot({ ...known, spent: { turn: partial, session: partial } }));
    assert.equal(await cost.innerText(), '4.13M tokens');
    await showSnapshot(page, snapshot(known));
    assert.equal(/tokens/.test(await achieved.innerText()), false, 'nothing is known');
  });

  it('tells caps that were reached in the card and in the list, and acts only where one asks', async () => {
    page = await pages.show(state('capped'));
    const caps = page.getByRole('list', { name: 'Your caps that are reached' });
    const sentences = ['This turn: 1M tokens, your cap is 1M', 'Today: $20.40, your cap is $20'];
    assert.deepEqual(await caps.getByRole('listitem').allInnerTexts(), sentences);
    const rows = page.locator('.row[data-kind="cap"]');
    assert.equal(await rows.count(), 2);
    assert.match(await rows.first().innerText(), /^Today: \$20\.40, your cap is \$20/);
    assert.equal(await page.locator('.button-row').count(), 0);
    await rows.first().click();
    await page.locator('.details', { hasText: 'Today: $20.40, your cap is $20' }).waitFor();
    await showSnapshot(page, state('cap-asks'));
    assert.equal(await page.locator('.state').innerText(), 'Needs you');
    assert.deepEqual(await caps.getByRole('listitem').allInnerTexts(), [
      'This turn: $1.04, your cap is $1',
    ]);
    await page.getByRole('button', { name: 'Force respond' }).click();
    assert.deepEqual(await commandsOf(page), ['forceRespond']);
  });

  it('holds the end of a turn against evidence, once, in the card and in the list', async () => {
    page = await pages.show(state('end-well'));
    const ended = page.getByRole('list', { name: 'How it ended' });
    const achieved = page.getByRole('list', { name: 'What this turn achieved' });
    assert.deepEqual(await ended.getByRole('listitem').allInnerTexts(), [
      '1,204 passed after the last edit',
    ]);
    assert.deepEqual(await achieved.getByRole('listitem').allInnerTexts(), [
      '23 files +1,804 −212',
      'tasks 11 of 11',
    ]);
    await showSnapshot(page, state('end-doubtful'));
    assert.deepEqual(await ended.getByRole('listitem').allInnerTexts(), [
      'Last test run: 3 failed',
      'Tests last ran before the last edit',
      '2 tasks open',
      '1 background job still running',
    ]);
    const row = page.locator('.session[aria-current]');
    assert.match((await row.getAttribute('title')) ?? '', / · Last test run: 3 failed · /);
    assert.match(await row.innerText(), /Last test run: 3 failed/);
    assert.deepEqual(await violations(page), []);
    await showSnapshot(page, snapshot(detail('idle', { end: { how: 'answered', steps: 3 } })));
    assert.equal(await ended.count(), 0, 'nothing to tell');
  });

  it('sends a turn back whose end does not hold, and quotes what it claims', async () => {
    page = await pages.show(state('end-well'));
    const button = page.getByRole('button', { name: 'Send back' });
    assert.equal(await button.count(), 0, 'all is well');
    await showSnapshot(page, state('end-doubtful'));
    await page
      .getByText('It says: “The build works again and all 12 tests pass.”', { exact: true })
      .waitFor();
    assert.match(
      (await page.locator('vscode-button', { hasText: 'Send back' }).getAttribute('title')) ?? '',
      /as your next prompt/,
    );
    await button.click();
    assert.deepEqual((await posted(page)).at(-1), {
      type: 'command',
      command: 'sendBack',
      session: 'd0',
    });
  });

  it('shows what a turn was sent back for, as a receipt and a row', async () => {
    page = await pages.show(state('sent-back'));
    const receipt = page.locator('.receipt');
    assert.match(await receipt.innerText(), /^Sent back/);
    assert.match(await receipt.innerText(), /Last test run: 3 failed/);
    await page.getByText(/Last test run: 3 failed · delivered/).waitFor();
  });

  it('calls a click that sent the turn back so, in each language', async () => {
    page = await pages.show(state('sent-back-by-person'));
    assert.match(await page.locator('.receipt').innerText(), /^Sent back\s*by you/);
    page = await pages.show(state('sent-back-by-person'), { locale: 'de' });
    assert.match(await page.locator('.receipt').innerText(), /^Zurückgeschickt\s*von Ihnen/);
  });

  it('draws a dot only between parts that stand on one line, and cuts no number off', async () => {
    for (const [locale, width] of [
      ['en', 300],
      ['en', 200],
      ['de', 200],
    ] as const) {
      page = await pages.open({ width, ...(locale === 'de' && { locale }) });
      for (const name of ['achieved-red', 'achieved-green', 'ended-stalled']) {
        await showSnapshot(page, state(name));
        const { between, cut } = await readDots(page);
        assert.deepEqual(
          between.map(({ isSeen }) => isSeen),
          between.map(({ isOnLine }) => isOnLine),
          `${name}, ${locale}, ${width} px`,
        );
        assert.ok(between.length > 0);
        assert.deepEqual(cut, [], `${name}, ${locale}, ${width} px`);
      }
    }
  });

  it('offers to connect once: at the foot, until the card is about more', async () => {
    page = await pages.show(state('achieved-only-watched'));
    const connect = page.getByRole('button', { name: /^Connect/ });
    assert.equal(await connect.count(), 1);
    assert.equal(await page.locator('.foot').getByRole('button', { name: 'Connect' }).count(), 1);
    await connect.click();
    assert.deepEqual(await commandsOf(page), ['connect']);
    await showSnapshot(page, state('stalled-no-hooks'));
    assert.equal(await page.locator('.foot').getByRole('button', { name: 'Connect' }).count(), 0);
    assert.equal(await connect.count(), 1);
  });

  it('says that it waits for the next step of a session that is connected, which can be forced then', async () => {
    page = await pages.show(state('awaiting'));
    const waits = 'Connected: waits for the next step of “Fix the failing test in the cart”.';
    assert.equal(await page.locator('.foot .connect-foot').innerText(), waits);
    assert.equal(await page.getByRole('button', { name: /^Connect/ }).count(), 0);
    await showSnapshot(page, state('stalled-awaiting'));
    assert.equal(await page.locator('.banner .truth').innerText(), waits);
    await page
      .getByRole('button', { name: /^Force respond\. Denies every tool call from this session/ })
      .click();
    assert.deepEqual(await commandsOf(page), ['forceRespond']);
    await showSnapshot(page, state('awaiting-session'));
    assert.equal(
      await page.locator('.connect-foot').innerText(),
      'Connected from the next session of Claude Code on.',
    );
    const { link } = state('not-connected');
    await showSnapshot(page, { ...state('awaiting'), link });
    assert.doesNotMatch(await page.locator('#page').innerText(), /Connected:/);
  });

  it('keeps the timeline visible in a low side bar', async () => {
    page = await pages.show(snapshot(withReport(detail('escalated'))), { height: 480 });
    const first = await page.locator('.row > .line').first().boundingBox();
    assert.ok(
      first !== null && first.y + first.height <= 480,
      `the first row is at ${String(first?.y)}`,
    );
    await page.close();
    page = await pages.show(stalled(), { height: 790 });
    const box = await page.locator('.row[data-kind="step"]').first().boundingBox();
    assert.ok(box !== null && box.y <= 250, `the first step is at ${String(box?.y)}`);
  });

  it('shows further counters, resets and the counts of turn and day on request', async () => {
    const early = {
      id: 'early-warning',
      label: { id: 'counter.early-warning' },
      value: 100,
      limit: 100,
    } as const;
    const { counters } = detail('watch');
    page = await pages.show(
      snapshot(
        detail('watch', {
          counters: [
            ...counters,
            { id: 'loop', label: { id: 'counter.loop' }, value: 1, limit: 4 },
            early,
          ],
        }),
      ),
      { stopped: true },
    );
    await page.locator('.counter-rest').waitFor();
    assert.deepEqual(
      await page.locator('.counter-list').first().locator('.counter-value').allTextContents(),
      ['7/7', '4/6'],
    );
    assert.equal(
      await page.locator('.counter-rest').innerText(),
      'Same call, same result 1/4 · Early warning high',
    );
    await page.locator('.last-progress summary').click();
    const more = page.locator('.last-more');
    await more.waitFor();
    const text = await more.innerText();
    for (const part of [
      'Files read: 6, modified: 1, tests: 4, commands: 7 (last: 1:44 ago)',
      'Tokens since last progress: 358,240 (356,400 input, 341,000 of it cached; 1,840 output)',
      'Today: 2 continued past a warning, 1 escalated',
      'Early warning',
      'high',
      'Steps without progress, last reset: new information',
    ]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
    assert.equal(text.includes('100'), false);
  });

  it('names what is missing while no agent works, with the one action that helps', async () => {
    for (const [name, title, action, message] of [
      ['empty-folder', 'No folder open', 'Open folder', { type: 'editor', command: 'openFolder' }],
      [
        'empty-trust',
        'Restricted Mode',
        'Manage trust',
        { type: 'editor', command: 'manageTrust' },
      ],
      [
        'empty-git',
        'No agent running',
        'Initialize repository',
        { type: 'editor', command: 'initGit' },
      ],
      ['empty-connect', 'No agent running', 'Connect', { type: 'command', command: 'connect' }],
    ] as const) {
      page = await pages.show(state(name));
      assert.equal(await page.locator('.empty h1').innerText(), title);
      await page.locator('.empty').getByRole('button', { name: action }).click();
      assert.deepEqual((await posted(page)).at(-1), message);
      assert.equal(await page.locator('.empty vscode-button:visible').count(), 1);
      await page.close();
    }
    page = await pages.show(snapshot(undefined));
    assert.equal(await page.locator('.empty vscode-button:visible').count(), 0);
  });

  for (const theme of themeNames) {
    // colours are the same at every width
    const widths = theme === 'dark' ? [200, ...moreInAll([300, 420])] : [200];
    it(`is accessible while things are open in ${theme} at ${widths.join(', ')} px`, async () => {
      page = await pages.show(stalled(), { theme, height: 700 });
      await page.getByRole('button', { name: 'Why?' }).click();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 700 });
        await post(page, lesson());
        await drawn(page);
        assert.deepEqual(await violations(page, theme), [], `lesson at ${width} px`);
        await page.keyboard.press('Escape');
        await page.keyboard.press('g');
        await drawn(page);
        assert.deepEqual(await violations(page, theme), [], `guide at ${width} px`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${wide} px wide at ${width} px`);
        await page.keyboard.press('Escape');
      }
      assert.deepEqual(await page.evaluate(() => window.violations), []);
    });
  }
});

/** Of each part but the first: whether its dot is seen, and whether the part before it is on the same line. Counts of lines that are cut. */
function readDots(page: Page): Promise<{
  between: { isSeen: boolean; isOnLine: boolean }[];
  cut: string[];
}> {
  return page.evaluate(() => {
    const between = [...document.querySelectorAll('.banner .dotted')].flatMap((line) => {
      const dot = parseFloat(getComputedStyle(line).getPropertyValue('--dot'));
      const start = line.getBoundingClientRect().left + dot;
      const parts = [...line.children].map((part) => part.getBoundingClientRect());
      return parts.slice(1).map((part, i) => ({
        // the dot is the beginning of its part
        isSeen: part.left > start - 1,
        isOnLine: part.top < (parts[i]?.bottom ?? 0) - 4,
      }));
    });
    const cut = [...document.querySelectorAll('.achieved :is(.added, .removed)')].filter((part) => {
      const { right } = part.getBoundingClientRect();
      return right > (part.closest('li')?.getBoundingClientRect().right ?? 0) + 0.5;
    });
    return { between, cut: cut.map(({ textContent }) => textContent) };
  });
}
