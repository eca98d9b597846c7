/** Droid's hooks. It was never run here: all payloads and answers are those of Factory's documentation of hooks. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProblem } from '../../../src/agents/agent.js';
import { answerHook } from '../../../src/agents/droid/answer.js';
import { droidInstall as install } from '../../../src/agents/droid/install.js';
import { isOwnPayload, readHook } from '../../../src/agents/droid/payload.js';
import { findSender } from '../../../src/agents/loaded.js';
import { contains } from '../../contains.js';
import { eventsOf, itRefuses, roundTrips } from './hooked.js';

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
const read = (payload: unknown): Record<string, unknown>[] => eventsOf(readHook(payload, 1000));
const created = {
  tool_name: 'Create',
  tool_input: { file_path: '/path/to/file.txt', content: 'file content' },
};
const call = {
  type: 'tool.call',
  call: '',
  tool: 'Create',
  input: created.tool_input,
  class: 'write',
};

describe('Droid’s hooks', () => {
  it('report a turn: start, calls without ids, results, end', () => {
    assert.deepEqual(read(hook('UserPromptSubmit', { prompt: 'Write a function' })), [
      { type: 'session.start', agent: 'droid', cwd: '/Users/me/app' },
      { type: 'turn.start', prompt: 'Write a function' },
    ]);
    assert.deepEqual(read(hook('PreToolUse', created)).slice(1), [call]);
    const tool_response = { filePath: '/path/to/file.txt', success: true };
    assert.deepEqual(read(hook('PostToolUse', { ...created, tool_response })).slice(1), [
      call,
      { type: 'tool.result', call: '', ok: true, output: JSON.stringify(tool_response) },
    ]);
    assert.deepEqual(read(hook('Stop', { stop_hook_active: false })).slice(1), [
      { type: 'turn.end', reason: 'completed' },
    ]);
  });

  it('name the call where the payload does', () => {
    assert.deepEqual(read(hook('PreToolUse', { ...created, tool_use_id: 'toolu_1' })).slice(1), [
      { ...call, call: 'toolu_1' },
    ]);
  });

  it('tell what a command printed and that it failed', () => {
    const result = (tool_response: unknown): unknown =>
      read(
        hook('PostToolUse', {
          tool_name: 'Execute',
          tool_input: { command: 'npm test' },
          tool_response,
        }),
      ).at(-1);
    const told = { type: 'tool.result', call: '' };
    assert.deepEqual(result('3 failing'), { ...told, ok: true, output: '3 failing' });
    assert.deepEqual(result({ stdout: 'a', stderr: 'b', exitCode: 1 }), {
      ...told,
      ok: false,
      output: 'a\nb',
      exitCode: 1,
    });
    assert.deepEqual(result({ stdout: '', stderr: '' }), { ...told, ok: true, output: '' });
    assert.deepEqual(result({ success: false, error: 'no such file' }), {
      ...told,
      ok: false,
      output: 'no such file',
    });
    assert.deepEqual(result(undefined), { ...told, ok: true, output: '' });
  });

  it('tell that the agent waits, compacts and ends', () => {
    const permission = 'Droid needs your permission to use Execute';
    assert.deepEqual(read(hook('Notification', { message: permission })).slice(1), [
      { type: 'waiting', for: 'permission' },
    ]);
    assert.deepEqual(
      read(hook('Notification', { message: 'Droid is waiting for your input' })).slice(1),
      [],
    );
    assert.deepEqual(read(hook('PreCompact', { trigger: 'auto', custom_instructions: '' }))[1], {
      type: 'compaction',
    });
    assert.deepEqual(read(hook('SessionEnd', { reason: 'other' }))[1], { type: 'session.end' });
    assert.deepEqual(read(hook('SubagentStop', { stop_hook_active: false })).slice(1), []);
  });

  it('are answered in the documented forms', () => {
    const before = { kind: 'before-tool', call: '', class: 'shell' } as const;
    const deny = {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'no',
      },
    };
    const printed = (...args: Parameters<typeof answerHook>): unknown =>
      JSON.parse(answerHook(...args) || 'null');
    assert.deepEqual(printed(before, { kind: 'deny', reason: 'no' }), deny);
    assert.deepEqual(printed(before, { kind: 'stop', reason: 'no' }), {
      continue: false,
      stopReason: 'no',
      ...deny,
    });
    assert.deepEqual(printed({ kind: 'after-step' }, { kind: 'remind', text: 'hm' }), {
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'hm' },
    });
    assert.deepEqual(printed({ kind: 'before-stop' }, { kind: 'remind', text: 'go' }), {
      decision: 'block',
      reason: 'go',
    });
    assert.equal(printed(before, { kind: 'remind', text: 'hm' }), null);
    assert.equal(printed({ kind: 'prompt' }, { kind: 'remind', text: 'hm' }), null);
  });

  it('continue the agent only once', () => {
    const moment = (stop_hook_active: boolean): unknown => {
      const reading = readHook(hook('Stop', { stop_hook_active }), 1);
      return isProblem(reading) ? reading : reading.moment;
    };
    assert.deepEqual([moment(false), moment(true)], [{ kind: 'before-stop' }, undefined]);
  });

  it('are known by the folder of their transcripts', () => {
    assert.ok(isOwnPayload(hook('PreToolUse')));
    assert.ok(
      !isOwnPayload({ ...hook('PreToolUse'), transcript_path: '/h/.claude/projects/a.jsonl' }),
    );
    assert.equal(findSender('droid', hook('PreToolUse'))?.id, 'droid');
  });

  itRefuses(readHook, [
    [7, /Droid hook payload: not a JSON object/],
    [{ ...base, session_id: '' }, /"hook_event_name"/],
    [hook('PreToolUse', { cwd: 'a\nb' }), /"cwd"/],
    [hook('PreToolUse', { tool_input: {} }), /"tool_name"/],
  ]);
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
