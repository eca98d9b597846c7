/** What a person does on the card in the page, and what comes of it: a sentence that reaches the agent, and answers that teach. */
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { Desk, until } from './harness/desk.js';
import type { HookedAgent } from './harness/hooked-agent.js';

describe('the card', () => {
  let desk: Desk;
  let frame: Frame;
  before(async () => {
    desk = await Desk.open();
  });
  beforeEach(async () => {
    await desk.show();
    frame = await desk.window.view();
  });
  afterEach(() => desk.clear());
  after(() => desk.close());

  const drawer = () => frame.locator('.drawer');
  const limit = (agent: HookedAgent): number | undefined =>
    desk.detail(agent).counters.find(({ id }) => id === 'empty')?.limit;
  const stalled = async (): Promise<HookedAgent> => {
    const agent = desk.agent();
    await agent.stall();
    await desk.state(agent, 'stalled');
    await until(
      'the page shows it',
      async () => (await frame.locator('.state').innerText()) === 'Stalled',
    );
    return agent;
  };

  it('delivers guidance with the agent’s next step, and its receipt says so', async () => {
    const agent = await stalled();
    await frame.getByRole('button', { name: 'Guide…' }).click();
    await frame.locator('.field').fill('Look at the lexer instead');
    await frame.locator('.field').press('Enter');
    await frame.locator('.receipt', { hasText: /Guidance[^]*requested/ }).waitFor();
    const { before, after } = await agent.step({ command: 'ls' }, 'README.md');
    assert.match(before.context ?? after.context ?? '', /The user says: Look at the lexer instead/);
    await frame.locator('.receipt', { hasText: /Guidance[^]*delivered/ }).waitFor();
  });

  it('shows what a false alarm changes, does it, and takes it back', async () => {
    const agent = await stalled();
    await frame.getByRole('button', { name: 'More actions' }).click();
    await frame.getByRole('menuitem', { name: 'False alarm…' }).click();
    await until('what will change', async () =>
      /Raises “Empty or repeated steps” from 6 to 8 for Claude Code in this workspace\./.test(
        await drawer().innerText(),
      ),
    );
    assert.equal(limit(agent), 6);
    assert.equal(desk.summary(agent)?.state, 'stalled');
    await drawer().getByRole('button', { name: 'Confirm false alarm' }).click();
    await desk.state(agent, 'progressing');
    assert.equal(limit(agent), 8);
    await until('what has changed', async () =>
      /“Empty or repeated steps” changes from 6 to 8/.test(await drawer().innerText()),
    );
    await drawer().getByRole('button', { name: 'Undo' }).click();
    await desk.state(agent, 'stalled');
    assert.equal(limit(agent), 6);
    await until('what was taken back', async () =>
      /Earlier answer undone\./.test(await drawer().innerText()),
    );
  });

  it('explains a verdict with the limit and its origin', async () => {
    await stalled();
    await frame.getByRole('button', { name: 'Why?' }).click();
    await until('the limit', async () =>
      /Empty or repeated steps: 6 \(default\)/.test(await frame.locator('.why').innerText()),
    );
  });

  it('snoozes by its menu and ends the snooze', async () => {
    const agent = await stalled();
    await frame.getByRole('button', { name: 'Snooze' }).click();
    await frame.getByRole('menuitem', { name: '10 steps' }).click();
    await desk.state(agent, 'snoozed');
    assert.equal(desk.detail(agent).snoozedSteps, 10);
    await frame.getByRole('button', { name: 'End snooze' }).click();
    await desk.state(agent, 'stalled');
  });
});
