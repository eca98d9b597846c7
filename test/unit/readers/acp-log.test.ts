/** Transcripts of the Agent Client Protocol, as the messages of its specification. */
import assert from 'node:assert/strict';
import { eventLines } from '../support/event-lines.js';
import { jsonLines, read } from './support/reading.js';

const request = (id: number, method: string, params: object): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const answer = (id: number, result: object): object => ({ jsonrpc: '2.0', id, result });
const update = (sessionUpdate: string, more: object = {}): object => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 'S', update: { sessionUpdate, ...more } },
});
const says = (text: string): object =>
  update('agent_message_chunk', { content: { type: 'text', text } });
const asks = (text: string): object =>
  update('user_message_chunk', { content: { type: 'text', text } });
const content = (text: string): object => ({ type: 'content', content: { type: 'text', text } });

const told = (records: readonly object[]): string[] => {
  const { format, events, skipped } = read(jsonLines(records));
  assert.equal(format, 'acp');
  assert.deepEqual(skipped, []);
  return eventLines(events);
};

describe('a transcript of the Agent Client Protocol', () => {
  it('of both sides tells agent, folder, prompt, permission and end', () => {
    const lines = told([
      request(0, 'initialize', { protocolVersion: 1, clientCapabilities: { terminal: true } }),
      answer(0, { protocolVersion: 1, agentInfo: { name: 'my-agent', version: '1' } }),
      request(1, 'session/new', { cwd: '/w', mcpServers: [] }),
      answer(1, { sessionId: 'S' }),
      request(2, 'session/prompt', {
        sessionId: 'S',
        prompt: [{ type: 'text', text: 'Fix the test' }],
      }),
      asks('Fix the test'), // some agents repeat it
      update('plan', { entries: [{ content: 'Look', priority: 'high', status: 'pending' }] }),
      says('I will '),
      says('look.'),
      update('agent_thought_chunk', { content: { type: 'text', text: 'Hm.' } }),
      update('tool_call', {
        toolCallId: 'c1',
        title: 'Run the tests',
        kind: 'execute',
        status: 'pending',
        rawInput: { command: 'npm test' },
      }),
      // the agent's own request has the id that the client's had
      request(2, 'session/request_permission', {
        sessionId: 'S',
        toolCall: { toolCallId: 'c1' },
        options: [{ optionId: 'y', name: 'Allow', kind: 'allow_once' }],
      }),
      answer(2, { outcome: { outcome: 'selected', optionId: 'y' } }),
      update('tool_call_update', {
        toolCallId: 'c1',
        status: 'completed',
        content: [content('1 failing')],
        rawOutput: { exitCode: 1 },
      }),
      says('It fails.'),
      answer(2, { stopReason: 'end_turn' }),
    ]);
    assert.deepEqual(lines, [
      'start S my-agent /w',
      'turn Fix the test',
      'says I will look. (-)',
      'call c1 shell execute {"command":"npm test"} (-)',
      'waits for permission c1',
      'result c1 failed 1 "1 failing"',
      'says It fails. (-)',
      'end completed',
    ]);
  });

  it('of the agent’s notifications alone begins turns where the person speaks', () => {
    const lines = told([
      asks('One. '),
      asks('And more.'),
      says('Done.'),
      asks('<system-reminder>\nA task ended.\n</system-reminder>'),
      says('Good.'),
      asks('Two.'),
      says('Also done.'),
    ]);
    assert.deepEqual(lines, [
      'start S acp /',
      'turn One. And more.',
      'says Done. (-)',
      'says Good. (-)',
      'end completed',
      'turn Two.',
      'says Also done. (-)',
      'end completed',
    ]);
  });

  it('names calls by what the agent tells of them: input, place, change or title; one that never ran comes at the end', () => {
    const lines = told([
      asks('Go.'),
      // the input comes later than the call
      update('tool_call', {
        toolCallId: 'late',
        title: 'Read',
        kind: 'read',
        status: 'pending',
        rawInput: {},
        _meta: { claudeCode: { toolName: 'Read' } },
      }),
      update('tool_call_update', { toolCallId: 'late', rawInput: { file_path: 'a.ts' } }),
      update('tool_call_update', {
        toolCallId: 'late',
        status: 'completed',
        content: [content('one'), content('two')],
      }),
      update('tool_call', {
        toolCallId: 'e',
        title: 'Edit',
        kind: 'edit',
        status: 'in_progress',
        content: [{ type: 'diff', path: '/w/a.ts', oldText: 'x', newText: 'y' }],
      }),
      update('tool_call_update', { toolCallId: 'e', status: 'completed' }),
      update('tool_call', {
        toolCallId: 'n',
        title: '`ls -l`',
        kind: 'execute',
        status: 'failed',
        rawOutput: { stdout: '', output: 'no such folder', exit_code: 2 },
      }),
      update('tool_call', {
        toolCallId: 'p',
        title: 'Look',
        kind: 'search',
        status: 'completed',
        locations: [{ path: '/w/b.ts', line: 3 }],
      }),
      update('tool_call', {
        toolCallId: 'm',
        title: 'mcp__docs__search',
        kind: 'other',
        status: 'pending',
      }),
      update('tool_call_update', { toolCallId: 'never-told', status: 'failed', rawOutput: 'gone' }),
    ]);
    assert.deepEqual(lines.slice(2), [
      'call late read Read {"file_path":"a.ts"} (-)',
      'result late ok "one\\ntwo"',
      'call e edit edit {"path":"/w/a.ts","old_string":"x","new_string":"y"} (-)',
      'result e ok undefined',
      'call n shell execute {"command":"ls -l"} (-)',
      'result n failed 2 "no such folder"',
      'call p search search {"path":"/w/b.ts","title":"Look"} (-)',
      'result p ok undefined',
      'call never-told other  {"title":""} (-)',
      'result never-told failed "gone"',
      'call m search mcp__docs__search {"title":"mcp__docs__search"} (-)',
    ]);
  });

  it('knows what the client’s terminals printed', () => {
    const terminal = { sessionId: 'S', terminalId: 't' };
    const lines = told([
      request(1, 'session/load', { sessionId: 'S', cwd: '/w', mcpServers: [] }),
      asks('Run it.'),
      request(5, 'terminal/create', { sessionId: 'S', command: 'make' }),
      answer(5, { terminalId: 't' }),
      update('tool_call', {
        toolCallId: 'c',
        title: 'make',
        kind: 'execute',
        status: 'in_progress',
        content: [{ type: 'terminal', terminalId: 't' }],
      }),
      request(6, 'terminal/output', terminal),
      answer(6, { output: 'broken\n', truncated: false, exitStatus: { exitCode: 2 } }),
      update('tool_call_update', { toolCallId: 'c', status: 'completed' }),
    ]);
    assert.deepEqual(lines, [
      'start S acp /w',
      'turn Run it.',
      'call c shell execute {"command":"make"} (-)',
      'result c failed 2 "broken\\n"',
    ]);
  });

  for (const [reason, end] of Object.entries({
    end_turn: 'completed',
    max_tokens: 'completed',
    refusal: 'completed',
    cancelled: 'interrupted',
    max_turn_requests: 'interrupted',
    something_new: 'error',
  })) {
    it(`that stops for ${reason} is a turn that ended as ${end}`, () => {
      const lines = told([
        request(1, 'session/prompt', { sessionId: 'S', prompt: [{ type: 'text', text: 'Go' }] }),
        says('Hm'),
        answer(1, { stopReason: reason }),
      ]);
      assert.deepEqual(lines.slice(1), ['turn Go', 'says Hm (-)', `end ${end}`]);
    });
  }

  it('whose request for a turn failed is a turn that ended in an error', () => {
    const lines = told([
      update('available_commands_update', { availableCommands: [] }),
      request(1, 'session/prompt', { sessionId: 'S', prompt: [{ type: 'text', text: 'Go' }] }),
      { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } },
    ]);
    assert.deepEqual(lines.slice(1), ['turn Go', 'end error']);
  });
});
