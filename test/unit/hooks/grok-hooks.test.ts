/** Grok's hooks: what payloads tell in both styles of their fields, what is printed and installed. All shapes are those of Grok 1.0.41. */
import assert from 'node:assert/strict';
import { isProblem } from '../../../src/agents/agent.js';
import { answerHook, grokInstall as install } from '../../../src/agents/grok/answer.js';
import { isOwnPayload, live, readHook } from '../../../src/agents/grok/payload.js';
import { agents, findSender } from '../../../src/agents/loaded.js';
import type { TurnEvent } from '../../../src/core/events.js';
import { TurnFold } from '../../../src/core/turns/turn-fold.js';
import { contains } from '../../contains.js';
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

const START = 1_795_936_867_000;
const log = '/h/.grok/sessions/%2Fw/S/updates.jsonl';
const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Fields that have no second name in payloads. */
const once =
  /^(?:cwd|workspaceRoot|timestamp|promptId|toolInputTruncated|reason|stopHookActive|lastAssistantMessage|backgroundTasks|notificationType|error|errorDetails|prompt|subagentType)$/;

/** As Grok sends them: under its own names, and most under Claude Code's too. */
const hook = (event: string, more: Record<string, unknown> = {}): Record<string, unknown> => {
  const fields: Record<string, unknown> = {
    sessionId: 'S',
    cwd: '/w',
    workspaceRoot: '/w/',
    timestamp: '2026-11-23T20:08:50.520579853+00:00',
    transcriptPath: log,
    permissionMode: 'bypassPermissions',
    ...more,
  };
  const twice = Object.entries(fields).filter(([name]) => !once.test(name));
  return {
    hookEventName: snake(event).slice(1),
    ...fields,
    hook_event_name: event,
    ...Object.fromEntries(
      twice.map(([name, value]) => [name === 'toolResult' ? 'tool_response' : snake(name), value]),
    ),
  };
};
/** Only Grok's own names. */
const ownStyle = (payload: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !name.includes('_')));

const called = {
  toolName: 'run_terminal_command',
  toolUseId: 'call_1_0',
  toolInput: { command: 'ls', description: 'what for' },
};
const ran = (toolResult: unknown, more: object = {}): Record<string, unknown> =>
  hook('PostToolUse', { ...called, toolResult, durationMs: 12, ...more });
const bytes = [...Buffer.from('a\n')];
const call =
  'call call_1_0 shell run_terminal_command {"command":"ls","description":"what for"} (-)';
const after = '→ after-step';

const rows: readonly (readonly [Record<string, unknown>, ...string[]])[] = [
  // the log tells it, and only one that no hook has refused
  [hook('UserPromptSubmit', { prompt: 'Tidy up', promptId: 'P' })],
  [
    hook('UserPromptSubmit', {
      promptId: 'task-completed-T',
      prompt:
        '<system-reminder>\nBackground task "T" completed (exit code: 0).\n</system-reminder>',
    }),
  ],
  [hook('PreToolUse', called), call, '→ before-tool call_1_0 shell'],
  [
    ran({ type: 'Bash', output: bytes, output_for_prompt: 'exit: 0\na\n', exit_code: 0 }),
    call,
    'result call_1_0 ok 0 12 ms "a\\n"',
    after,
  ],
  [
    ran({ type: 'Bash', output: [], output_for_prompt: 'exit: 3\n', exit_code: 3 }),
    call,
    'result call_1_0 failed 3 12 ms ""',
    after,
  ],
  [
    ran({ type: 'ReadFile', FileNotFound: 'Error: a does not exist.' }),
    call,
    'result call_1_0 failed 12 ms "Error: a does not exist."',
    after,
  ],
  [
    ran({ type: 'ReadFile', FileContent: { content: '1→one\n', raw_output: 'one\n' } }),
    call,
    'result call_1_0 ok 12 ms "one\\n"',
    after,
  ],
  // too large to be told as it is
  [
    ran('{"type":"Bash","out'),
    call,
    'result call_1_0 ok 12 ms "{\\"type\\":\\"Bash\\",\\"out"',
    after,
  ],
  [
    hook('PostToolUseFailure', { ...called, error: 'Tool not found: x' }),
    call,
    'result call_1_0 failed "Tool not found: x"',
    after,
  ],
  [
    hook('Stop', { reason: 'end_turn', stopHookActive: false, lastAssistantMessage: 'Done.' }),
    'says Done. (-)',
    'end completed',
    '→ before-stop',
  ],
  [
    hook('Stop', { reason: 'end_turn', stopHookActive: true, lastAssistantMessage: 'Done.' }),
    'says Done. (-)',
    'end completed',
  ],
  // once more as the session ends
  [hook('Stop', { reason: 'shutdown', stopHookActive: false })],
  [hook('StopCancelled', { reason: 'user_interrupt', cancelledBy: 'user' }), 'end interrupted'],
  [
    hook('StopFailure', { error: 'rate_limit', errorDetails: 'slow down' }),
    'request failed slow down',
    'waits for limit',
    'end error',
  ],
  [
    hook('SubagentStop', { subagentType: 'explore', lastAssistantMessage: 'Found.' }),
    'says Found. (-)',
    'end completed',
  ],
  [hook('Notification', { notificationType: 'permission_prompt' }), 'waits for permission'],
  [hook('Notification', { notificationType: 'agent_error', message: 'x', level: 'error' })],
  [hook('SessionEnd', { reason: 'shutdown' }), 'session.end'],
  [hook('SessionStart', { source: 'new' })],
];

describe('Grok’s hooks', () => {
  itReads(readHook, 'start S grok /w', rows);

  it('read the same by Grok’s own names alone', () => {
    for (const [payload] of rows) {
      assert.deepEqual(hookLines(readHook, ownStyle(payload)), hookLines(readHook, payload));
    }
  });

  itAnswers(answerHook, {
    'deny before-tool': denial('R'),
    // no hook ends the turn
    'stop before-tool': denial('S'),
    'remind after-step': output('PostToolUse', { additionalContext: 'T "q"' }),
    'remind before-stop': output('Stop', { additionalContext: 'T "q"' }),
  });

  itRefuses(readHook, [
    [7, /Grok hook payload: not a JSON object/],
    [{ ...hook('PreToolUse'), tool_use_id: '', toolUseId: '' }, /"tool_use_id"/],
    [{ ...hook('Stop'), cwd: 7 }, /"cwd"/],
  ]);
  itBounds(readHook, (hostile) =>
    hook('PostToolUse', { ...called, toolInput: hostile, toolResult: hostile }),
  );

  it('are told apart from those of whoever’s settings they stand in', () => {
    for (const [payload] of rows) {
      const owners = agents.filter((agent) => agent.hooks?.isOwn(payload) === true);
      assert.deepEqual(
        owners.map(({ id }) => id),
        ['grok'],
      );
      for (const installedFor of ['grok', 'claude-code', 'cursor']) {
        assert.equal(findSender(installedFor, payload)?.id, 'grok');
      }
      assert.ok(isOwnPayload(ownStyle(payload)));
    }
    const claudes = { session_id: 'S', prompt_id: 'P', cwd: '/w', hook_event_name: 'Stop' };
    assert.ok(!isOwnPayload(claudes));
    assert.equal(findSender('claude-code', claudes)?.id, 'claude-code');
  });

  it('come and go in a file of their own, which is as before', () => {
    roundTrips(install, [
      '',
      '{}\n',
      '{\n  "hooks": {\n    "PreToolUse": [\n      { "hooks": [{ "type": "command", "command": "true" }] }\n    ]\n  }\n}\n',
    ]);
    const added = install.add('f', '', { dir: '/some/folder' });
    assert.ok(!isProblem(added));
    contains(added.text, 'X-Turnwatch-Agent: grok');
  });

  it('tell calls of one response, which are denied one after the other, as one', () => {
    const merge = live.createMerge();
    const fold = new TurnFold(() => undefined);
    const session = fold.session('S');
    const pass = (source: 'hook' | 'log', event: TurnEvent): void => {
      for (const each of merge.pass(source, [event], 0)) {
        if (each.type === 'tool.call') {
          fold.call(session, each);
        } else if (each.type === 'tool.result') {
          fold.result(session, each);
        }
      }
    };
    /** The hook of a call that the agent makes at `made`, arrives at `at`, and is denied at once. @returns its step */
    const denied = (id: string, made: number, at: number): number | undefined => {
      const timestamp = new Date(START + made).toISOString();
      const payload = hook('PreToolUse', { ...called, toolUseId: id, timestamp });
      const reading = readHook(payload, START + at);
      assert.ok(!isProblem(reading));
      reading.events.forEach((event) => pass('hook', event));
      pass('hook', result(id, at));
      return session.known.get(id)?.call?.step.number;
    };
    const result = (call: string, at: number): TurnEvent => ({
      ...{ v: 1, type: 'tool.result', session: 'S', at: START + at, call },
      ...{ ok: false, deniedBy: 'turnwatch' },
    });
    const logged = (call: string, response: string, at: number, over: number): void => {
      const made = { v: 1, session: 'S', at: START + at, call, response } as const;
      pass('log', { ...made, type: 'tool.call', tool: 'run_terminal_command', input: {} });
      pass('log', result(call, over));
    };
    // as Grok 1.0.41 made and logged them; its log is read late, and then soon
    assert.deepEqual(
      [denied('a', 777, 926), denied('b', 1007, 1134), denied('c', 1190, 1405)],
      [0, 0, 0],
    );
    logged('a', 'r1', 777, 1006);
    logged('b', 'r1', 1007, 1183);
    logged('c', 'r1', 1190, 1469);
    assert.equal(denied('d', 1741, 1849), 1, 'the model has read the denials');
    logged('d', 'r2', 1741, 1908);
    assert.equal(denied('e', 1909, 2900), 1, 'on a machine too busy to bring the hook in time');
    logged('e', 'r2', 1909, 2967);
    assert.equal(denied('f', 3068, 3186), 2);
    assert.deepEqual([session.steps, session.calls], [3, 6]);
  });

  it('tell calls of one response as one while the first has no result, or if another hook denied it', () => {
    const merge = live.createMerge();
    const call = (id: string, at: number): TurnEvent => ({
      ...{ v: 1, type: 'tool.call', session: 'S', at, call: id, tool: 'list_dir', input: {} },
    });
    const told = (id: string, at: number): unknown =>
      merge
        .pass('hook', [call(id, at)], at)
        .flatMap((event) => (event.type === 'tool.call' ? [event.iteration] : []))[0];
    assert.deepEqual([told('a', 1000), told('b', 1010)], [1, 1]);
    merge.pass(
      'log',
      [
        {
          ...{ v: 1, type: 'tool.result', session: 'S', at: 1020, call: 'b', ok: false },
          deniedBy: 'rule',
        },
      ],
      1020,
    );
    assert.equal(told('c', 1021), 1);
    merge.pass(
      'hook',
      [{ v: 1, type: 'tool.result', session: 'S', at: 1040, call: 'c', ok: true }],
      1040,
    );
    assert.equal(told('d', 1041), 2);
  });

  it('name no variable that Grok could miss: it would not run the command, and say so at each call', () => {
    const commands = install.hooks?.({ dir: '/some/folder' }) ?? [];
    assert.ok(commands.length > 0);
    for (const { lines } of commands) {
      const command = lines.map(({ text }) => text).join(' ');
      const named = [...command.matchAll(/\$\{?([A-Za-z_]\w*)(?![\w-]*-\})/g)].map(
        ([, name = '']) => name,
      );
      const set = named.filter((name) => new RegExp(`(?:^|[\\s;{(]|case )${name}=`).test(command));
      assert.deepEqual(
        named.filter((name) => !set.includes(name)),
        [],
        command,
      );
    }
  });
});
