/** What logs tell of tokens, without any relay: each response counts once, in the step that it began. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import type { Tokens } from '../../../src/core/turns/tokens.js';
import { jsonLines, ofType, read } from './support/reading.js';
import { newWatch } from '../support/watch.js';

const session = '01a1fbf5-31bf-7381-a091-d2006dbfb5f7';
const timestamp = '2026-01-02T03:04:05.000Z';
const time = Date.parse(timestamp);

/** In short: response, input, cached, output. */
const costs = (events: readonly TurnEvent[]): string[] =>
  ofType(events, 'usage').map(({ response, inputTokens, cachedTokens, outputTokens }) =>
    [response ?? '-', inputTokens, cachedTokens, outputTokens].join(' '),
  );

/** What the view is shown of them: of the session, and of its steps, oldest first. */
function shown(events: readonly TurnEvent[]): {
  spent: Tokens | undefined;
  steps: (Tokens | undefined)[];
} {
  const watch = newWatch({ mode: () => 'observe' });
  for (const event of events) {
    watch.push(event, 0);
  }
  const [id] = watch.sessions.keys();
  const detail = watch.views.detail(id ?? '', 0);
  return {
    spent: detail?.metrics.tokens?.spent,
    steps: (detail?.rows ?? [])
      .flatMap((row) => (row.kind === 'step' ? [row.tokens] : []))
      .reverse(),
  };
}

describe('tokens in the log', () => {
  it('of Claude Code: each line of a response repeats its usage; the first may be incomplete', () => {
    const line = (id: string, output: number, block: object): object => ({
      type: 'assistant',
      sessionId: session,
      cwd: '/w',
      uuid: `${id}-${output}`,
      timestamp,
      message: {
        id,
        role: 'assistant',
        model: 'm',
        content: [block],
        usage: {
          input_tokens: 3,
          cache_creation_input_tokens: 40,
          cache_read_input_tokens: 1000,
          output_tokens: output,
        },
      },
    });
    const { events } = read(
      jsonLines([
        {
          type: 'user',
          sessionId: session,
          cwd: '/w',
          timestamp,
          message: { role: 'user', content: 'Fix it.' },
        },
        line('r1', 1, { type: 'text', text: 'Looking.' }),
        line('r1', 20, { type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'ls' } }),
        line('r1', 20, { type: 'tool_use', id: 'c2', name: 'Bash', input: { command: 'pwd' } }),
        {
          type: 'user',
          sessionId: session,
          cwd: '/w',
          timestamp,
          message: {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'c1', content: 'a' },
              { type: 'tool_result', tool_use_id: 'c2', content: '/w' },
            ],
          },
        },
        line('r2', 7, { type: 'text', text: 'Done.' }),
      ]),
      { file: `${session}.jsonl` },
    );
    assert.deepEqual(costs(events), ['r1 1043 1000 1', 'r1 1043 1000 20', 'r2 1043 1000 7']);
    assert.deepEqual(shown(events), {
      spent: { input: 2086, cached: 2000, output: 27 },
      steps: [{ input: 1043, cached: 1000, output: 20 }],
    });
  });

  describe('of Codex', () => {
    const meta = { timestamp, type: 'session_meta', payload: { id: session, cwd: '/w' } };
    const item = (payload: object): object => ({ timestamp, type: 'response_item', payload });
    const call = (id: string): object =>
      item({
        type: 'function_call',
        id: `fc-${id}`,
        call_id: id,
        name: 'shell',
        arguments: '{"command":["ls"]}',
      });
    const output = (id: string): object =>
      item({ type: 'function_call_output', call_id: id, output: 'a' });
    const usage = (input: number): object => ({
      input_tokens: input,
      cached_input_tokens: 900,
      output_tokens: 20,
      total_tokens: input + 20,
    });
    const count = (input: number, total: number): object => ({
      timestamp,
      type: 'event_msg',
      payload: {
        type: 'token_count',
        info: { total_token_usage: { total_tokens: total }, last_token_usage: usage(input) },
      },
    });

    it('agree with the running totals where each response has a record', () => {
      const record = (id: string, input: number): object => ({
        timestamp,
        type: 'token_usage_record',
        payload: { response_id: id, usage: usage(input) },
      });
      const { events } = read(
        jsonLines([
          meta,
          call('c1'),
          record('resp_1', 1001),
          output('c1'),
          count(1001, 1021),
          call('c2'),
          record('resp_2', 1002),
          output('c2'),
          count(1002, 2043),
        ]),
      );
      assert.deepEqual(costs(events), ['fc-c1 1001 900 20', 'fc-c2 1002 900 20']);
      assert.deepEqual(shown(events).steps, [
        { input: 1001, cached: 900, output: 20 },
        { input: 1002, cached: 900, output: 20 },
      ]);
    });

    it('of older versions: usage of the newest response, repeated without a new request', () => {
      const none = { timestamp, type: 'event_msg', payload: { type: 'token_count', info: null } };
      const { events } = read(
        jsonLines([
          meta,
          none,
          call('c1'),
          count(1001, 1021),
          output('c1'),
          count(1001, 1021),
          call('c2'),
          output('c2'),
          count(1002, 2043),
          count(500, 2563),
        ]),
      );
      assert.deepEqual(costs(events), ['fc-c1 1001 900 20', 'fc-c2 1002 900 20', '- 500 900 20']);
      assert.deepEqual(shown(events).spent, { input: 2503, cached: 2700, output: 60 });
    });
  });

  it('of Gemini CLI: a repeated message is the same response', () => {
    const message = (id: string, more: object = {}): object => ({
      id,
      timestamp,
      type: 'gemini',
      content: '',
      model: 'm',
      tokens: { input: 100, output: 10, cached: 60, thoughts: 5, tool: 1, total: 116 },
      ...more,
    });
    const toolCalls = [
      {
        id: 'c1',
        name: 'run_shell_command',
        args: { command: 'ls' },
        status: 'success',
        timestamp,
        result: [{ functionResponse: { id: 'c1', response: { output: 'a' } } }],
      },
    ];
    const { events } = read(
      jsonLines([
        { sessionId: session, projectHash: 'p', startTime: timestamp },
        message('m1'),
        message('m1', { toolCalls }),
        message('m2', { content: 'Done.', tokens: null }),
      ]),
    );
    assert.deepEqual(costs(events), ['m1 101 60 15']);
    assert.deepEqual(shown(events).spent, { input: 101, cached: 60, output: 15 });
  });

  it('of Qwen Code: reasoning counts once, whether the total or the output includes it', () => {
    const record = (uuid: string, usageMetadata: object): object => ({
      uuid,
      sessionId: session,
      timestamp,
      type: 'assistant',
      cwd: '/w',
      model: 'm',
      usageMetadata,
      message: {
        role: 'model',
        parts: [
          { functionCall: { id: `c-${uuid}`, name: 'run_shell_command', args: { command: 'ls' } } },
        ],
      },
    });
    const { events } = read(
      jsonLines([
        record('a', {
          promptTokenCount: 100,
          candidatesTokenCount: 10,
          thoughtsTokenCount: 4,
          totalTokenCount: 110,
          cachedContentTokenCount: 50,
        }),
        record('b', {
          promptTokenCount: 100,
          candidatesTokenCount: 10,
          thoughtsTokenCount: 4,
          totalTokenCount: 114,
        }),
        record('c', { promptTokenCount: 100, candidatesTokenCount: 10 }),
      ]),
    );
    assert.deepEqual(costs(events), ['a 100 50 10', 'b 100 0 14', 'c 100 0 10']);
  });

  it('of Kimi Code: at the end of the step; of the older program in its status', () => {
    const loop = (event: object): object => ({
      type: 'context.append_loop_event',
      agentId: 'main',
      time,
      event,
    });
    const usage = { inputOther: 100, output: 10, inputCacheRead: 800, inputCacheCreation: 50 };
    const newer = read(
      jsonLines([
        { type: 'metadata', protocol_version: '1.5', created_at: time },
        {
          type: 'turn.prompt',
          agentId: 'main',
          time,
          input: [{ type: 'text', text: 'Fix it.' }],
          origin: { kind: 'user' },
        },
        { type: 'usage.record', agentId: 'main', time, usage },
        loop({
          type: 'tool.call',
          stepUuid: 's1',
          toolCallId: 'c1',
          name: 'Bash',
          args: { command: 'ls' },
        }),
        loop({ type: 'tool.result', toolCallId: 'c1', result: { output: 'a' } }),
        loop({ type: 'step.end', uuid: 's1', finishReason: 'tool_use', usage }),
      ]),
    );
    assert.deepEqual(costs(newer.events), ['s1 950 800 10']);
    assert.deepEqual(shown(newer.events).steps, [{ input: 950, cached: 800, output: 10 }]);
    const wire = (type: string, payload: object): object => ({
      timestamp: time / 1000,
      message: { type, payload },
    });
    const status = wire('StatusUpdate', {
      token_usage: {
        input_other: 100,
        output: 10,
        input_cache_read: 800,
        input_cache_creation: 50,
      },
    });
    const older = read(
      jsonLines([
        wire('TurnBegin', { user_input: 'Fix it.' }),
        wire('StepBegin', { n: 1 }),
        wire('ToolCall', { id: 'c1', function: { name: 'Bash', arguments: '{"command":"ls"}' } }),
        status,
        status,
        wire('ToolResult', { tool_call_id: 'c1', return_value: { output: 'a' } }),
        wire('StatusUpdate', { context_usage: 0.5, token_usage: null }),
      ]),
    );
    assert.deepEqual(shown(older.events), {
      spent: { input: 950, cached: 800, output: 10 },
      steps: [{ input: 950, cached: 800, output: 10 }],
    });
  });

  it('of Copilot CLI: logged just before the response; requests that are logged nowhere else count too', () => {
    const line = (type: string, data: object): object => ({
      type,
      data,
      id: `${type}-${JSON.stringify(data).length}`,
      timestamp,
    });
    const cost = (inputTokens: number): object =>
      line('session.usage_record', {
        usage: { inputTokens, outputTokens: 20, cacheReadTokens: 900, cacheWriteTokens: 0 },
      });
    const { events } = read(
      jsonLines([
        line('session.start', { sessionId: session, context: { cwd: '/w' } }),
        line('user.message', { content: 'Fix it.' }),
        cost(500),
        cost(1001),
        line('assistant.message', {
          messageId: 'm1',
          content: '',
          toolRequests: [{ toolCallId: 'c1', name: 'bash', arguments: { command: 'ls' } }],
        }),
        line('tool.execution_complete', {
          toolCallId: 'c1',
          success: true,
          result: { content: 'a' },
        }),
        cost(1002),
        line('assistant.message', { messageId: 'm2', content: 'Done.', toolRequests: [] }),
      ]),
    );
    assert.deepEqual(costs(events), ['- 500 900 20', 'm1 1001 900 20', 'm2 1002 900 20']);
    assert.deepEqual(shown(events).steps, [{ input: 1001, cached: 900, output: 20 }]);
  });

  it('of opencode: at the end of each response, once', () => {
    const tokens = {
      total: 960,
      input: 100,
      output: 6,
      reasoning: 4,
      cache: { read: 800, write: 50 },
    };
    const part = (id: string, more: object): object => ({
      id,
      sessionID: 'ses_1',
      messageID: 'a1',
      ...more,
    });
    const row = (seq: number, type: string, data: object): object => ({
      aggregate_id: 'ses_1',
      seq,
      type: `${type}.1`,
      data,
    });
    const told = (seq: number, each: object): object =>
      row(seq, 'message.part.updated', { sessionID: 'ses_1', part: each, time: time + seq });
    const { events } = read(
      jsonLines([
        row(1, 'session.created', {
          sessionID: 'ses_1',
          info: { id: 'ses_1', directory: '/w', time: { created: time } },
        }),
        row(2, 'message.updated', {
          sessionID: 'ses_1',
          info: {
            id: 'a1',
            sessionID: 'ses_1',
            role: 'assistant',
            modelID: 'm',
            time: { created: time },
            tokens,
          },
        }),
        told(3, part('p1', { type: 'step-start' })),
        told(
          4,
          part('p2', {
            type: 'tool',
            callID: 'c1',
            tool: 'bash',
            state: { status: 'running', input: { command: 'ls' }, time: { start: time } },
          }),
        ),
        told(5, part('p3', { type: 'step-finish', reason: 'tool-calls', tokens })),
        told(6, part('p3', { type: 'step-finish', reason: 'tool-calls', tokens })),
      ]),
    );
    assert.deepEqual(costs(events), ['a1 950 800 10']);
    assert.deepEqual(shown(events).steps, [{ input: 950, cached: 800, output: 10 }]);
  });

  it('of pi and of Cline: with each response', () => {
    const entry = (id: string, message: object): object => ({
      type: 'message',
      id,
      timestamp,
      message,
    });
    const pi = read(
      jsonLines([
        { type: 'session', id: session, cwd: '/w', timestamp },
        entry('e1', { role: 'user', content: 'Fix it.' }),
        entry('e2', {
          role: 'assistant',
          content: [{ type: 'text', text: 'Done.' }],
          stopReason: 'stop',
          usage: { input: 100, output: 10, cacheRead: 800, cacheWrite: 50, totalTokens: 960 },
        }),
      ]),
    );
    assert.deepEqual(costs(pi.events), ['e2 950 800 10']);
    const message = (id: string, role: string, content: object, more: object = {}): object => ({
      id,
      role,
      content: [content],
      ts: time,
      ...more,
    });
    const cline = read(
      JSON.stringify({
        sessionId: session,
        origin: {},
        messages: [
          message('m1', 'user', { type: 'text', text: 'Fix it.' }),
          message(
            'm2',
            'assistant',
            { type: 'tool_use', id: 'c1', name: 'run_commands', input: { commands: ['ls'] } },
            {
              metrics: {
                inputTokens: 1001,
                outputTokens: 20,
                cacheReadTokens: 900,
                cacheWriteTokens: 0,
              },
            },
          ),
        ],
      }),
      { file: 's.messages.json' },
    );
    assert.deepEqual(costs(cline.events), ['m2 1001 900 20']);
  });

  it('are validated', () => {
    const record = (usageMetadata: unknown): object => ({
      uuid: 'a',
      sessionId: session,
      timestamp,
      type: 'assistant',
      cwd: '/w',
      usageMetadata,
      message: { role: 'model', parts: [{ text: 'Hm.' }] },
    });
    for (const usage of [
      null,
      'many',
      { promptTokenCount: -5 },
      { promptTokenCount: '9' },
      { promptTokenCount: Infinity },
    ]) {
      assert.deepEqual(costs(read(jsonLines([record(usage)])).events), []);
    }
  });
});
