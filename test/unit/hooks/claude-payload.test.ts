import assert from 'node:assert/strict';
import { askedCall } from '../../../src/agents/live/asked-calls.js';
import { claudeCode } from '../../../src/agents/claude-code/index.js';
import { answerHook } from '../../../src/agents/claude-code/answer.js';
import { readHook } from '../../../src/agents/claude-code/payload.js';
import { classifyTool } from '../../../src/agents/claude-code/tools.js';
import { agentById, agents } from '../../../src/agents/loaded.js';
import { modelTexts } from '../../../src/core/interventions/model-texts.js';
import type { TurnEvent } from '../../../src/core/events.js';
import {
  denial,
  hookLines,
  itAnswers,
  itBounds,
  itReads,
  itRefuses,
  output,
  readingOf,
} from './hooked.js';

const session = '06699686-b0ed-46c5-9a62-a9c50d61fc76';
const common = {
  session_id: session,
  transcript_path: `/home/dev/.claude/projects/-srv-app/${session}.jsonl`,
  cwd: '/srv/app',
  prompt_id: '72058b08-6bbb-4a2e-88a9-b1c9a24f9798',
  permission_mode: 'default',
  effort: { level: 'medium' },
};

const hook = (hook_event_name: string, more: object = {}): Record<string, unknown> => ({
  ...common,
  hook_event_name,
  ...more,
});
const asks = (tool_name: string, tool_input: object): object =>
  hook('PreToolUse', { tool_name, tool_input, tool_use_id: 't1' });
const fails = (more: object): object =>
  hook('PostToolUseFailure', {
    tool_name: 'Bash',
    tool_input: { command: 'x' },
    tool_use_id: 't1',
    duration_ms: 83,
    ...more,
  });
const batch = (...tool_calls: object[]): object => hook('PostToolBatch', { tool_calls });
const prompted = (prompt: string): object => hook('UserPromptSubmit', { prompt });
const edit = { file_path: 'a', old_string: 'x', new_string: 'y' };
const stop = {
  stop_hook_active: false,
  last_assistant_message: 'Done.',
  background_tasks: [{ id: 'b2', status: 'running' }, { id: 'a1', status: 'completed' }, { id: 3 }],
};
const stopped = ['task /srv/app a1:completed,b2:running', 'says Done. (-)', 'end completed'];
const warned =
  'text\n<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>';

describe('Claude Code hook payloads', () => {
  itReads(readHook, `start ${session} claude-code /srv/app explicit`, [
    [prompted('  go on'), 'turn   go on', '→ prompt'],
    [prompted('<div> is not closed'), 'turn <div> is not closed', '→ prompt'],
    // no person's message
    [prompted('<task-notification>\n<task-id>b1</task-id>\n</task-notification>')],
    [
      asks('Edit', { ...edit, replace_all: false }),
      `call t1 edit Edit ${JSON.stringify(edit)} (-)`,
      '→ before-tool t1 edit',
    ],
    [
      asks('Edit', { ...edit, replace_all: true }),
      `call t1 edit Edit ${JSON.stringify({ ...edit, replace_all: true })} (-)`,
      '→ before-tool t1 edit',
    ],
    [
      fails({ error: 'Exit code 3\nout\nerr', is_interrupt: false }),
      'call t1 shell Bash {"command":"x"} (-)',
      'result t1 failed 3 83 ms "Exit code 3\\nout\\nerr"',
    ],
    [
      fails({ error: 'File does not exist.', is_interrupt: true }),
      'call t1 shell Bash {"command":"x"} (-)',
      'result t1 failed by person 83 ms "File does not exist."',
    ],
    // the harness's words are no output
    [
      batch({ tool_name: 'Read', tool_use_id: 't1', tool_input: {}, tool_response: warned }),
      'call t1 read Read {} (-)',
      'result t1 ok "text\\n"',
      'step.end',
      '→ after-step',
    ],
    [hook('Stop', stop), ...stopped, '→ before-stop'],
    [hook('Stop', { ...stop, stop_hook_active: true }), ...stopped],
    [
      hook('Stop', { background_tasks: [] }),
      'task /srv/app none',
      'end completed',
      '→ before-stop',
    ],
    [hook('StopFailure', { last_assistant_message: 'API Error: 400' }), 'end error'],
    [hook('StopFailure', { error: 'rate_limit' }), 'waits for limit', 'end error'],
    [
      hook('StopFailure', {
        error: 'rate_limit',
        last_assistant_message: 'Claude AI usage limit reached|1754089200',
      }),
      'waits for limit until 1754089200000',
      'end error',
    ],
    [hook('StopFailure', { error: 'overloaded' }), 'end error'],
    [hook('SessionEnd', { reason: 'other' }), 'session.end'],
    [hook('Notification', { notification_type: 'permission_prompt' }), 'waits for permission'],
    [hook('Notification', { notification_type: 'agent_needs_input' }), 'waits for input'],
    [hook('Notification', { notification_type: 'idle_prompt' })],
    // the call is found by tool and input
    ...[
      ['Bash', 'permission'],
      ['AskUserQuestion', 'input'],
      ['ExitPlanMode', 'input'],
    ].map(([tool_name = '', what = '']): [object, string] => [
      hook('PermissionRequest', { tool_name, tool_input: { command: 'ls' } }),
      `waits for ${what} ${askedCall(tool_name, { command: 'ls' })}`,
    ]),
    [hook('PreCompact', { trigger: 'auto' }), 'compaction'],
    [hook('AnEventOfNextYear')],
  ]);
  describe('of a sub-agent belong to its own session', () => {
    const child = (event: string, more: object = {}): object =>
      hook(event, { agent_id: 'aec6', agent_type: 'Explore', ...more });
    itReads(
      readHook,
      `start ${session}/aec6 claude-code /srv/app of ${session} as Explore explicit`,
      [
        [child('SubagentStart'), 'turn ?'],
        [
          child('PreToolUse', {
            tool_name: 'Bash',
            tool_input: { command: 'ls' },
            tool_use_id: 't',
          }),
          'call t shell Bash {"command":"ls"} (-)',
          '→ before-tool t shell',
        ],
        [
          child('SubagentStop', {
            last_assistant_message: 'SUB',
            background_tasks: [{ id: 'aec6', status: 'running' }],
          }),
          `${session}: task /srv/app aec6:running`,
          'says SUB (-)',
          'end completed',
        ],
      ],
    );
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
    const reading = readingOf(readHook, batch(...calls));
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

  it('reads nothing of the forks of the harness, which may call tools in vain and need not tell an end', () => {
    // seen at /compact: a model that calls a tool in answer to the order to summarise
    const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't9' };
    const denied = { ...call, tool_response: 'Tool use is not allowed during compaction' };
    for (const told of [
      { hook_event_name: 'PreToolUse', ...call },
      { hook_event_name: 'PostToolBatch', tool_calls: [denied] },
      { hook_event_name: 'SubagentStop', agent_type: '', last_assistant_message: 'summary' },
    ]) {
      const reading = readingOf(readHook, { ...common, agent_id: 'a33', ...told });
      assert.deepEqual(reading, { session, cwd: '/srv/app', events: [] });
    }
  });

  itBounds(
    readHook,
    (tool_input) => asks('X', { tool_input }),
    (tool_response) => batch({ tool_name: 'Write', tool_use_id: 't1', tool_response }),
    (content) =>
      batch({ tool_name: 'Write', tool_input: { content, more: content }, tool_use_id: 't1' }),
    (prompt) => hook('UserPromptSubmit', { prompt }),
  );
  it('says how much it leaves out', () => {
    const big = `${'a'.repeat(100_000)}MIDDLE${'z'.repeat(100_000)}`;
    const [, call] = hookLines(readHook, asks('Write', { content: big }));
    assert.match(call ?? '', /\[… \d+ of 200006 characters left out …\]/);
  });

  itRefuses(readHook, [
    [null, /not a JSON object/],
    [[], /not a JSON object/],
    ['x', /not a JSON object/],
    [{ ...common }, /"hook_event_name" is missing/],
    [hook('Stop', { session_id: 7 }), /"session_id" of Stop is missing/],
    [hook('Stop', { session_id: 'a\nb' }), /"session_id"/],
    [hook('Stop', { session_id: 'x'.repeat(300) }), /"session_id"/],
    [hook('Stop', { cwd: '' }), /"cwd" of Stop is missing/],
    [hook('Stop', { agent_id: {} }), /"agent_id" of Stop is not an ID/],
    [hook('PreToolUse', { tool_name: 'Bash' }), /PreToolUse: "tool_use_id" is missing/],
    [hook('PreToolUse', { tool_use_id: 't' }), /"tool_name" is missing/],
    [
      hook('PreToolUse', { tool_use_id: 't', tool_name: 'Bash', tool_input: [1] }),
      /"tool_input" must be an object/,
    ],
    [hook('PostToolBatch', { tool_calls: {} }), /"tool_calls" must be a list/],
    [hook('PostToolBatch', { tool_calls: [1] }), /a call is not an object/],
    [hook('UserPromptSubmit', { prompt: 1 }), /"prompt" is missing/],
  ]);
});

describe('Claude Code answers', () => {
  const context = (event: string): object => output(event, { additionalContext: 'T "q"' });
  // `before-model`: no hook waits there
  itAnswers(answerHook, {
    'remind before-tool': context('PreToolUse'),
    'deny before-tool': denial('R'),
    'stop before-tool': { ...denial('S'), continue: false, stopReason: 'S' },
    'remind after-step': context('PostToolBatch'),
    'stop after-step': { continue: false, stopReason: 'S' },
    'remind prompt': context('UserPromptSubmit'),
    'remind before-stop': context('Stop'),
  });
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
