/** Codex's rollouts of all ages, and the stream of `codex exec --json`. */
import assert from 'node:assert/strict';
import { denial, readOutcome, scriptIn, unwrapScript } from '../../../src/agents/codex/tools.js';
import { eventLines } from '../support/event-lines.js';
import { jsonLines, ofType, read } from './support/reading.js';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 2, 3, 4, second)).toISOString();
const item = (payload: object, second = 0): object => ({
  timestamp: at(second),
  type: 'response_item',
  payload,
});
const event = (payload: object, second = 0): object => ({
  timestamp: at(second),
  type: 'event_msg',
  payload,
});
const meta = (more: object = {}): object => ({
  timestamp: at(0),
  type: 'session_meta',
  payload: { id: 'thread-1', session_id: 'root-1', cwd: '/w', cli_version: '0.150.0', ...more },
});
const user = (text: string): object =>
  item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
const says = (text: string, id = 'm'): object =>
  item({ type: 'message', id, role: 'assistant', content: [{ type: 'output_text', text }] });
const call = (id: string, name: string, args: object): object =>
  item({
    type: 'function_call',
    id: `fc-${id}`,
    name,
    arguments: JSON.stringify(args),
    call_id: id,
  });
const output = (id: string, text: unknown): object =>
  item({ type: 'function_call_output', call_id: id, output: text });
const over = (response: string): object => ({
  timestamp: at(0),
  type: 'token_usage_record',
  payload: { response_id: response },
});
const unified = (text: string, end = 'Process exited with code 0'): string =>
  `Chunk ID: 1a2b3c\nWall time: 0.2500 seconds\n${end}\nOriginal token count: 2\nOutput:\n${text}`;

describe('a rollout of Codex', () => {
  it('holds one turn, responses as steps, results without their wrapper', () => {
    const { format, events, skipped } = read(
      jsonLines([
        meta(),
        event({ type: 'task_started', turn_id: 't' }),
        item({
          type: 'message',
          role: 'developer',
          content: [{ type: 'input_text', text: '<permissions instructions>' }],
        }),
        user('<environment_context>\n  <cwd>/w</cwd>\n</environment_context>'),
        { timestamp: at(1), type: 'turn_context', payload: { cwd: '/w', model: 'gpt-x' } },
        user('Fix it.'),
        event({
          type: 'item_completed',
          item: { type: 'UserMessage', content: [{ type: 'text', text: 'Fix it.' }] },
        }),
        event({
          type: 'item_completed',
          item: { type: 'AgentMessage', id: 'm', content: [{ type: 'Text', text: 'Looking.' }] },
        }),
        says('Looking.'),
        call('c1', 'exec_command', { cmd: 'ls', yield_time_ms: 1000 }),
        call('c2', 'exec_command', { cmd: 'exit 3' }),
        over('r1'),
        event({
          type: 'item_completed',
          item: {
            type: 'CommandExecution',
            id: 'c2',
            exit_code: 3,
            duration: { secs: 1, nanos: 5e6 },
          },
        }),
        output('c1', unified('a\n')),
        output('c2', unified('', 'Process exited with code 3')),
        call('c3', 'exec_command', { cmd: 'ls' }),
        over('r2'),
        output('c3', unified('a\n')),
        says('Done.', 'm3'),
        over('r3'),
        event({ type: 'task_complete', turn_id: 't', last_agent_message: 'Done.' }),
      ]),
    );
    assert.equal(format, 'codex');
    assert.deepEqual(skipped, []);
    assert.deepEqual(eventLines(events), [
      'start thread-1 codex /w',
      'start thread-1 codex /w gpt-x',
      'turn Fix it.',
      'says Looking. (m)',
      'call c1 shell exec_command {"cmd":"ls"} (m)',
      'call c2 shell exec_command {"cmd":"exit 3"} (m)',
      'result c1 ok 0 250 ms "a\\n"',
      'result c2 ok 3 1005 ms ""',
      'call c3 shell exec_command {"cmd":"ls"} (fc-c3)',
      'result c3 ok 0 250 ms "a\\n"',
      'says Done. (m3)',
      'end completed',
    ]);
    assert.equal(events[0]?.at, Date.parse(at(0)));
  });

  it('of older versions: shell as a list, results as JSON, patches, local shell, unmarked responses and ends', () => {
    const patch = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch';
    const { events } = read(
      jsonLines([
        meta(),
        user('# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>'),
        user('First.'),
        event({ type: 'user_message', message: 'First.' }),
        call('c1', 'shell', {
          command: ['bash', '-lc', 'npm test'],
          workdir: '/w',
          timeout_ms: 1000,
        }),
        output('c1', '{"output":"1 failing\\n","metadata":{"exit_code":1,"duration_seconds":1.5}}'),
        call('c2', 'shell', { command: ['git', 'log', '-1', '--format=%s a'] }),
        output('c2', 'Exit code: 0\nWall time: 0.1 seconds\nOutput:\nsubject\n'),
        item({ type: 'custom_tool_call', call_id: 'c3', name: 'apply_patch', input: patch }),
        item({
          type: 'custom_tool_call_output',
          call_id: 'c3',
          output: '{"output":"Success.","metadata":{"exit_code":0}}',
        }),
        call('c4', 'shell', { command: ['apply_patch', patch] }),
        output('c4', { content: 'failed', success: false }),
        item({
          type: 'local_shell_call',
          call_id: 'c5',
          status: 'completed',
          action: { type: 'exec', command: ['zsh', '-c', 'pwd'], env: null },
        }),
        output('c5', [{ type: 'input_text', text: '/w' }]),
        call('c6', 'update_plan', { plan: [] }),
        output('c6', 'Plan updated'),
        item({
          type: 'web_search_call',
          id: 'ws',
          status: 'completed',
          action: { type: 'search', query: 'q' },
        }),
        says('That is it.'),
        user('Second.'),
        { timestamp: at(9), type: 'compacted', payload: { message: '' } },
        event({ type: 'turn_aborted', reason: 'interrupted' }),
      ]),
    );
    const input = JSON.stringify(patch);
    assert.deepEqual(eventLines(events), [
      'start thread-1 codex /w',
      'turn First.',
      'call c1 shell shell {"command":"npm test","workdir":"/w"} (fc-c1)',
      'result c1 ok 1 1500 ms "1 failing\\n"',
      `call c2 shell shell {"command":"git log -1 '--format=%s a'"} (fc-c2)`,
      'result c2 ok 0 100 ms "subject\\n"',
      `call c3 edit apply_patch {"input":${input}} (c3)`,
      'result c3 ok 0 "Success."',
      `call c4 edit apply_patch {"input":${input}} (fc-c4)`,
      'result c4 failed "failed"',
      'call c5 shell shell {"type":"exec","command":"pwd"} (c5)',
      'result c5 ok "/w"',
      'call c6 todo update_plan {"plan":[]} (fc-c6)',
      'result c6 ok "Plan updated"',
      'call ws web web_search {"type":"search","query":"q"} (ws)',
      'result ws ok "{\\"type\\":\\"search\\",\\"query\\":\\"q\\"}"',
      'says That is it. (ws)',
      'end completed',
      'turn Second.',
      'compaction',
      'end interrupted',
    ]);
  });

  it('of the first versions: bare items', () => {
    const { format, events } = read(
      jsonLines([
        { id: 'old-1', timestamp: at(0), instructions: null, git: {} },
        { record_type: 'state' },
        {
          type: 'message',
          id: null,
          role: 'user',
          content: [
            {
              type: 'input_text',
              text: '<environment_context>\nCurrent working directory: /w\n</environment_context>',
            },
          ],
        },
        {
          type: 'message',
          id: null,
          role: 'user',
          content: [{ type: 'input_text', text: 'Fix it.' }],
        },
        {
          type: 'function_call',
          id: null,
          name: 'shell',
          arguments: '{"command":["bash","-lc","true"]}',
          call_id: 'c1',
        },
        {
          type: 'function_call_output',
          call_id: 'c1',
          output: '{"output":"","metadata":{"exit_code":0}}',
        },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
      ]),
    );
    assert.equal(format, 'codex');
    assert.deepEqual(
      eventLines(events).map((each) => each.replace(/ \(response-\d+\)/, '')),
      [
        'start old-1 codex ',
        'start old-1 codex /w',
        'turn Fix it.',
        'call c1 shell shell {"command":"true"} (c1)',
        'result c1 ok 0 ""',
        'says Done.',
        'end completed',
      ],
    );
  });

  it('names its parent; a fork keeps its own id; looks at running commands are polls', () => {
    const { events } = read(
      jsonLines([
        meta({
          source: { subagent: { thread_spawn: { parent_thread_id: 'thread-0', depth: 1 } } },
        }),
        meta({ id: 'thread-0', cwd: '/other' }),
        user('Go.'),
        call('c1', 'exec_command', { cmd: 'npm run watch' }),
        over('r1'),
        output('c1', unified('building\n', 'Process running with session ID 7')),
        call('c2', 'write_stdin', { session_id: 7, chars: '' }),
        over('r2'),
        output('c2', unified('', 'Process running with session ID 7')),
        call('c3', 'request_user_input', { questions: [] }),
      ]),
    );
    assert.deepEqual(eventLines(events), [
      'start thread-1 codex /w of thread-0',
      'turn Go.',
      'call c1 shell exec_command {"cmd":"npm run watch"} (fc-c1)',
      'task /w none',
      'task /w 7:started',
      'result c1 ok 250 ms "building\\n"',
      'call c2 poll write_stdin {"session_id":7,"chars":""} (fc-c2)',
      'result c2 ok 250 ms ""',
      'call c3 ask request_user_input {"questions":[]} (fc-c3)',
      'waits for input c3',
    ]);
  });

  it('distinguishes who denied a call, and what failed', () => {
    assert.equal(denial('Command blocked by PreToolUse hook: no. Command: ls'), 'rule');
    assert.equal(
      denial('Command blocked by PreToolUse hook: [Turnwatch] Tools are switched off. Command: ls'),
      'turnwatch',
    );
    assert.equal(denial('exec command rejected by user'), 'person');
    assert.equal(denial('aborted by user after 3.1s'), 'person');
    assert.equal(denial('the user rejected by user'), undefined);
    assert.deepEqual(
      [
        readOutcome('exec_command failed for `x`: not found').ok,
        readOutcome('apply_patch verification failed: no match').ok,
        readOutcome('fine').ok,
      ],
      [false, false, true],
    );
    assert.equal(readOutcome('{"output": broken').output, '{"output": broken');
  });

  it('ends a turn as an error if its end tells one', () => {
    const end = (more: object): string | undefined =>
      eventLines(
        read(jsonLines([meta(), user('Go.'), event({ type: 'task_complete', ...more })])).events,
      ).at(-1);
    const error = { message: 'unexpected status 401 Unauthorized' };
    assert.equal(end({ last_agent_message: null, error }), 'end error');
    assert.equal(end({ last_agent_message: null, error: null }), 'end completed');
  });

  it('tells how much of each of the provider’s windows is used', () => {
    const primary = { used_percent: 64.5, window_minutes: 300, resets_at: 1_795_773_307 };
    const told = read(
      jsonLines([
        meta(),
        user('Go.'),
        ...[{ primary, secondary: { used_percent: 'much' } }, { primary }, { primary: null }].map(
          (rate_limits) => event({ type: 'token_count', info: null, rate_limits }),
        ),
      ]),
    ).events.filter((each) => each.type === 'quota');
    assert.deepEqual(
      told.map(({ minutes, used, resetsAt }) => ({ minutes, used, resetsAt })),
      [{ minutes: 300, used: 64.5, resetsAt: 1_795_773_307_000 }],
    );
  });
  it('tells when the limit is over that ends a turn', () => {
    const ended = (error: object, ...before: object[]): string[] =>
      eventLines(
        read(
          jsonLines([
            meta(),
            user('Go.'),
            ...before.map((rate_limits) => event({ type: 'token_count', info: null, rate_limits })),
            event({ type: 'task_complete', last_agent_message: null, error }),
          ]),
        ).events,
      )
        .slice(2)
        .filter((line) => line !== 'quota');
    const window = { used_percent: 100, window_minutes: 300, resets_at: 1_795_773_307 };
    const limit = {
      message: 'You’ve hit your usage limit.',
      codex_error_info: 'usage_limit_exceeded',
    };
    assert.deepEqual(
      ended(limit, { primary: window, secondary: { used_percent: 40, resets_at: 1_795_859_707 } }),
      ['waits for limit until 1795773307000', 'end error'],
    );
    assert.deepEqual(
      ended(limit, { primary: window, secondary: { used_percent: 100, resets_at: 1_795_859_707 } }),
      ['waits for limit until 1795859707000', 'end error'],
    );
    assert.deepEqual(ended(limit, { primary: window }, { primary: null }), [
      'waits for limit',
      'end error',
    ]);
    const failed = (http_status_code: number): object => ({
      codex_error_info: { response_too_many_failed_attempts: { http_status_code } },
    });
    assert.deepEqual(ended(failed(429)), ['waits for limit', 'end error']);
    assert.deepEqual(ended(failed(500)), ['end error']);
  });

  it('ends a turn as an error if nothing follows the error', () => {
    const { events } = read(
      jsonLines([
        meta(),
        user('Go.'),
        event({ type: 'error', message: 'quota' }),
        event({ type: 'task_complete', last_agent_message: null }),
      ]),
    );
    assert.deepEqual(eventLines(events).at(-1), 'end error');
  });
});

describe("the script inside of a shell's call", () => {
  it('is extracted from arguments and from a single line', () => {
    assert.equal(unwrapScript(['/bin/bash', '-lc', 'a | b']), 'a | b');
    assert.equal(unwrapScript(['pwsh.exe', '-NoProfile', '-Command', 'ls']), 'ls');
    assert.equal(unwrapScript(['python', '-c', 'print(1)']), "python -c 'print(1)'");
    assert.equal(scriptIn("/bin/bash -lc 'echo '\"'\"'x'\"'\"' && ls'"), "echo 'x' && ls");
    assert.equal(scriptIn('bash -lc "echo \\"$HOME\\""'), 'echo "$HOME"');
    assert.equal(scriptIn('/bin/bash -lc :'), ':');
    for (const command of ['bash -lc one two', 'ls -l', 'bash script.sh', 'git commit -m x']) {
      assert.equal(scriptIn(command), command);
    }
  });
});

describe('the stream of codex exec', () => {
  const started = (it: object): object => ({ type: 'item.started', item: it });
  const completed = (it: object): object => ({ type: 'item.completed', item: it });

  it('holds commands, changes, plans, tools, and how the turn ended', () => {
    const todo = { id: 'i3', type: 'todo_list', items: [{ text: 'a', completed: false }] };
    const { format, events } = read(
      jsonLines([
        { type: 'thread.started', thread_id: 'thread-1' },
        completed({ id: 'i0', type: 'error', message: 'a warning' }),
        { type: 'turn.started' },
        completed({ id: 'i1', type: 'agent_message', text: 'Looking.' }),
        started({
          id: 'i2',
          type: 'command_execution',
          command: "/bin/bash -lc 'cat a'",
          aggregated_output: '',
          exit_code: null,
          status: 'in_progress',
        }),
        completed({
          id: 'i2',
          type: 'command_execution',
          command: "/bin/bash -lc 'cat a'",
          aggregated_output: 'no\n',
          exit_code: 1,
          status: 'failed',
        }),
        started(todo),
        { type: 'item.updated', item: todo },
        completed({
          id: 'i4',
          type: 'file_change',
          changes: [{ path: '/w/a.ts', kind: 'update' }],
          status: 'completed',
        }),
        started({
          id: 'i5',
          type: 'mcp_tool_call',
          server: 's',
          tool: 't',
          arguments: { q: 1 },
          status: 'in_progress',
        }),
        completed({
          id: 'i5',
          type: 'mcp_tool_call',
          server: 's',
          tool: 't',
          arguments: { q: 1 },
          error: { message: 'down' },
          status: 'failed',
        }),
        completed({ id: 'i6', type: 'web_search', query: 'q' }),
        completed({
          id: 'i7',
          type: 'command_execution',
          command: 'rm x',
          aggregated_output: 'exec command rejected by user',
          exit_code: -1,
          status: 'declined',
        }),
        completed(todo),
        { type: 'turn.failed', error: { message: 'x' } },
      ]),
    );
    assert.equal(format, 'codex-exec');
    assert.deepEqual(eventLines(events), [
      'start thread-1 codex ',
      'turn ?',
      'says Looking. (-)',
      'call i2 shell shell {"command":"cat a"} (-)',
      'result i2 ok 1 "no\\n"',
      'call i3.0 todo update_plan {"plan":[{"text":"a","completed":false}]} (-)',
      'result i3.0 ok "Plan updated"',
      'call i3.1 todo update_plan {"plan":[{"text":"a","completed":false}]} (-)',
      'result i3.1 ok "Plan updated"',
      'call i4 edit apply_patch {"changes":[{"path":"/w/a.ts","kind":"update"}],"change":"i4","path":"/w/a.ts"} (-)',
      'result i4 ok ""',
      'call i5 other mcp__s__t {"q":1} (-)',
      'result i5 failed "down"',
      'call i6 web web_search {"query":"q"} (-)',
      'result i6 ok "[\\"q\\",null]"',
      'call i7 shell shell {"command":"rm x"} (-)',
      'result i7 failed by person "exec command rejected by user"',
      'end error',
    ]);
  });

  it('keeps the calls of several turns in one file apart', () => {
    const command = {
      id: 'i0',
      type: 'command_execution',
      command: 'ls',
      aggregated_output: 'a',
      exit_code: 0,
      status: 'completed',
    };
    const turn = [
      { type: 'thread.started', thread_id: 'thread-1' },
      { type: 'turn.started' },
      completed(command),
      { type: 'turn.completed', usage: {} },
    ];
    const { events } = read(jsonLines([...turn, ...turn]));
    assert.deepEqual(
      ofType(events, 'tool.call').map((each) => each.call),
      ['i0', 'i0#2'],
    );
    assert.equal(ofType(events, 'session.start').length, 1);
    assert.deepEqual(
      ofType(events, 'turn.end').map((each) => each.reason),
      ['completed', 'completed'],
    );
  });
});
