/** The model relay with the real programs, beside one real VS Code: no hooks, only the lines that the person is given. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { contains } from '../contains.js';
import { freePort } from '../host/harness/profile.js';
import { untilDeadline } from '../host/harness/window.js';
import { skip } from '../skip.js';
import { makeBox, runAgent } from './harness/box.js';
import { finalText, startModel, summary, type Model } from './harness/model.js';
import type { Page } from './harness/page.js';
import { agentProgram } from './harness/program.js';
import { foldersOf, key, pointAt, providerAgents, relayAgent } from './harness/providers.js';
import { relayLines } from './harness/relay-lines.js';
import { openScene, recordedEvents, recordings, type Scene } from './harness/scene.js';
import { stubborn } from './harness/scripts.js';

/** Generous: the agents load for seconds on a busy machine. */
const TURN_MS = 100_000;
/** Claude Code's turn by way of the relay is one of its own tests. */
const agents = providerAgents.filter(({ id }) => id !== 'claude-code');

describe('the model relay', function () {
  this.timeout(300_000);
  let scene: Scene | undefined;
  let page: Page;
  let model: Model | undefined;
  /** Where it forwards to. */
  let port = 0;
  const desk = (): Scene => {
    assert.ok(scene !== undefined, 'the editor is open');
    return scene;
  };

  before(async () => {
    port = await freePort();
    const box = makeBox('relay');
    scene = await openScene(
      {
        'turnwatch.mode': 'auto',
        'turnwatch.relay.upstreams': Object.fromEntries(
          agents.map(({ id, path }) => [id, `http://127.0.0.1:${port}${path}`]),
        ),
      },
      {
        box,
        env: foldersOf(box),
      },
    );
    page = await scene.page();
    // Chromium asks a person about the clipboard
    if (process.env['VSCODE_KIND'] === 'code-server') {
      await scene.window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    }
  });
  afterEach(async () => {
    await model?.close();
    model = undefined;
  });
  after(async () => {
    await scene?.close();
  });

  for (const agent of agents) {
    const { id, api } = agent;
    const known = relayAgent(id);
    it(`makes a stalled turn of ${known.name} end in words`, async function () {
      const program = agentProgram(id);
      if (typeof program === 'string') {
        skip(this, program);
      }
      const { box, profile } = desk();
      const copied = await relayLines(desk(), known.name);
      const address = /https?:\/\/[^"\s]+/.exec(copied)?.[0] ?? '';
      assert.equal(copied, known.lines?.(address) ?? `${known.variable ?? ''}=${address}`);
      const prompt = `Fix the failing test with ${id}`;
      const talking = (model = await startModel({ script: stubborn, api, port, delayMs: 60 }));
      const outcome = await runAgent(id, pointAt(agent, box, address), agent.args(prompt), TURN_MS);
      if (id === 'cline') {
        await runAgent(id, box, ['hub', 'stop']);
      } // it leaves its hub behind

      const log = (): string =>
        `${summary(talking.requests)}\n${outcome.stdout}\n${outcome.stderr}`;
      assert.equal(outcome.code, 0, log());
      contains(outcome.stdout, finalText, log());
      const asked = talking.requests.filter(({ reason }) => reason !== 'side-request');
      const played = asked.length - 1;
      assert.deepEqual(
        asked.map(({ reason }) => reason),
        [...Array.from({ length: played }, () => 'script'), 'no-tools'],
        log(),
      );
      assert.ok(played < stubborn.length, log());
      const last = asked.at(-1)?.body;
      assert.match(last?.newest ?? '', /\[Turnwatch\] Tools are switched off/);
      assert.deepEqual(
        [last?.tools, last?.toolChoice],
        [[], undefined],
        'there is no tool to call',
      );
      assert.deepEqual(
        asked.slice(0, -1).filter(({ marked }) => marked),
        [],
        'nothing of ours before',
      );

      const detail = await page.shows(
        (each) =>
          isOf(each, id, prompt) &&
          !each.open &&
          each.receipts.some(({ state }) => state === 'obeyed'),
      );
      console.log(`      told after ${played} responses`);
      assert.deepEqual(
        detail.receipts.map(({ kind, state, by, denials }) => ({ kind, state, by, denials })),
        [{ kind: 'text-only', state: 'obeyed', by: 'auto', denials: 0 }],
      );
      assert.deepEqual(detail.capabilities, { textOnly: 'relay', stop: false, guide: true });
      const steps = detail.rows.flatMap((row) => (row.kind === 'step' ? [row] : []));
      const calls = asked
        .map(({ answer }) => answer.filter(({ type }) => type === 'tool_use').length)
        .filter((n) => n > 0);
      assert.deepEqual(
        steps.map((step) => step.calls.length).reverse(),
        calls,
        'the calls of one response are one step',
      );
      // at the first the session may not be known yet
      if (agent.namesCalls) {
        assert.ok(
          steps.slice(0, -1).every(({ tokens }) => tokens?.output === 20),
          'what each step cost',
        );
      }
      const told = await untilDeadline(120_000, () => {
        const usage = recordings(profile)
          .flatMap(recordedEvents)
          .flatMap((event) =>
            event.type === 'usage' && event.session === detail.session ? [event] : [],
          );
        assert.equal(
          new Set(usage.map(({ response }) => response)).size,
          agent.asksAside === true ? asked.length : talking.requests.length,
          'each response is counted',
        );
        return Promise.resolve(usage);
      });
      assert.ok(
        told.every(
          ({ inputTokens = 0, outputTokens }) => inputTokens > 1000 && outputTokens === 20,
        ),
        JSON.stringify(told),
      );
      assert.deepEqual(holding(profile.userData, key), [], 'no key is stored or logged');
    });
  }

  it('ends when the person stops it', async () => {
    const { window } = desk();
    const copied = await relayLines(desk(), 'Claude Code');
    const address = copied.replace('ANTHROPIC_BASE_URL=', '');
    assert.notEqual((await fetch(address)).status, 0);
    await window.command('Turnwatch: Stop Model Relay');
    await untilDeadline(120_000, () =>
      fetch(address).then(
        () => Promise.reject(new Error('the relay still answers')),
        () => undefined,
      ),
    );
  });
});

function isOf(detail: SessionDetail, agent: string, prompt: string): boolean {
  return (
    detail.agent === agent &&
    detail.rows.some((row) => row.kind === 'prompt' && row.text.includes(prompt))
  );
}

/** Files of ours below the editor's data that hold the text: recordings, spool, logs. */
function holding(userData: string, text: string): string[] {
  return [join(userData, 'User/globalStorage/turnwatch.turnwatch'), join(userData, 'logs')].flatMap(
    (folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map((each) => join(each.parentPath, each.name))
        .filter((file) => existsSync(file) && readFileSync(file, 'utf8').includes(text)),
  );
}
