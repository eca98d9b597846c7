/** Cline CLI's hooks: payloads after the shape of real ones, answers, and its executables. */
import assert from 'node:assert/strict';
import { isProblem, type Result } from '../../../src/agents/agent.js';
import { answerHook, clineInstall } from '../../../src/agents/cline/answer.js';
import { cline } from '../../../src/agents/cline/index.js';
import { isOwnPayload, readHook } from '../../../src/agents/cline/payload.js';
import { itAnswers, itBounds, itReads, itRefuses } from './hooked.js';

const common = {
  clineVersion: '',
  timestamp: '2026-11-21T03:06:33.935Z',
  taskId: 'conv_1',
  sessionContext: { rootSessionId: '1795_a' },
  workspaceRoots: ['/srv/app'],
  userId: 'unknown',
  agent_id: 'agent_1',
  parent_agent_id: null,
  iteration: 1,
};
const asked = { id: 'call_1', name: 'run_commands', input: { commands: ['npm test'] } };

const hook = (hookName: string, more: object = {}): Record<string, unknown> => ({
  ...common,
  hookName,
  ...more,
});
const call = (name: string, tool: string, input: string): string =>
  `call call_1 ${tool} ${name} ${input} (request 1)`;
const called = call('run_commands', 'shell', '{"command":"npm test"}');
const failed = {
  ...asked,
  output: [
    { query: 'npm test', result: '1 failing', error: 'Command exited with code 3', success: false },
  ],
  durationMs: 40,
};
const turn = (more: object): object => hook('agent_end', { turn: more });

describe('Cline hook payloads', () => {
  itReads(readHook, 'start 1795_a cline /srv/app', [
    [hook('agent_start')],
    [hook('tool_call', { tool_call: asked }), called, '→ before-tool call_1 shell'],
    [
      hook('tool_result', { tool_result: failed }),
      called,
      'result call_1 failed 3 40 ms "1 failing"',
      '→ after-step',
    ],
    // no denial for a tool that works without input
    ...[
      ['ask_question', 'ask'],
      ['team_status', 'task'],
      ['mcp_do_something', '-'],
    ].map(([name = '', tool = '']): [object, string] => [
      hook('tool_call', { tool_call: { ...asked, name, input: {} } }),
      call(name, tool, '{}'),
    ]),
    [turn({ outputText: 'Done.', status: 'completed' }), 'says Done. (-)', 'end completed'],
    [turn({ status: 'aborted' }), 'end interrupted'],
    [hook('agent_end'), 'end error'],
    [hook('agent_error', { error: { message: 'Incorrect API key provided.' } }), 'end error'],
    [hook('session_shutdown'), 'session.end'],
    [hook('an_event_of_next_year')],
  ]);
  describe('of a sub-agent belong to its own session', () =>
    itReads(readHook, 'start 1795_a/agent_2 cline /srv/app of 1795_a', [
      [
        hook('tool_call', { tool_call: asked, agent_id: 'agent_2', parent_agent_id: 'agent_1' }),
        called,
        '→ before-tool call_1 shell',
      ],
    ]));

  it('are distinguished from those of other agents', () => {
    assert.ok(isOwnPayload({ ...common, hookName: 'tool_call' }));
    for (const other of [
      { session_id: 's', prompt_id: 'p' },
      { taskId: 't' },
      { taskId: 't', hookName: 'x', sessionContext: 's' },
    ]) {
      assert.ok(!isOwnPayload(other));
    }
  });

  itRefuses(readHook, [
    [null, /not a JSON object/],
    [[], /not a JSON object/],
    [{ ...common }, /"hookName" is missing/],
    [
      { ...common, hookName: 'tool_call', sessionContext: 'x' },
      /"rootSessionId" of tool_call is missing/,
    ],
    [
      { ...common, hookName: 'tool_call', sessionContext: { rootSessionId: 'a\nb' } },
      /"rootSessionId"/,
    ],
    [
      { ...common, hookName: 'tool_call', workspaceRoots: [] },
      /"workspaceRoots" of tool_call is missing/,
    ],
    [{ ...common, hookName: 'tool_call', workspaceRoots: '/w' }, /"workspaceRoots"/],
    [{ ...common, hookName: 'tool_call' }, /"id" is missing/],
    [{ ...common, hookName: 'tool_call', tool_call: { id: 'c' } }, /"name" is missing/],
    [
      { ...common, hookName: 'tool_result', tool_result: { ...asked, input: [1] } },
      /"input" must be an object/,
    ],
  ]);
  itBounds(
    readHook,
    (input) => hook('tool_call', { tool_call: { ...asked, input } }),
    (output) => hook('tool_result', { tool_result: { ...asked, output } }),
  );
});

describe('Cline answers', () => {
  itAnswers(answerHook, {
    'deny before-tool': {
      overrideInput: { commands: [], files: [], queries: [], requests: [] },
      contextModification: 'R',
    },
    'remind before-tool': { contextModification: 'T "q"' },
    'stop before-tool': { cancel: true, errorMessage: 'S' },
    'remind after-step': { contextModification: 'T "q"' },
  });

  it('are never equal twice in a row: the CLI ends a turn at the fifth equal call', () => {
    const told = [1, 2, 3].map(() =>
      answerHook({ kind: 'before-tool', call: 'c', class: 'shell' }, { kind: 'deny', reason: 'r' }),
    );
    assert.notEqual(told[0], told[1]);
    assert.equal(told[0], told[2]);
  });
});

describe('Cline hook files', () => {
  const client = { dir: '/home/a/turnwatch' };
  const text = (reading: Result<{ text: string }>): string => {
    assert.ok(!isProblem(reading), isProblem(reading) ? reading.problem : '');
    return reading.text;
  };
  it('are our executables; those of others stay', () => {
    const made = text(clineInstall.add('PreToolUse', '', client));
    assert.match(made, /^#!\/bin\/sh\n/);
    assert.equal(clineInstall.mode, 0o755);
    assert.equal(text(clineInstall.remove('PreToolUse', made)), '');
    assert.deepEqual(
      ['', made, `${made}#`].map((each) => clineInstall.status('PreToolUse', each, client)),
      ['absent', 'installed', 'outdated'],
    );
    assert.ok(isProblem(clineInstall.add('PreToolUse', '#!/bin/sh\necho theirs\n', client)));
    assert.equal(
      text(clineInstall.remove('PreToolUse', '#!/bin/sh\necho theirs\n')),
      '#!/bin/sh\necho theirs\n',
    );
  });
  it('are named after their events', () => {
    const where = { env: {}, home: '/home/a', platform: 'linux' };
    assert.deepEqual(cline.places?.(where, ['/w']), [
      {
        scope: 'user',
        offered: true,
        files: [
          'TaskStart',
          'PreToolUse',
          'PostToolUse',
          'TaskComplete',
          'TaskError',
          'SessionShutdown',
        ].map((name) => `/home/a/.cline/hooks/${name}`),
      },
    ]);
    assert.deepEqual(cline.places({ ...where, platform: 'win32' }, []), []);
  });
});
