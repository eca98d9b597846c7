/** Agents without any hooks, told by their logs alone: sessions appear while they work, stall, and cannot be steered. */
import assert from 'node:assert/strict';
import { appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codexLog, copilotLog, type SessionLog } from '../unit/readers/support/session-logs.js';
import { Desk, folder, until } from './harness/desk.js';
import { FollowingTerminal, verdictsIn } from './harness/following-terminal.js';
import { STALLING_STEPS } from './harness/hooked-agent.js';
import { OpenCodeStore } from './harness/opencode-store.js';
import { itInAll } from '../tier.js';

const home = process.env['HOME'] ?? '';

describe('logs of agents without setup', () => {
  let desk: Desk;
  let terminal: FollowingTerminal | undefined;
  before(async () => {
    desk = await Desk.open();
  });
  afterEach(async () => {
    terminal?.end();
    terminal = undefined;
    await desk.clear();
    for (const name of ['.codex', '.copilot']) {
      await rm(join(home, name), { recursive: true, force: true });
    }
  });
  after(() => desk.close());

  const write = async (log: SessionLog, text: string): Promise<void> => {
    await mkdir(dirname(join(home, log.file)), { recursive: true });
    await appendFile(join(home, log.file), text);
  };
  const summary = (log: SessionLog) =>
    desk.snapshot().sessions.find(({ session }) => session === log.session);

  for (const [make, name] of [
    [codexLog, 'Codex'],
    [copilotLog, 'Copilot CLI'],
  ] as const) {
    it(`${name}: appears, stalls, asks the person, and ends; a terminal without VS Code says the same`, async () => {
      const log = make();
      const beside = (terminal = new FollowingTerminal(folder()));
      await write(log, log.begin(folder()));
      await until('the session in the terminal', () => beside.has('session'));
      await until('the session', () => summary(log)?.open === true);
      assert.equal(summary(log)?.agentName, name);
      for (let n = 0; n < STALLING_STEPS; n++) {
        await write(log, log.step(n));
      }
      await until('stalled', () => summary(log)?.needsPerson === true);
      const { selected } = desk.snapshot();
      assert.ok(
        selected?.session === log.session,
        'the session that needs the person is not shown',
      );
      await until('stalled in the terminal', () => beside.verdicts().at(-1)?.level === 'stalled');
      assert.deepEqual(beside.verdicts(), verdictsIn(selected.rows));
      assert.deepEqual(selected.capabilities, { textOnly: 'none', stop: false, guide: false });
      assert.equal(desk.snapshot().link.state, 'watching');
      await write(log, log.end());
      await until('the end', () => summary(log)?.open === false);
    });
  }

  it('opencode: its database is followed while open, and not modified', async () => {
    const data = join(process.env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'opencode');
    const [session, other] = [`ses_${Date.now()}`, `ses_other_${Date.now()}`];
    const store = new OpenCodeStore(join(data, 'opencode.db'));
    const seen = () => desk.snapshot().sessions.find((each) => each.session === session);
    try {
      store.begin(session, folder());
      store.begin(other, join(dirname(folder()), 'elsewhere'));
      await until('the session', () => seen()?.open === true);
      for (let n = 0; n < STALLING_STEPS; n++) {
        store.step(session, n);
      }
      store.step(other, 0);
      await until('stalled', () => seen()?.needsPerson === true);
      assert.equal(seen()?.steps, STALLING_STEPS);
      store.end(session);
      await until('the end', () => seen()?.open === false);
      assert.equal(
        desk.snapshot().sessions.some((each) => each.session === other),
        false,
      );
    } finally {
      store.close();
    }
    // the last to close it takes its log away: nobody of ours holds it
    await until('the database alone', async () => (await readdir(data)).join() === 'opencode.db');
    await rm(data, { recursive: true });
  });

  itInAll(
    'a session of another folder is listed apart, shown read-only and followed, and calls nobody',
    async () => {
      const [log, agent] = [codexLog(), desk.agent()];
      await desk.hide();
      await write(log, log.begin(join(dirname(folder()), 'elsewhere')) + log.step(0));
      await desk.show();
      const page = await desk.window.view();
      await page.getByRole('button', { name: '1 elsewhere on this machine' }).click();
      await agent.stall();
      await desk.state(agent, 'stalled');
      assert.equal(summary(log), undefined);
      await page.locator('[data-elsewhere]').click();
      const shown = () => desk.snapshot();
      await until('its steps', () => shown().selected?.session === log.session);
      assert.equal(shown().playback?.elsewhere?.canOpen, false);
      await page.locator('.notices', { hasText: 'Read-only here' }).waitFor();
      for (let n = 1; n <= STALLING_STEPS; n++) {
        await write(log, log.step(n));
      }
      await until('the new steps', () => shown().selected?.steps === STALLING_STEPS + 1);
      assert.equal(shown().selected?.needsPerson, false);
      await page.getByRole('button', { name: 'Back to live' }).click();
      await until('live again', () => shown().playback === undefined);
      await agent.answer();
    },
  );
});
