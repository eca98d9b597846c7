/** Cursor's hooks. It was never run here: all payloads and answers are those of its documentation of hooks. */
import assert from 'node:assert/strict';
import { isProblem } from '../../../src/agents/agent.js';
import { answerHook } from '../../../src/agents/cursor/answer.js';
import { cursorInstall as install } from '../../../src/agents/cursor/install.js';
import { isOwnPayload, readHook } from '../../../src/agents/cursor/payload.js';
import { findSender } from '../../../src/agents/loaded.js';
import { contains } from '../../contains.js';
import { eventsOf, itRefuses, roundTrips } from './hooked.js';

const base = {
  conversation_id: '668320d2-2fd8-4888-b33c-2a466fec86e7',
  generation_id: '490b90b7-a2ce-4c2c-bb76-cb77b125df2f',
  model: 'm',
  cursor_version: '2.4.1',
  workspace_roots: ['/home/me/app'],
  user_email: 'me@example.com',
  transcript_path: null,
};
const hook = (hook_event_name: string, more: object = {}): Record<string, unknown> => ({
  ...base,
  hook_event_name,
  ...more,
});
const read = (payload: unknown): Record<string, unknown>[] => eventsOf(readHook(payload, 1000));
const shell = {
  tool_name: 'Shell',
  tool_input: { command: 'npm test', working_directory: '/home/me/app/web' },
  tool_use_id: 'abc123',
  cwd: '/home/me/app/web',
};
const call = {
  type: 'tool.call',
  call: 'abc123',
  tool: 'Shell',
  input: shell.tool_input,
  class: 'shell',
};

describe('Cursor’s hooks', () => {
  it('report a turn: start, calls, results, the answer, end', () => {
    assert.deepEqual(read(hook('beforeSubmitPrompt', { prompt: 'Fix it', attachments: [] })), [
      { type: 'session.start', agent: 'cursor', cwd: '/home/me/app', model: 'm' },
      { type: 'turn.start', prompt: 'Fix it' },
    ]);
    assert.deepEqual(read(hook('preToolUse', { ...shell, agent_message: 'Testing' })).slice(1), [
      call,
    ]);
    const tool_output = '{"exitCode":0,"stdout":"2 passing"}';
    assert.deepEqual(
      read(hook('postToolUse', { ...shell, tool_output, duration: 12.9 })).slice(1),
      [
        call,
        {
          type: 'tool.result',
          call: 'abc123',
          ok: true,
          output: '2 passing',
          exitCode: 0,
          durationMs: 12.9,
        },
      ],
    );
    assert.deepEqual(read(hook('afterAgentResponse', { text: 'Done.' })).slice(1), [
      { type: 'message', text: 'Done.' },
    ]);
    assert.deepEqual(read(hook('stop', { status: 'completed', loop_count: 0 })).slice(1), [
      { type: 'turn.end', reason: 'completed' },
    ]);
  });

  it('tell how a call failed, and who denied it', () => {
    const result = (more: object): unknown =>
      read(hook('postToolUseFailure', { ...shell, duration: 5, ...more })).at(-1);
    const told = { type: 'tool.result', call: 'abc123', ok: false, durationMs: 5 };
    assert.deepEqual(result({ error_message: 'timed out', failure_type: 'timeout' }), {
      ...told,
      output: 'timed out',
    });
    const denied = { failure_type: 'permission_denied' };
    assert.deepEqual(result({ ...denied, error_message: 'by a rule' }), {
      ...told,
      output: 'by a rule',
      deniedBy: 'rule',
    });
    assert.deepEqual(result({ ...denied, error_message: '[Turnwatch] Tools are off' }), {
      ...told,
      output: '[Turnwatch] Tools are off',
      deniedBy: 'turnwatch',
    });
    assert.deepEqual(result({ error_message: '', is_interrupt: true }), {
      ...told,
      output: '',
      deniedBy: 'person',
    });
  });

  it('tell a command’s failure that is none of the tool, and outputs of any kind', () => {
    const result = (tool_output: unknown): unknown =>
      read(hook('postToolUse', { ...shell, tool_output })).at(-1);
    const told = { type: 'tool.result', call: 'abc123' };
    assert.deepEqual(result('{"exitCode":1,"stdout":"a","stderr":"b"}'), {
      ...told,
      ok: false,
      output: 'a\nb',
      exitCode: 1,
    });
    assert.deepEqual(result('{"file_path":"/a","content_length":3}'), {
      ...told,
      ok: true,
      output: '{"file_path":"/a","content_length":3}',
    });
    assert.deepEqual(result('{broken'), { ...told, ok: true, output: '{broken' });
    assert.deepEqual(result(undefined), { ...told, ok: true, output: '' });
  });

  it('tell how the turn ended', () => {
    const reason = (status: string): unknown => read(hook('stop', { status, loop_count: 0 }))[1];
    assert.deepEqual(reason('aborted'), { type: 'turn.end', reason: 'interrupted' });
    assert.deepEqual(reason('error'), { type: 'turn.end', reason: 'error' });
    assert.deepEqual(read(hook('preCompact', { trigger: 'auto' }))[1], { type: 'compaction' });
    assert.deepEqual(read(hook('sessionEnd', { reason: 'completed' }))[1], { type: 'session.end' });
  });

  it('are answered in the documented forms; no hook ends the turn', () => {
    const before = { kind: 'before-tool', call: 'c', class: 'shell' } as const;
    const printed = (...args: Parameters<typeof answerHook>): unknown =>
      JSON.parse(answerHook(...args) || 'null');
    const denial = { permission: 'deny', user_message: 'no', agent_message: 'no' };
    assert.deepEqual(printed(before, { kind: 'deny', reason: 'no' }), denial);
    assert.deepEqual(printed(before, { kind: 'stop', reason: 'no' }), denial);
    assert.deepEqual(printed({ kind: 'after-step' }, { kind: 'remind', text: 'hm' }), {
      additional_context: 'hm',
    });
    assert.deepEqual(printed({ kind: 'before-stop' }, { kind: 'remind', text: 'go' }), {
      followup_message: 'go',
    });
    assert.equal(printed(before, { kind: 'remind', text: 'hm' }), null);
    assert.equal(printed({ kind: 'prompt' }, { kind: 'remind', text: 'hm' }), null);
  });

  it('continue the agent only once, and never one that was stopped', () => {
    const moment = (more: object): unknown => {
      const reading = readHook(hook('stop', more), 1);
      return isProblem(reading) ? reading : reading.moment;
    };
    assert.deepEqual(moment({ status: 'completed', loop_count: 0 }), { kind: 'before-stop' });
    assert.equal(moment({ status: 'completed', loop_count: 1 }), undefined);
    assert.equal(moment({ status: 'aborted', loop_count: 0 }), undefined);
  });

  it('are known as Cursor’s where it runs those of Claude Code', () => {
    const foreign = hook('PreToolUse', { ...shell, session_id: base.conversation_id });
    assert.ok(isOwnPayload(foreign));
    assert.ok(!isOwnPayload({ session_id: 's', prompt_id: 'p', hook_event_name: 'PreToolUse' }));
    assert.equal(findSender('claude-code', foreign)?.id, 'cursor');
    assert.deepEqual(read(foreign).slice(1), [call]);
    assert.deepEqual(read(hook('UserPromptSubmit', { prompt: 'Fix it' }))[1], {
      type: 'turn.start',
      prompt: 'Fix it',
    });
  });

  itRefuses(readHook, [
    [null, /Cursor hook payload: not a JSON object/],
    [hook('preToolUse', { conversation_id: 7 }), /"conversation_id"/],
    [hook('preToolUse', { workspace_roots: [] }), /"folder"/],
    [hook('preToolUse', {}), /"tool_name"/],
  ]);
});

describe('Cursor’s hooks.json', () => {
  it('gets bare handlers and a version, and is the same again without them', () => {
    roundTrips(install, [
      '',
      '{\n  "version": 1\n}\n',
      '{\n  "version": 1,\n  "hooks": {\n    "preToolUse": [{ "command": "date" }]\n  }\n}\n',
    ]);
    const made = install.add('f', '', { dir: '/d' });
    assert.ok(!isProblem(made));
    const { version, hooks } = JSON.parse(made.text) as {
      version: number;
      hooks: Record<string, { command: string; timeout: number }[]>;
    };
    assert.equal(version, 1);
    contains(hooks['preToolUse']?.[0]?.command, 'X-Turnwatch-Agent: cursor');
    assert.equal(hooks['preToolUse']?.[0]?.timeout, 2);
  });
});
