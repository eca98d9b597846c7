/** Qwen Code's hooks: what payloads tell, what is printed, and what is written into its settings. All shapes are those of the real program. */
import assert from 'node:assert/strict';
import { isProblem } from '../../../src/agents/agent.js';
import { findSender } from '../../../src/agents/loaded.js';
import { answerHook, qwenCodeInstall as install } from '../../../src/agents/qwen-code/answer.js';
import { isOwnPayload, readHook } from '../../../src/agents/qwen-code/payload.js';
import {
  denial,
  hookLines,
  itAnswers,
  itBounds,
  itReads,
  itRefuses,
  output,
  roundTrips,
} from './hooked.js';

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
const called = {
  tool_name: 'run_shell_command',
  tool_input: { command: 'ls' },
  tool_use_id: 'toolu_1',
  tool_call_id: 'call_1_0',
};
const ran = (tool_response: unknown): object => hook('PostToolUse', { ...called, tool_response });
const call = 'call call_1_0 shell run_shell_command {"command":"ls"} (-)';
const llmContent =
  'Command: ls\nDirectory: (root)\nOutput: a\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)';

describe('Qwen Code’s hooks', () => {
  itReads(readHook, 'start S qwen-code /w explicit', [
    [
      hook('UserPromptSubmit', { prompt: 'Tidy up', submitted_prompt: 'Tidy up' }),
      'turn Tidy up',
      '→ prompt',
    ],
    [hook('PreToolUse', called), call, '→ before-tool call_1_0 shell'],
    [
      { ...ran({ llmContent, returnDisplay: 'a' }), duration_ms: 16 },
      call,
      'result call_1_0 ok 0 16 ms "a"',
    ],
    [
      hook('PostToolUseFailure', { ...called, error: 'Not a regular file: /dev/null' }),
      call,
      'result call_1_0 failed "Not a regular file: /dev/null"',
    ],
    [hook('UserPromptSubmit', { prompt: '' }), 'step.end', '→ after-step'],
    [hook('Stop', { last_assistant_message: 'Done.' }), 'says Done. (-)', 'end completed'],
    [hook('Stop', { last_assistant_message: '(empty content)' }), 'end completed'],
    [hook('Notification', { notification_type: 'permission_prompt' }), 'waits for permission'],
    [hook('Notification', { notification_type: 'auth_success' })],
    [hook('SessionEnd'), 'session.end'],
  ]);
  describe('of a sub-agent belong to its own session', () =>
    itReads(readHook, 'start S/A qwen-code /w of S explicit', [
      [hook('PreToolUse', { ...called, agent_id: 'A' }), call, '→ before-tool call_1_0 shell'],
      [hook('SubagentStop', { agent_id: 'A' }), 'end completed'],
    ]));

  it('are distinguished from Claude Code’s, which have no timestamp', () => {
    assert.ok(isOwnPayload(hook('PreToolUse')));
    const { session_id, cwd, permission_mode, prompt_id } = base;
    const claude = { session_id, cwd, permission_mode, prompt_id, hook_event_name: 'PreToolUse' };
    assert.ok(!isOwnPayload(claude));
    assert.equal(findSender('qwen-code', hook('PreToolUse'))?.id, 'qwen-code');
  });

  itRefuses(readHook, [
    [null, /not a JSON object/],
    [[], /not a JSON object/],
    [base, /"hook_event_name"/],
    [hook('PreToolUse'), /"tool_call_id"/],
    [hook('PreToolUse', { tool_call_id: 'c' }), /"tool_name"/],
    [hook('UserPromptSubmit'), /"prompt"/],
    [hook('UserPromptSubmit', { prompt: {} }), /"prompt"/],
    [hook('Stop', { cwd: '' }), /"cwd"/],
  ]);
  itBounds(
    readHook,
    (tool_input) => ({ ...ran({ llmContent: tool_input }), tool_input }),
    (tool_response) => ran(tool_response),
    (prompt) => hook('UserPromptSubmit', { prompt }),
  );
  it('tell a result whatever its shape', () => {
    for (const odd of [undefined, null, [], 'text', { llmContent: 7 }]) {
      assert.equal(hookLines(readHook, ran(odd)).length, 3);
    }
  });
});

describe('answers to Qwen Code', () =>
  itAnswers(answerHook, {
    'deny before-tool': denial('R'),
    'stop before-tool': denial('S'),
    'remind after-step': output('UserPromptSubmit', { additionalContext: 'T "q"' }),
    'stop after-step': { decision: 'block', reason: 'S' },
  }));

describe('hooks in Qwen Code’s settings', () => {
  it('are added and removed again byte for byte', () => {
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
