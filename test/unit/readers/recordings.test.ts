/** Recorded runs: which format a file has, and what is read of one that is cut, broken or none at all. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatIds, formats } from '../../../src/agents/reading/formats.js';
import { readRecording, readText } from '../../../src/agents/reading/recordings.js';
import { LONGEST_LINE } from '../../../src/agents/reading/recording-text.js';
import { contains } from '../../contains.js';
import { jsonLines } from './support/reading.js';

const at = '2026-01-02T03:04:05.000Z';
/** One small run of each format: the first record that tells the format is not always the first line. */
const samples: Record<string, string> = {
  events: jsonLines([
    { v: 1, type: 'turn.start', session: 's' },
    { v: 1, type: 'tool.call', session: 's', call: 'c', tool: 'Bash', input: {} },
  ]),
  'claude-code': jsonLines([
    {
      sessionId: 's',
      type: 'user',
      cwd: '/w',
      timestamp: at,
      message: { role: 'user', content: 'Gö on' },
    },
  ]),
  codex: jsonLines([
    { timestamp: at, type: 'session_meta', payload: { id: 's', cwd: '/w' } },
    {
      timestamp: at,
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Gö' }] },
    },
    {
      timestamp: at,
      type: 'response_item',
      payload: {
        type: 'function_call',
        name: 'shell',
        arguments: '{"command":["ls"]}',
        call_id: 'c',
      },
    },
    {
      timestamp: at,
      type: 'response_item',
      payload: { type: 'function_call_output', call_id: 'c', output: 'Chunk ID: 1\nOutput:\nx' },
    },
  ]),
  'codex-exec': jsonLines([
    { type: 'thread.started', thread_id: 's' },
    { type: 'turn.started' },
    {
      type: 'item.completed',
      item: {
        id: 'i',
        type: 'command_execution',
        command: "bash -lc 'ls'",
        aggregated_output: 'ü',
        exit_code: 0,
        status: 'completed',
      },
    },
    { type: 'turn.completed', usage: {} },
  ]),
  'gemini-cli': jsonLines([
    { sessionId: 's', projectHash: 'p', startTime: at, lastUpdated: at },
    { id: 'u', timestamp: at, type: 'user', content: [{ text: 'Gö' }] },
    {
      id: 'm',
      timestamp: at,
      type: 'gemini',
      content: '',
      toolCalls: [
        {
          id: 'c',
          name: 'glob',
          args: { pattern: '*' },
          status: 'success',
          result: [{ functionResponse: { response: { output: 'Output: x' } } }],
        },
      ],
    },
  ]),
  'gemini-cli document': JSON.stringify(
    {
      sessionId: 's',
      projectHash: 'p',
      startTime: at,
      lastUpdated: at,
      messages: [
        { id: 'u', timestamp: at, type: 'user', content: 'Gö' },
        { id: 'm', timestamp: at, type: 'gemini', content: 'Done.' },
      ],
    },
    null,
    1,
  ),
  'qwen-code': jsonLines([
    {
      uuid: 'u',
      sessionId: 's',
      timestamp: at,
      type: 'user',
      cwd: '/w',
      message: { role: 'user', parts: [{ text: 'Gö' }] },
    },
    {
      uuid: 'a',
      sessionId: 's',
      timestamp: at,
      type: 'assistant',
      cwd: '/w',
      message: { role: 'model', parts: [{ functionCall: { id: 'c', name: 'glob', args: {} } }] },
    },
  ]),
  copilot: jsonLines([
    {
      type: 'session.start',
      data: { sessionId: 's', context: { cwd: '/w' } },
      id: '1',
      timestamp: at,
    },
    { type: 'user.message', data: { content: 'Gö' }, id: '2', timestamp: at },
    {
      type: 'assistant.message',
      data: {
        messageId: 'm',
        content: '',
        toolRequests: [{ toolCallId: 'c', name: 'bash', arguments: { command: 'ls' } }],
      },
      id: '3',
      timestamp: at,
    },
    {
      type: 'tool.execution_complete',
      data: {
        toolCallId: 'c',
        success: true,
        result: { content: 'x\n<shellId: 0 completed with exit code 0>' },
      },
      id: '4',
      timestamp: at,
    },
  ]),
  'kimi-code': jsonLines([
    { type: 'metadata', protocol_version: '1.5', created_at: 1795225550009 },
    {
      type: 'turn.prompt',
      agentId: 'main',
      input: [{ type: 'text', text: 'Gö' }],
      origin: { kind: 'user' },
      time: 1795225550214,
    },
    {
      type: 'context.append_loop_event',
      event: {
        type: 'tool.call',
        stepUuid: 'u',
        toolCallId: 'c',
        name: 'Bash',
        args: { command: 'ls' },
      },
      time: 1795225550300,
    },
    {
      type: 'context.append_loop_event',
      event: { type: 'tool.result', toolCallId: 'c', result: { output: 'x' } },
      time: 1795225550400,
    },
    { type: 'turn.ended', turnId: 0, reason: 'completed', time: 1795225550500 },
  ]),
  opencode: jsonLines([
    {
      aggregate_id: 's',
      seq: 0,
      type: 'session.created.1',
      data: {
        sessionID: 's',
        info: { id: 's', directory: '/w', time: { created: 1795225550000 } },
      },
    },
    {
      aggregate_id: 's',
      seq: 1,
      type: 'message.updated.1',
      data: { sessionID: 's', info: { id: 'm', role: 'user', time: { created: 1795225550001 } } },
    },
    {
      aggregate_id: 's',
      seq: 2,
      type: 'message.part.updated.1',
      data: {
        sessionID: 's',
        part: { id: 'p', messageID: 'm', type: 'text', text: 'Gö' },
        time: 1795225550002,
      },
    },
  ]),
  'opencode document': JSON.stringify(
    {
      info: { id: 's', directory: '/w' },
      messages: [
        { info: { id: 'm', role: 'user' }, parts: [{ id: 'p', type: 'text', text: 'Gö' }] },
        {
          info: {
            id: 'a',
            role: 'assistant',
            finish: 'stop',
            time: { created: 1795225550003, completed: 1795225550009 },
          },
          parts: [
            {
              id: 'q',
              type: 'tool',
              callID: 'c',
              tool: 'bash',
              state: { status: 'completed', input: { command: 'ls' }, output: 'x' },
            },
          ],
        },
      ],
    },
    null,
    1,
  ),
  openhands: jsonLines([
    { id: 0, timestamp: at, source: 'user', action: 'message', args: { content: 'Gö' } },
    { id: 1, timestamp: at, source: 'agent', action: 'run', args: { command: 'ls' } },
    {
      id: 2,
      timestamp: at,
      source: 'agent',
      cause: 1,
      observation: 'run',
      content: 'x',
      extras: { metadata: { exit_code: 0 } },
    },
  ]),
  'openhands document': JSON.stringify(
    [
      { kind: 'MessageEvent', id: 'a', source: 'user', llm_message: { content: 'Gö' } },
      {
        kind: 'ActionEvent',
        id: 'b',
        source: 'agent',
        tool_name: 'terminal',
        tool_call_id: 'c',
        llm_response_id: 'r',
        tool_call: { arguments: '{"command":"ls"}' },
      },
      {
        kind: 'ObservationEvent',
        id: 'd',
        source: 'environment',
        tool_name: 'terminal',
        tool_call_id: 'c',
        observation: { content: [{ type: 'text', text: 'x' }] },
      },
    ],
    null,
    1,
  ),
  'swe-agent document': JSON.stringify(
    {
      trajectory: [
        {
          action: 'open a.py\n',
          observation: '[File: a.py]',
          thought: 'Ö',
          response: '',
          state: '{"working_dir":"/w"}',
        },
        { action: 'submit', observation: '' },
      ],
      history: [{ role: 'user', content: 'Gö', agent: 'main' }],
      info: { exit_status: 'submitted' },
    },
    null,
    1,
  ),
  'mini-swe-agent document': JSON.stringify(
    {
      trajectory_format: 'mini-swe-agent-1',
      info: { exit_status: 'Submitted' },
      messages: [
        { role: 'user', content: 'Gö' },
        { role: 'assistant', content: 'a\n```bash\nls\n```' },
        { role: 'user', content: '<returncode>0</returncode>\n<output>\nx\n</output>' },
      ],
    },
    null,
    1,
  ),
  pi: jsonLines([
    { type: 'session', id: 's', timestamp: at, cwd: '/w' },
    { type: 'message', timestamp: at, message: { role: 'user', content: 'Gö' } },
    {
      type: 'message',
      timestamp: at,
      message: {
        role: 'assistant',
        content: [{ type: 'toolCall', id: 'c', name: 'bash', arguments: { command: 'ls' } }],
        stopReason: 'toolUse',
      },
    },
    {
      type: 'message',
      timestamp: at,
      message: { role: 'toolResult', toolCallId: 'c', content: [{ type: 'text', text: 'x' }] },
    },
  ]),
  'cline document': JSON.stringify(
    {
      sessionId: 's',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Gö' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'c', name: 'run_commands', input: { commands: ['ls'] } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'c',
              content: [{ query: 'ls', result: 'x', success: true }],
            },
          ],
        },
      ],
    },
    null,
    1,
  ),
};
const databaseOnly = new Set(
  formatIds.filter(
    (id) =>
      id !== 'auto' &&
      formats.filter((each) => each.id === id).every(({ kind }) => kind === 'database'),
  ),
);
const idOf = (name: string): string => name.replace(/ document$/, '');
const fileOf = (name: string): string => (name.endsWith('document') ? 'run.json' : 'run.jsonl');

describe('recorded runs', () => {
  for (const [name, text] of Object.entries(samples)) {
    describe(name, () => {
      it('is recognised by content and by name, with the same events', () => {
        const recording = readText(fileOf(name), Buffer.from(text), 'auto');
        assert.ok('events' in recording, JSON.stringify(recording));
        assert.equal(recording.format, idOf(name));
        assert.deepEqual(recording.skipped, []);
        assert.deepEqual(readText(fileOf(name), Buffer.from(text), idOf(name)), recording);
      });

      it('is read with other line endings, a byte order mark, as UTF-16, and after a broken line', () => {
        const expected = readText(fileOf(name), Buffer.from(text), 'auto');
        for (const bytes of [
          Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`),
          Buffer.from(`\uFEFF${text}`, 'utf16le'),
        ]) {
          assert.deepEqual(readText(fileOf(name), bytes, 'auto'), expected);
        }
        if (name.endsWith('document')) {
          return;
        }
        const broken = readText(
          'run.jsonl',
          Buffer.from(`{"type":"cut off\n\n[]\n${text}`),
          'auto',
        );
        assert.ok('events' in broken && 'events' in expected);
        assert.equal(broken.format, idOf(name));
        assert.deepEqual(broken.events, expected.events);
        assert.deepEqual(
          broken.skipped.map(({ line }) => line),
          [1, 3],
        );
      });

      it('truncated at any byte, it yields what came before and a reason', () => {
        const bytes = Buffer.from(text);
        let most = 0;
        for (let end = 0; end <= bytes.length; end++) {
          const recording = readText(fileOf(name), bytes.subarray(0, end), 'auto');
          if ('problem' in recording) {
            assert.match(
              recording.problem,
              /^(?:the file is empty|no known format recognized|no valid event)$/,
            );
            continue;
          }
          assert.equal(recording.format, idOf(name));
          assert.ok(recording.skipped.length <= 1);
          most = Math.max(most, recording.events.length);
        }
        const whole = readText(fileOf(name), bytes, 'auto');
        assert.equal(most, 'events' in whole ? whole.events.length : -1);
      });

      it('is read or refused with any one byte replaced', () => {
        const bytes = Buffer.from(text);
        for (let i = 0; i < bytes.length; i++) {
          for (const byte of [0, 0x22, 0x7b, 0x5d, 0xff]) {
            const changed = Buffer.from(bytes);
            changed[i] = byte;
            const recording = readText(fileOf(name), changed, 'auto');
            assert.ok(
              'problem' in recording ? recording.problem !== '' : recording.events.length > 0,
            );
          }
        }
      });
    });
  }

  it('of odd shapes never throw', () => {
    const values = ['null', '[]', '{}', '1', '"x"', 'true', '[[]]', '{"a":{}}'];
    for (const [name, text] of Object.entries(samples)) {
      const records = text
        .trim()
        .split('\n')
        .map((line): unknown => (name.endsWith('document') ? undefined : JSON.parse(line)));
      for (const value of values) {
        // every field of every record, one level and two levels down
        const changed = records
          .filter((each) => each !== undefined)
          .flatMap((each) => variants(each, JSON.parse(value)));
        const recording = readText(
          'run.jsonl',
          Buffer.from(`${text}${jsonLines(changed)}`),
          idOf(name),
        );
        assert.ok('problem' in recording || recording.events.length > 0);
      }
    }
  });

  it('are not claimed by another format', () => {
    for (const [name, text] of Object.entries(samples)) {
      for (const format of formatIds.filter((each) => each !== 'auto' && each !== idOf(name))) {
        assert.deepEqual(
          readText(fileOf(name), Buffer.from(text), format),
          { problem: databaseOnly.has(format) ? 'not a database' : 'no valid event' },
          `${name} as ${format}`,
        );
      }
    }
    // another program's events of the same names
    const other = jsonLines([
      { type: 'turn.started', seq: 1, session_id: 's', payload: { type: 'turn.started' } },
      { type: 'turn.completed', payload: {} },
    ]);
    assert.deepEqual(readText('x', Buffer.from(other), 'auto'), {
      problem: 'no known format recognized',
    });
  });

  it('are refused with a reason if they are something else', () => {
    const reasons = (bytes: Buffer, format = 'auto'): string => {
      const recording = readText('x', bytes, format);
      return 'problem' in recording ? recording.problem : `read as ${recording.format}`;
    };
    assert.equal(reasons(Buffer.alloc(0)), 'the file is empty');
    assert.equal(reasons(Buffer.from(' \r\n\n\t')), 'the file is empty');
    for (const text of [
      'hello',
      '{"a":1}',
      '[1,2]',
      '{',
      '['.repeat(100_000),
      `{"a":${'['.repeat(100_000)}`,
      '{"v":2,"type":"tick"}',
      '<html>',
    ]) {
      assert.equal(reasons(Buffer.from(text)), 'no known format recognized', text.slice(0, 20));
    }
    const junk = Buffer.alloc(100_000);
    for (let i = 0, seed = 7; i < junk.length; i++) {
      junk[i] = (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 16;
    }
    for (const format of formatIds) {
      assert.match(
        reasons(junk, format),
        /^(?:no known format recognized|no valid event|not a database)$/,
        format,
      );
    }
    assert.match(
      reasons(Buffer.from('{}'), 'nonsense'),
      /unknown format "nonsense"; known: auto, events, claude-code, codex/,
    );
    assert.match(reasons(Buffer.concat([Buffer.from('SQLite format 3\0'), junk])), /database/);
  });

  it('are read without a line that exceeds the limit', () => {
    const [first = '', ...rest] = (samples['codex'] ?? '').split('\n');
    const recording = readText(
      'x',
      Buffer.from([first, `{"a":"${'x'.repeat(LONGEST_LINE)}"}`, ...rest].join('\n')),
      'auto',
    );
    assert.ok('events' in recording);
    assert.deepEqual(
      recording.skipped.map(({ line }) => line),
      [2],
    );
    assert.deepEqual(recording.events, eventsOf(samples['codex'] ?? ''));
  });

  it('are read from files, with a problem if that fails', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnwatch-recordings-'));
    try {
      const file = join(folder, 'run.jsonl');
      writeFileSync(file, samples['copilot'] ?? '');
      assert.deepEqual(
        await readRecording(file, 'auto'),
        readText(file, Buffer.from(samples['copilot'] ?? ''), 'auto'),
      );
      const missing = await readRecording(join(folder, 'none'), 'auto');
      assert.ok('problem' in missing);
      contains(missing.problem, 'ENOENT');
      const database = join(folder, 'run.db');
      writeFileSync(database, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(200)]));
      assert.ok('problem' in (await readRecording(database, 'auto')));
      const asLines = await readRecording(database, 'codex');
      assert.deepEqual(asLines, { problem: 'a database, but "codex" is not a database format' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

function eventsOf(text: string): unknown {
  const recording = readText('x', Buffer.from(text), 'auto');
  return 'events' in recording ? recording.events : recording;
}

/** Copies of a record with one of its values, down to the third level, replaced. */
function variants(record: unknown, value: unknown, depth = 0): unknown[] {
  if (typeof record !== 'object' || record === null || depth > 3) {
    return [value];
  }
  if (Array.isArray(record)) {
    const list: unknown[] = record;
    return [
      value,
      ...list.flatMap((each, i) =>
        variants(each, value, depth + 1).map((changed) =>
          list.map((old, k) => (k === i ? changed : old)),
        ),
      ),
    ];
  }
  return [
    value,
    ...Object.entries(record).flatMap(([key, each]) =>
      variants(each, value, depth + 1).map((changed) => ({ ...record, [key]: changed })),
    ),
  ];
}
