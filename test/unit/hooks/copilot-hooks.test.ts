/** Hooks of Copilot CLI: what their payloads tell in both dialects, what is answered, and what hostile ones come to. */
import assert from 'node:assert/strict';
import { isProblem, UNNAMED_CALL, type HookReading } from '../../../src/agents/agent.js';
import { live } from '../../../src/agents/copilot/live.js';
import { copilotInstall, hooksText } from '../../../src/agents/copilot/install.js';
import { hookPlaces } from '../../../src/agents/copilot/home.js';
import { readHook } from '../../../src/agents/copilot/payload.js';
import { findSender } from '../../../src/agents/loaded.js';
import { DuplicateHooks } from '../../../src/agents/live/duplicate-hooks.js';
import { parseEvent } from '../../../src/core/parse.js';
import type { Decision } from '../../../src/core/interventions/answer.js';
import { modelTexts } from '../../../src/core/interventions/model-texts.js';

const session = '1f0c7a52-8d31-4b6e-9a77-0c2d4e5f6a71';
const camel = { sessionId: session, timestamp: 1_795_229_792_858, cwd: '/srv/app' };
const pascal = (event: string): Record<string, unknown> => ({
  hook_event_name: event,
  session_id: session,
  timestamp: '2026-11-21T02:57:30.960Z',
  cwd: '/srv/app',
});
const args = { command: 'make test', description: 'Run the tests', initial_wait: 30 };
const asked = { ...camel, toolName: 'bash', toolArgs: args };
const wrapped = 'ok\n<shellId: 4 completed with exit code 2>';

function read(payload: Record<string, unknown>): HookReading {
  const reading = readHook(payload, 1000);
  assert.ok(!isProblem(reading), isProblem(reading) ? reading.problem : '');
  // what passes has the id that the merge has found
  const told = reading.events.map((event): object =>
    'call' in event && event.call === UNNAMED_CALL ? { ...event, call: 'c' } : event,
  );
  for (const event of told) {
    assert.ok(
      'event' in parseEvent(JSON.parse(JSON.stringify(event))),
      JSON.stringify(event).slice(0, 500),
    );
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
function answer(payload: Record<string, unknown>, decision: Decision): unknown {
  const { moment } = read(payload);
  assert.ok(moment !== undefined);
  const printed = live.hooks?.answer(moment, decision, payload) ?? '';
  return printed === '' ? '' : JSON.parse(printed);
}
const [deny, stop, remind, none]: Decision[] = [
  { kind: 'deny', reason: 'D' },
  { kind: 'stop', reason: 'S' },
  { kind: 'remind', text: 'R' },
  { kind: 'none' },
];
assert.ok(deny !== undefined && stop !== undefined && remind !== undefined && none !== undefined);

describe('Copilot CLI hook payloads', () => {
  it('yield the same events in both dialects', () => {
    const pairs: [Record<string, unknown>, Record<string, unknown>][] = [
      [
        { ...camel, prompt: 'Fix it.' },
        { ...pascal('UserPromptSubmit'), prompt: 'Fix it.' },
      ],
      [asked, { ...pascal('PreToolUse'), tool_name: 'Bash', tool_input: args }],
      [
        { ...asked, toolResult: { resultType: 'success', textResultForLlm: wrapped } },
        {
          ...pascal('PostToolUse'),
          tool_name: 'Bash',
          tool_input: args,
          tool_result: { result_type: 'success', text_result_for_llm: wrapped },
        },
      ],
      [
        { ...camel, toolName: 'view', toolArgs: { path: '/x' }, error: 'Path does not exist' },
        {
          ...pascal('PostToolUseFailure'),
          tool_name: 'Read',
          tool_input: { path: '/x' },
          error: 'Path does not exist',
        },
      ],
      [
        { ...camel, stopReason: 'end_turn', stop_hook_active: false },
        { ...pascal('Stop'), stop_reason: 'end_turn', stop_hook_active: false },
      ],
      [
        { ...camel, reason: 'complete' },
        { ...pascal('SessionEnd'), reason: 'complete' },
      ],
    ];
    for (const [own, other] of pairs) {
      assert.deepEqual(read(own), read(other));
    }
    assert.deepEqual(events(asked), [
      {
        type: 'tool.call',
        call: UNNAMED_CALL,
        tool: 'bash',
        input: { command: 'make test', description: 'Run the tests' },
        class: 'shell',
      },
    ]);
    assert.deepEqual(events(pairs[2]?.[0] ?? {})[1], {
      type: 'tool.result',
      call: UNNAMED_CALL,
      ok: true,
      output: 'ok',
      exitCode: 2,
    });
    assert.deepEqual(events(pairs[3]?.[0] ?? {})[1], {
      type: 'tool.result',
      call: UNNAMED_CALL,
      ok: false,
      output: 'Path does not exist',
    });
    assert.deepEqual(
      events({ ...asked, toolArgs: JSON.stringify(args) }),
      events(asked),
      'arguments may be a text of JSON',
    );
  });

  it('of a sub-agent belong to a child session, whichever field names it', () => {
    const child = { agentId: 'a1', agentType: 'explore', parentAgentId: session };
    assert.equal(read({ ...asked, ...child, sessionId: 'a1' }).session, `${session}/a1`);
    assert.equal(
      read({
        ...camel,
        ...child,
        hookName: 'permissionRequest',
        toolName: 'bash',
        toolInput: { command: ':' },
      }).session,
      `${session}/a1`,
    );
    const [first] = read({ ...asked, ...child, sessionId: 'a1' }).events;
    assert.ok(first?.type === 'session.start');
    assert.equal(first.parent, session);
  });

  it('do not take our own texts for a person’s message', () => {
    assert.deepEqual(events({ ...camel, prompt: modelTexts.guide }), []);
    assert.equal(
      read({ ...camel, stopReason: 'end_turn', stop_hook_active: true }).moment,
      undefined,
    );
  });

  it('are distinguished from those of other agents that run the same files', () => {
    const claude = {
      session_id: session,
      prompt_id: 'p',
      hook_event_name: 'PreToolUse',
      cwd: '/w',
      tool_name: 'Bash',
      tool_input: {},
      tool_use_id: 't',
    };
    const editor = {
      ...pascal('PreToolUse'),
      tool_name: 'run_in_terminal',
      tool_input: {},
      tool_use_id: 't__vscode-1',
    };
    for (const [installedFor, payload, sender] of [
      ['copilot', asked, 'copilot'],
      ['claude-code', { ...pascal('PreToolUse'), tool_name: 'Bash', tool_input: args }, 'copilot'],
      [
        'claude-code',
        {
          ...pascal('Stop'),
          transcript_path: `/h/.copilot/session-state/${session}/events.jsonl`,
          stop_hook_active: false,
        },
        'copilot',
      ],
      ['copilot', claude, 'claude-code'],
      ['claude-code', claude, 'claude-code'],
      ['copilot', editor, 'vscode-chat'],
      ['claude-code', editor, 'vscode-chat'],
      [
        'copilot',
        {
          ...pascal('Stop'),
          transcript_path: `/h/workspaceStorage/f/GitHub.copilot-chat/transcripts/${session}.jsonl`,
        },
        'vscode-chat',
      ],
    ] as const) {
      assert.equal(findSender(installedFor, payload)?.id, sender, JSON.stringify(payload));
    }
  });

  it('are reported once if one program runs two files', () => {
    const hooks = new DuplicateHooks();
    assert.equal(hooks.isDuplicate('copilot', read(asked).events, 1000), false);
    assert.equal(
      hooks.isDuplicate(
        'claude-code',
        read({ ...pascal('PreToolUse'), tool_name: 'Bash', tool_input: args }).events,
        1020,
      ),
      true,
    );
    assert.equal(
      hooks.isDuplicate('copilot', read(asked).events, 1040),
      false,
      'the same call again is another one',
    );
  });

  it('are problems or bounded if hostile', () => {
    const bad: unknown[] = [
      null,
      7,
      'x',
      [],
      {},
      { sessionId: 1 },
      { ...camel, sessionId: '' },
      { ...camel, sessionId: 'a\nb' },
      { ...camel, sessionId: 'x'.repeat(5000) },
      { ...asked, cwd: 7 },
      { ...asked, toolName: {} },
      { ...asked, toolName: 'a\u0000' },
      { ...camel, prompt: 7 },
    ];
    for (const payload of bad) {
      assert.ok(isProblem(readHook(payload, 0)), JSON.stringify(payload).slice(0, 80));
    }
    let deep: Record<string, unknown> = {};
    for (let i = 0; i < 5000; i++) {
      deep = { deep };
    }
    const big = {
      ...asked,
      toolArgs: { command: 'x'.repeat(1 << 20), deep, ['__proto__']: { polluted: true } },
      toolResult: { resultType: 7, textResultForLlm: `${'\n'.repeat(1 << 20)}<shellId: ` },
    };
    assert.ok(JSON.stringify(read(big).events).length < 700_000);
    assert.deepEqual(read({ ...asked, toolResult: 'x' }).events.length, 3);
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  });
});

describe('answers to Copilot CLI', () => {
  const permission = {
    ...camel,
    hookName: 'permissionRequest',
    toolName: 'bash',
    toolInput: { command: 'make' },
    permissionSuggestions: [],
  };
  const view = { ...camel, toolName: 'view', toolArgs: { path: '/x' } };
  it('deny a call, and end the turn where the permission hook allows it', () => {
    assert.deepEqual(answer(asked, deny), {
      permissionDecision: 'deny',
      permissionDecisionReason: 'D',
    });
    assert.equal(answer(asked, stop), '', 'the permission hook comes next');
    assert.deepEqual(
      answer(view, stop),
      { permissionDecision: 'deny', permissionDecisionReason: 'S' },
      'it asks no permission',
    );
    assert.deepEqual(
      answer({ ...pascal('PreToolUse'), tool_name: 'Bash', tool_input: args }, stop),
      { permissionDecision: 'deny', permissionDecisionReason: 'S' },
      'no permission hook comes with it',
    );
    assert.deepEqual(answer(permission, stop), { behavior: 'deny', message: 'S', interrupt: true });
    assert.deepEqual(answer(permission, deny), { behavior: 'deny', message: 'D' });
    assert.equal(answer(permission, remind), '');
  });

  it('remind with a prompt, before a call, after a result and at the end', () => {
    assert.deepEqual(answer({ ...camel, prompt: 'p' }, remind), { additionalContext: 'R' });
    assert.deepEqual(answer(asked, remind), { additionalContext: 'R' });
    assert.deepEqual(
      answer({ ...asked, toolResult: { resultType: 'success', textResultForLlm: '' } }, remind),
      { additionalContext: 'R' },
    );
    assert.deepEqual(answer({ ...view, error: 'E' }, remind), { additionalContext: 'R' });
    assert.deepEqual(
      answer({ ...camel, stopReason: 'end_turn', stop_hook_active: false }, remind),
      { decision: 'block', reason: 'R' },
    );
  });

  it('are empty if there is nothing to say or no reader', () => {
    for (const payload of [
      asked,
      permission,
      { ...asked, error: 'E' },
      { ...camel, prompt: 'p' },
    ]) {
      assert.equal(answer(payload, none), '');
    }
    for (const decision of [deny, stop]) {
      assert.equal(answer({ ...camel, prompt: 'p' }, decision), '');
    }
    // not seen to be read in the other dialect
    assert.equal(answer({ ...pascal('UserPromptSubmit'), prompt: 'p' }, remind), '');
  });
});

describe('hooks of Copilot CLI in a file', () => {
  const client = { dir: '/home/a b/it’s/bridge' };
  it('are added, updated and removed', () => {
    const added = copilotInstall.add('f', '', client);
    assert.ok('text' in added);
    assert.equal(added.text, hooksText(client.dir));
    assert.deepEqual(
      ['', added.text, added.text.replace('0.9', '0.8')].map((text) =>
        copilotInstall.status('f', text, client),
      ),
      ['absent', 'installed', 'outdated'],
    );
    assert.deepEqual(copilotInstall.remove('f', added.text), { text: '' });
    assert.ok(
      isProblem(copilotInstall.add('f', '{"version":1,"hooks":{}}', client)),
      'of somebody else stays',
    );
  });

  it('are run by commands that always succeed, and need no matcher', () => {
    const file = JSON.parse(hooksText(client.dir)) as {
      version: number;
      hooks: Record<string, { type: string; bash: string }[]>;
    };
    assert.equal(file.version, 1);
    for (const handlers of Object.values(file.hooks)) {
      assert.deepEqual(
        handlers.map((handler) => Object.keys(handler)),
        [['type', 'bash', 'timeoutSec']],
      );
      assert.match(handlers[0]?.bash ?? '', /; exit 0$/);
    }
  });

  it('are offered only in the user’s own folder, and only with a POSIX shell', () => {
    const where = { env: {}, home: '/h', platform: 'linux' };
    assert.deepEqual(
      hookPlaces(where, ['/w']).map(({ files: [file], offered }) => [file, offered]),
      [
        ['/h/.copilot/hooks/turnwatch.json', true],
        ['/w/.github/hooks/turnwatch.json', false],
      ],
    );
    assert.deepEqual(hookPlaces({ ...where, platform: 'win32' }, ['/w']), []);
  });
});
