/** Trajectories of SWE-agent. */
import assert from 'node:assert/strict';
import { eventLines } from '../support/event-lines.js';
import { ofType, read } from './support/reading.js';

const step = (action: string, observation: string, more: object = {}): object => ({
  action,
  observation,
  thought: '',
  response: '',
  state: '{"open_file": "n/a", "working_dir": "/repo"}',
  ...more,
});
const prompt = [
  { role: 'system', content: 'S', agent: 'main' },
  { role: 'user', content: 'Demo.', agent: 'main', is_demo: true },
  {
    role: 'user',
    content: 'Fix it.\n(Open file: n/a)\n(Current directory: /repo)\nbash-$',
    agent: 'main',
  },
];
const run = (document: object): ReturnType<typeof read> =>
  read(JSON.stringify(document, null, 2), { file: 'x/task-1.traj' });

describe('a trajectory of SWE-agent', () => {
  it('separates the agent’s own commands from shell commands, and recognises refusals by their texts', () => {
    const { format, events } = run({
      environment: 'swe_main',
      history: prompt,
      info: { exit_status: 'submitted' },
      trajectory: [
        step('find_file "a.py" src', 'Found 1 matches', {
          thought: 'Find it.',
          execution_time: 0.25,
        }),
        step('open src/a.py 10', '[File: src/a.py (3 lines total)]'),
        step('scroll_down', '…'),
        step(
          'edit 1:1\nx = 1\nend_of_edit',
          'Your proposed edit has introduced new syntax error(s). Please read this error message carefully',
        ),
        step('create "b.py"', '[File: b.py]'),
        step('python b.py && grep x a.py\n', 'Traceback (most recent call last):'),
        step('sleep 99', '\nEXECUTION TIMED OUT'),
        step('str_replace_editor view /repo/a.py --view_range 1 9', 'ok'),
        step('', 'Your output was not formatted correctly.'),
        step('submit', 'diff'),
      ],
    });
    assert.equal(format, 'swe-agent');
    const calls = ofType(events, 'tool.call');
    assert.deepEqual(
      calls.map(({ tool, class: kind }) => `${tool} ${kind ?? ''}`),
      [
        'find_file search',
        'open read',
        'scroll_down read',
        'edit edit',
        'create write',
        'bash shell',
        'bash shell',
        'str_replace_editor read',
        '__rejected_response__ other',
        'submit other',
      ],
    );
    assert.deepEqual(
      ofType(events, 'tool.result').map(({ ok }) => ok),
      [true, true, true, false, true, true, false, true, false, true],
    );
    assert.deepEqual(calls[1]?.input, { command: 'open src/a.py 10', path: 'src/a.py' });
    assert.deepEqual(calls[7]?.input, {
      command: 'view',
      path: '/repo/a.py',
      text: 'str_replace_editor view /repo/a.py --view_range 1 9',
    });
    assert.deepEqual(eventLines(events).slice(0, 4), [
      'start task-1 swe-agent /repo',
      'turn Fix it.',
      'says Find it. (s0)',
      'call c0 search find_file {"command":"find_file \\"a.py\\" src"} (s0)',
    ]);
    assert.equal(ofType(events, 'tool.result')[0]?.durationMs, 250);
    assert.equal(eventLines(events).at(-1), 'end completed');
    assert.ok(events.every(({ at }) => at === undefined));
  });

  it('takes ids and arguments of tool calls from the history, and the steps too if nothing else is left', () => {
    const asked = {
      role: 'assistant',
      agent: 'main',
      content: 'Hm.',
      thought: 'Hm.',
      action: 'str_replace_editor create /repo/b.py --file_text x',
      tool_calls: [
        {
          id: 't1',
          function: {
            name: 'str_replace_editor',
            arguments: '{"command":"create","path":"/repo/b.py","file_text":"x"}',
          },
        },
      ],
    };
    const history = [
      ...prompt,
      asked,
      { role: 'tool', agent: 'main', content: 'New file created', tool_call_ids: ['t1'] },
    ];
    const expected = [
      'start task-1 swe-agent /',
      'turn Fix it.',
      'says Hm. (s0)',
      'call t1 write str_replace_editor {"command":"create","path":"/repo/b.py","file_text":"x"} (s0)',
      'result t1 ok "New file created"',
    ];
    assert.deepEqual(eventLines(run({ history }).events), expected);
    const whole = run({
      history,
      trajectory: [{ action: asked.action, observation: 'New file created', thought: 'Hm.' }],
      info: { exit_status: 'submitted (exit_cost)' },
    });
    assert.deepEqual(eventLines(whole.events), [...expected, 'end stopped']);
  });

  it('yields one session per attempt', () => {
    const { events } = run({
      attempts: [
        { trajectory: [step('ls', 'a')], history: prompt, info: {} },
        { trajectory: [step('pwd', '/')], history: prompt, info: { exit_status: 'exit_error' } },
      ],
    });
    assert.deepEqual(
      [...new Set(events.map((event) => ('session' in event ? event.session : '')))],
      ['task-1/attempt-1', 'task-1/attempt-2'],
    );
    assert.deepEqual(
      ofType(events, 'turn.end').map(({ reason }) => reason),
      ['error'],
    );
  });
});
