/** Session files of pi. */
import assert from 'node:assert/strict';
import { eventLines } from '../support/event-lines.js';
import { agentNamed } from '../support/agents.js';
import { jsonLines, ofType, read } from './support/reading.js';
import {
  exhausted,
  overflowing,
  refused,
  retried,
  stopped,
  withFile,
  withSkill,
} from './support/pi-session.js';

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

/** Both refusals, and the answer. */
const RETRIED = [
  'turn Fix the failing test',
  'request failed 429 Rate limit reached for requests.',
  'waits for limit',
  'request failed 429 Rate limit reached for requests. try 1',
  'waits for limit try 1',
  'request failed 429 Rate limit reached for requests.',
  'waits for limit',
  'request failed 429 Rate limit reached for requests. try 2',
  'waits for limit try 2',
  'says FINAL: I stop here and answer in words. (resp_script_0005)',
  'end completed',
];

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
      'start s-1 pi /w m',
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

  const [header = '', model = '', prompt = ''] = stopped.split('\n');
  const begun = `${header}\n${model}\n${prompt}\n`;
  /** Without what is checked apart: models and tokens. */
  const told = (lines: string): string[] =>
    eventLines(read(lines).events).filter((line) => !/^(?:start |usage$)/.test(line));

  it('as the program writes it: calls at once, a stop that its provider’s client calls an error, tokens and model', () => {
    const { events, skipped } = read(stopped);
    assert.deepEqual(skipped, []);
    assert.deepEqual(told(stopped), [
      'turn Fix the failing test',
      'says x (resp_script_0001)',
      'call call_script_0001_1|fc_script_0001_1 shell bash {"command":"echo one","timeout":null} (resp_script_0001)',
      'call call_script_0001_2|fc_script_0001_2 shell bash {"command":"echo two","timeout":null} (resp_script_0001)',
      'result call_script_0001_1|fc_script_0001_1 ok "one\\n"',
      'result call_script_0001_2|fc_script_0001_2 ok "two\\n"',
      'call call_script_0002_0|fc_script_0002_0 shell bash {"command":"exit 3","timeout":null} (resp_script_0002)',
      'result call_script_0002_0|fc_script_0002_0 failed "Operation aborted"',
      'end interrupted',
    ]);
    assert.deepEqual(
      ofType(events, 'session.start').map((start) => start.model),
      [undefined, 'gpt-5'],
    );
    assert.deepEqual(
      ofType(events, 'usage').map(({ response, inputTokens, outputTokens }) => [
        response,
        inputTokens,
        outputTokens,
      ]),
      [
        ['resp_script_0001', 1001, 20],
        ['resp_script_0002', 1002, 20],
      ],
    );
  });

  it('a request that is tried again ends no turn, and says why the agent waits', () => {
    assert.deepEqual(told(begun + retried), RETRIED);
    const { events } = read(begun + retried);
    assert.deepEqual(
      ofType(events, 'request').map(({ error, attempt }) => [error, attempt]),
      [
        // until it says that it tries again, it may have given up
        ['429 Rate limit reached for requests.', undefined],
        ['429 Rate limit reached for requests.', 1],
        ['429 Rate limit reached for requests.', undefined],
        ['429 Rate limit reached for requests.', 2],
      ],
    );
  });

  it('a request of an earlier version, which did not say that it tries again, ends no turn either', () => {
    const lines = retried.split('\n').filter((line) => !line.includes('context_edit'));
    assert.deepEqual(
      told(begun + lines.join('\n')),
      RETRIED.filter((line) => !/ try \d$/.test(line)),
    );
  });

  it('ends the turn by a failure once nobody tries again', () => {
    for (const [lines, error] of [
      [exhausted, '429 Rate limit reached for requests.'],
      [refused, '401 Incorrect API key provided.'],
      [overflowing, '400 prompt is too long: 210000 tokens > 200000 maximum'],
    ] as const) {
      const { events } = read(begun + lines);
      assert.deepEqual(
        ofType(events, 'turn.end').map(({ reason }) => reason),
        ['error'],
        error,
      );
      assert.deepEqual(
        ofType(events, 'request').map((request) => request.error),
        [error],
      );
    }
  });

  it('live, the turn is over once nothing follows a failure, but not while the agent tries again', () => {
    const { log } = agentNamed('pi');
    assert.ok(log.kind === 'lines');
    const settles = (lines: string): string[] => {
      const reader = log.open('/x/2026_a.jsonl');
      for (const line of lines.trim().split('\n')) {
        assert.ok(!('problem' in reader.line(line)));
      }
      return eventLines(reader.settle?.() ?? []);
    };
    assert.deepEqual(settles(begun + refused), ['end error']);
    assert.deepEqual(settles(begun + retried.split('\n').slice(0, 2).join('\n')), []);
    assert.deepEqual(settles(begun + retried), []);
  });

  it('the person’s words are without the files and skills that they name', () => {
    const prompts = (lines: string): (string | undefined)[] =>
      ofType(read(`${header}\n${lines}`).events, 'turn.start').map((turn) => turn.prompt);
    assert.deepEqual(prompts(withFile), ['Look at it']);
    assert.deepEqual(prompts(withSkill), ['/skill:look the parser']);
  });
});
