/** Droid's hooks, in the forms of Droid 0.215.0. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProblem } from '../../../src/agents/agent.js';
import { answerHook, droidInstall as install } from '../../../src/agents/droid/answer.js';
import { isOwnPayload, readHook } from '../../../src/agents/droid/payload.js';
import { findSender } from '../../../src/agents/loaded.js';
import { contains } from '../../contains.js';
import { denial, itAnswers, itBounds, itReads, itRefuses, output, roundTrips } from './hooked.js';

const base = {
  session_id: 'abc123',
  transcript_path: '/h/.factory/sessions/-srv-app/abc123.jsonl',
  cwd: '/srv/app',
  permission_mode: 'auto-high',
};
const hook = (hook_event_name: string, more: object = {}): Record<string, unknown> => ({
  ...base,
  hook_event_name,
  ...more,
});
const file = { file_path: '/srv/app/file.txt', content: 'file content' };
const created = { tool_name: 'Create', tool_input: file };
const call = `call  write Create ${JSON.stringify(file)} (-)`;
const ran = (tool_response: unknown): object =>
  hook('PostToolUse', {
    tool_name: 'Execute',
    tool_input: { command: 'npm test', summary: 'Test', riskLevel: 'low', riskLevelReason: 'x' },
    tool_response,
  });
const test = 'call  shell Execute {"command":"npm test"} (-)';

describe('Droid’s hooks', () => {
  itReads(readHook, 'start abc123 droid /srv/app', [
    [hook('SessionStart', { source: 'startup' })],
    [hook('UserPromptSubmit', { prompt: 'Write a function' }), 'turn Write a function', '→ prompt'],
    [hook('PreToolUse', created), call, '→ before-tool  write'],
    [
      hook('PostToolUse', { ...created, tool_response: '{"success":true}' }),
      call,
      'result  ok "{\\"success\\":true}"',
      '→ after-step',
    ],
    [
      ran('3 passing\n\n\n[Process exited with code 0]'),
      test,
      'result  ok 0 "3 passing"',
      '→ after-step',
    ],
    [
      ran('Command completed successfully\n\n[Process exited with code 0]'),
      test,
      'result  ok 0 ""',
      '→ after-step',
    ],
    [
      ran(
        'a\nb\n\nFull command output saved to: /tmp/droid-x/y.log (165KB)\n\n[Process exited with code 0]',
      ),
      test,
      'result  ok 0 "a\\nb"',
      '→ after-step',
    ],
    [
      ran('Command timed out after 2 seconds. Consider increasing the timeout.'),
      test,
      'result  failed "Command timed out after 2 seconds. Consider increasing the timeout."',
      '→ after-step',
    ],
    [ran(undefined), test, 'result  ok ""', '→ after-step'],
    [hook('Stop', { stop_hook_active: false }), 'end completed', '→ before-stop'],
    // it would be made to go on for ever
    [hook('Stop', { stop_hook_active: true }), 'end completed'],
    [
      hook('Notification', { message: 'm', notification_type: 'permission_prompt' }),
      'waits for permission',
    ],
    [hook('Notification', { message: 'm', notification_type: 'idle_prompt' })],
    [hook('SessionEnd', { reason: 'other' }), 'session.end'],
  ]);
  itAnswers(answerHook, {
    'deny before-tool': denial('R'),
    'stop before-tool': { continue: false, stopReason: 'S', ...denial('S') },
    'remind after-step': output('PostToolUse', { additionalContext: 'T "q"' }),
    'stop after-step': { continue: false, stopReason: 'S' },
    'remind before-stop': { decision: 'block', reason: 'T "q"' },
  });

  it('are known by the folder of their transcripts', () => {
    const claude = { transcript_path: '/h/.claude/projects/a.jsonl' };
    assert.ok(isOwnPayload(hook('PreToolUse')) && !isOwnPayload(hook('PreToolUse', claude)));
    assert.equal(findSender('droid', hook('PreToolUse'))?.id, 'droid');
  });

  itRefuses(readHook, [
    [7, /Droid hook payload: not a JSON object/],
    [{ ...base, session_id: '' }, /"hook_event_name"/],
    [hook('PreToolUse', { cwd: 'a\nb' }), /"cwd"/],
    [hook('PreToolUse', { tool_input: {} }), /"tool_name"/],
  ]);
  itBounds(
    readHook,
    (tool_input) => hook('PreToolUse', { ...created, tool_input }),
    (tool_response) => ran(tool_response),
  );
});

describe('Droid’s hooks.json', () => {
  it('gets the events as its own fields, and is the same again without them', () => {
    roundTrips(install, [
      '',
      '{}\n',
      '{\n  "PreToolUse": [\n    {\n      "matcher": "Execute",\n      "hooks": [{ "type": "command", "command": "date" }]\n    }\n  ]\n}\n',
      '{\r\n\t// mine\r\n\t"Stop": [],\r\n}\r\n',
      '{\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "date" }] }]\n  }\n}\n',
    ]);
    const made = install.add('f', '', { dir: '/d' });
    assert.ok(!isProblem(made));
    const { PreToolUse: groups, hooks } = JSON.parse(made.text) as Record<string, unknown[]>;
    assert.equal(hooks, undefined);
    contains(JSON.stringify(groups), 'X-Turnwatch-Agent: droid');
    const nested = install.add('f', '{ "hooks": {} }\n', { dir: '/d' });
    assert.ok(!isProblem(nested));
    assert.deepEqual(Object.keys(JSON.parse(nested.text) as object), ['hooks']);
  });

  it('is not made where it would put the hooks of settings.json out of force', () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnwatch-droid-'));
    const file = join(folder, 'hooks.json');
    const settings = join(folder, 'settings.json');
    try {
      writeFileSync(settings, '{ "model": "m", "hooks": {} }');
      assert.ok(!isProblem(install.add(file, '', { dir: '/d' })));
      writeFileSync(settings, '{ "hooks": { "Stop": [{ "hooks": [] }] } }');
      const refused = install.add(file, '', { dir: '/d' });
      assert.ok(isProblem(refused));
      contains(refused.problem, 'settings.json has hooks');
      assert.ok(!isProblem(install.add(file, '{}\n', { dir: '/d' })));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
