/** Grok's `updates.jsonl`, in the forms of Grok 1.0.41. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProblem } from '../../../src/agents/agent.js';
import { folderOfLog, homeOfLog } from '../../../src/agents/grok/home.js';
import { grokFormat } from '../../../src/agents/grok/updates.js';
import { eventLines } from '../support/event-lines.js';
import { jsonLines, ofType, read } from './support/reading.js';

const FILE = '/h/.grok/sessions/%2Fsrv%2Fmy%20app/S/updates.jsonl';
const START = 1_795_897_000_000;
let now = START;

const line = (method: string, update: object, meta: object = {}): object => {
  now += 10;
  return {
    timestamp: Math.floor(now / 1000),
    method,
    params: {
      sessionId: 'S',
      update,
      _meta: { eventId: `S-${now}`, agentTimestampMs: now, ...meta },
    },
  };
};
const own = (sessionUpdate: string, more: object = {}): object =>
  line('_x.ai/session/update', { sessionUpdate, ...more });
/** `stream`: when the response that this belongs to began. */
const told = (stream: number, sessionUpdate: string, more: object): object =>
  line(
    'session/update',
    { sessionUpdate, ...more },
    { promptId: 'P', streamStartMs: stream, turnStartMs: START, totalTokens: 110 },
  );
const asked = (text: string, more: object = {}): object =>
  line('session/update', {
    sessionUpdate: 'user_message_chunk',
    content: { type: 'text', text },
    _meta: { modelId: 'grok-5', promptIndex: 0, ...more },
  });
const said = (stream: number, text: string): object =>
  told(stream, 'agent_message_chunk', { content: { type: 'text', text } });
const tool = (name: string): object => ({
  _meta: { 'x.ai/tool': { version: 1, name, kind: 'execute', namespace: 'grok_build' } },
});
const called = (stream: number, toolCallId: string, name: string, rawInput: object): object =>
  told(stream, 'tool_call', { toolCallId, title: name, rawInput, ...tool(name) });
/** What the program makes of the input, and a description that is no output. */
const runs = (stream: number, toolCallId: string, rawInput: object): object =>
  told(stream, 'tool_call_update', {
    toolCallId,
    title: 'Execute',
    content: [text('what for')],
    locations: [],
    rawInput: { variant: 'Bash', ...rawInput },
  });
const text = (words: string): object => ({
  type: 'content',
  content: { type: 'text', text: words },
});
const ended = (
  stream: number,
  toolCallId: string,
  rawOutput: object | undefined,
  more: object = {},
): object =>
  told(stream, 'tool_call_update', { toolCallId, status: 'completed', rawOutput, ...more });
const bytes = (words: string): number[] => [...Buffer.from(words)];
const ran = (words: string, code: number): object => ({
  type: 'Bash',
  output: bytes(words),
  output_for_prompt: `exit: ${code}\n${words}`,
  exit_code: code,
  current_dir: '/srv/my app',
});
const hooked = own('hook_execution', {
  event_name: 'pre_tool_use',
  runs: [{ name: 'global/x', status: { status: 'failed', error: 'denied: no', blocked: true } }],
});
const over = (stop_reason: string, more: object = {}): object =>
  own('turn_completed', { prompt_id: 'P', stop_reason, elapsed_ms: 20, ...more });

const linesOf = (records: readonly object[]): string[] => {
  const { format, events, skipped } = read(jsonLines(records), { file: FILE });
  assert.equal(format, 'grok');
  assert.deepEqual(skipped, []);
  return eventLines(events);
};
const START_LINE = 'start S grok /srv/my app grok-5';

describe('Grok’s log', () => {
  it('tells a turn: folder and model, calls by response, outputs as the tools printed them, what it cost, its end', () => {
    const usage = { inputTokens: 600, outputTokens: 60, cachedReadTokens: 40, modelCalls: 3 };
    assert.deepEqual(
      linesOf([
        own('hook_execution', { event_name: 'session_start', runs: [] }),
        asked('Fix the test'),
        said(1, 'I will look.'),
        hooked,
        called(1, 'c1', 'run_terminal_command', { command: 'npm test', description: 'what for' }),
        runs(1, 'c1', { command: 'npm test' }),
        ended(1, 'c1', ran('1 failing\n', 1), { content: [text('1 failing\n')] }),
        told(2, 'agent_thought_chunk', { content: { type: 'text', text: 'Hm.' } }),
        called(2, 'c2', 'grep', { pattern: 'one' }),
        called(2, 'c3', 'read_file', { target_file: 'none.ts' }),
        ended(
          2,
          'c2',
          { type: 'GrepSearch', stdout: bytes('a.ts:1:one\n') },
          {
            content: [text('found 1 matches')],
          },
        ),
        told(2, 'tool_call_update', {
          toolCallId: 'c3',
          status: 'failed',
          content: [text('Error: none.ts does not exist.')],
          rawOutput: { type: 'ReadFile', FileNotFound: 'Error: none.ts does not exist.' },
        }),
        called(3, 'c4', 'search_replace', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }),
        ended(
          3,
          'c4',
          {
            type: 'SearchReplace',
            EditsApplied: { old_string: 'x', new_string: 'y', tool_output_for_prompt: 'Updated.' },
          },
          { content: [{ type: 'diff', path: 'a.ts', oldText: 'x', newText: 'y' }] },
        ),
        called(3, 'c5', 'todo_write', { todos: [] }),
        ended(3, 'c5', { type: 'Todo', TodosUpdated: { summary_for_prompt: '- do\n', todos: [] } }),
        told(3, 'plan', { entries: [] }),
        said(4, 'Done.'),
        over('end_turn', { usage }),
      ]).filter((each) => !each.startsWith('start S grok /srv/my app') || each === START_LINE),
      [
        START_LINE,
        'turn Fix the test',
        'says I will look. (1)',
        'call c1 shell run_terminal_command {"command":"npm test","description":"what for"} (1)',
        'result c1 failed 1 "1 failing\\n"',
        'call c2 search grep {"pattern":"one"} (2)',
        'call c3 read read_file {"target_file":"none.ts"} (2)',
        'result c2 ok "a.ts:1:one\\n"',
        'result c3 failed "Error: none.ts does not exist."',
        'call c4 edit search_replace {"file_path":"a.ts","old_string":"x","new_string":"y"} (3)',
        'result c4 ok "Updated."',
        'call c5 todo todo_write {"todos":[]} (3)',
        'result c5 ok "- do\\n"',
        'says Done. (4)',
        'usage',
        'end completed',
      ],
    );
  });

  it('counts what a turn cost once', () => {
    const usage = { inputTokens: 600, outputTokens: 60, cachedReadTokens: 40 };
    const { events } = read(
      jsonLines([asked('Go'), said(1, 'Done.'), over('end_turn', { usage })]),
      {
        file: FILE,
      },
    );
    assert.deepEqual(
      ofType(events, 'usage').map(({ inputTokens, cachedTokens, outputTokens }) => [
        inputTokens,
        cachedTokens,
        outputTokens,
      ]),
      [[600, 40, 60]],
    );
  });

  it('says who denied a call, and why', () => {
    const denied = (id: string, why: string): object[] => [
      called(1, id, 'list_dir', {}),
      told(1, 'tool_call_update', { toolCallId: id, status: 'failed', content: [text(why)] }),
    ];
    const lines = linesOf([
      asked('Go'),
      ...denied('a', 'Hook denied: [Turnwatch] Tools are switched off.'),
      ...denied('b', 'Hook denied: not on Fridays'),
      ...denied('c', 'User rejected the execution of tool `list_dir`'),
      ...denied('d', 'Failed to parse arguments for tool `x`: Tool not found: x'),
    ]);
    assert.deepEqual(
      lines.filter((each) => each.startsWith('result')),
      [
        'result a failed by turnwatch "[Turnwatch] Tools are switched off."',
        'result b failed by rule "not on Fridays"',
        'result c failed by person "User rejected the execution of tool `list_dir`"',
        'result d failed "Failed to parse arguments for tool `x`: Tool not found: x"',
      ],
    );
  });

  it('goes on after a request that is tried again, for a limit or an error; given up, the turn ends in an error', () => {
    const refused = 'API error (status 429 Too Many Requests): rate_limit_error: slow down';
    const broken = 'API error (status 500 Internal Server Error): oops';
    const retry = (reason: string): object =>
      own('retry_state', { type: 'retrying', attempt: 1, max_retries: 15, reason });
    assert.deepEqual(
      linesOf([
        asked('Go'),
        retry(refused),
        called(1, 'c', 'list_dir', { target_directory: '.' }),
        retry(broken),
        ended(1, 'c', { type: 'ListDir', Content: { content: '- a.ts' } }),
        said(2, 'Recovered.'),
        over('end_turn'),
        asked('Again'),
        retry(refused),
        own('retry_state', { type: 'exhausted', attempts: 0, reason: refused }),
        over('rate_limit'),
      ]),
      [
        START_LINE,
        'turn Go',
        `request failed ${refused} try 1`,
        'waits for limit try 1',
        'call c search list_dir {"target_directory":"."} (1)',
        `request failed ${broken} try 1`,
        'result c ok "- a.ts"',
        'says Recovered. (2)',
        'end completed',
        'turn Again',
        `request failed ${refused} try 1`,
        'waits for limit try 1',
        `request failed ${refused}`,
        'waits for limit',
        'end error',
      ],
    );
  });

  it('tells that the person stopped a turn', () => {
    const lines = linesOf([asked('Go'), said(1, 'Well'), over('cancelled')]);
    assert.deepEqual(lines.slice(1), ['turn Go', 'says Well (1)', 'end interrupted']);
  });

  it('begins no turn with the harness’s own words; tasks in the background are news', () => {
    const task = { task_id: 'T', command: 'make', kind: 'bash' };
    const lines = linesOf([
      asked('Build it'),
      own('background_tasks', { tasks: [{ ...task, status: 'running' }] }),
      said(1, 'It builds.'),
      over('end_turn'),
      own('background_tasks', { tasks: [{ ...task, status: 'completed' }] }),
      asked(
        '<system-reminder>\nBackground task "T" completed (exit code: 0).\n</system-reminder>',
        {
          hideFromScrollback: true,
        },
      ),
      said(2, 'It is built.'),
      over('end_turn'),
    ]);
    assert.deepEqual(
      lines.map((each) => each.replace(/^(task ).*$/, '$1')),
      [
        START_LINE,
        'turn Build it',
        'task ', // before: none
        'task ',
        'says It builds. (1)',
        'end completed',
        'task ',
        'says It is built. (2)',
        'end completed',
      ],
    );
    const news = lines.filter((each) => each.startsWith('task '));
    assert.equal(new Set(news).size, news.length);
  });

  it('names the sub-agents of a turn, and the calls that began them', () => {
    const spawned = (child: string): object =>
      own('subagent_spawned', {
        subagent_id: child,
        parent_session_id: 'S',
        child_session_id: child,
        subagent_type: 'explore',
        description: 'look for it',
      });
    const lines = linesOf([
      asked('Go'),
      called(1, 'c1', 'spawn_subagent', { prompt: 'Look', description: 'look for it' }),
      called(1, 'c2', 'spawn_subagent', { prompt: 'Look there', description: 'look for it' }),
      spawned('K1'),
      spawned('K2'),
      ended(1, 'c1', { type: 'SubagentCompleted', output: 'Found.', subagent_id: 'K1' }),
    ]);
    assert.deepEqual(lines.slice(4), [
      'start K1 grok /srv/my app of S by c1 as explore',
      'start K2 grok /srv/my app of S by c2 as explore',
      'result c1 ok "Found."',
    ]);
  });

  it('takes no call that was denied for the one that began a sub-agent', () => {
    const spawns = (id: string): object =>
      called(1, id, 'spawn_subagent', { prompt: 'Look', description: 'look for it' });
    const began = {
      ...{ subagent_id: 'K', attempt_id: 'at1', parent_session_id: 'S', child_session_id: 'K' },
      ...{ subagent_type: 'general-purpose', description: 'look for it' },
    };
    const denied = { status: 'failed', content: [text('Hook denied: [Turnwatch] Off.')] };
    const lines = linesOf([
      asked('Go'),
      spawns('c1'),
      told(1, 'tool_call_update', { toolCallId: 'c1', ...denied }),
      spawns('c2'),
      own('subagent_spawned', began),
    ]);
    assert.equal(lines.at(-1), 'start K grok /srv/my app of S by c2 as general-purpose');
  });

  it('begins no turn with the news that a sub-agent in the background is over', () => {
    const started = { type: 'Text', text: 'Subagent started in background.\nsubagent_id: K' };
    const news = '<system-reminder>\nWhile you were idle, 1 background subagent completed:\n';
    const lines = linesOf([
      asked('Look'),
      called(1, 'c1', 'spawn_subagent', { prompt: 'Look', description: 'look for it' }),
      ended(1, 'c1', started, { content: [text(started.text)] }),
      said(2, 'It looks.'),
      over('end_turn', { usage: { inputTokens: 10 } }),
      own('subagent_finished', { child_session_id: 'K', status: 'completed', will_wake: true }),
      asked(`${news}- [general-purpose] "look for it"\n</system-reminder>`, {
        hideFromScrollback: true,
      }),
      said(3, 'It has looked.'),
      over('end_turn'),
    ]);
    assert.deepEqual(lines.slice(4), [
      'says It looks. (2)',
      'usage',
      'end completed',
      'says It has looked. (3)',
      'end completed',
    ]);
  });

  it('waits for a task or a sub-agent as for a job', () => {
    const [, , ...lines] = linesOf([
      asked('Go'),
      called(1, 'c1', 'get_command_or_subagent_output', { task_ids: ['K'], timeout_ms: 20_000 }),
      called(1, 'c2', 'wait_commands_or_subagents', { task_ids: ['K'], mode: 'wait_all' }),
    ]);
    assert.deepEqual(
      lines.map((line) => line.split(' ')[2]),
      ['poll', 'poll'],
    );
  });

  it('calls the tools of MCP servers by their own names', () => {
    const [, , line = ''] = linesOf([
      asked('Go'),
      called(1, 'c', 'use_tool', { tool_name: 'docs__search', tool_input: { query: 'x' } }),
    ]);
    assert.equal(line, 'call c search docs__search {"query":"x"} (1)');
  });

  it('tells compactions, and nothing of what is no update', () => {
    const reader = grokFormat.open(FILE);
    const lines = [
      own('auto_compact_started', { tokens_used: 9, context_window: 9, percentage: 100 }),
      own('auto_compact_failed', { error: 'it\u2019ll retry on the next turn' }),
      own('auto_compact_started', { tokens_used: 9, context_window: 9, percentage: 100 }),
      own('compaction_checkpoint', { checkpoint_id: 'k', prompt_index_at_compaction: 1 }),
      own('auto_compact_completed', { tokens_before: 9, tokens_after: 5, summary_preview: null }),
      { timestamp: 1, method: 'other', params: {} },
      line('session/update', { sessionUpdate: 'available_commands_update' }),
    ].flatMap((each) => {
      const events = reader.line(JSON.stringify(each));
      return isProblem(events) ? [events.problem] : eventLines(events);
    });
    assert.deepEqual(lines, ['start S grok /srv/my app', 'compaction']);
    assert.ok(isProblem(reader.line('{"broken')));
  });

  it('waits for a permission where the file beside it says so, once the log is silent, until it is given', () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnwatch-grok-log-'));
    const notes: object[] = [];
    const note = (type: string, more: object = {}): void => {
      notes.push({ ts: new Date(START + 5).toISOString(), type, ...more });
      writeFileSync(join(folder, 'events.jsonl'), jsonLines(notes));
    };
    const reader = grokFormat.open(join(folder, 'updates.jsonl'));
    const tell = (...records: object[]): string[] =>
      records.flatMap((each) => {
        const events = reader.line(JSON.stringify(each));
        assert.ok(!isProblem(events));
        return eventLines(events);
      });
    const shell = { tool_name: 'run_terminal_command' };
    const command = { command: 'git push' };
    try {
      assert.deepEqual(reader.settle?.(), []);
      tell(asked('Push it'), called(1, 'c1', 'run_terminal_command', command));
      assert.deepEqual(reader.settle?.(), [], 'there is no such file');
      for (const type of ['turn_started', 'phase_changed', 'tool_started']) {
        note(type);
      }
      note('permission_requested', shell);
      const [waiting] = reader.settle?.() ?? [];
      assert.deepEqual(waiting, {
        v: 1,
        at: START + 5,
        type: 'waiting',
        session: 'S',
        for: 'permission',
      });
      // of another call that runs beside it
      note('tool_completed', shell);
      assert.deepEqual(tell(hooked), []);
      note('permission_resolved', { ...shell, decision: 'allow', wait_ms: 30_450 });
      assert.deepEqual(tell(runs(1, 'c1', command)), ['resumed']);
      assert.deepEqual(reader.settle?.(), []);

      note('permission_requested', shell);
      assert.equal(reader.settle?.().length, 1);
      note('permission_resolved', { ...shell, decision: 'allow', wait_ms: 10 });
      assert.deepEqual(eventLines(reader.settle?.() ?? []), ['resumed'], 'no line says so');

      // its call tells that it is a question
      note('permission_requested', { tool_name: 'ask_user_question' });
      assert.deepEqual(reader.settle?.(), []);
      note('permission_requested', shell);
      tell(ended(1, 'c1', ran('', 0)), over('end_turn'));
      assert.deepEqual(reader.settle?.(), [], 'nothing is called any more');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('lies in a folder named by the session’s own', () => {
    assert.equal(folderOfLog(FILE), '/srv/my app');
    assert.equal(folderOfLog('/h/.grok/sessions/%ZZ/S/updates.jsonl'), undefined);
    assert.equal(folderOfLog('/tmp/recorded/updates.jsonl'), undefined);
    assert.equal(homeOfLog(FILE), '/h/.grok');
    assert.equal(homeOfLog('/h/.grok/sessions/x/S/events.jsonl'), undefined);
    assert.equal(homeOfLog(7), undefined);
  });
});
