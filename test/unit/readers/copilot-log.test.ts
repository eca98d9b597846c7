/** The events of a session of Copilot CLI. */
import assert from 'node:assert/strict';
import { eventLines } from '../support/event-lines.js';
import { jsonLines, read } from './support/reading.js';

let ids = 0;
const record = (type: string, data: object, more: object = {}): object => ({
  type,
  data,
  id: `e${ids++}`,
  timestamp: new Date(Date.UTC(2026, 0, 2, 3, 4, ids)).toISOString(),
  parentId: null,
  ...more,
});
const start = (): object =>
  record('session.start', { sessionId: 's-1', selectedModel: 'm', context: { cwd: '/w' } });
const asked = (id: string, name: string, args: object): object => ({
  toolCallId: id,
  name,
  arguments: args,
  type: 'function',
});
const message = (messageId: string, content: string, ...toolRequests: object[]): object =>
  record('assistant.message', { messageId, content, toolRequests, turnId: '0' });
const done = (toolCallId: string, more: object): object =>
  record('tool.execution_complete', { toolCallId, ...more });

describe("Copilot CLI's events", () => {
  it('make one response of the calls of one message; their start adds nothing', () => {
    const { format, events, skipped } = read(
      jsonLines([
        start(),
        record('hook.start', { hookType: 'sessionStart' }),
        record('user.message', { content: 'Fix it.', transformedContent: '<x>\n\nFix it.' }),
        record('user.message', { content: 'a skill', source: 'skill-x' }),
        record('assistant.turn_start', { turnId: '0' }),
        message(
          'm1',
          'Looking.',
          asked('c1', 'bash', { command: 'ls', initial_wait: 30 }),
          asked('c2', 'view', { path: '/dev/null' }),
        ),
        record('tool.execution_start', {
          toolCallId: 'c1',
          toolName: 'bash',
          arguments: { command: 'ls', initial_wait: 30 },
        }),
        done('c1', {
          success: true,
          shellExecution: { exitCode: 3 },
          result: { content: 'a\n<shellId: 4 completed with exit code 3>' },
        }),
        done('c2', {
          success: true,
          result: {
            content:
              '\ndiff --git a/dev/null b/dev/null\nindex 0000000..0000000 100644\n--- a/dev/null\n+++ b/dev/null\n@@ -1,0 +1,0 @@\n\n',
          },
        }),
        record('assistant.turn_end', { turnId: '0' }),
        message('m2', '', asked('c3', 'edit', { path: 'a' })),
        done('c3', {
          success: false,
          error: {
            message: 'Denied by preToolUse hook: [Turnwatch] Tools are switched off.',
            code: 'denied',
          },
        }),
        record('session.compaction_complete', { success: true }),
        message('m3', '', asked('c4', 'ask_user', { question: '?' })),
        record('tool.execution_start', {
          toolCallId: 'c4',
          toolName: 'ask_user',
          arguments: { question: '?' },
        }),
        done('c4', { success: false, error: { message: 'Path does not exist', code: 'failure' } }),
        message('m4', 'Done.'),
        record('session.shutdown', { shutdownType: 'routine' }),
      ]),
    );
    assert.equal(format, 'copilot');
    assert.deepEqual(skipped, []);
    const lines = eventLines(events).filter(
      (line, i, all) =>
        !(
          line.startsWith('call') &&
          line.endsWith('(-)') &&
          all.slice(0, i).some((each) => each.startsWith(line.slice(0, 8)))
        ),
    );
    assert.deepEqual(lines, [
      'start s-1 copilot /w m',
      'turn Fix it.',
      'says Looking. (m1)',
      'call c1 shell bash {"command":"ls"} (m1)',
      'call c2 read view {"path":"/dev/null"} (m1)',
      'result c1 ok 3 "a"',
      'result c2 ok ""',
      'call c3 edit edit {"path":"a"} (m2)',
      'result c3 failed by turnwatch "Denied by preToolUse hook: [Turnwatch] Tools are switched off."',
      'compaction',
      'call c4 ask ask_user {"question":"?"} (m3)',
      'waits for input c4',
      'result c4 failed "Path does not exist"',
      'says Done. (m4)',
      'end completed',
      'session.end',
    ]);
  });

  it('say that a call was allowed, each time it was asked for; one that was denied has its result', () => {
    const permission = (requestId: string, kind: string): object[] => [
      record('permission.requested', { requestId, permissionRequest: { toolCallId: 'c1' } }),
      record('permission.completed', { requestId, toolCallId: 'c1', result: { kind } }),
    ];
    const { events } = read(
      jsonLines([
        start(),
        record('user.message', { content: 'Fix it.' }),
        message('m1', '', asked('c1', 'bash', { command: 'cat /etc/hosts' })),
        ...permission('r1', 'approved'),
        ...permission('r2', 'denied-interactively-by-user'),
        done('c1', {
          success: false,
          error: {
            message: 'The user rejected this tool call. User feedback: No.',
            code: 'denied',
          },
        }),
      ]),
    );
    assert.deepEqual(eventLines(events).slice(3, 7), [
      'waits for permission c1',
      'resumed c1',
      'waits for permission c1',
      'result c1 failed by person "The user rejected this tool call. User feedback: No."',
    ]);
  });

  it('say that a permission hook ended the turn, and whose', () => {
    const stopped = done('c1', {
      success: false,
      error: {
        message: 'Permission denied by a PermissionRequest hook: [Turnwatch] The turn was stopped.',
        code: 'rejected',
      },
    });
    const { events } = read(
      jsonLines([
        start(),
        record('user.message', { content: 'Fix it.' }),
        message('m1', '', asked('c1', 'bash', { command: ':' })),
        record('permission.completed', {
          requestId: 'r',
          result: { kind: 'denied-by-permission-request-hook', message: 'm', interrupt: true },
        }),
        stopped,
        record('assistant.turn_end', { turnId: '0' }),
      ]),
    );
    assert.deepEqual(eventLines(events).slice(-2), [
      'result c1 failed by turnwatch "Permission denied by a PermissionRequest hook: [Turnwatch] The turn was stopped."',
      'end stopped',
    ]);
  });

  it('say that the provider’s filter blocked the answer: what stands in its place is the program’s', () => {
    const cost = (finishReason: string): object =>
      record('session.usage_record', { usage: { inputTokens: 9, outputTokens: 2, finishReason } });
    const blocked = 'The model returned no content because the response was blocked.';
    const { events } = read(
      jsonLines([
        start(),
        record('user.message', { content: 'Fix it.' }),
        cost('tool_calls'),
        message('m1', '', asked('c1', 'bash', { command: ':' })),
        done('c1', { success: true, result: { content: '' } }),
        cost('content_filter'),
        message('m2', blocked),
        record('user.message', { content: 'Again.' }),
        cost('stop'),
        message('m3', 'Done.'),
      ]),
    );
    assert.deepEqual(eventLines(events.filter(({ type }) => type !== 'usage')).slice(-6), [
      'result c1 ok ""',
      `says ${blocked} (m2)`,
      'end error',
      'turn Again.',
      'says Done. (m3)',
      'end completed',
    ]);
  });

  it('say that the provider’s limit ended the turn', () => {
    const ended = (data: object): string[] =>
      eventLines(
        read(
          jsonLines([
            start(),
            record('user.message', { content: 'Go.' }),
            record('session.error', data),
          ]),
        ).events,
      ).slice(2);
    const limit = { errorType: 'rate_limit', message: '429 Rate limit reached.', statusCode: 429 };
    assert.deepEqual(ended(limit), ['waits for limit', 'end error']);
    assert.deepEqual(ended({ errorType: 'query', message: '500', statusCode: 500 }), ['end error']);
  });

  it('exclude what hooks added for the model from results and the person’s messages', () => {
    const added =
      '\n\nTool "bash" succeeded. Additional guidance from postToolUse hooks:\n[Turnwatch] Tools are switched off.';
    const { events } = read(
      jsonLines([
        start(),
        record('user.message', { content: 'Fix it.' }),
        message('m1', '', asked('c1', 'bash', { command: ':' })),
        done('c1', {
          success: true,
          result: { content: `a\n<shellId: 0 completed with exit code 0>${added}` },
        }),
        message('m2', 'Done.'),
        record('user.message', { content: '[Turnwatch] The user says: go on' }),
        message('m3', 'Going on.'),
      ]),
    );
    assert.deepEqual(eventLines(events).slice(-4), [
      'result c1 ok 0 "a"',
      'says Done. (m2)',
      'says Going on. (m3)',
      'end completed',
    ]);
  });

  it('of a sub-agent are a session of their own', () => {
    const { events } = read(
      jsonLines([
        start(),
        record('user.message', { content: 'Go.' }),
        message('m1', '', asked('t1', 'task', { prompt: 'x' })),
        record('subagent.started', { toolCallId: 't1', agentName: 'explore' }, { agentId: 't1' }),
        record(
          'assistant.message',
          { messageId: 'm2', content: '', toolRequests: [asked('c1', 'grep', { pattern: 'x' })] },
          { agentId: 't1' },
        ),
        record('tool.execution_complete', {
          toolCallId: 'c1',
          success: true,
          result: { content: 'a.ts' },
          parentToolCallId: 't1',
        }),
        record('subagent.completed', { toolCallId: 't1' }, { agentId: 't1' }),
        done('t1', { success: true, result: { content: 'found' } }),
        record('abort', { reason: 'user_initiated' }),
      ]),
    );
    assert.deepEqual(
      events.map((event) => ('session' in event ? `${event.session} ${event.type}` : event.type)),
      [
        's-1 session.start',
        's-1 turn.start',
        's-1 tool.call',
        's-1/t1 session.start',
        's-1/t1 tool.call',
        's-1/t1 tool.result',
        's-1/t1 turn.end',
        's-1 tool.result',
        's-1 turn.end',
      ],
    );
    assert.ok(
      events.some(
        (event) =>
          event.type === 'session.start' && event.parent === 's-1' && event.parentCall === 't1',
      ),
    );
  });
});
