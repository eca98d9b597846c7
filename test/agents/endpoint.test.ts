/** What may arrive at the running extension's address besides an agent's hooks: refused or ignored, said in the log, and it works on. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { untilDeadline } from '../host/harness/window.js';
import { finalText, startModel, summary } from './harness/model.js';
import type { Page } from './harness/page.js';
import {
  extensionLog,
  openScene,
  parseObject,
  recordedEvents,
  recordings,
  turn,
  type Scene,
} from './harness/scene.js';
import { stalling } from './harness/scripts.js';
import { replay } from './harness/replayed.js';

describe('bad input at the running extension', () => {
  let scene: Scene;
  let page: Page;
  let address: { port: number; token: string };
  /** The payloads of one real turn, in order, caught by a hook beside ours. */
  let payloads: Record<string, unknown>[] = [];
  let session = '';

  before(async () => {
    scene = await openScene({ 'turnwatch.mode': 'auto' });
    page = await scene.page();
    const caught = join(scene.box.home, 'payloads.jsonl');
    const hooks = Object.fromEntries(
      ['UserPromptSubmit', 'PreToolUse', 'PostToolUseFailure', 'PostToolBatch', 'Stop'].map(
        (event) => [
          event,
          [{ hooks: [{ type: 'command', command: `cat >> '${caught}'; echo >> '${caught}'` }] }],
        ],
      ),
    );
    writeFileSync(
      scene.settingsFile,
      JSON.stringify({ skipDangerousModePermissionPrompt: true, hooks }, null, 2),
    );
    await scene.connect();
    const port = Number(
      /:(\d+)\//.exec(readFileSync(join(scene.bridge, 'hook.curl'), 'utf8'))?.[1],
    );
    address = { port, token: readFileSync(join(scene.bridge, 'token'), 'utf8').trim() };
    session = await stalls('Fix the failing test in the lexer');
    payloads = readFileSync(caught, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map(parseObject);
  });
  after(async () => {
    await scene.close();
  });

  /** A real session that stalls and is answered in words: the extension works. */
  async function stalls(prompt: string): Promise<string> {
    const model = await startModel({ script: stalling });
    try {
      const outcome = await turn(scene.box, model, prompt);
      assert.deepEqual(outcome, { code: 0, stdout: `${finalText}\n`, stderr: '' });
      assert.equal(model.requests.at(-1)?.reason, 'obeyed', summary(model.requests));
      const id = model.requests.find((each) => each.reason === 'script')?.session ?? '';
      await page.shows(
        (detail) =>
          detail.session === id &&
          !detail.open &&
          detail.receipts.some((receipt) => receipt.state === 'obeyed'),
      );
      return id;
    } finally {
      await model.close();
    }
  }

  function post(
    body: string,
    headers: Record<string, string | undefined> = {},
  ): Promise<{ status: number; text: string }> {
    const all: Record<string, string | undefined> = {
      Authorization: `Bearer ${address.token}`,
      'X-Turnwatch-Agent': 'claude-code',
      'Content-Type': 'application/json',
      ...headers,
    };
    return new Promise((done, failed) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: address.port,
          path: '/v1/hook',
          method: 'POST',
          agent: false,
          headers: Object.fromEntries(
            Object.entries(all).flatMap(([key, value]) =>
              value === undefined ? [] : [[key, value]],
            ),
          ),
        },
        (answer) => {
          let text = '';
          answer
            .setEncoding('utf8')
            .on('data', (chunk: string) => {
              text += chunk;
            })
            .on('end', () => done({ status: answer.statusCode ?? 0, text }));
        },
      );
      sent.once('error', failed).end(body);
    });
  }
  const hook = (payload: unknown): Promise<{ status: number; text: string }> =>
    post(JSON.stringify(payload));
  const says = (text: RegExp): Promise<void> =>
    untilDeadline(120_000, () => {
      assert.match(extensionLog(scene.profile), text);
      return Promise.resolve();
    });

  it('is ignored from an unknown agent and in malformed payloads', async () => {
    const [first = {}] = payloads;
    const empty = { status: 200, text: '' };
    assert.deepEqual(await post(JSON.stringify(first), { 'X-Turnwatch-Agent': 'nobody' }), empty);
    await says(/unknown agent "nobody"/);
    const cwd = scene.box.workspace;
    for (const payload of [
      {},
      { hook_event_name: 'PreToolUse' },
      { hook_event_name: 'PreToolUse', session_id: 7, cwd },
      { hook_event_name: 'PreToolUse', session_id: 'x', cwd, tool_name: [], tool_use_id: {} },
      { hook_event_name: 'PostToolBatch', session_id: 'x', cwd, tool_calls: 'none' },
      { hook_event_name: 'NoSuchEvent', session_id: 'x', cwd },
      {
        hook_event_name: '__proto__',
        session_id: '__proto__',
        cwd,
        tool_input: parseObject('{"__proto__":{"polluted":true}}'),
      },
      // a session that the window knows may visit other folders
      { ...first, session_id: 'elsewhere', cwd: '/somewhere/else' },
    ]) {
      assert.deepEqual(await hook(payload), empty, JSON.stringify(payload));
    }
    await says(/a hook was ignored: Claude Code hook payload:/);
  });

  it('changes nothing when hooks of a turn are repeated, late or out of order', async () => {
    const before = await page.detail();
    assert.ok(before !== undefined);
    assert.equal(before.session, session);
    const kinds = new Set(payloads.map((payload) => payload.hook_event_name));
    assert.ok(kinds.has('PreToolUse') && kinds.has('PostToolBatch'), [...kinds].join());
    const calls = payloads.filter((payload) => payload.hook_event_name !== 'UserPromptSubmit');
    const answers = [
      ...calls,
      ...calls.toReversed(),
      ...calls.flatMap((payload) => [payload, payload]),
    ];
    const [file] = recordings(scene.profile);
    assert.ok(file !== undefined);
    const known = recordedEvents(file).length;
    for (const payload of answers) {
      assert.deepEqual(await hook(payload), { status: 200, text: '' });
    }
    await Promise.all(calls.map(hook));
    await untilDeadline(120_000, () => {
      assert.ok(
        recordedEvents(file).length >= known + answers.length + calls.length,
        'all of them are in the recording',
      );
      return Promise.resolve();
    });
    assert.equal(
      replay(file).find((each) => each.session === session)?.steps,
      before.steps,
      'no step is counted twice',
    );
    const after = await page.detail();
    assert.deepEqual(
      [after?.session, after?.steps, after?.open, after?.receipts],
      [session, before.steps, false, before.receipts],
    );
    console.log(
      `      ${answers.length + calls.length} hooks of a turn that is over: still ${before.steps} steps`,
    );
  });

  it('leaves it working', async () => {
    await stalls('Fix the failing test in the parser');
    assert.doesNotMatch(extensionLog(scene.profile), /\[error\]| at .*\.js:\d+/);
  });
});
