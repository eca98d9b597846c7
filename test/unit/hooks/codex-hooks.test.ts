/** Codex's hooks: payloads after the shape of real ones, answers, and its hooks file. */
import type { HookKind } from '../../../src/agents/install/command-lines.js';
import assert from 'node:assert/strict';
import { askedCall } from '../../../src/agents/live/asked-calls.js';
import { isProblem, type Result } from '../../../src/agents/agent.js';
import { answerForms, answerHook, codexInstall } from '../../../src/agents/codex/answer.js';
import { codex } from '../../../src/agents/codex/index.js';
import { isOwnPayload, readHook } from '../../../src/agents/codex/payload.js';
import { openRollout } from '../../../src/agents/codex/rollout.js';
import { hookCommand } from '../../../src/agents/install/hook-client.js';
import { eventLines } from '../support/event-lines.js';
import {
  denial,
  hookLines,
  itAnswers,
  itBounds,
  itReads,
  itRefuses,
  output,
  readingOf,
  roundTrips,
} from './hooked.js';

const thread = '01a1fbf5-31bf-7381-a091-d2006dbfb5f7';
const log = `/home/a/.codex/sessions/2026/11/21/rollout-2026-11-21T02-35-12-${thread}.jsonl`;
const common = {
  session_id: thread,
  turn_id: 'turn-1',
  transcript_path: log,
  cwd: '/srv/app',
  model: 'gpt-x',
  permission_mode: 'default',
};
const call = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm test' },
  tool_use_id: 'call_1',
};

const hook = (hook_event_name: string, more: object = {}): Record<string, unknown> => ({
  ...common,
  hook_event_name,
  ...more,
});
const asked = (more: object): object => ({ ...common, ...call, ...more });
const called = 'call call_1 shell exec_command {"cmd":"npm test"} (-)';
const stop = { stop_hook_active: false, last_assistant_message: 'Done.' };

describe('Codex hook payloads', () => {
  itReads(readHook, `start ${thread} codex /srv/app gpt-x explicit`, [
    [hook('SessionStart', { source: 'startup' })],
    [hook('UserPromptSubmit', { prompt: 'Fix it.' }), 'turn Fix it.', '→ prompt'],
    [asked({}), called, '→ before-tool call_1 shell'],
    // of a sub-agent, whose thread is that of its rollout
    [asked({ session_id: 'root' }), called, '→ before-tool call_1 shell'],
    [
      asked({ tool_name: 'request_user_input', tool_input: { questions: [] } }),
      'call call_1 ask request_user_input {"questions":[]} (-)',
      '→ before-tool call_1 ask',
    ],
    // under the call that the rollout names
    [
      asked({ tool_use_id: undefined, hook_event_name: 'PermissionRequest' }),
      `waits for permission ${askedCall('exec_command', { cmd: 'npm test' })}`,
    ],
    [hook('PreModelRequest'), 'step.end'],
    // it does not tell success from failure: results are left to the rollout
    [asked({ hook_event_name: 'PostToolUse', tool_response: '' })],
    [hook('AnEventOfNextYear')],
    [hook('Stop', stop), 'says Done. (-)', 'end completed', '→ before-stop'],
    [hook('Stop', { ...stop, stop_hook_active: true }), 'says Done. (-)', 'end completed'],
    [hook('Stop', { ...stop, last_assistant_message: null }), 'end completed', '→ before-stop'],
    [hook('Interrupt'), 'end interrupted'],
  ]);
  it('name the rollout, and the session where there is none', () => {
    assert.equal(readingOf(readHook, hook('SessionStart')).log, log);
    const bare = readingOf(readHook, asked({ session_id: 'root', transcript_path: null }));
    assert.deepEqual([bare.session, bare.log], ['root', undefined]);
    const last = hook('SessionEnd', { reason: 'other', turn_id: undefined, model: undefined });
    assert.equal(hookLines(readHook, last)[1], 'session.end');
  });

  it('yield the same action as the rollout', () => {
    const patch = '*** Begin Patch\n*** Delete File: a\n*** End Patch';
    const rollout = openRollout(log);
    const run = (cmd: string, more: object = {}): object => ({
      type: 'function_call',
      name: 'exec_command',
      arguments: JSON.stringify({ cmd, ...more }),
    });
    const script = `apply_patch <<'E'\n${patch}\nE`;
    for (const [payload, item] of [
      [call, run('npm test', { yield_time_ms: 1000 })],
      [{ tool_input: { command: script } }, run(script)],
      [
        { tool_name: 'apply_patch', tool_input: { command: patch } },
        { type: 'custom_tool_call', name: 'apply_patch', input: patch },
      ],
      [
        { tool_name: 'mcp__docs__find', tool_input: { q: 'x' } },
        { type: 'function_call', name: 'mcp__docs__find', arguments: '{"q":"x"}' },
      ],
    ] satisfies [object, object][]) {
      const logged = rollout.line(
        JSON.stringify({
          timestamp: '2026-11-21T02:35:13Z',
          type: 'response_item',
          payload: { call_id: 'call_1', ...item },
        }),
      );
      assert.ok(!isProblem(logged));
      const calls = eventLines(logged)
        .filter((line) => line.startsWith('call'))
        .map((line) => line.replace('(call_1)', '(-)')); // the rollout knows the response
      assert.equal(calls.length, 1);
      assert.deepEqual(hookLines(readHook, asked(payload)).slice(1, 2), calls);
    }
  });

  it('are distinguished from those of other agents', () => {
    assert.ok(isOwnPayload({ ...common, ...call }));
    assert.ok(
      isOwnPayload({
        session_id: thread,
        transcript_path: log,
        cwd: '/w',
        hook_event_name: 'SessionEnd',
      }),
    );
    for (const other of [
      { session_id: 's', prompt_id: 'p', transcript_path: '/home/a/.claude/projects/-w/s.jsonl' },
      { session_id: 's' },
      { turn_id: 't', model: 'm' },
      { sessionId: 's', timestamp: 1 },
    ]) {
      assert.ok(!isOwnPayload(other));
    }
  });

  itBounds(
    readHook,
    (tool_input) => asked({ tool_input }),
    (prompt) => hook('UserPromptSubmit', { prompt }),
  );
  itRefuses(readHook, [
    [null, /not a JSON object/],
    [[], /not a JSON object/],
    ['x', /not a JSON object/],
    [{ ...common }, /"hook_event_name" is missing/],
    [{ ...common, hook_event_name: 'Stop', session_id: 7 }, /"session_id" of Stop is missing/],
    [{ ...common, hook_event_name: 'Stop', session_id: 'a\nb' }, /"session_id"/],
    [{ ...common, hook_event_name: 'Stop', session_id: 'x'.repeat(300) }, /"session_id"/],
    [{ ...common, hook_event_name: 'Stop', cwd: '' }, /"cwd" of Stop is missing/],
    [{ ...common, ...call, tool_use_id: undefined }, /PreToolUse: "tool_use_id" is missing/],
    [{ ...common, ...call, tool_name: {} }, /"tool_name" is missing/],
    [{ ...common, ...call, tool_input: [1] }, /"tool_input" must be an object/],
    [{ ...common, hook_event_name: 'UserPromptSubmit', prompt: 1 }, /"prompt" is missing/],
  ]);
});

describe('Codex answers', () => {
  itAnswers(answerHook, {
    'deny before-tool': denial('R'),
    'remind before-tool': output('PreToolUse', { additionalContext: 'T "q"' }),
    'remind prompt': output('UserPromptSubmit', { additionalContext: 'T "q"' }),
    'remind before-stop': { decision: 'block', reason: 'T "q"' },
  });
});

describe('Codex hooks file', () => {
  const client = { dir: "/home/a/it's here" };
  const file = '/home/a/.codex/hooks.json';
  const text = (reading: Result<{ text: string }>): string => {
    assert.ok(!isProblem(reading), isProblem(reading) ? reading.problem : '');
    return reading.text;
  };

  it('holds commands of one constant text, which Codex trusts by its hash', () => {
    const made = text(codexInstall.add(file, '', client));
    const groups = (kind: HookKind): object[] => {
      const command = hookCommand('codex', client.dir, answerForms, { kind });
      return [{ hooks: [{ type: 'command', command, timeout: 2 }] }];
    };
    assert.deepEqual(JSON.parse(made), {
      hooks: {
        UserPromptSubmit: groups('ask'),
        PreToolUse: groups('order'),
        PreModelRequest: groups('tell'),
        PermissionRequest: groups('tell'),
        Stop: groups('ask'),
        SessionEnd: groups('ask'),
      },
    });
    assert.deepEqual(codexInstall.needs, ['curl']);
  });

  it('takes them in, and out again byte for byte', () => {
    const command = hookCommand('claude-code', '/x', []);
    const others = { hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } };
    roundTrips(codexInstall, [
      '',
      '{}',
      '{\n\t"hooks": {\n\t\t"PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "echo theirs" }] }]\n\t}\n}',
      '{\r\n  "description": "mine",\r\n  "hooks": {}\r\n}\r\n',
      JSON.stringify(others, null, 2),
    ]);
    const changed = text(codexInstall.add(file, '', client)).replaceAll('ut": 2', 'ut": 3');
    assert.equal(codexInstall.status(file, changed, client), 'outdated');
  });

  it('is left alone if it is broken', () => {
    for (const broken of ['{', '[]', '{"hooks": []}', '{"hooks": {"Stop": {}}}']) {
      assert.ok(isProblem(codexInstall.add(file, broken, client)), broken);
    }
  });

  it('lies in the agent’s own folder; a project’s is looked at, not offered', () => {
    const where = { env: { CODEX_HOME: '/data/codex' }, home: '/home/a', platform: 'linux' };
    assert.deepEqual(codex.places?.(where, ['/w']), [
      { scope: 'user', files: ['/data/codex/hooks.json'], offered: true },
      { scope: 'project', files: ['/w/.codex/hooks.json'], offered: false },
    ]);
    assert.equal(codex.hooksApply, 'after-review');
  });
});
