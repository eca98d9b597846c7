/** Chats of Gemini CLI: lines, the older document, and a saved history. */
import assert from 'node:assert/strict';
import { unframed } from '../../../src/agents/reading/shell-frame.js';
import { eventLines } from '../support/event-lines.js';
import { jsonLines, read } from './support/reading.js';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 2, 3, 4, second)).toISOString();
const header = {
  sessionId: 's-1',
  projectHash: 'p',
  startTime: at(0),
  lastUpdated: at(0),
  kind: 'main',
};
const user = (id: string, content: unknown, second = 1): object => ({
  id,
  timestamp: at(second),
  type: 'user',
  content,
});
const model = (id: string, content: string, toolCalls?: object[]): object => ({
  id,
  timestamp: at(2),
  type: 'gemini',
  content,
  model: 'gem',
  ...(toolCalls === undefined ? {} : { toolCalls }),
});
const frame = (output: string, pgid = 1): string =>
  `<untrusted_context>\nOutput: ${output}\nProcess Group PGID: ${pgid}\n</untrusted_context>`;
const shell = (id: string, command: string, status: string, response?: object): object => ({
  id,
  name: 'run_shell_command',
  args: { command },
  status,
  timestamp: at(3),
  ...(response === undefined ? {} : { result: [{ functionResponse: { id, response } }] }),
});

describe('a chat of Gemini CLI', () => {
  it('is read line by line; a repeated message adds only what is new', () => {
    const call = shell('c1', 'ls', 'success', { output: frame('a') });
    const { format, events, skipped } = read(
      jsonLines([
        header,
        {
          $set: {
            messages: [
              user('u0', [
                {
                  text: '<session_context>\n- **Workspace Directories:**\n  - /w\n</session_context>',
                },
              ]),
            ],
            lastUpdated: at(0),
          },
        },
        user('u1', [{ text: 'Fix it.' }]),
        model('m1', 'Looking.'),
        { $set: { lastUpdated: at(2) } },
        model('m1', 'Looking.', [shell('c1', 'ls', 'executing'), shell('c2', 'x', 'validating')]),
        model('m1', 'Looking.', [
          call,
          shell('c2', 'x', 'error', {
            error:
              'Command: x\nDirectory: (root)\nOutput: (empty)\nError: no such\nfile\nExit Code: 127\nSignal: (none)\nProcess Group PGID: 9',
          }),
        ]),
        user('u2', [{ functionResponse: { id: 'c1', response: { output: frame('a') } } }]),
        model('m2', 'Done.'),
        user('u3', 'And now?', 9),
        model('m3', '', [
          shell('c3', 'rm', 'cancelled', {
            error: '[Operation Cancelled] Reason: User denied execution.',
          }),
        ]),
        { id: 'i', timestamp: at(9), type: 'info', content: 'Request cancelled.' },
      ]),
    );
    assert.equal(format, 'gemini-cli');
    assert.deepEqual(skipped, []);
    assert.deepEqual(eventLines(events), [
      'start s-1 gemini-cli ',
      'start s-1 gemini-cli /w',
      'turn Fix it.',
      'start s-1 gemini-cli /w gem',
      'says Looking. (m1)',
      'call c1 shell run_shell_command {"command":"ls"} (m1)',
      'call c2 shell run_shell_command {"command":"x"} (m1)',
      'result c1 ok "a"',
      'result c2 failed 127 "no such\\nfile"',
      'step.end m1',
      'says Done. (m2)',
      'end completed',
      'turn And now?',
      'call c3 shell run_shell_command {"command":"rm"} (m3)',
      'result c3 failed by person "[Operation Cancelled] Reason: User denied execution."',
      'step.end m3',
      'end interrupted',
    ]);
    assert.equal(events.find((event) => event.type === 'tool.result')?.at, Date.parse(at(3)));
  });

  it('is read as one document, whole and truncated', () => {
    const messages = [
      user('u1', 'Fix it.'),
      model('m1', '', [shell('c1', 'ls', 'success', { output: 'a' })]),
      model('m2', 'Done.'),
    ];
    const whole = JSON.stringify({ ...header, messages }, null, 2);
    const expected = [
      'start s-1 gemini-cli ',
      'turn Fix it.',
      'start s-1 gemini-cli  gem',
      'call c1 shell run_shell_command {"command":"ls"} (m1)',
      'result c1 ok "a"',
      'step.end m1',
      'says Done. (m2)',
      'end completed',
    ];
    for (const text of [whole, JSON.stringify({ ...header, messages })]) {
      assert.deepEqual(eventLines(read(text, { file: 'session.json' }).events), expected);
    }
    const cut = read(whole.slice(0, whole.indexOf('"Done."')), { file: 'session.json' });
    assert.deepEqual(eventLines(cut.events), expected.slice(0, 6));
    assert.deepEqual(
      cut.skipped.map(({ line }) => line),
      [whole.slice(0, whole.indexOf('"Done."')).split('\n').length],
    );
  });

  it('of a saved history: calls and their answers as parts', () => {
    const history = [
      {
        role: 'user',
        parts: [{ text: 'This is the Gemini CLI. We are setting up the context for our chat.' }],
      },
      { role: 'model', parts: [{ text: 'Got it.' }] },
      { role: 'user', parts: [{ text: 'Fix it.' }] },
      {
        role: 'model',
        parts: [
          { text: 'thinking', thought: true },
          { functionCall: { name: 'read_file', args: { file_path: 'a' } } },
          { functionCall: { name: 'replace', args: { file_path: 'a' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'read_file', response: { output: 'x' } } },
          { functionResponse: { name: 'replace', response: { error: 'no match' } } },
        ],
      },
    ];
    const { format, events } = read(JSON.stringify(history), { file: 'checkpoint.json' });
    assert.equal(format, 'gemini-cli');
    assert.deepEqual(eventLines(events).slice(-6), [
      'turn Fix it.',
      'call message-3/1 read read_file {"file_path":"a"} (message-3)',
      'call message-3/2 edit replace {"file_path":"a"} (message-3)',
      'result message-3/1 ok "x"',
      'result message-3/2 failed "no match"',
      'step.end message-3',
    ]);
  });
});

describe("the frame of a command's output", () => {
  it('is stripped, whatever the command printed', () => {
    assert.deepEqual(unframed(frame('(empty)', 77)), { output: '' });
    assert.deepEqual(unframed(frame('a\nError: in the output')), { output: 'a\nin the output' });
    assert.deepEqual(
      unframed(
        'Command: a\nb\nDirectory: (root)\nOutput: x\n\ny\nError: (none)\nExit Code: 0\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 3',
      ),
      { output: 'x\n\ny', exitCode: 0 },
    );
    assert.deepEqual(unframed('Exit Code: 3'), { output: 'Exit Code: 3' });
    assert.deepEqual(unframed('plain\n'), { output: 'plain\n' });
    assert.deepEqual(unframed('<untrusted_context>\npage\n</untrusted_context>'), {
      output: 'page',
    });
  });
});
