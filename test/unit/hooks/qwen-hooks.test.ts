/** Qwen Code's hooks: what payloads tell, what is printed, and what is written into its settings. All shapes are those of the real program. */
import assert from 'node:assert/strict';
import { isProblem } from '../../../src/agents/agent.js';
import { findSender } from '../../../src/agents/loaded.js';
import { answerHook } from '../../../src/agents/qwen-code/answer.js';
import { qwenCodeInstall as install } from '../../../src/agents/qwen-code/install.js';
import { isOwnPayload, readHook } from '../../../src/agents/qwen-code/payload.js';
import type { AnswerPoint } from '../../../src/core/interventions/answer.js';
import { eventsOf, roundTrips } from './hooked.js';

const base = {
  session_id: 'S',
  transcript_path: '/h/.qwen/projects/-w/chats/S.jsonl',
  cwd: '/w',
  timestamp: '2026-11-21T02:24:27.298Z',
  permission_mode: 'yolo',
  prompt_id: 'S########0',
};
const hook = (hook_event_name: string, more: object = {}): Record<string, unknown> => ({
  ...base,
  hook_event_name,
  ...more,
});
const read = (payload: unknown): Record<string, unknown>[] => eventsOf(readHook(payload, 1000));
const called = {
  tool_name: 'run_shell_command',
  tool_input: { command: 'ls' },
  tool_use_id: 'toolu_1',
  tool_call_id: 'call_1_0',
};
const call = {
  type: 'tool.call',
  call: 'call_1_0',
  tool: 'run_shell_command',
  input: { command: 'ls' },
  class: 'shell',
};

describe('Qwen Code’s hooks', () => {
  it('report a turn: start, calls under the chat’s ids, steps, end', () => {
    assert.deepEqual(
      read(hook('UserPromptSubmit', { prompt: 'Tidy up', submitted_prompt: 'Tidy up' })),
      [
        { type: 'session.start', agent: 'qwen-code', cwd: '/w', steps: 'explicit' },
        { type: 'turn.start', prompt: 'Tidy up' },
      ],
    );
    assert.deepEqual(read(hook('PreToolUse', called)).slice(1), [call]);
    const llmContent =
      'Command: ls\nDirectory: (root)\nOutput: a\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)';
    assert.deepEqual(
      read(
        hook('PostToolUse', {
          ...called,
          tool_response: { llmContent, returnDisplay: 'a' },
          duration_ms: 16,
        }),
      ).slice(1),
      [
        call,
        {
          type: 'tool.result',
          call: 'call_1_0',
          ok: true,
          output: 'a',
          exitCode: 0,
          durationMs: 16,
        },
      ],
    );
    assert.deepEqual(
      read(
        hook('PostToolUseFailure', {
          ...called,
          error: 'Not a regular file: /dev/null',
          is_interrupt: false,
        }),
      ).slice(2),
      [
        {
          type: 'tool.result',
          call: 'call_1_0',
          ok: false,
          output: 'Not a regular file: /dev/null',
        },
      ],
    );
    assert.deepEqual(read(hook('UserPromptSubmit', { prompt: '' })).slice(1), [
      { type: 'step.end' },
    ]);
    assert.deepEqual(
      read(hook('Stop', { stop_hook_active: false, last_assistant_message: 'Done.' })).slice(1),
      [
        { type: 'message', text: 'Done.' },
        { type: 'turn.end', reason: 'completed' },
      ],
    );
    assert.deepEqual(
      read(
        hook('Notification', { notification_type: 'permission_prompt', message: 'May it?' }),
      ).slice(1),
      [{ type: 'waiting', for: 'permission' }],
    );
    assert.deepEqual(
      read(hook('Notification', { notification_type: 'auth_success' })).slice(1),
      [],
    );
    assert.deepEqual(read(hook('SessionEnd')).slice(1), [{ type: 'session.end' }]);
  });

  it('of a sub-agent belong to its own session', () => {
    const reading = readHook(hook('PreToolUse', { ...called, agent_id: 'A' }), 1);
    assert.ok(!isProblem(reading));
    assert.equal(reading.session, 'S/A');
    assert.deepEqual(eventsOf(reading)[0], {
      type: 'session.start',
      agent: 'qwen-code',
      cwd: '/w',
      steps: 'explicit',
      parent: 'S',
    });
    assert.deepEqual(read(hook('SubagentStop', { agent_id: 'A' })).slice(1), [
      { type: 'turn.end', reason: 'completed' },
    ]);
  });

  it('are distinguished from Claude Code’s, which have no timestamp', () => {
    assert.ok(isOwnPayload(hook('PreToolUse')));
    assert.ok(
      !isOwnPayload({
        session_id: 'S',
        cwd: '/w',
        hook_event_name: 'PreToolUse',
        permission_mode: 'default',
        prompt_id: 'P',
      }),
    );
    assert.equal(findSender('qwen-code', hook('PreToolUse'))?.id, 'qwen-code');
  });

  it('yield a problem or bounded events when broken or hostile, never an exception', () => {
    for (const payload of [
      null,
      1,
      'x',
      [],
      {},
      { ...base },
      hook('PreToolUse'),
      hook('PreToolUse', { tool_name: 'x' }),
      hook('UserPromptSubmit'),
      hook('UserPromptSubmit', { prompt: {} }),
      { ...hook('Stop'), cwd: '' },
    ]) {
      assert.ok(isProblem(readHook(payload, 1)), JSON.stringify(payload).slice(0, 80));
    }
    const long = 'x'.repeat(1_000_000);
    assert.ok(
      JSON.stringify(
        read(
          hook('PostToolUse', {
            ...called,
            tool_input: { command: long },
            tool_response: { llmContent: long },
          }),
        ),
      ).length < 400_000,
    );
    for (const odd of [undefined, null, [], 'text', { llmContent: 7 }]) {
      assert.equal(read(hook('PostToolUse', { ...called, tool_response: odd })).length, 3);
    }
  });

  it('answer with a reminder, a denial or the end of the turn, and with nothing otherwise', () => {
    const tool: AnswerPoint = { kind: 'before-tool', call: 'c', class: 'shell' };
    const denial = {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'R',
      },
    };
    assert.deepEqual(
      JSON.parse(answerHook({ kind: 'after-step' }, { kind: 'remind', text: 'R' })),
      { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'R' } },
    );
    assert.deepEqual(
      JSON.parse(answerHook({ kind: 'after-step' }, { kind: 'stop', reason: 'R' })),
      { decision: 'block', reason: 'R' },
    );
    for (const kind of ['deny', 'stop'] as const) {
      assert.deepEqual(JSON.parse(answerHook(tool, { kind, reason: 'R' })), denial);
    }
    for (const silent of [
      answerHook(tool, { kind: 'none' }),
      answerHook(tool, { kind: 'remind', text: 'R' }),
      answerHook({ kind: 'after-step' }, { kind: 'none' }),
      answerHook({ kind: 'prompt' }, { kind: 'stop', reason: 'R' }),
    ]) {
      assert.equal(silent, '');
    }
  });

  it('are added to its settings and removed again byte for byte', () => {
    roundTrips(install, [
      '',
      '{}\n',
      '{\n  "model": { "name": "m" } // mine\n}\n',
      '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"echo mine"}]}]}}',
    ]);
    const off = install.add('f', '{ "disableAllHooks": true }', { dir: '/d' });
    assert.ok(!isProblem(off));
    assert.equal(install.status('f', off.text, { dir: '/d' }), 'disabled');
  });
});
