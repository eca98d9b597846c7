/** What agents run in the background, from the texts that the real programs write. */
import assert from 'node:assert/strict';
import { BackgroundTasks } from '../../../src/agents/reading/background-tasks.js';
import { readText } from '../../../src/agents/reading/recordings.js';
import type { JsonObject, TurnEvent } from '../../../src/core/events.js';
import { taskFingerprint } from '../../../src/core/identity/tasks.js';
import { Judge, type Overrides } from '../../../src/core/judge.js';
import { bash, edit, read as readFile, Story, type Act } from '../support/story.js';

const act = (tool: string, input: JsonObject, output: string): Act => ({ tool, input, output });

/** Results as `call`, lists of tasks as their fingerprint, in order. */
function told(agent: string, ...acts: Act[]): string[] {
  const { events } = acts.reduce((story, each) => story.step(each), new Story().start().turn());
  return lines(new BackgroundTasks().pass(agent, events));
}
function lines(events: readonly TurnEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'workspace') {
      return [`${event.root} ${event.fingerprint}${event.by === undefined ? '' : ` ${event.by}`}`];
    }
    return event.type === 'tool.result' ? ['result'] : [];
  });
}

/** A background command that starts, is looked at, and ends: each agent's own texts. */
const stories: Record<
  string,
  { starts: Act; looks: Act; ends: Act; id: string; begun?: string; over: string }
> = {
  'claude-code': {
    id: 'bx3kq',
    starts: act(
      'Bash',
      { command: 'npm run build', run_in_background: true },
      'Command running in background with ID: bx3kq. Output is being written to: /tmp/claude/tasks/bx3kq.output. You will be notified when it completes.',
    ),
    looks: act(
      'TaskOutput',
      { task_id: 'bx3kq', block: false },
      '<retrieval_status>not_ready</retrieval_status>\n\n<task_id>bx3kq</task_id>\n\n<task_type>local_bash</task_type>\n\n<status>running</status>',
    ),
    ends: act(
      'TaskOutput',
      { task_id: 'bx3kq' },
      '<retrieval_status>success</retrieval_status>\n\n<task_id>bx3kq</task_id>\n\n<task_type>local_bash</task_type>\n\n<status>completed</status>\n\n<exit_code>0</exit_code>',
    ),
    over: 'completed',
  },
  'gemini-cli': {
    id: '4711',
    starts: act(
      'run_shell_command',
      { command: 'npm run build', is_background: true },
      'Command is running in background. PID: 4711. Initial output:\n> build',
    ),
    looks: act('list_background_processes', {}, '- [PID 4711] RUNNING: `npm run build`'),
    ends: act(
      'list_background_processes',
      {},
      '- [PID 4711] EXITED: `npm run build` (Exit Code: 0)',
    ),
    begun: 'started',
    over: 'exited',
  },
  'qwen-code': {
    id: 'shell-9f2a',
    starts: act(
      'run_shell_command',
      { command: 'npm run build', is_background: true },
      'Background shell started.\nid: shell-9f2a\npid: 300\noutput file: /tmp/shell-9f2a.output\nTo inspect: /tasks (text)',
    ),
    looks: act('read_file', { file_path: '/tmp/shell-9f2a.output' }, '> build'),
    ends: act('task_stop', { task_id: 'shell-9f2a' }, 'Cancelled.'),
    over: 'cancelled',
  },
  'kimi-code': {
    id: 'bash-1a2b3c4d',
    starts: act(
      'Bash',
      { command: 'npm run build', run_in_background: true, description: 'build' },
      'task_id: bash-1a2b3c4d\npid: 300\ndescription: build\nstatus: running\nautomatic_notification: true\nnext_step: You will be automatically notified when it completes.',
    ),
    looks: act(
      'TaskList',
      {},
      'active_background_tasks: 1\nWall time: 3.0s\ntask_id: bash-1a2b3c4d\nkind: process\nstatus: running\ndescription: build',
    ),
    ends: act(
      'TaskOutput',
      { task_id: 'bash-1a2b3c4d' },
      'Wall time: 9.1s\ntask_id: bash-1a2b3c4d\nkind: process\nstatus: completed\nexit_code: 0\n\n[output]\nstatus: running',
    ),
    over: 'completed',
  },
};

describe('background tasks of agents', () => {
  for (const [agent, { id, starts, looks, ends, begun = 'running', over }] of Object.entries(
    stories,
  )) {
    const fingerprint = (status: string): string => `/w ${taskFingerprint([{ id, status }])}`;
    it(`${agent}: start and end come before the results that tell of them, after a state with none`, () => {
      assert.deepEqual(told(agent, starts, looks, ends), [
        '/w none',
        fingerprint(begun),
        'result',
        'result',
        fingerprint(over),
        'result',
      ]);
    });
    it(`${agent}: what is told twice or late changes nothing`, () => {
      assert.deepEqual(told(agent, starts, starts, ends, looks, ends), [
        '/w none',
        fingerprint(begun),
        'result',
        'result',
        fingerprint(over),
        'result',
        'result',
        'result',
      ]);
    });
    it(`${agent}: the same words in a file are no task, nor are those of a call that failed`, () => {
      assert.deepEqual(
        told(
          agent,
          { ...starts, tool: 'Read', input: { file_path: '/w/log' } },
          { ...starts, ok: false },
        ),
        ['result', 'result'],
      );
    });
  }

  it('lists all tasks of a session, in the order of their ids', () => {
    const start = (id: string): Act =>
      act('Bash', { command: id }, `Command running in background with ID: ${id}.`);
    const fingerprints = told('claude-code', start('zz'), start('aa')).filter((line) =>
      line.includes(':'),
    );
    assert.deepEqual(fingerprints, ['/w zz:running', '/w aa:running,zz:running']);
  });

  it('a command that takes too long moves to the background', () => {
    assert.deepEqual(
      told(
        'claude-code',
        act(
          'Bash',
          { command: 'make' },
          'Command did not complete within its 120s timeout and was moved to the background (ID: b7). Output is being written to: /tmp/b7.',
        ),
      )[1],
      '/w b7:running',
    );
  });

  it('a list of all tasks ends those that it does not name', () => {
    const tasks = new BackgroundTasks();
    const list = (fingerprint: string): TurnEvent[] => [
      { v: 1, type: 'workspace', signal: 'task', session: 'S', root: '/w', fingerprint },
    ];
    const pass = (...events: TurnEvent[]): string[] => lines(tasks.pass('claude-code', events));
    assert.deepEqual(pass(...list('none')), []);
    assert.deepEqual(pass(...list('a:running,b:running')), ['/w none', '/w a:running,b:running']);
    assert.deepEqual(pass(...list('b:running')), ['/w a:ended,b:running']);
    assert.deepEqual(pass(...list('none')), ['/w a:ended,b:ended']);
  });

  it('stays small, whatever an agent starts', () => {
    const tasks = new BackgroundTasks();
    for (let i = 0; i < 500; i++) {
      tasks.tell({ session: 'S', at: i, tasks: [{ id: `t${i}`, status: 'running' }], root: '/w' });
      tasks.tell({ session: 'S', at: i, tasks: [{ id: `t${i}`, status: 'completed' }] });
    }
    const [event] = tasks.tell({ session: 'S', at: 0, tasks: [{ id: 'x', status: 'running' }] });
    assert.ok((event?.fingerprint.length ?? 0) < 2000);
    for (let i = 0; i < 3000; i++) {
      tasks.remember(`session ${i}`, [{ id: 'a', status: 'running' }]);
    }
    assert.equal(
      tasks.tell({ session: 'S', at: 0, tasks: [{ id: 'y', status: 'running' }] }).length,
      2,
      'the oldest session is forgotten',
    );
  });
});

describe('what background tasks mean', () => {
  const start = (id: string, command = 'npm run build'): Act =>
    act(
      'Bash',
      { command, run_in_background: true },
      `Command running in background with ID: ${id}. Output is being written to: /tmp/claude/${id}.output.`,
    );
  const look = (status: string): Act =>
    act(
      'TaskOutput',
      { task_id: 'b1', block: false },
      `<task_id>b1</task_id>\n\n<status>${status}</status>`,
    );
  const exact: Overrides = { preset: 'progress-detector', set: {} };
  const judged = (story: Story, overrides: Overrides = { set: {} }): string[] => {
    const judge = new Judge(overrides);
    return new BackgroundTasks()
      .pass('claude-code', story.events)
      .flatMap((event) => judge.push(event).verdicts)
      .filter(({ level }) => level !== 'waiting')
      .map(({ level, kind, call }) => `${level} at ${call}: ${kind}`);
  };
  const begun = (...first: Act[]): Story => {
    const story = new Story().start().turn();
    return first.reduce((told, each) => told.step(each), story);
  };
  const idle = bash('true');

  it('seed 1: the start and the end of one are progress of the step that tells of them', () => {
    const stalledAt = (ends: Act): string[] =>
      judged(
        begun(readFile('/w/a', 'x'.repeat(80)), start('b1'))
          .repeat(7, () => idle)
          .step(ends)
          .repeat(7, () => idle),
        exact,
      );
    // seven idle steps on either side of the end
    assert.deepEqual(stalledAt(look('completed')), []);
    assert.deepEqual(stalledAt(look('running')), ['stalled at 9: no-progress']);
  });

  it('the same command started again and again is a loop, though each has an id of its own', () => {
    const story = begun();
    story.repeat(8, (i) => start(`b${i}x`));
    assert.deepEqual(judged(story), ['watch at 2: loop', 'stalled at 3: loop']);
  });

  it('different services started one after the other are work', () => {
    const story = begun().repeat(8, (i) => start(`b${i}x`, `npm run serve -- --part ${i}`));
    assert.deepEqual(judged(story), []);
  });

  it('a server started anew after each edit is work', () => {
    const story = begun();
    for (let i = 0; i < 8; i++) {
      story.step(edit('/w/app.ts', `v${i}`, `v${i + 1}`)).step(start(`b${i}x`, 'npm run serve'));
    }
    assert.deepEqual(judged(story), []);
  });

  it('waiting for one that ends, then reading what it wrote, is quiet', () => {
    const story = begun(start('b1'));
    story
      .repeat(6, (i) => [bash(`sleep ${20 + i}`), look('running')])
      .step(look('completed'))
      .step(readFile('/tmp/claude/b1.output', 'built in 9 s: 14 modules, 2 warnings, 0 errors'));
    assert.deepEqual(judged(story), []);
  });

  it('one that ends while the agent waits for a server says nothing of the server', () => {
    const story = new Story().at(0).start().turn().step(start('b1'));
    for (let i = 0; i < 12; i++) {
      story
        .after(10_000)
        .step(bash('sleep 45'))
        .after(50_000)
        .step(bash('gh run view 4711 --json status', '{"status":"in_progress"}'));
      if (i === 6) {
        story.task('b1:completed');
      }
    }
    assert.deepEqual(judged(story), []);
  });
});

describe('notices of background tasks in logs', () => {
  const read = (file: string, ...records: object[]): string[] => {
    const bytes = Buffer.from(records.map((record) => JSON.stringify(record)).join('\n'));
    const recording = readText(file, bytes, 'auto');
    assert.ok('events' in recording, JSON.stringify(recording));
    return lines(recording.events);
  };
  const notice =
    '<task-notification>\n<task-id>bx3kq</task-id>\n<status>completed</status>\n<summary>Background command "npm run build" completed</summary>\n</task-notification>';

  it('claude-code announces an end as if a person had typed it', () => {
    const line = (type: string, message: object, more: object = {}): object => ({
      type,
      sessionId: 'S',
      cwd: '/w',
      timestamp: '2026-11-21T10:00:00.000Z',
      message,
      ...more,
    });
    const use = {
      type: 'tool_use',
      id: 't1',
      name: 'Bash',
      input: { command: 'npm run build', run_in_background: true },
    };
    const result = {
      type: 'tool_result',
      tool_use_id: 't1',
      content: 'Command running in background with ID: bx3kq. Output is being written to: /tmp/x.',
    };
    assert.deepEqual(
      read(
        'S.jsonl',
        line('user', { role: 'user', content: 'Build it.' }),
        line('assistant', { id: 'm1', role: 'assistant', content: [use] }),
        line('user', { role: 'user', content: [result] }),
        line('user', { role: 'user', content: notice }, { origin: { kind: 'task-notification' } }),
      ),
      ['/w none', '/w bx3kq:running', 'result', '/w bx3kq:completed'],
    );
  });

  it('kimi-code writes a record of its own', () => {
    const task = (type: string, status: string): object => ({
      type,
      agentId: 'main',
      time: 2,
      info: { taskId: 'bash-1', kind: 'process', status },
    });
    assert.deepEqual(
      read(
        'wire.jsonl',
        { type: 'profile.bind', agentId: 'main', cwd: '/w', time: 1 },
        { type: 'turn.prompt', agentId: 'main', input: 'Build it.', time: 1 },
        task('task.started', 'running'),
        task('task.terminated', 'completed'),
      ),
      ['/w none', '/w bash-1:running', '/w bash-1:completed'],
    );
  });

  it('codex frames what a command and each look at it leave running', () => {
    const item = (payload: object): object => ({
      type: 'response_item',
      timestamp: '2026-11-21T10:00:00.000Z',
      payload,
    });
    const call = (id: string, name: string, input: object): object =>
      item({ type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) });
    const output = (id: string, state: string): object =>
      item({
        type: 'function_call_output',
        call_id: id,
        output: `Chunk ID: 1a\nWall time: 1.0 seconds\n${state}\nOutput:\nProcess running with session ID 9\n`,
      });
    assert.deepEqual(
      read(
        'rollout.jsonl',
        { type: 'session_meta', payload: { id: 'S', cwd: '/w' } },
        call('c1', 'exec_command', { cmd: 'npm run build' }),
        output('c1', 'Process running with session ID 7'),
        call('c2', 'write_stdin', { session_id: 7, chars: '' }),
        output('c2', 'Process running with session ID 7'),
        call('c3', 'write_stdin', { session_id: 7, chars: '' }),
        output('c3', 'Process exited with code 0'),
        call('c4', 'exec_command', { cmd: 'true' }),
        output('c4', 'Process exited with code 0'),
      ),
      ['/w none', '/w 7:started', 'result', 'result', '/w 7:exit 0', 'result', 'result'],
    );
  });
});
