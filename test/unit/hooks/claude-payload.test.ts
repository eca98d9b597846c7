import assert from 'node:assert/strict';
import { askedCall } from '../../../src/agents/live/asked-calls.js';
import { claudeCode } from '../../../src/agents/claude-code/index.js';
import { answerHook } from '../../../src/agents/claude-code/answer.js';
import { readHook } from '../../../src/agents/claude-code/payload.js';
import { classifyTool } from '../../../src/agents/claude-code/tools.js';
import { agentById, agents } from '../../../src/agents/loaded.js';
import { isProblem, type HookReading } from '../../../src/agents/agent.js';
import { parseEvent } from '../../../src/core/parse.js';
import { modelTexts } from '../../../src/core/interventions/model-texts.js';
import type { TurnEvent } from '../../../src/core/events.js';
import { itAnswers, itRefuses } from './hooked.js';

const session = '06699686-b0ed-46c5-9a62-a9c50d61fc76';
const common = {
  session_id: session,
  transcript_path: `/home/dev/.claude/projects/-srv-app/${session}.jsonl`,
  cwd: '/srv/app',
  prompt_id: '72058b08-6bbb-4a2e-88a9-b1c9a24f9798',
  permission_mode: 'default',
  effort: { level: 'medium' },
};

function read(payload: Record<string, unknown>): HookReading {
  const reading = readHook({ ...common, ...payload }, 1000);
  assert.ok(!isProblem(reading), isProblem(reading) ? reading.problem : '');
  for (const event of reading.events) {
    assert.ok('event' in parseEvent(JSON.parse(JSON.stringify(event))), JSON.stringify(event));
  }
  return reading;
}
/** The events after the session's first sight, without what all have. */
function events(payload: Record<string, unknown>): unknown[] {
  return JSON.parse(
    JSON.stringify(read(payload).events.slice(1), (key, value: unknown) =>
      ['v', 'at', 'session'].includes(key) ? undefined : value,
    ),
  ) as unknown[];
}

describe('Claude Code hook payloads', () => {
  it('starts with the session, with a sub-agent as its child', () => {
    const own = read({ hook_event_name: 'UserPromptSubmit', prompt: 'Fix it' });
    assert.deepEqual(own.events[0], {
      v: 1,
      type: 'session.start',
      session,
      at: 1000,
      agent: 'claude-code',
      cwd: '/srv/app',
      steps: 'explicit',
    });
    assert.equal(own.session, session);
    assert.equal(own.cwd, '/srv/app');
    const child = read({
      hook_event_name: 'PreToolUse',
      agent_id: 'aec6',
      agent_type: 'Explore',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_use_id: 't1',
    });
    assert.equal(child.session, `${session}/aec6`);
    assert.deepEqual(child.events[0], {
      v: 1,
      type: 'session.start',
      session: `${session}/aec6`,
      at: 1000,
      agent: 'claude-code',
      cwd: '/srv/app',
      steps: 'explicit',
      parent: session,
      role: 'Explore',
    });
    assert.equal(
      child.events[1]?.type === 'tool.call' && child.events[1].session,
      `${session}/aec6`,
    );
  });

  it('reads a call before it runs', () => {
    const payload = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Edit',
      tool_input: { file_path: 'a', old_string: 'x', new_string: 'y', replace_all: false },
      tool_use_id: 't1',
    };
    assert.deepEqual(events(payload), [
      {
        type: 'tool.call',
        call: 't1',
        tool: 'Edit',
        input: { file_path: 'a', old_string: 'x', new_string: 'y' },
        class: 'edit',
      },
    ]);
    assert.deepEqual(read(payload).moment, { kind: 'before-tool', call: 't1', class: 'edit' });
    assert.deepEqual(
      events({ ...payload, tool_input: { ...payload.tool_input, replace_all: true } })[0],
      {
        type: 'tool.call',
        call: 't1',
        tool: 'Edit',
        input: { file_path: 'a', old_string: 'x', new_string: 'y', replace_all: true },
        class: 'edit',
      },
    );
  });

  it('reads a failure with its exit code', () => {
    const payload = {
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: { command: 'x' },
      tool_use_id: 't1',
      error: 'Exit code 3\nout\nerr',
      is_interrupt: false,
      duration_ms: 83,
    };
    assert.deepEqual(events(payload)[1], {
      type: 'tool.result',
      call: 't1',
      ok: false,
      output: 'Exit code 3\nout\nerr',
      exitCode: 3,
      durationMs: 83,
    });
    assert.equal(read(payload).moment, undefined);
    assert.deepEqual(events({ ...payload, error: 'File does not exist.', is_interrupt: true })[1], {
      type: 'tool.result',
      call: 't1',
      ok: false,
      output: 'File does not exist.',
      durationMs: 83,
      deniedBy: 'person',
    });
  });

  it('reads a batch: successes, refusals, denials and the end of the step', () => {
    const responses: [unknown, object][] = [
      ['Exit code 3', { ok: true }], // printed by a command that succeeded; a failure was told before
      [
        '<tool_use_error>String to replace not found in file.\nString: zzz</tool_use_error>',
        { ok: false },
      ],
      [`PreToolUse:Bash hook error: ${modelTexts.textOnly}`, { ok: false, deniedBy: 'turnwatch' }],
      ['PreToolUse:Bash hook error: another guard says no', { ok: false, deniedBy: 'rule' }],
      [
        'Permission to use Bash with command git push origin main has been denied.',
        { ok: false, deniedBy: 'rule' },
      ],
      [
        "The user doesn't want to proceed with this tool use. The tool use was rejected",
        { ok: false, deniedBy: 'person' },
      ],
      [
        '<tool_use_error>Cancelled: parallel tool call Bash(x) errored</tool_use_error>',
        { ok: false, deniedBy: 'rule' },
      ],
      [
        [
          { type: 'text', text: 'two' },
          { type: 'image', source: {} },
        ],
        { ok: true },
      ],
      [`a file that quotes ${modelTexts.textOnly}`, { ok: true }],
    ];
    const calls = responses.map(([response], index) => ({
      tool_name: 'Bash',
      tool_input: { command: 'x' },
      tool_use_id: `t${index}`,
      tool_response: response,
    }));
    const reading = read({ hook_event_name: 'PostToolBatch', tool_calls: calls });
    const results = reading.events.filter(
      (event): event is Extract<TurnEvent, { type: 'tool.result' }> => event.type === 'tool.result',
    );
    assert.deepEqual(
      results.map(({ ok, deniedBy }) => ({ ok, ...(deniedBy === undefined ? {} : { deniedBy }) })),
      responses.map(([, expected]) => expected),
    );
    assert.equal(results[7]?.output, 'two\n[image]');
    assert.equal(
      reading.events.filter((event) => event.type === 'tool.call').length,
      responses.length,
    );
    assert.equal(reading.events.at(-1)?.type, 'step.end');
    assert.deepEqual(reading.moment, { kind: 'after-step' });
  });

  it('starts a turn only with a person’s message', () => {
    assert.deepEqual(events({ hook_event_name: 'UserPromptSubmit', prompt: '  go on' }), [
      { type: 'turn.start', prompt: '  go on' },
    ]);
    const task = read({
      hook_event_name: 'UserPromptSubmit',
      prompt: '<task-notification>\n<task-id>b1</task-id>\n</task-notification>',
    });
    assert.deepEqual([task.events.length, task.moment], [1, undefined]);
    assert.deepEqual(
      events({ hook_event_name: 'UserPromptSubmit', prompt: '<div> is not closed' }),
      [{ type: 'turn.start', prompt: '<div> is not closed' }],
    );
  });

  it('ends a turn, with its last words and the background tasks before it', () => {
    const stop = {
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message: 'Done.',
      background_tasks: [
        { id: 'b2', status: 'running' },
        { id: 'a1', status: 'completed' },
        { id: 3 },
      ],
    };
    assert.deepEqual(read(stop).events.slice(1), [
      {
        v: 1,
        at: 1000,
        type: 'workspace',
        signal: 'task',
        fingerprint: 'a1:completed,b2:running',
        root: '/srv/app',
        session,
      },
      { v: 1, session, at: 1000, type: 'message', text: 'Done.' },
      { v: 1, session, at: 1000, type: 'turn.end', reason: 'completed' },
    ]);
    assert.deepEqual(read(stop).moment, { kind: 'before-stop' });
    assert.equal(read({ ...stop, stop_hook_active: true }).moment, undefined);
    assert.deepEqual(
      events({
        hook_event_name: 'StopFailure',
        error: 'unknown',
        last_assistant_message: 'API Error: 400',
      }),
      [{ type: 'turn.end', reason: 'error' }],
    );
    assert.deepEqual(events({ hook_event_name: 'SessionEnd', reason: 'other' }), [
      { type: 'session.end' },
    ]);
  });

  it('reports no state for background tasks, and strips the harness’s words from tool output', () => {
    // `read` checks that what is recorded of it can be read again
    assert.equal(
      read({ hook_event_name: 'Stop', background_tasks: [] }).events[1]?.type,
      'workspace',
    );
    const warned =
      'text\n<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>';
    const batch = read({
      hook_event_name: 'PostToolBatch',
      tool_calls: [
        {
          tool_name: 'Read',
          tool_use_id: 't1',
          tool_input: { file_path: '/f' },
          tool_response: warned,
        },
      ],
    });
    assert.deepEqual(
      batch.events.flatMap((event) => (event.type === 'tool.result' ? [event.output] : [])),
      ['text\n'],
    );
  });

  it('follows sub-agents', () => {
    const child = { agent_id: 'aec6', agent_type: 'general-purpose' };
    assert.deepEqual(events({ hook_event_name: 'SubagentStart', ...child }), [
      { type: 'turn.start' },
    ]);
    assert.deepEqual(
      read({
        hook_event_name: 'SubagentStop',
        ...child,
        last_assistant_message: 'SUB',
        background_tasks: [{ id: 'aec6', status: 'running' }],
      }).events.slice(1),
      [
        {
          v: 1,
          at: 1000,
          type: 'workspace',
          signal: 'task',
          fingerprint: 'aec6:running',
          root: '/srv/app',
          session,
        },
        { v: 1, session: `${session}/aec6`, at: 1000, type: 'message', text: 'SUB' },
        { v: 1, session: `${session}/aec6`, at: 1000, type: 'turn.end', reason: 'completed' },
      ],
    );
  });

  it('reads nothing of the forks of the harness, which may call tools in vain and need not tell an end', () => {
    // seen at /compact: a model that calls a tool in answer to the order to summarise
    const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't9' };
    const denied = { ...call, tool_response: 'Tool use is not allowed during compaction' };
    for (const told of [
      { hook_event_name: 'PreToolUse', ...call },
      { hook_event_name: 'PostToolBatch', tool_calls: [denied] },
      { hook_event_name: 'SubagentStop', agent_type: '', last_assistant_message: 'summary' },
    ]) {
      const reading = read({ agent_id: 'a33', ...told });
      assert.deepEqual(reading, { session, cwd: '/srv/app', events: [] });
    }
  });

  it('recognises when the agent waits', () => {
    assert.deepEqual(
      events({
        hook_event_name: 'Notification',
        notification_type: 'permission_prompt',
        message: 'm',
      }),
      [{ type: 'waiting', for: 'permission' }],
    );
    assert.deepEqual(
      events({ hook_event_name: 'Notification', notification_type: 'agent_needs_input' }),
      [{ type: 'waiting', for: 'input' }],
    );
    assert.deepEqual(
      events({ hook_event_name: 'Notification', notification_type: 'idle_prompt' }),
      [],
    );
    // the call is found by tool and input
    for (const [tool, what] of [
      ['Bash', 'permission'],
      ['AskUserQuestion', 'input'],
      ['ExitPlanMode', 'input'],
    ] as const) {
      const input = { command: 'ls' };
      assert.deepEqual(
        events({ hook_event_name: 'PermissionRequest', tool_name: tool, tool_input: input }),
        [{ type: 'waiting', for: what, call: askedCall(tool, input) }],
      );
    }
    assert.deepEqual(events({ hook_event_name: 'PreCompact', trigger: 'auto' }), [
      { type: 'compaction' },
    ]);
    assert.deepEqual(events({ hook_event_name: 'AnEventOfNextYear' }), []);
  });

  it('cuts large texts in the same way each time', () => {
    const big = `${'a'.repeat(100_000)}MIDDLE${'z'.repeat(100_000)}`;
    const payload = {
      hook_event_name: 'PostToolBatch',
      tool_calls: [
        {
          tool_name: 'Write',
          tool_input: { content: big, more: [big, big, big, big], __proto__: null },
          tool_use_id: 't1',
          tool_response: big,
        },
      ],
    };
    const [first, second] = [JSON.stringify(events(payload)), JSON.stringify(events(payload))];
    assert.equal(first, second);
    assert.ok(first.length < 400_000, String(first.length));
    assert.match(first, /\[… \d+ of 200006 characters left out …\]/);
    const polluting: unknown = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"a":1}}');
    read({
      hook_event_name: 'PreToolUse',
      tool_name: 'X',
      tool_input: polluting,
      tool_use_id: 't1',
    });
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    let deep: unknown = 1;
    for (let i = 0; i < 5000; i++) {
      deep = { deep };
    }
    read({
      hook_event_name: 'PreToolUse',
      tool_name: 'X',
      tool_input: { deep },
      tool_use_id: 't1',
    });
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
    [{ ...common, hook_event_name: 'Stop', agent_id: {} }, /"agent_id" of Stop is not an ID/],
    [
      { ...common, hook_event_name: 'PreToolUse', tool_name: 'Bash' },
      /PreToolUse: "tool_use_id" is missing/,
    ],
    [{ ...common, hook_event_name: 'PreToolUse', tool_use_id: 't' }, /"tool_name" is missing/],
    [
      {
        ...common,
        hook_event_name: 'PreToolUse',
        tool_use_id: 't',
        tool_name: 'Bash',
        tool_input: [1],
      },
      /"tool_input" must be an object/,
    ],
    [
      { ...common, hook_event_name: 'PostToolBatch', tool_calls: {} },
      /"tool_calls" must be a list/,
    ],
    [{ ...common, hook_event_name: 'PostToolBatch', tool_calls: [1] }, /a call is not an object/],
    [{ ...common, hook_event_name: 'UserPromptSubmit', prompt: 1 }, /"prompt" is missing/],
  ];
  itRefuses(readHook, refused);
});

describe('Claude Code answers', () => {
  const denied = (reason: string): object => ({
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
  });
  const context = (hookEventName: string): object => ({
    hookSpecificOutput: { hookEventName, additionalContext: 'T "q"' },
  });
  // `before-model`: no hook waits there
  const expected = {
    'remind before-tool': context('PreToolUse'),
    'deny before-tool': { hookSpecificOutput: denied('R') },
    'stop before-tool': {
      hookSpecificOutput: denied('S'),
      continue: false,
      stopReason: 'S',
    },
    'remind after-step': context('PostToolBatch'),
    'stop after-step': { continue: false, stopReason: 'S' },
    'remind prompt': context('UserPromptSubmit'),
    'remind before-stop': context('Stop'),
  };
  itAnswers(answerHook, expected);
});

describe('Claude Code tools', () => {
  it('have a class', () => {
    const table = {
      Read: 'read',
      Grep: 'search',
      Glob: 'search',
      Edit: 'edit',
      MultiEdit: 'edit',
      NotebookEdit: 'edit',
      Write: 'write',
      Bash: 'shell',
      BashOutput: 'poll',
      TaskOutput: 'poll',
      KillShell: 'shell',
      TaskStop: 'shell',
      TodoWrite: 'todo',
      TaskCreate: 'todo',
      TaskUpdate: 'todo',
      TaskList: 'todo',
      Agent: 'task',
      Task: 'task',
      WebFetch: 'web',
      WebSearch: 'web',
      AskUserQuestion: 'ask',
      ExitPlanMode: 'ask',
      mcp__github__search_issues: 'search',
      mcp__acp__Edit: 'edit',
      mcp__github__merge: 'other',
      constructor: 'other',
    };
    for (const [tool, kind] of Object.entries(table)) {
      assert.equal(classifyTool(tool), kind, tool);
    }
  });
  it('belong to a registered agent', () => {
    assert.equal(agentById('claude-code')?.load, claudeCode.load);
    assert.equal(agentById('nobody'), undefined);
    assert.equal(new Set(agents.map((agent) => agent.id)).size, agents.length);
  });
});
