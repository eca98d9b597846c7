/** Codex's hooks: payloads after the shape of real ones, answers, and its hooks file. */
import assert from 'node:assert/strict';
import { askedCall } from '../../../src/agents/live/asked-calls.js';
import { isProblem, type HookReading, type Result } from '../../../src/agents/agent.js';
import { answerForms, answerHook } from '../../../src/agents/codex/answer.js';
import { codexInstall } from '../../../src/agents/codex/install.js';
import { codex } from '../../../src/agents/codex/index.js';
import { isOwnPayload, readHook } from '../../../src/agents/codex/payload.js';
import { openRollout } from '../../../src/agents/codex/rollout.js';
import { hookCommand, type HookKind } from '../../../src/agents/install/hook-client.js';
import { parseEvent } from '../../../src/core/parse.js';
import { itAnswers, itRefuses } from './hooked.js';

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

function read(payload: object): HookReading {
  const reading = readHook({ ...common, ...payload }, 1000);
  assert.ok(!isProblem(reading), isProblem(reading) ? reading.problem : '');
  // what is recorded of it can be read again
  for (const event of reading.events) {
    const again = parseEvent(JSON.parse(JSON.stringify(event)));
    assert.equal(
      'event' in again && JSON.stringify(sorted(again.event)),
      JSON.stringify(sorted(event)),
    );
  }
  return reading;
}
function sorted(event: object): object {
  return Object.fromEntries(Object.entries(event).sort());
}
/** Without what is the same in all. */
function events(payload: object): object[] {
  return read(payload)
    .events.slice(1)
    .map((event) =>
      Object.fromEntries(
        Object.entries(event).filter(([key]) => !['v', 'at', 'session'].includes(key)),
      ),
    );
}

describe('Codex hook payloads', () => {
  it('name the session, its model and its rollout', () => {
    const reading = read({ hook_event_name: 'SessionStart', source: 'startup' });
    assert.deepEqual(reading, {
      session: thread,
      cwd: '/srv/app',
      log,
      events: [
        {
          v: 1,
          session: thread,
          at: 1000,
          type: 'session.start',
          agent: 'codex',
          cwd: '/srv/app',
          steps: 'explicit',
          model: 'gpt-x',
        },
      ],
    });
  });

  it('of a sub-agent belong to the thread of its rollout, or to the named session without one', () => {
    assert.equal(read({ ...call, session_id: 'root' }).session, thread);
    const bare = read({ ...call, session_id: 'root', transcript_path: null });
    assert.deepEqual([bare.session, bare.log], ['root', undefined]);
  });

  it('yield the same action as the rollout', () => {
    assert.deepEqual(events(call), [
      {
        type: 'tool.call',
        call: 'call_1',
        tool: 'exec_command',
        input: { cmd: 'npm test' },
        class: 'shell',
      },
    ]);
    assert.deepEqual(read(call).moment, { kind: 'before-tool', call: 'call_1', class: 'shell' });
    const patch = '*** Begin Patch\n*** Delete File: a\n*** End Patch';
    const rollout = openRollout(log);
    for (const [payload, item] of [
      [
        call,
        {
          type: 'function_call',
          call_id: 'call_1',
          name: 'exec_command',
          arguments: '{"cmd":"npm test","yield_time_ms":1000}',
        },
      ],
      [
        { ...call, tool_input: { command: `apply_patch <<'E'\n${patch}\nE` } },
        {
          type: 'function_call',
          call_id: 'call_1',
          name: 'exec_command',
          arguments: JSON.stringify({ cmd: `apply_patch <<'E'\n${patch}\nE` }),
        },
      ],
      [
        { ...call, tool_name: 'apply_patch', tool_input: { command: patch } },
        { type: 'custom_tool_call', call_id: 'call_1', name: 'apply_patch', input: patch },
      ],
      [
        { ...call, tool_name: 'mcp__docs__find', tool_input: { q: 'x' } },
        {
          type: 'function_call',
          call_id: 'call_1',
          name: 'mcp__docs__find',
          arguments: '{"q":"x"}',
        },
      ],
    ]) {
      const logged = rollout.line(
        JSON.stringify({ timestamp: '2026-11-21T02:35:13Z', type: 'response_item', payload: item }),
      );
      assert.ok(!isProblem(logged));
      const pick = (all: readonly object[]): object[] =>
        all.flatMap((event) =>
          'tool' in event && 'input' in event && 'class' in event
            ? [{ tool: event.tool, input: event.input, class: event.class }]
            : [],
        );
      assert.deepEqual(pick(events(payload ?? {})), pick(logged), JSON.stringify(item));
      assert.equal(pick(logged).length, 1);
    }
  });

  it('classify a question to the person', () => {
    assert.deepEqual(
      read({ ...call, tool_name: 'request_user_input', tool_input: { questions: [] } }).moment,
      { kind: 'before-tool', call: 'call_1', class: 'ask' },
    );
  });

  it('report a permission prompt under the call that the rollout names, and answer none', () => {
    const asked = read({ ...call, tool_use_id: undefined, hook_event_name: 'PermissionRequest' });
    assert.equal(asked.moment, undefined);
    const before = read(call).events.find((event) => event.type === 'tool.call');
    assert.ok(before !== undefined);
    assert.deepEqual(
      events({ ...call, tool_use_id: undefined, hook_event_name: 'PermissionRequest' }),
      [{ type: 'waiting', for: 'permission', call: askedCall(before.tool, before.input) }],
    );
  });

  it('report the end of a step, and leave results to the rollout', () => {
    assert.deepEqual(
      [
        events({ hook_event_name: 'PreModelRequest' }),
        read({ hook_event_name: 'PreModelRequest' }).moment,
      ],
      [[{ type: 'step.end' }], undefined],
    );
    assert.deepEqual(
      events({ ...call, hook_event_name: 'PostToolUse', tool_response: '' }),
      [],
      'it does not tell success from failure',
    );
    assert.deepEqual(events({ hook_event_name: 'AnEventOfNextYear' }), []);
  });

  it('report the start and end of a turn', () => {
    assert.deepEqual(events({ hook_event_name: 'UserPromptSubmit', prompt: 'Fix it.' }), [
      { type: 'turn.start', prompt: 'Fix it.' },
    ]);
    const stop = {
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message: 'Done.',
    };
    assert.deepEqual(events(stop), [
      { type: 'message', text: 'Done.' },
      { type: 'turn.end', reason: 'completed' },
    ]);
    assert.deepEqual(
      [read(stop).moment, read({ ...stop, stop_hook_active: true }).moment],
      [{ kind: 'before-stop' }, undefined],
    );
    assert.deepEqual(events({ ...stop, last_assistant_message: null }), [
      { type: 'turn.end', reason: 'completed' },
    ]);
    assert.deepEqual(events({ hook_event_name: 'Interrupt' }), [
      { type: 'turn.end', reason: 'interrupted' },
    ]);
    assert.deepEqual(
      events({
        hook_event_name: 'SessionEnd',
        reason: 'other',
        turn_id: undefined,
        model: undefined,
      }),
      [{ type: 'session.end' }],
    );
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

  it('are bounded and harmless whatever they contain', () => {
    const big = `${'a'.repeat(100_000)}MIDDLE${'z'.repeat(100_000)}`;
    const polluting: unknown = JSON.parse('{"__proto__":{"polluted":1},"command":"x"}');
    read({ ...call, tool_input: polluting });
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    let deep: unknown = 1;
    for (let i = 0; i < 5000; i++) {
      deep = { deep };
    }
    for (const input of [
      { command: big, more: [big, big, big, big, big] },
      { command: deep },
      { deep },
      { command: ['bash', '-lc', 'x'] },
      { command: 7 },
    ]) {
      assert.ok(JSON.stringify(events({ ...call, tool_input: input })).length < 400_000);
    }
    assert.ok(
      JSON.stringify(events({ hook_event_name: 'UserPromptSubmit', prompt: big })).length < 100_000,
    );
  });

  const refused: [unknown, RegExp][] = [
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
  ];
  itRefuses(readHook, refused);
});

describe('Codex answers', () => {
  const expected: Record<string, object> = {
    'deny before-tool': {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'R',
      },
    },
    'remind before-tool': {
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'T "q"' },
    },
    'remind prompt': {
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'T "q"' },
    },
    'remind before-stop': { decision: 'block', reason: 'T "q"' },
  };
  itAnswers(answerHook, expected);
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
    const groups = (kind: HookKind) => [
      {
        hooks: [
          {
            type: 'command',
            command: hookCommand('codex', client.dir, answerForms, { kind }),
            timeout: 2,
          },
        ],
      },
    ];
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

  for (const [name, before] of Object.entries({
    'no file': '',
    'an empty object': '{}',
    'hooks of others':
      '{\n\t"hooks": {\n\t\t"PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "echo theirs" }] }]\n\t}\n}',
    'Windows line ends': '{\r\n  "description": "mine",\r\n  "hooks": {}\r\n}\r\n',
    'Claude Code’s of ours': JSON.stringify(
      {
        hooks: {
          Stop: [{ hooks: [{ type: 'command', command: hookCommand('claude-code', '/x', []) }] }],
        },
      },
      null,
      2,
    ),
  })) {
    it(`${name}: in, again, out`, () => {
      const made = text(codexInstall.add(file, before, client));
      assert.notEqual(made, before);
      assert.equal(text(codexInstall.add(file, made, client)), made);
      assert.equal(text(codexInstall.remove(file, made)), before);
      assert.deepEqual(
        [before, made, made.replaceAll('"timeout": 2', '"timeout": 3')].map((each) =>
          codexInstall.status(file, each, client),
        ),
        ['absent', 'installed', 'outdated'],
      );
      assert.equal(codexInstall.status(file, made, { dir: '/elsewhere' }), 'outdated');
    });
  }

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
