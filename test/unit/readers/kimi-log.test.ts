/** Wire logs of Kimi Code, and of the Kimi CLI before it. */
import assert from 'node:assert/strict';
import { eventLines } from '../support/event-lines.js';
import { jsonLines, ofType, read } from './support/reading.js';

let now = 1_795_225_550_000;
const line = (type: string, more: object = {}): object => ({
  type,
  agentId: 'main',
  ...more,
  time: (now += 10),
});
const loop = (type: string, more: object): object =>
  line('context.append_loop_event', { event: { type, ...more } });
const prompt = (text: string, kind = 'user', type = 'turn.prompt'): object =>
  line(type, { input: [{ type: 'text', text }], origin: { kind } });
const call = (step: string, id: string, name: string, args: object): object =>
  loop('tool.call', { stepUuid: step, toolCallId: id, name, args });
const result = (id: string, output: unknown, more: object = {}): object =>
  loop('tool.result', { toolCallId: id, result: { output, ...more } });
const head = (): object[] => [
  { type: 'metadata', protocol_version: '1.5', created_at: 1 },
  line('profile.bind', { environmentDisclosure: { cwd: '/w' } }),
];

describe('Kimi Code’s wire log', () => {
  it('tells that its provider makes it wait', () => {
    const { events } = read(
      jsonLines([
        prompt('Go.'),
        loop('step.end', { uuid: 's1', finishReason: 'error' }),
        line('turn.step.retrying', {
          failedAttempt: 1,
          nextAttempt: 2,
          maxAttempts: 10,
          delayMs: 20_000,
          errorMessage: '429 Rate limit reached for requests.',
          statusCode: 429,
        }),
      ]),
    );
    assert.match(
      eventLines(events).slice(-2).join('\n'),
      /^request failed 429 Rate limit reached for requests\. try 2 of 10 at \d+\nwaits for limit try 2 until \d+$/,
    );
  });

  it('groups calls by step, ends steps and turns, and omits what the harness adds', () => {
    const { format, events, skipped } = read(
      jsonLines([
        ...head(),
        prompt('Tidy up.'),
        prompt('Plan mode is on.', 'injection'),
        line('context.append_message', {
          message: { role: 'user', content: [{ type: 'text', text: 'Tidy up.' }] },
        }),
        loop('step.begin', { uuid: 's1', turnId: '0', step: 1 }),
        loop('content.part', { stepUuid: 's1', part: { type: 'think', think: 'Hm.' } }),
        loop('content.part', { stepUuid: 's1', part: { type: 'text', text: 'Looking.' } }),
        call('s1', 'c1', 'Bash', { command: 'ls' }),
        call('s1', 'c2', 'Read', { path: 'a' }),
        result('c1', 'a\n\n<system-reminder>\nThe same call again.\n</system-reminder>', {
          durationMs: 7,
        }),
        result('c2', '"a" is not a file.', { isError: true }),
        loop('step.end', { uuid: 's1', finishReason: 'tool_use' }),
        line('context.apply_compaction', { summary: '…' }),
        call('s2', 'c3', 'Bash', { command: 'make' }),
        result('c3', 'no rule\nCommand failed with exit code: 2.', { isError: true }),
        loop('step.end', { uuid: 's2', finishReason: 'tool_use' }),
        loop('content.part', { stepUuid: 's3', part: { type: 'text', text: 'Done.' } }),
        loop('step.end', { uuid: 's3', finishReason: 'end_turn' }),
        line('turn.ended', { turnId: 0, reason: 'completed' }),
      ]),
      { file: '/home/u/.kimi-code/sessions/w/ses-1/agents/main/wire.jsonl' },
    );
    assert.equal(format, 'kimi-code');
    assert.deepEqual(skipped, []);
    assert.deepEqual(eventLines(events), [
      'start ses-1 kimi-code /w explicit',
      'turn Tidy up.',
      'says Looking. (s1)',
      'call c1 shell Bash {"command":"ls"} (s1)',
      'call c2 read Read {"path":"a"} (s1)',
      'result c1 ok 7 ms "a"',
      'result c2 failed "\\"a\\" is not a file."',
      'step.end s1',
      'compaction',
      'call c3 shell Bash {"command":"make"} (s2)',
      'result c3 failed 2 "no rule\\nCommand failed with exit code: 2."',
      'step.end s2',
      'says Done. (s3)',
      'end completed',
    ]);
    const times = events.map(({ at }) => at ?? NaN);
    assert.deepEqual(
      times,
      [...times].sort((a, b) => a - b),
    );
  });

  it('distinguishes who denied a call and who ended a turn', () => {
    const { events } = read(
      jsonLines([
        ...head(),
        prompt('Go.'),
        call('s1', 'c1', 'Bash', { command: 'rm x' }),
        line('permission.record_approval_result', {
          toolCallId: 'c1',
          result: { decision: 'rejected' },
        }),
        result('c1', 'Not run.', { isError: true }),
        call('s1', 'c2', 'Bash', { command: ':' }),
        result('c2', '[Turnwatch] Tools are off.', { isError: true }),
        line('turn.cancel'),
        line('turn.ended', { reason: 'cancelled' }),
        prompt('Again.', 'user', 'turn.steer'),
        call('s2', 'c3', 'Bash', { command: ':' }),
        result('c3', 'This turn was ended by the repeat breaker after the same call.', {
          isError: true,
        }),
        loop('step.end', { uuid: 's2', finishReason: 'end_turn' }),
        line('turn.ended', { reason: 'completed', stopReason: 'repeat_breaker' }),
      ]),
    );
    assert.deepEqual(
      ofType(events, 'tool.result').map(({ deniedBy }) => deniedBy),
      ['person', 'turnwatch', 'rule'],
    );
    assert.deepEqual(
      ofType(events, 'turn.end').map(({ reason }) => reason),
      ['interrupted', 'stopped'],
    );
  });

  it('does not take our own text for a message of the person', () => {
    const { events } = read(
      jsonLines([
        ...head(),
        prompt('Go.'),
        call('s1', 'c1', 'Bash', { command: ':' }),
        result('c1', 'Tool "Bash" is disabled by the active tool policy', { isError: true }),
        loop('step.end', { uuid: 's1', finishReason: 'tool_use' }),
        prompt('[Turnwatch] Tools are switched off.', 'user', 'turn.steer'),
        loop('content.part', { stepUuid: 's2', part: { type: 'text', text: 'Done.' } }),
        line('turn.ended', { reason: 'completed' }),
        prompt('[Turnwatch] Tools are available again.'),
        line('turn.cancel'),
        line('turn.ended', { reason: 'cancelled' }),
      ]),
    );
    assert.deepEqual(
      eventLines(events).filter((each) => /^(?:turn|end)/.test(each)),
      ['turn Go.', 'end completed'],
    );
    assert.deepEqual(
      ofType(events, 'tool.result').map(({ deniedBy }) => deniedBy),
      ['rule'],
    );
  });

  it('ends a turn with the last message in versions without an end record; a sub-agent’s file names its parent', () => {
    const { events } = read(
      jsonLines([
        ...head(),
        prompt('Look.', 'agent'),
        loop('content.part', { stepUuid: 's1', part: { type: 'text', text: 'Seen.' } }),
        loop('step.end', { uuid: 's1', finishReason: 'end_turn' }),
      ]),
      { file: 'x/ses-1/agents/agent-7/wire.jsonl' },
    );
    assert.deepEqual(eventLines(events), [
      'start ses-1/agent-7 kimi-code /w of ses-1 explicit',
      'says Seen. (s1)',
      'end completed',
    ]);
  });

  it('of the Kimi CLI is read with the sub-agents inside it', () => {
    const older = (type: string, payload: object): object => ({
      timestamp: (now += 10) / 1000,
      message: { type, payload },
    });
    const { format, events } = read(
      jsonLines([
        { type: 'metadata', protocol_version: '1.1' },
        older('TurnBegin', { user_input: [{ type: 'text', text: 'Go.' }] }),
        older('StepBegin', { n: 1 }),
        older('ContentPart', { type: 'text', text: 'Hm.' }),
        older('ToolCall', { id: 'c1', function: { name: 'Task', arguments: '{"prompt":"x"}' } }),
        older('SubagentEvent', {
          task_tool_call_id: 'c1',
          event: { type: 'StepBegin', payload: { n: 1 } },
        }),
        older('SubagentEvent', {
          task_tool_call_id: 'c1',
          event: {
            type: 'ToolCall',
            payload: { id: 'k', function: { name: 'Shell', arguments: '{"command":"ls"}' } },
          },
        }),
        older('SubagentEvent', {
          task_tool_call_id: 'c1',
          event: {
            type: 'ToolResult',
            payload: {
              tool_call_id: 'k',
              return_value: {
                is_error: true,
                output: 'x\n',
                message: 'Command failed with exit code: 1.',
              },
            },
          },
        }),
        older('ToolResult', {
          tool_call_id: 'c1',
          return_value: { is_error: false, output: 'ok', message: '' },
        }),
        older('StepBegin', { n: 2 }),
        older('ContentPart', { type: 'text', text: 'Done.' }),
      ]),
      { file: 'old.jsonl' },
    );
    assert.equal(format, 'kimi-code');
    assert.deepEqual(eventLines(events), [
      'start old kimi-code /',
      'turn Go.',
      'says Hm. (t1s1)',
      'call c1 task Task {"prompt":"x"} (t1s1)',
      'start old/c1 kimi-code / of old by c1',
      'call k shell Shell {"command":"ls"} (t0s1)',
      'result k failed 1 "x\\nCommand failed with exit code: 1."',
      'result c1 ok "ok"',
      'says Done. (t1s2)',
      'end completed',
    ]);
  });
});
