/** Cursor's hooks. It was never run here: all payloads and answers are those of its documentation of hooks. */
import assert from 'node:assert/strict';
import { isProblem } from '../../../src/agents/agent.js';
import { answerHook, cursorInstall as install } from '../../../src/agents/cursor/answer.js';
import { isOwnPayload, readHook } from '../../../src/agents/cursor/payload.js';
import { findSender } from '../../../src/agents/loaded.js';
import { contains } from '../../contains.js';
import { itAnswers, itBounds, itReads, itRefuses, roundTrips } from './hooked.js';

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
const shell = {
  tool_name: 'Shell',
  tool_input: { command: 'npm test', working_directory: '/home/me/app/web' },
  tool_use_id: 'abc123',
  cwd: '/home/me/app/web',
};
const call = `call abc123 shell Shell ${JSON.stringify(shell.tool_input)} (-)`;
const ran = (tool_output: unknown, more: object = {}): object =>
  hook('postToolUse', { ...shell, tool_output, ...more });
const failed = (more: object): object =>
  hook('postToolUseFailure', { ...shell, duration: 5, ...more });
const refused = (error_message: string): object =>
  failed({ failure_type: 'permission_denied', error_message });
const stop = (status: string, loop_count = 0): object => hook('stop', { status, loop_count });

describe('Cursor’s hooks', () => {
  itReads(readHook, `start ${base.conversation_id} cursor /home/me/app m`, [
    [hook('beforeSubmitPrompt', { prompt: 'Fix it', attachments: [] }), 'turn Fix it', '→ prompt'],
    [
      hook('preToolUse', { ...shell, agent_message: 'Testing' }),
      call,
      '→ before-tool abc123 shell',
    ],
    [
      ran('{"exitCode":0,"stdout":"2 passing"}', { duration: 12.9 }),
      call,
      'result abc123 ok 0 12.9 ms "2 passing"',
      '→ after-step',
    ],
    // a command's failure is none of the tool; outputs are of any kind
    [
      ran('{"exitCode":1,"stdout":"a","stderr":"b"}'),
      call,
      'result abc123 failed 1 "a\\nb"',
      '→ after-step',
    ],
    [
      ran('{"file_path":"/a"}'),
      call,
      'result abc123 ok "{\\"file_path\\":\\"/a\\"}"',
      '→ after-step',
    ],
    [ran('{broken'), call, 'result abc123 ok "{broken"', '→ after-step'],
    [ran(undefined), call, 'result abc123 ok ""', '→ after-step'],
    [
      failed({ error_message: 'timed out', failure_type: 'timeout' }),
      call,
      'result abc123 failed 5 ms "timed out"',
    ],
    [refused('by a rule'), call, 'result abc123 failed by rule 5 ms "by a rule"'],
    [
      refused('[Turnwatch] Tools are off'),
      call,
      'result abc123 failed by turnwatch 5 ms "[Turnwatch] Tools are off"',
    ],
    [
      failed({ error_message: '', is_interrupt: true }),
      call,
      'result abc123 failed by person 5 ms ""',
    ],
    [hook('afterAgentResponse', { text: 'Done.' }), 'says Done. (-)'],
    // the agent continues only once, and never after it was stopped
    [stop('completed'), 'end completed', '→ before-stop'],
    [stop('completed', 1), 'end completed'],
    [stop('aborted'), 'end interrupted'],
    [stop('error'), 'end error'],
    [hook('preCompact', { trigger: 'auto' }), 'compaction'],
    [hook('sessionEnd', { reason: 'completed' }), 'session.end'],
    // as those of Claude Code, which it runs
    [hook('PreToolUse', shell), call, '→ before-tool abc123 shell'],
    [hook('UserPromptSubmit', { prompt: 'Fix it' }), 'turn Fix it', '→ prompt'],
  ]);
  const denied = (reason: string): object => ({
    permission: 'deny',
    user_message: reason,
    agent_message: reason,
  });
  // no hook ends the turn
  itAnswers(answerHook, {
    'deny before-tool': denied('R'),
    'stop before-tool': denied('S'),
    'remind after-step': { additional_context: 'T "q"' },
    'remind before-stop': { followup_message: 'T "q"' },
  });

  it('are known as Cursor’s where it runs those of Claude Code', () => {
    const foreign = hook('PreToolUse', { ...shell, session_id: base.conversation_id });
    assert.ok(isOwnPayload(foreign));
    assert.ok(!isOwnPayload({ session_id: 's', prompt_id: 'p', hook_event_name: 'PreToolUse' }));
    assert.equal(findSender('claude-code', foreign)?.id, 'cursor');
  });

  itRefuses(readHook, [
    [null, /Cursor hook payload: not a JSON object/],
    [hook('preToolUse', { conversation_id: 7 }), /"conversation_id"/],
    [hook('preToolUse', { workspace_roots: [] }), /"folder"/],
    [hook('preToolUse', {}), /"tool_name"/],
  ]);
  itBounds(
    readHook,
    (tool_input) => hook('preToolUse', { ...shell, tool_input }),
    (tool_output) => ran(tool_output),
  );
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
