/** Droid's hooks. It was never run here: all payloads and answers are those of Factory's documentation of hooks. */
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
  transcript_path: '/Users/me/.factory/projects/app/00893aaf-19fa-41d2-8238-13269b9b3ca0.jsonl',
  cwd: '/Users/me/app',
  permission_mode: 'off',
};
const hook = (hook_event_name: string, more: object = {}): Record<string, unknown> => ({
  ...base,
  hook_event_name,
  ...more,
});
const file = { file_path: '/path/to/file.txt', content: 'file content' };
const created = { tool_name: 'Create', tool_input: file };
const call = `call  write Create ${JSON.stringify(file)} (-)`;
const ran = (tool_response: unknown): object =>
  hook('PostToolUse', { tool_name: 'Execute', tool_input: { command: 'npm test' }, tool_response });
const test = 'call  shell Execute {"command":"npm test"} (-)';

describe('Droid’s hooks', () => {
  itReads(readHook, 'start abc123 droid /Users/me/app', [
    [hook('UserPromptSubmit', { prompt: 'Write a function' }), 'turn Write a function', '→ prompt'],
    [hook('PreToolUse', created), call, '→ before-tool  write'],
    [
      hook('PreToolUse', { ...created, tool_use_id: 'toolu_1' }),
      call.replace('call ', 'call toolu_1'),
      '→ before-tool toolu_1 write',
    ],
    [
      hook('PostToolUse', { ...created, tool_response: { success: true } }),
      call,
      'result  ok "{\\"success\\":true}"',
      '→ after-step',
    ],
    [ran('3 failing'), test, 'result  ok "3 failing"', '→ after-step'],
    [
      ran({ stdout: 'a', stderr: 'b', exitCode: 1 }),
      test,
      'result  failed 1 "a\\nb"',
      '→ after-step',
    ],
    [ran({ stdout: '', stderr: '' }), test, 'result  ok ""', '→ after-step'],
    [
      ran({ success: false, error: 'no such file' }),
      test,
      'result  failed "no such file"',
      '→ after-step',
    ],
    [ran(undefined), test, 'result  ok ""', '→ after-step'],
    [hook('Stop', { stop_hook_active: false }), 'end completed', '→ before-stop'],
    [hook('Stop', { stop_hook_active: true }), 'end completed'],
    [
      hook('Notification', { message: 'Droid needs your permission to use Execute' }),
      'waits for permission',
    ],
    [hook('Notification', { message: 'Droid is waiting for your input' })],
    [hook('PreCompact', { trigger: 'auto', custom_instructions: '' }), 'compaction'],
    [hook('SessionEnd', { reason: 'other' }), 'session.end'],
    [hook('SubagentStop', { stop_hook_active: false })],
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
