/** The harness itself: the real CLI against the scripted model, without anything of ours in between. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { untilDeadline } from '../host/harness/window.js';
import { makeBox, runAgent } from './harness/box.js';
import { converse, headless, sandbox, type Sandbox } from './harness/claude.js';
import { finalText, startModel, summary, type Model, type ModelOptions } from './harness/model.js';
import { productive, stalling, type Block } from './harness/scripts.js';

/** A hook that denies every tool call, as a guard would. */
const denial = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: '[Turnwatch] Answer in words.',
  },
};
const denyEverything = JSON.stringify({
  hooks: {
    PreToolUse: [
      {
        hooks: [{ type: 'command', command: `printf %s '${JSON.stringify(denial)}'`, timeout: 5 }],
      },
    ],
  },
});

describe('an agent’s program', () => {
  const told = process.env['TURNWATCH_AGENTS'];
  after(() => {
    process.env['TURNWATCH_AGENTS'] = told;
  });

  it('is over at its limit, with a second one that it has handed its output', async () => {
    const second = 'setInterval(() => undefined, 1000); console.log(String(process.pid))';
    const first = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(second)}], { stdio: 'inherit' })`;
    process.env['TURNWATCH_AGENTS'] = JSON.stringify({ two: [process.execPath, '-e', first] });
    const box = makeBox('two');
    try {
      const { code, stdout } = await runAgent('two', box, [], 5000);
      assert.equal(code, null);
      assert.match(stdout, /^\d+\n$/);
      await untilDeadline(120_000, () => {
        assert.throws(() => process.kill(Number(stdout), 0), { code: 'ESRCH' });
        return Promise.resolve();
      });
    } finally {
      box.dispose();
    }
  });
});

describe('the real Claude Code against the scripted model', () => {
  let model: Model | undefined;
  let box: Sandbox | undefined;
  const start = async (options: ModelOptions): Promise<{ model: Model; box: Sandbox }> => {
    model = await startModel(options);
    box = sandbox(model.url);
    return { model, box };
  };
  afterEach(async () => {
    await model?.close();
    box?.dispose();
    model = box = undefined;
  });

  it('plays a stalling turn to its end, headless', async () => {
    const { model, box } = await start({ script: stalling });
    const outcome = await headless(box, 'Fix the failing test');
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.equal(outcome.stdout.trim(), finalText);
    const played = model.requests.filter((r) => r.reason === 'script').map((r) => r.position);
    assert.deepEqual(
      played,
      stalling.map((_, i) => i),
      summary(model.requests),
    );
    assert.equal(new Set(model.requests.flatMap((r) => r.session ?? [])).size, 1, 'one session');
  });

  it('plays a stalling turn to its end, in a terminal', async () => {
    const { model, box } = await start({ script: stalling });
    const conversation = await converse(box);
    try {
      await conversation.ask('Fix the failing test');
      await conversation.waitFor((screen) => screen.includes(finalText), 120_000);
      assert.equal(
        model.requests.filter((r) => r.reason === 'script').length,
        stalling.length,
        summary(model.requests),
      );
      assert.match(conversation.history(), /ran \d+ shell commands/);
    } finally {
      await conversation.close();
    }
    assert.throws(
      () => process.kill(conversation.pid, 0),
      { code: 'ESRCH' },
      'the program is gone',
    );
  });

  it('plays a productive turn: files, commands and a commit are real', async () => {
    const script: Block[][] = []; // needs the workspace, which is made with the model's address
    const { model, box } = await start({ script });
    script.push(...productive(box.workspace).map((blocks) => [...blocks]));
    const outcome = await headless(box, 'Write a list of primes');
    assert.equal(outcome.code, 0, outcome.stderr);
    const failed = model.requests.filter((r) => r.body.newest.includes('tool_use_error'));
    assert.deepEqual(
      failed.map((r) => r.body.newest),
      [],
      summary(model.requests),
    );
    assert.equal(
      readFileSync(join(box.workspace, 'primes.txt'), 'utf8'),
      '2\n3\n5\n7\n11\n13\n17\n',
    );
    const log = execFileSync('git', ['log', '--format=%s'], {
      cwd: box.workspace,
      encoding: 'utf8',
    });
    assert.equal(log, 'Add primes\nFirst\n');
  });

  it('a denial with the mark ends an obedient turn at once, a stubborn one later and a deaf one never', async () => {
    const responses: Record<string, number> = {};
    for (const temper of ['obedient', { stubborn: 3 }, 'deaf'] as const) {
      const { model, box } = await start({ script: stalling, temper });
      const outcome = await headless(box, 'Fix the failing test', ['--settings', denyEverything]);
      assert.equal(outcome.code, 0, outcome.stderr);
      assert.equal(outcome.stdout.trim(), finalText);
      responses[JSON.stringify(temper)] = model.requests.filter(
        (r) => r.reason === 'script',
      ).length;
      await model.close();
      box.dispose();
    }
    assert.deepEqual(responses, {
      '"obedient"': 1,
      '{"stubborn":3}': 4,
      '"deaf"': stalling.length,
    });
  });
});
