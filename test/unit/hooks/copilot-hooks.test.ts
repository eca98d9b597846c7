/** Hooks of Copilot CLI: what their payloads tell in both dialects, what is answered, and what hostile ones come to. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { isProblem, type HookReading } from '../../../src/agents/agent.js';
import { live } from '../../../src/agents/copilot/live.js';
import { copilotInstall, hooksText } from '../../../src/agents/copilot/answer.js';
import { hookPlaces, places } from '../../../src/agents/copilot/home.js';
import { readHook } from '../../../src/agents/copilot/payload.js';
import { findSender } from '../../../src/agents/loaded.js';
import { DuplicateHooks } from '../../../src/agents/live/duplicate-hooks.js';
import type { Decision } from '../../../src/core/interventions/answer.js';
import { modelTexts } from '../../../src/core/interventions/model-texts.js';
import { eventLines } from '../support/event-lines.js';
import { itBounds, itReads, itRefuses, readingOf } from './hooked.js';

const session = '1f0c7a52-8d31-4b6e-9a77-0c2d4e5f6a71';
const camel = { sessionId: session, timestamp: 1_795_229_792_858, cwd: '/srv/app' };
const pascal = (hook_event_name: string, more: object = {}): Record<string, unknown> => ({
  hook_event_name,
  session_id: session,
  timestamp: '2026-11-21T02:57:30.960Z',
  cwd: '/srv/app',
  ...more,
});
const args = { command: 'make test', description: 'Run the tests', initial_wait: 30 };
const asked = { ...camel, toolName: 'bash', toolArgs: args };
const wrapped = 'ok\n<shellId: 4 completed with exit code 2>';

const read = (payload: object): HookReading => readingOf(readHook, payload);
function answer(payload: Record<string, unknown>, decision: Decision): unknown {
  const { moment } = read(payload);
  assert.ok(moment !== undefined);
  const printed = live.hooks?.answer(moment, decision, payload) ?? '';
  return printed === '' ? '' : JSON.parse(printed);
}
const deny: Decision = { kind: 'deny', reason: 'D' };
const stop: Decision = { kind: 'stop', reason: 'S' };
const remind: Decision = { kind: 'remind', text: 'R' };
const bash = { tool_name: 'Bash', tool_input: args };
const view = { ...camel, toolName: 'view', toolArgs: { path: '/x' } };
const error = 'Path does not exist';
const called = 'call  shell bash {"command":"make test","description":"Run the tests"} (-)';

describe('Copilot CLI hook payloads', () => {
  // each in both dialects
  const rows: [own: object, other: object, ...lines: string[]][] = [
    [
      { ...camel, prompt: 'Fix it.' },
      pascal('UserPromptSubmit', { prompt: 'Fix it.' }),
      'turn Fix it.',
      '→ prompt',
    ],
    [asked, pascal('PreToolUse', bash), called, '→ before-tool  shell'],
    [
      { ...asked, toolResult: { resultType: 'success', textResultForLlm: wrapped } },
      pascal('PostToolUse', {
        ...bash,
        tool_result: { result_type: 'success', text_result_for_llm: wrapped },
      }),
      called,
      'result  ok 2 "ok"',
      '→ after-step',
    ],
    [
      { ...view, error },
      pascal('PostToolUseFailure', { tool_name: 'Read', tool_input: { path: '/x' }, error }),
      'call  read view {"path":"/x"} (-)',
      'result  failed "Path does not exist"',
      '→ after-step',
    ],
    [
      { ...camel, stopReason: 'end_turn', stop_hook_active: false },
      pascal('Stop', { stop_reason: 'end_turn', stop_hook_active: false }),
      'end completed',
      '→ before-stop',
    ],
    [
      { ...camel, stopReason: 'end_turn', stop_hook_active: true },
      pascal('Stop', { stop_reason: 'end_turn', stop_hook_active: true }),
      'end completed',
    ],
    [{ ...camel, reason: 'complete' }, pascal('SessionEnd', { reason: 'complete' }), 'session.end'],
    // no other hook tells that the model's provider failed
    [
      { ...camel, reason: 'error' },
      pascal('SessionEnd', { reason: 'error' }),
      'end error',
      'session.end',
    ],
    // arguments may be a text of JSON
    [{ ...asked, toolArgs: JSON.stringify(args) }, asked, called, '→ before-tool  shell'],
    // our own text is no person's message
    [
      { ...camel, prompt: modelTexts.guide },
      { ...camel, prompt: modelTexts.guide },
    ],
  ];
  const start = `start ${session} copilot /srv/app`;
  for (const [own, other, ...lines] of rows) {
    itReads(readHook, start, [
      [own, ...lines],
      [other, ...lines],
    ]);
  }

  const child = { agentId: 'a1', agentType: 'explore', parentAgentId: session };
  describe('of a sub-agent belong to its own session, whichever field names it', () =>
    itReads(readHook, `start ${session}/a1 copilot /srv/app of ${session}`, [
      [{ ...asked, ...child, sessionId: 'a1' }, called, '→ before-tool  shell'],
      [
        { ...camel, ...child, hookName: 'permissionRequest', toolName: 'bash', toolInput: {} },
        '→ before-tool  shell',
      ],
    ]));

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
      ['claude-code', pascal('PreToolUse', bash), 'copilot'],
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
      hooks.isDuplicate('claude-code', read(pascal('PreToolUse', bash)).events, 1020),
      true,
    );
    assert.equal(
      hooks.isDuplicate('copilot', read(asked).events, 1040),
      false,
      'the same call again is another one',
    );
  });

  itRefuses(readHook, [
    [null, /not a JSON object/],
    [[], /not a JSON object/],
    [{}, /./],
    [{ sessionId: 1 }, /./],
    [{ ...asked, sessionId: '' }, /"sessionId"/],
    [{ ...asked, sessionId: 'a\nb' }, /"sessionId"/],
    [{ ...asked, sessionId: 'x'.repeat(5000) }, /"sessionId"/],
    [{ ...asked, cwd: 7 }, /"cwd"/],
    [{ ...asked, toolName: {} }, /./],
    [{ ...asked, toolName: 'a\u0000' }, /./],
    [{ ...camel, prompt: 7 }, /./],
  ]);
  itBounds(
    readHook,
    (toolArgs) => ({ ...asked, toolArgs }),
    (textResultForLlm) => ({ ...asked, toolResult: { resultType: 7, textResultForLlm } }),
    (toolResult) => ({ ...asked, toolResult }),
  );
});

describe('answers to Copilot CLI', () => {
  const permission = {
    ...camel,
    hookName: 'permissionRequest',
    toolName: 'bash',
    toolInput: { command: 'make' },
    permissionSuggestions: [],
  };
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
      answer(pascal('PreToolUse', bash), stop),
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
      assert.equal(answer(payload, { kind: 'none' }), '');
    }
    for (const decision of [deny, stop]) {
      assert.equal(answer({ ...camel, prompt: 'p' }, decision), '');
    }
    // not seen to be read in the other dialect
    assert.equal(answer({ ...pascal('UserPromptSubmit'), prompt: 'p' }, remind), '');
  });
});

describe('prompts of Copilot CLI', () => {
  const prompted = {
    ...camel,
    hookName: 'turnwatch.prompt',
    toolCallId: 'c1',
    toolName: 'shell',
    toolInput: { command: 'make' },
  };
  it('are handed over by our extension alone, and answered once', () => {
    assert.deepEqual(eventLines(read(prompted).events).slice(1), ['waits for permission c1']);
    const prompts = live.hooks?.prompts;
    const call = prompts?.read(prompted, 'permission');
    assert.deepEqual(call, { tool: 'shell', input: { command: 'make' } });
    for (const other of [asked, { ...prompted, toolName: 7 }]) {
      assert.equal(prompts?.read(other, 'permission'), undefined);
    }
    assert.ok(call !== undefined);
    assert.deepEqual(
      [{ kind: 'allow' } as const, { kind: 'deny', reason: 'D' } as const].map((each) =>
        prompts?.answer(call, each),
      ),
      ['{"prompt":"once"}', '{"prompt":"reject","message":"D"}'],
    );
  });

  it('have a file of their own, only where that is switched on', () => {
    const [place] = places({ env: {}, home: '/h', platform: 'linux' }, ['/w']);
    const [hooksFile, extension = ''] = place?.files ?? [];
    assert.equal(extension, '/h/.copilot/extensions/turnwatch/extension.mjs');
    const added = (file = '', answersPrompts = false, before = ''): string => {
      const change = copilotInstall.add(file, before, { dir: '/b', answersPrompts });
      assert.ok('text' in change);
      return change.text;
    };
    for (const answersPrompts of [false, true]) {
      assert.equal(
        createHash('sha256').update(added(hooksFile, answersPrompts)).digest('hex'),
        '24e660450481e1686ba1d9879c7e75b5f53a100bb18cfd97336d6de89e7cf415',
      );
    }
    const text = added(extension, true);
    assert.match(text, /approve-once/);
    assert.doesNotMatch(text, /^export|from '\.|\{(?:name|header|agent|client)\}/m);
    assert.equal(added(extension), '');
    assert.equal(added(extension, false, text), '', 'switched off');
    assert.equal(added(extension, false, 'mine'), 'mine');
    assert.deepEqual(copilotInstall.remove(extension, text), { text: '' });
    assert.equal(copilotInstall.status(extension, text, { dir: '/b' }), 'installed');
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
