/** Event logs and evaluation runs of OpenHands, of both kinds of events. */
import assert from 'node:assert/strict';
import { eventLines } from '../support/event-lines.js';
import { jsonLines, ofType, read } from './support/reading.js';

let next = 0;
const at = (): string => new Date(Date.UTC(2026, 0, 2, 3, 4, next)).toISOString().slice(0, -1); // OpenHands writes no zone
const event = (source: string, more: object): Record<string, unknown> => ({
  id: next++,
  timestamp: at(),
  source,
  ...more,
});
const asked = (id: string, response: string, name: string, args: object): object => ({
  tool_call_metadata: {
    function_name: name,
    tool_call_id: id,
    model_response: {
      id: response,
      choices: [
        { message: { tool_calls: [{ id, function: { name, arguments: JSON.stringify(args) } }] } },
      ],
    },
  },
});

describe('events of OpenHands', () => {
  it('hold observations by their cause, the model’s own tools, errors, rejections, condensation', () => {
    next = 0;
    const events = [
      event('agent', { action: 'system', args: { content: 'You are.' } }),
      event('user', { action: 'message', args: { content: 'Fix it.' } }),
      event('user', { action: 'recall', args: { query: 'x' } }),
      event('environment', { observation: 'recall', content: 'Memory', extras: {}, cause: 2 }),
      event('environment', {
        observation: 'agent_state_changed',
        content: '',
        extras: { agent_state: 'running' },
      }),
      event('agent', {
        action: 'run',
        args: { command: 'ls', thought: 'Look.', is_input: false },
        ...asked('t1', 'r1', 'execute_bash', { command: 'ls', security_risk: 'LOW' }),
      }),
      event('agent', {
        action: 'edit',
        args: { path: '/a', command: 'create', file_text: 'x', thought: '' },
        ...asked('t2', 'r1', 'str_replace_editor', {
          command: 'create',
          path: '/a',
          file_text: 'x',
        }),
      }),
      event('agent', {
        observation: 'run',
        content: 'a',
        extras: { command: 'ls', metadata: { exit_code: 2 } },
        cause: 5,
      }),
      event('agent', {
        observation: 'edit',
        content: 'ERROR:\nFile already exists at: /a.',
        extras: { path: '/a' },
        cause: 6,
      }),
      event('agent', { action: 'run', args: { command: 'sleep 99' } }),
      event('agent', {
        observation: 'run',
        content: '',
        extras: { metadata: { exit_code: -1 } },
        cause: 9,
      }),
      event('agent', { action: 'run', args: { command: 'rm x' } }),
      event('user', { observation: 'user_rejected', content: 'no', extras: {}, cause: 11 }),
      event('agent', {
        observation: 'error',
        content: 'Missing required argument "command"',
        extras: {},
      }),
      event('agent', { action: 'condensation', args: {} }),
      event('agent', { action: 'finish', args: { final_thought: 'Done.' } }),
      event('environment', {
        observation: 'agent_state_changed',
        content: '',
        extras: { agent_state: 'finished' },
      }),
    ];
    const expected = [
      'start s-1 openhands /',
      'turn Fix it.',
      'says Look. (r1)',
      'call t1 shell execute_bash {"command":"ls"} (r1)',
      'call t2 write str_replace_editor {"command":"create","path":"/a","file_text":"x"} (r1)',
      'result t1 ok 2 "a"',
      'result t2 failed "ERROR:\\nFile already exists at: /a."',
      'call c9 shell execute_bash {"command":"sleep 99"} (e9)',
      'result c9 ok ""',
      'call c11 shell execute_bash {"command":"rm x"} (e11)',
      'result c11 failed by person "no"',
      'call c13 other __rejected_response__ {} (e13)',
      'result c13 failed "Missing required argument \\"command\\""',
      'compaction',
      'says Done. (e15)',
      'end completed',
    ];
    const document = read(JSON.stringify(events, null, 1), { file: 'x/s-1.json' });
    assert.equal(document.format, 'openhands');
    assert.deepEqual(eventLines(document.events), expected);
    assert.deepEqual(
      eventLines(read(jsonLines(events), { file: 's-1/events.jsonl' }).events),
      expected,
    );
    assert.equal(ofType(document.events, 'turn.start')[0]?.at, Date.UTC(2026, 0, 2, 3, 4, 2));
  });

  it('of the SDK: calls of one response, errors of calls, both kinds of rejection, pauses', () => {
    next = 0;
    const sdk = (kind: string, source: string, more: object): Record<string, unknown> => ({
      ...event(source, { kind, ...more }),
      id: `e${next}`,
    });
    const action = (
      id: string,
      response: string,
      tool: string,
      args: object,
      thought = '',
    ): object =>
      sdk('ActionEvent', 'agent', {
        thought: thought === '' ? [] : [{ type: 'text', text: thought }],
        action: { ...args, kind: 'X' },
        tool_name: tool,
        tool_call_id: id,
        tool_call: {
          id,
          name: tool,
          arguments: JSON.stringify({ ...args, security_risk: 'LOW', summary: 'look' }),
        },
        llm_response_id: response,
      });
    const observation = (id: string, content: string, more: object = {}): object =>
      sdk('ObservationEvent', 'environment', {
        tool_name: 'x',
        tool_call_id: id,
        action_id: 'a',
        observation: { content: [{ type: 'text', text: content }], ...more },
      });
    const { format, events, skipped } = read(
      jsonLines([
        sdk('SystemPromptEvent', 'agent', { system_prompt: {} }),
        sdk('MessageEvent', 'user', {
          llm_message: { role: 'user', content: [{ type: 'text', text: 'Fix it.' }] },
        }),
        action('t1', 'r1', 'terminal', { command: 'make' }, 'Look.'),
        action('t2', 'r1', 'file_editor', { command: 'view', path: '/a' }, 'Look.'),
        observation('t1', 'no', { metadata: { exit_code: 2 } }),
        observation('t2', 'no such file', { is_error: true }),
        action('t3', 'r2', 'terminal', {}),
        sdk('AgentErrorEvent', 'agent', {
          tool_name: 'terminal',
          tool_call_id: 't3',
          error: 'Missing command',
        }),
        action('t4', 'r3', 'terminal', { command: 'rm' }),
        sdk('UserRejectObservation', 'environment', { tool_call_id: 't4', rejection_reason: 'no' }),
        action('t5', 'r4', 'terminal', { command: 'rm' }),
        sdk('UserRejectObservation', 'environment', {
          tool_call_id: 't5',
          rejection_source: 'hook',
          rejection_reason: '[Turnwatch] off',
        }),
        sdk('Condensation', 'environment', { forgotten_event_ids: [] }),
        sdk('PauseEvent', 'user', {}),
        sdk('MessageEvent', 'user', { llm_message: { content: 'Go on.' } }),
        action('t6', 'r5', 'finish', { message: 'Done.' }),
        observation('t6', 'Done.'),
        sdk('Unheard', 'agent', {}),
      ]),
      { file: 's.jsonl' },
    );
    assert.equal(format, 'openhands');
    assert.deepEqual(skipped, []);
    assert.deepEqual(eventLines(events), [
      'start s openhands /',
      'turn Fix it.',
      'says Look. (r1)',
      'call t1 shell terminal {"command":"make"} (r1)',
      'call t2 read file_editor {"command":"view","path":"/a"} (r1)',
      'result t1 ok 2 "no"',
      'result t2 failed "no such file"',
      'call t3 shell terminal {} (r2)',
      'result t3 failed "Missing command"',
      'call t4 shell terminal {"command":"rm"} (r3)',
      'result t4 failed by person "no"',
      'call t5 shell terminal {"command":"rm"} (r4)',
      'result t5 failed by turnwatch "[Turnwatch] off"',
      'compaction',
      'end interrupted',
      'turn Go on.',
      'says Done. (r5)',
      'end completed',
    ]);
  });

  it('of evaluation runs: one session per line, in either form of their history', () => {
    const pair = [
      {
        id: 1,
        timestamp: '2026-01-02T03:04:05',
        source: 'agent',
        action: 'run',
        args: { command: 'ls' },
      },
      {
        id: 2,
        timestamp: '2026-01-02T03:04:06',
        source: 'agent',
        observation: 'run',
        content: '',
        extras: { exit_code: 0 },
        cause: 1,
      },
    ];
    const { format, events } = read(
      jsonLines([
        { instance_id: 'a-1', instruction: 'Fix a.', history: [pair] },
        { instance_id: 'a-2', instruction: 'Fix b.', history: pair, error: 'stopped' },
      ]),
      { file: 'output.jsonl' },
    );
    assert.equal(format, 'openhands');
    assert.deepEqual(eventLines(events), [
      'start a-1 openhands /',
      'turn Fix a.',
      'call c1 shell execute_bash {"command":"ls"} (e1)',
      'result c1 ok 0 ""',
      'start a-2 openhands /',
      'turn Fix b.',
      'call c1 shell execute_bash {"command":"ls"} (e1)',
      'result c1 ok 0 ""',
      'end error',
    ]);
  });
});
