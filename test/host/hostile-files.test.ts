/** What others can write, as an attacker writes it: files that are none, a database without an end, logs that name another session. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectSlug } from '../../src/agents/claude-code/paths.js';
import { settings } from '../../src/ids.js';
import { clineLog, codexLog, type SessionLog } from '../unit/readers/support/session-logs.js';
import { writableDatabase } from '../unit/readers/support/sqlite-file.js';
import { Desk, folder, set, until } from './harness/desk.js';
import { bridgeDir } from './harness/hooked-agent.js';
import { transcript } from './harness/transcript.js';

const home = process.env['HOME'] ?? '';
const bridge = bridgeDir(join(dirname(home), 'data'));
const ENDLESS =
  'CREATE VIEW session AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id, x AS directory, x AS parent_id, x AS time_created, 1e15 + x AS time_updated FROM n';

describe('what others can write', () => {
  let desk: Desk;
  before(async () => {
    desk = await Desk.open();
  });
  afterEach(async () => {
    await set(settings.logFolders, undefined);
    await desk.clear();
    for (const name of ['.codex', '.cline', 'container']) {
      await rm(join(home, name), { recursive: true, force: true });
    }
  });
  after(() => desk.close());

  const write = async (log: SessionLog, text: string): Promise<void> => {
    const file = join(home, log.file);
    await mkdir(dirname(file), { recursive: true });
    await (log.agent === 'cline' ? writeFile(file, text) : appendFile(file, text));
  };
  const seen = (log: SessionLog) =>
    desk.snapshot().sessions.find(({ session }) => session === log.session);
  /** Another agent's session is seen with its step, so the window is at work. */
  const watches = async (): Promise<void> => {
    const log = codexLog();
    await write(log, log.begin(folder()) + log.step(0));
    await until('a session', () => seen(log)?.steps === 1);
    await write(log, log.end());
    await until('its end', () => seen(log)?.open === false);
  };

  it('a database whose sessions have no end stops nothing', async () => {
    const data = join(process.env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'opencode');
    await mkdir(data, { recursive: true });
    const database = writableDatabase(join(data, 'opencode.db'));
    database.run(ENDLESS);
    database.run('CREATE TABLE event (aggregate_id text, seq integer, type text, data text)');
    database.close();
    try {
      await watches();
      const agent = desk.agent();
      await agent.prompt();
      await agent.steps(2);
      await until('the agent’s steps', () => desk.summary(agent)?.steps === 2);
    } finally {
      await rm(data, { recursive: true });
    }
  });

  it('pipes in the place of followed documents stop nothing', async () => {
    const logs = [clineLog(), clineLog(), clineLog(), clineLog(), clineLog()];
    for (const log of logs) {
      await write(log, log.begin(folder()));
    }
    await until('their sessions', () => logs.every((log) => seen(log)?.open === true));
    for (const log of logs) {
      const file = join(home, log.file);
      await rm(file);
      execFileSync('mkfifo', [file]);
      await utimes(file, new Date(), new Date());
    }
    await watches();
    const agent = desk.agent();
    await agent.prompt();
    await agent.steps(2);
    await until('the agent’s steps', () => desk.summary(agent)?.steps === 2);
    for (const log of logs) {
      await rm(join(home, log.file));
      await write(log, log.end());
    }
    await until('the ends of their sessions', () => logs.every((log) => seen(log)?.open === false));
  });

  it('what hooks need is put back when something takes it away during a turn, and the person is told', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.steps(1);
    await until('the agent’s step', () => desk.summary(agent)?.steps === 1);
    const client = join(bridge, 'hook.curl');
    const socket = join(bridge, 'hook.sock');
    const before = await readFile(client, 'utf8');
    // each alone: what puts one back would put back others with it
    await writeFile(client, 'url = "http://127.0.0.1:1/v1/hook"\n');
    const isBack = async (): Promise<boolean> => (await readFile(client, 'utf8')) === before;
    await until('the client is back', isBack);
    await rm(socket);
    await until('the socket is back', () => existsSync(socket));
    await mkdir(join(bridge, 'silent'));
    await until('hooks ask again', () => !existsSync(join(bridge, 'silent')));
    assert.ok(await isBack());
    await desk.window.toast(/during a turn of .*Claude Code/);
    await agent.steps(1);
    await until('its next step', () => desk.summary(agent)?.steps === 2);
  });

  it('a container’s log that names a session of this machine is a session of its own', async () => {
    const agent = desk.agent();
    await agent.prompt('Mend the parser');
    await agent.steps(1);
    await until('the agent’s step', () => desk.summary(agent)?.steps === 1);
    await set(settings.logFolders, [join(home, 'container')]);
    const cwd = folder();
    const file = join(home, 'container/.claude/projects', projectSlug(cwd), `${agent.id}.jsonl`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, transcript({ session: agent.id, cwd, prompt: 'Lift it', steps: 12 }));
    const foreign = () => desk.snapshot().sessions.find((session) => session.foreign === true);
    await until('the container’s session', () => foreign()?.steps === 12);
    const before = desk.summary(agent);
    assert.deepEqual([before?.steps, before?.name], [1, 'Mend the parser']);
    assert.equal(before?.needsPerson, false);
    const { before: asked } = await agent.step();
    assert.equal(asked.denied, undefined);
    await until('its next step', () => desk.summary(agent)?.steps === 2);
    assert.notEqual(desk.snapshot().link.state, 'not-connected');
    await desk.show();
    const page = await desk.window.view();
    await until('the page tells it', async () =>
      (await page.locator('body').innerText()).includes('in a container'),
    );
    // an open turn would be what the window shows to the tests that follow
    await appendFile(file, transcript({ session: agent.id, cwd, steps: 0, ended: true }));
    await until('the container’s turn is over', () => foreign()?.open === false);
  });
});
