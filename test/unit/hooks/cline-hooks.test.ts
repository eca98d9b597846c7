/** Cline CLI's hooks: payloads after the shape of real ones, answers, and its executables. */
import assert from 'node:assert/strict';
import { isProblem, type HookReading, type Result } from '../../../src/agents/agent.js';
import { answerHook } from '../../../src/agents/cline/answer.js';
import { clineInstall } from '../../../src/agents/cline/install.js';
import { cline } from '../../../src/agents/cline/index.js';
import { isOwnPayload, readHook } from '../../../src/agents/cline/payload.js';
import { itAnswers, itRefuses } from './hooked.js';

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

function read(payload: object): HookReading {
  const reading = readHook({ ...common, ...payload }, 1000);
  assert.ok(!isProblem(reading), isProblem(reading) ? reading.problem : '');
  return reading;
}
/** Without what is the same in all. */
function events(payload: object): unknown[] {
  return read(payload)
    .events.slice(1)
    .map((event): unknown =>
      JSON.parse(JSON.stringify({ ...event, v: undefined, at: undefined, session: undefined })),
    );
}

describe('Cline hook payloads', () => {
  it('name the session after its messages file', () => {
    assert.deepEqual(read({ hookName: 'agent_start' }), {
      session: '1795_a',
      cwd: '/srv/app',
      events: [
        {
          v: 1,
          session: '1795_a',
          at: 1000,
          type: 'session.start',
          agent: 'cline',
          cwd: '/srv/app',
        },
      ],
    });
    const child = read({
      hookName: 'tool_call',
      tool_call: asked,
      agent_id: 'agent_2',
      parent_agent_id: 'agent_1',
    });
    assert.equal(child.session, '1795_a/agent_2');
    assert.ok(child.events[0]?.type === 'session.start');
    assert.equal(child.events[0].parent, '1795_a');
  });

  it('report a call before and after it runs', () => {
    const called = {
      type: 'tool.call',
      call: 'call_1',
      tool: 'run_commands',
      input: { command: 'npm test' },
      iteration: 1,
      class: 'shell',
    };
    assert.deepEqual(events({ hookName: 'tool_call', tool_call: asked }), [called]);
    assert.deepEqual(read({ hookName: 'tool_call', tool_call: asked }).moment, {
      kind: 'before-tool',
      call: 'call_1',
      class: 'shell',
    });
    const failed = {
      ...asked,
      output: [
        {
          query: 'npm test',
          result: '1 failing',
          error: 'Command exited with code 3',
          success: false,
        },
      ],
      durationMs: 40,
    };
    assert.deepEqual(events({ hookName: 'tool_result', tool_result: failed }), [
      called,
      {
        type: 'tool.result',
        call: 'call_1',
        ok: false,
        output: '1 failing',
        exitCode: 3,
        durationMs: 40,
      },
    ]);
    assert.deepEqual(read({ hookName: 'tool_result', tool_result: failed }).moment, {
      kind: 'after-step',
    });
  });

  it('offer no denial for a tool that works without input', () => {
    for (const name of ['ask_question', 'team_status', 'mcp_do_something']) {
      assert.equal(
        read({ hookName: 'tool_call', tool_call: { ...asked, name } }).moment,
        undefined,
      );
    }
  });

  it('report the end of a turn', () => {
    assert.deepEqual(
      events({ hookName: 'agent_end', turn: { outputText: 'Done.', status: 'completed' } }),
      [
        { type: 'message', text: 'Done.' },
        { type: 'turn.end', reason: 'completed' },
      ],
    );
    assert.deepEqual(events({ hookName: 'agent_end', turn: { status: 'aborted' } }), [
      { type: 'turn.end', reason: 'interrupted' },
    ]);
    assert.deepEqual(events({ hookName: 'agent_end' }), [{ type: 'turn.end', reason: 'error' }]);
    assert.deepEqual(events({ hookName: 'session_shutdown' }), [{ type: 'session.end' }]);
    assert.deepEqual(events({ hookName: 'an_event_of_next_year' }), []);
  });

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

  const refused: [unknown, RegExp][] = [
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
  ];
  itRefuses(readHook, refused);
});

describe('Cline answers', () => {
  const expected: Record<string, object> = {
    'deny before-tool': {
      overrideInput: { commands: [], files: [], queries: [], requests: [] },
      contextModification: 'R',
    },
    'remind before-tool': { contextModification: 'T "q"' },
    'stop before-tool': { cancel: true, errorMessage: 'S' },
    'remind after-step': { contextModification: 'T "q"' },
  };
  itAnswers(answerHook, expected);

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
        files: ['TaskStart', 'PreToolUse', 'PostToolUse', 'TaskComplete', 'SessionShutdown'].map(
          (name) => `/home/a/.cline/hooks/${name}`,
        ),
      },
    ]);
    assert.deepEqual(cline.places({ ...where, platform: 'win32' }, []), []);
  });
});
