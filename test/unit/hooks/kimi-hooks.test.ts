/** Kimi Code's hooks: payloads, answers, and their block in config.toml. */
import assert from 'node:assert/strict';
import { isProblem } from '../../../src/agents/agent.js';
import { HOOK_MARK } from '../../../src/agents/install/hook-names.js';
import { answerHook, kimiCodeInstall } from '../../../src/agents/kimi-code/answer.js';
import { isOwnPayload, readHook } from '../../../src/agents/kimi-code/payload.js';
import { contains } from '../../contains.js';
import {
  hookLines,
  itAnswers,
  itBounds,
  itReads,
  itRefuses,
  readingOf,
  roundTrips,
} from './hooked.js';

const session = 'session_857e4318-cb0f-4ab0-8781-9e84e4911fa6';
const common = { session_id: session, cwd: '/srv/app', client_type: 'kimi_code_cli' };

const hook = (hook_event_name: string, more: object = {}): Record<string, unknown> => ({
  ...common,
  hook_event_name,
  ...more,
});
const asked = { tool_name: 'Bash', tool_input: { command: ':' }, tool_call_id: 'call_1_0' };
const prompt = [{ type: 'text', text: 'Fix it' }];

describe('Kimi Code hook payloads', () => {
  // the log tells of turns and calls
  itReads(readHook, `start ${session} kimi-code /srv/app`, [
    [hook('PreToolUse', asked), '→ before-tool call_1_0 shell'],
    [hook('UserPromptSubmit', { prompt, is_steer: false }), '→ prompt'],
    [hook('UserPromptSubmit', { prompt, is_steer: true })],
    [hook('PermissionRequest', { ...asked, agent_id: 'main' }), 'waits for permission call_1_0'],
    [
      hook('PermissionRequest', { ...asked, tool_name: 'ExitPlanMode' }),
      'waits for input call_1_0',
    ],
    [hook('PermissionRequest', { ...asked, tool_call_id: 7 })],
    [
      hook('PreToolUse', { ...asked, tool_name: '__proto__', tool_input: 'no object' }),
      '→ before-tool call_1_0 other',
    ],
  ]);

  it('report the answer to a permission prompt in its sub-agent’s session, and name the log', () => {
    const told = hook('PermissionResult', { ...asked, agent_id: 'a1', decision: 'approved' });
    assert.deepEqual(hookLines(readHook, told).slice(1), [`${session}/a1: resumed call_1_0`]);
    assert.equal(readingOf(readHook, told).log, 'main/wire.jsonl');
  });

  it('are distinguished from those of other agents', () => {
    assert.equal(isOwnPayload(hook('PreToolUse')), true);
    assert.equal(isOwnPayload({ ...common, client_type: undefined, prompt_id: 'p' }), false);
  });

  itRefuses(readHook, [
    [null, /not a JSON object/],
    [[], /not a JSON object/],
    [common, /"hook_event_name"/],
    [hook('PreToolUse'), /"tool_call_id"/],
    [hook('PreToolUse', { tool_name: {}, tool_call_id: 'c' }), /"tool_name"/],
    [hook('Stop', { session_id: 'a\u0000b' }), /"session_id"/],
    [hook('Stop', { cwd: 'x'.repeat(10_000) }), /"cwd"/],
  ]);
  itBounds(readHook, (tool_input) => hook('PreToolUse', { ...asked, tool_input }));
});

describe('answers to Kimi Code', () =>
  itAnswers(answerHook, {
    'deny before-tool': {
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'R' },
    },
    'remind prompt': { hookSpecificOutput: { message: 'T "q"' } },
  }));

describe('Kimi Code hooks in config.toml', () => {
  const client = { dir: '/home/a/"b"/o\'c\\d' };
  const add = (text: string): string => {
    const added = kimiCodeInstall.add('f', text, client);
    assert.ok(!isProblem(added), isProblem(added) ? added.problem : '');
    return added.text;
  };
  const remove = (text: string): string => {
    const removed = kimiCodeInstall.remove('f', text);
    assert.ok(!isProblem(removed), isProblem(removed) ? removed.problem : '');
    return removed.text;
  };
  it('are four, and removed again byte for byte', () => {
    const texts = [
      '',
      'telemetry = false\n',
      '[a]\nb = 1',
      'a = 1\r\n[b]\r\n',
      '[[hooks]]\nevent = "Stop"\ncommand = "true"\n\n# end\n',
      '[tools]\nhooks = true\n',
    ];
    roundTrips(kimiCodeInstall, texts);
    for (const text of texts) {
      assert.equal(add(text).split('[[hooks]]').length - text.split('[[hooks]]').length, 4);
      assert.equal(kimiCodeInstall.status('f', add(text), client), 'installed');
      assert.equal(remove(add(text)), text);
    }
  });

  it('keep what follows them on a line of its own', () => {
    assert.equal(remove(`${add('[a]\nb = 1')}[c]\nd = 2\n`), '[a]\nb = 1\n[c]\nd = 2\n');
    assert.equal(remove(`${add('[a]\r\nb = 1')}[c]\r\n`), '[a]\r\nb = 1\r\n[c]\r\n');
  });

  it('are found without their marks, because the program rewrites its file', () => {
    const theirs = '[[hooks]]\nevent = "Stop"\ncommand = "true"\n\n[a]\nb = 1\n';
    const rewritten = add(theirs)
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .join('\n');
    contains(rewritten, HOOK_MARK);
    assert.equal(kimiCodeInstall.status('f', rewritten, client), 'outdated');
    assert.equal(remove(rewritten), theirs);
    assert.equal(kimiCodeInstall.status('f', add(rewritten), client), 'installed');
  });

  it('are never added if that would break the file', () => {
    for (const text of [
      'hooks = []\n',
      'a = 1\n"hooks" = [{ event = "Stop", command = "x" }]\n',
      '[hooks]\na = 1\n',
      '[ hooks.x ]\n',
      'hooks.a = 1\n',
    ]) {
      assert.ok(isProblem(kimiCodeInstall.add('f', text, client)), text);
    }
  });
});
