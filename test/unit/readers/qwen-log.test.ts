/** Chat logs of Qwen Code. */
import assert from 'node:assert/strict';
import { eventLines } from '../support/event-lines.js';
import { jsonLines, read } from './support/reading.js';

let ids = 0;
const record = (type: string, more: object): object => ({
  uuid: `r${ids++}`,
  sessionId: 's-1',
  timestamp: new Date(Date.UTC(2026, 0, 2, 3, 4, ids)).toISOString(),
  type,
  cwd: '/w',
  version: '0.20',
  ...more,
});
const user = (text: string, provenance?: string): object =>
  record('user', {
    ...(provenance === undefined ? {} : { provenance }),
    message: { role: 'user', parts: [{ text }] },
  });
const model = (uuid: string, ...parts: object[]): object =>
  record('assistant', { uuid, model: 'q', message: { role: 'model', parts } });
const call = (id: string, name: string, args: object): object => ({
  functionCall: { id, name, args },
});
const result = (id: string, response: object, told: object = { status: 'success' }): object =>
  record('tool_result', {
    message: { role: 'user', parts: [{ functionResponse: { id, response } }] },
    toolCallResult: { callId: id, ...told },
  });
const frame =
  'Command: ls\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 2\nSignal: (none)\nProcess Group PGID: 12';

describe('a chat log of Qwen Code', () => {
  it('holds one response per record', () => {
    ids = 0;
    const { format, events, skipped } = read(
      jsonLines([
        record('system', { subtype: 'attribution_snapshot', systemPayload: {} }),
        user('Fix it.', 'real_user'),
        user('<system-reminder>x</system-reminder>'),
        user('go on', 'stop_hook'),
        model(
          'a1',
          { text: 'hm', thought: true },
          { text: 'Looking.' },
          call('c1', 'run_shell_command', { command: 'ls' }),
          call('c2', 'read_file', { file_path: 'a' }),
        ),
        record('system', {
          subtype: 'ui_telemetry',
          systemPayload: {
            uiEvent: { 'event.name': 'qwen-code.tool_call', call_id: 'c1', duration_ms: 42 },
          },
        }),
        result('c1', { output: frame }),
        result('c2', { error: 'Not a regular file' }, { status: 'error', errorType: 'x' }),
        model('a2', call('c3', 'edit', { file_path: 'a' })),
        result(
          'c3',
          { error: '[Operation Cancelled] Reason: User did not allow' },
          { status: 'cancelled' },
        ),
        record('system', { subtype: 'chat_compression', systemPayload: {} }),
        model('a3', { text: 'Done.' }),
      ]),
    );
    assert.equal(format, 'qwen-code');
    assert.deepEqual(skipped, []);
    assert.deepEqual(eventLines(events), [
      'start s-1 qwen-code /w',
      'turn Fix it.',
      'start s-1 qwen-code /w q',
      'says Looking. (a1)',
      'call c1 shell run_shell_command {"command":"ls"} (a1)',
      'call c2 read read_file {"file_path":"a"} (a1)',
      'result c1 ok 2 42 ms ""',
      'result c2 failed "Not a regular file"',
      'step.end a1',
      'call c3 edit edit {"file_path":"a"} (a2)',
      'result c3 failed by person "[Operation Cancelled] Reason: User did not allow"',
      'step.end a2',
      'compaction',
      'says Done. (a3)',
      'end completed',
    ]);
  });

  it('says nothing where its model did not', () => {
    ids = 0;
    const { events } = read(
      jsonLines([
        user('Fix it.', 'real_user'),
        model('a1', { text: 'Looking.' }, call('c1', 'run_shell_command', { command: 'ls' })),
        result('c1', { output: frame }),
        // what it writes after an answer without a word, and five more
        model('a2', { text: '(empty content)' }),
      ]),
    );
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'message' ? [event.text] : [])),
      ['Looking.'],
    );
  });

  it('tells a request that failed, in the provider’s words', () => {
    ids = 0;
    const { events } = read(
      jsonLines([
        user('Fix it.', 'real_user'),
        record('system', {
          subtype: 'ui_telemetry',
          systemPayload: {
            uiEvent: {
              'event.name': 'qwen-code.api_error',
              model: 'q',
              duration_ms: 12,
              error_message: '401 Incorrect API key provided.',
              error_type: 'AuthenticationError',
              status_code: 401,
            },
          },
        }),
      ]),
    );
    const requests = events.filter(({ type }) => type === 'request');
    assert.deepEqual(requests, [
      {
        v: 1,
        at: Date.UTC(2026, 0, 2, 3, 4, 2),
        type: 'request',
        session: 's-1',
        state: 'failed',
        error: '401 Incorrect API key provided.',
      },
    ]);
  });

  it('is not confused with the similar log of Claude Code', () => {
    assert.equal(
      read(
        jsonLines([record('system', { subtype: 'ui_telemetry', systemPayload: {} }), user('Go.')]),
      ).format,
      'qwen-code',
    );
    const claude = {
      sessionId: 's',
      uuid: 'u',
      type: 'user',
      cwd: '/w',
      message: { role: 'user', content: 'Go.' },
    };
    assert.equal(read(jsonLines([claude])).format, 'claude-code');
  });
});
