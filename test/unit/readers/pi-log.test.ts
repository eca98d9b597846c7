/** Session files of pi. */
import assert from 'node:assert/strict';
import { eventLines } from '../support/event-lines.js';
import { jsonLines, ofType, read } from './support/reading.js';

let count = 0;
const entry = (type: string, more: object): object => ({
  type,
  id: `e${(count += 1)}`,
  parentId: count === 1 ? null : `e${count - 1}`,
  timestamp: new Date(Date.UTC(2026, 0, 2, 3, 4, count)).toISOString(),
  ...more,
});
const message = (role: string, more: object): object =>
  entry('message', { message: { role, ...more } });
const call = (id: string, name: string, args: object): object => ({
  type: 'toolCall',
  id,
  name,
  arguments: args,
});
const text = (words: string): object => ({ type: 'text', text: words });
const result = (toolCallId: string, output: string, isError = false): object =>
  message('toolResult', { toolCallId, toolName: 'x', content: [text(output)], isError });

describe('pi’s session file', () => {
  it('holds one response per entry; additions of extensions and the person’s own commands are no turn', () => {
    count = 0;
    const { format, events, skipped } = read(
      jsonLines([
        {
          type: 'session',
          version: 3,
          id: 's-1',
          timestamp: '2026-01-02T03:04:00.000Z',
          cwd: '/w',
        },
        entry('model_change', { provider: 'p', modelId: 'm' }),
        message('user', { content: [text('Fix it.')] }),
        message('assistant', {
          content: [
            { type: 'thinking', thinking: 'Hm.' },
            text('Looking.'),
            call('c1', 'bash', { command: 'make' }),
            call('c2', 'edit', { path: 'a', oldText: 'x', newText: 'y' }),
          ],
          stopReason: 'toolUse',
        }),
        result('c1', 'x\n\nCommand exited with code 2', true),
        result('c2', 'Could not find the exact text in a.', true),
        entry('compaction', { summary: '…', firstKeptEntryId: 'e2', tokensBefore: 1 }),
        message('bashExecution', { command: 'ls', output: 'a', exitCode: 0 }),
        entry('custom_message', { customType: 'note', content: 'Remember.', display: true }),
        message('custom', { customType: 'note', content: 'Remember.' }),
        message('assistant', {
          content: [call('c3', 'mcp_search_docs', { query: 'y' })],
          stopReason: 'toolUse',
        }),
        result('c3', 'Found.'),
        message('assistant', { content: [text('Done.')], stopReason: 'stop' }),
        entry('invented', { x: 1 }),
      ]),
    );
    assert.equal(format, 'pi');
    assert.deepEqual(skipped, []);
    assert.deepEqual(eventLines(events), [
      'start s-1 pi /w',
      'turn Fix it.',
      'says Looking. (e3)',
      'call c1 shell bash {"command":"make"} (e3)',
      'call c2 edit edit {"path":"a","oldText":"x","newText":"y"} (e3)',
      'result c1 failed 2 "x\\n\\nCommand exited with code 2"',
      'result c2 failed "Could not find the exact text in a."',
      'compaction',
      'call c3 search mcp_search_docs {"query":"y"} (e10)',
      'result c3 ok "Found."',
      'says Done. (e12)',
      'end completed',
    ]);
  });

  it('of the first version has no ids and does not start with its header; aborted and failed requests end the turn as such', () => {
    const plain = (role: string, more: object): object => ({
      type: 'message',
      timestamp: '2026-01-02T03:04:05.000Z',
      message: { role, ...more },
    });
    const { events } = read(
      jsonLines([
        plain('user', { content: 'One.' }),
        plain('assistant', { content: [], stopReason: 'aborted' }),
        plain('user', { content: 'Two.' }),
        plain('assistant', { content: [text('A.')], stopReason: 'error' }),
        plain('user', { content: 'Three.' }),
        plain('assistant', { content: [call('c', 'read', { path: 'a' })], stopReason: 'toolUse' }),
        plain('user', { content: 'Four.' }),
      ]),
      { file: '/x/run-7.jsonl' },
    );
    assert.deepEqual(
      ofType(events, 'turn.end').map(({ reason }) => reason),
      ['interrupted', 'error'],
    );
    assert.equal(ofType(events, 'turn.start').length, 4);
    assert.ok(events.every((event) => 'session' in event && event.session === 'run-7'));
    assert.equal(ofType(events, 'tool.call')[0]?.response, 'm6');
  });
});
