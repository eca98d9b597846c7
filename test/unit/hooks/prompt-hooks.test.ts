/** The hooks that wait for the person's answer to a prompt: installed only for who wants that, and silent without an answer. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  answerPrompt,
  claudeCodeInstall,
  hookCommand,
} from '../../../src/agents/claude-code/answer.js';
import { installers } from '../../../src/agents/install/installers.js';
import { knownAgents } from '../../../src/agents/index.js';
import { openCodeDistribution } from '../../../src/agents/opencode/index.js';
import { pluginInstall } from '../../../src/agents/opencode/install.js';
import { Bridge } from '../../../src/bridge/bridge.js';
import type { HookContext } from '../../../src/bridge/requests/hook-request.js';
import { joinLines } from '../../../src/agents/install/command-lines.js';
import { isObject } from '../../../src/core/json.js';
import { until } from '../support/until.js';

function commands(dir: string): string[] {
  const hooks = claudeCodeInstall.hooks?.({ dir, answersPrompts: true }) ?? [];
  return hooks.filter(({ kind }) => kind === 'prompt').map(({ lines }) => joinLines(lines));
}
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
function added(answersPrompts: boolean, before = ''): string {
  const change = claudeCodeInstall.add('', before, { dir: '/b', answersPrompts });
  assert.ok('text' in change);
  return change.text;
}

describe('hooks that wait for the person', () => {
  it('switched off, the settings file is what it was before there were any, byte for byte', () => {
    assert.equal(
      hash(added(false)),
      '45f03d936c10156d88cb9c352715e73dbfc8bc668843cfee06f73a4bbe57f542',
    );
    assert.equal(added(false, added(true)), added(false));
    assert.doesNotMatch(added(false), /"allow"|X-Turnwatch-Prompt/);
    const plugin = pluginInstall(openCodeDistribution);
    const [off, on] = [undefined, true].map((answersPrompts) => {
      const change = plugin.add('p', '', { dir: '/b', answersPrompts });
      assert.ok('text' in change);
      return change.text;
    });
    assert.ok(on?.startsWith(off ?? '-'));
    assert.doesNotMatch(off ?? '', /permission\/\{requestID\}|'once'/);
  });

  it('switched off again, each agent’s files are those of who never switched it on', () => {
    const changed = new Set<string>();
    for (const { id, places } of knownAgents) {
      const where = { env: {}, home: '/h', platform: 'linux' } as const;
      const [place] = places?.(where, []) ?? [];
      for (const file of place?.files ?? []) {
        const add = (text: string, answersPrompts?: boolean): unknown =>
          installers.get(id)?.add(file, text, { dir: '/b', answersPrompts });
        const [never, on] = [add(''), add('', true)];
        assert.deepEqual(add('', false), never, file);
        if (isObject(on) && !isDeepStrictEqual(on, never)) {
          changed.add(id);
          assert.deepEqual(add(String(on['text']), false), never, file);
        }
      }
    }
    assert.deepEqual([...changed].sort(), ['claude-code', 'codex', 'copilot', 'kilo', 'opencode']);
  });

  it('switched on, two entries come beside the others, and go with them', () => {
    const [off, on] = [added(false), added(true)];
    assert.equal(on.split('X-Turnwatch-Prompt').length - 1, 2);
    assert.equal(on.split('X-Turnwatch-Agent').length, off.split('X-Turnwatch-Agent').length + 2);
    assert.match(on, /"matcher": "AskUserQuestion"/);
    assert.deepEqual(claudeCodeInstall.remove('', on), { text: '' });
  });

  describe('against a window', () => {
    let dir = '';
    let bridge: Bridge;
    let answer: (text: string) => void = () => undefined;
    let asked: HookContext | undefined;
    let gone = 0;
    beforeEach(async () => {
      dir = await mkdtemp(join(tmpdir(), 'turnwatch-prompt-'));
      asked = undefined;
      bridge = new Bridge({
        dir: join(dir, 'b'),
        folders: () => [dir],
        log: () => undefined,
        handle: (_agent, _payload, context) => {
          if (context.prompts === undefined) {
            return Promise.resolve('');
          }
          asked = context;
          void context.delivered.then((arrived) => {
            gone += arrived ? 0 : 1;
          });
          return new Promise((resolve) => {
            answer = resolve;
          });
        },
      });
      await bridge.start();
    });
    afterEach(async () => {
      await bridge.stop();
      await rm(dir, { recursive: true, force: true });
    });

    interface Running {
      stdout: string;
      over: Promise<number | null>;
      kill: () => void;
    }
    function run(command: string): Running {
      const child = spawn('/bin/sh', ['-c', command], { detached: true });
      const running: Running = {
        stdout: '',
        over: new Promise((resolve) => child.on('close', resolve)),
        kill: () => process.kill(-(child.pid ?? NaN), 'SIGTERM'),
      };
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (data: Buffer) => {
          running.stdout += data.toString();
        });
      }
      child.stdin.end(JSON.stringify({ session_id: 'S', cwd: dir, prompt_id: 'P' }));
      return running;
    }
    const start = async (at = 0): Promise<Running> => {
      const running = run(commands(join(dir, 'b'))[at] ?? '');
      await until('asked', () => asked !== undefined);
      return running;
    };

    const asks = { tool: 'Bash', input: { command: 'ls' } };
    const questions = [{ question: 'Which [one]?', options: [{ label: 'a "b"' }] }];
    const printable: readonly (readonly [
      name: string,
      at: number,
      text: string,
      printed: boolean,
    ])[] = [
      ['allow', 0, answerPrompt(asks, { kind: 'allow' }), true],
      ['a denial', 0, answerPrompt(asks, { kind: 'deny', reason: 'No "x" [y] \\ z' }), true],
      [
        'an input',
        0,
        answerPrompt(
          { tool: 'AskUserQuestion', input: { questions } },
          { kind: 'choose', options: [0] },
        ),
        false,
      ],
      [
        'a rule',
        0,
        '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedPermissions":[]}}}',
        false,
      ],
      [
        'the choice',
        1,
        answerPrompt(
          { tool: 'AskUserQuestion', input: { questions } },
          { kind: 'choose', options: [0] },
        ),
        true,
      ],
      ['allow, for a question', 1, answerPrompt(asks, { kind: 'allow' }), false],
    ];
    for (const [name, at, text, printed] of printable) {
      it(`${printed ? 'prints' : 'does not print'} ${name}`, async () => {
        const running = await start(at);
        answer(text);
        assert.equal(await running.over, 0);
        assert.equal(running.stdout, printed ? text : '');
      });
    }

    it('waits longer than any other hook, which are answered meanwhile', async () => {
      const running = await start();
      assert.ok((asked?.deadline ?? 0) - (asked?.receivedAt ?? 0) > 500_000);
      await new Promise((later) => setTimeout(later, 1500));
      assert.equal(await run(hookCommand(join(dir, 'b'))).over, 0);
      answer(answerPrompt(asks, { kind: 'allow' }));
      assert.equal(await running.over, 0);
      assert.match(running.stdout, /"allow"/);
      assert.ok(!existsSync(join(dir, 'b/silent')));
    });

    it('ends without a word as the window closes', async () => {
      const running = await start();
      await bridge.stop();
      assert.equal(await running.over, 0);
      assert.equal(running.stdout, '');
      assert.ok(!existsSync(join(dir, 'b/silent')));
    });

    it('the window learns that its agent has ended it', async () => {
      const before = gone;
      const running = await start();
      running.kill();
      await until('told', () => gone > before);
    });
  });
});
