/** Hooks and transcripts of VS Code’s own agent, in the shapes of its versions. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProblem, type HookReading } from '../../../src/agents/agent.js';
import { findSender } from '../../../src/agents/loaded.js';
import { installers } from '../../../src/agents/install/installers.js';
import { copilot } from '../../../src/agents/copilot/index.js';
import { live } from '../../../src/agents/copilot/vscode-chat/live.js';
import { vsCodeChat } from '../../../src/agents/copilot/vscode-chat/index.js';
import { readHook } from '../../../src/agents/copilot/vscode-chat/payload.js';
import { parseEvent } from '../../../src/core/parse.js';
import type { Decision } from '../../../src/core/interventions/answer.js';

const session = '7c0d1e2f-0000-4111-8222-333344445555';
const transcript = `/home/dev/.config/Code/User/workspaceStorage/0af1/GitHub.copilot-chat/transcripts/${session}.jsonl`;
const newer = (event: string): Record<string, unknown> => ({
  timestamp: '2026-11-21T02:57:30.960Z',
  hook_event_name: event,
  session_id: session,
  transcript_path: transcript,
  cwd: '/srv/app',
});
const older = (event: string): Record<string, unknown> => ({
  timestamp: '2026-02-09T10:30:00.000Z',
  hookEventName: event,
  sessionId: session,
  transcript_path: transcript,
  cwd: '/srv/app',
});
const call = {
  tool_name: 'run_in_terminal',
  tool_input: { command: 'make test' },
  tool_use_id: 'call_9__vscode-1771',
};

function read(payload: Record<string, unknown>): HookReading {
  const reading = readHook(payload, 1000);
  assert.ok(!isProblem(reading), isProblem(reading) ? reading.problem : '');
  for (const event of reading.events) {
    assert.ok(
      'event' in parseEvent(JSON.parse(JSON.stringify(event))),
      JSON.stringify(event).slice(0, 500),
    );
  }
  return reading;
}

describe('hooks of VS Code’s own agents', () => {
  it('yield the same events from newer and older field names', () => {
    for (const [event, more] of [
      ['UserPromptSubmit', { prompt: 'Fix it.' }],
      ['PreToolUse', call],
      ['PostToolUse', { ...call, tool_response: 'ok' }],
      ['Stop', { stop_hook_active: false }],
    ] as const) {
      assert.deepEqual(read({ ...newer(event), ...more }), read({ ...older(event), ...more }));
    }
    const { events, moment, log } = read({
      ...newer('PostToolUse'),
      ...call,
      tool_response: 'ok',
      model: 'm',
    });
    assert.deepEqual(events, [
      {
        v: 1,
        type: 'session.start',
        session,
        at: 1000,
        agent: 'vscode-chat',
        cwd: '/srv/app',
        model: 'm',
      },
      {
        v: 1,
        type: 'tool.call',
        session,
        at: 1000,
        call: 'call_9',
        tool: 'run_in_terminal',
        input: { command: 'make test' },
        class: 'shell',
      },
      { v: 1, type: 'tool.result', session, at: 1000, call: 'call_9', ok: true, output: 'ok' },
    ]);
    assert.deepEqual([moment, log], [{ kind: 'after-step' }, transcript]);
    assert.equal(read({ ...newer('Stop'), stop_hook_active: true }).moment, undefined);
  });

  it('are recognised in the files of Copilot CLI and of Claude Code', () => {
    for (const file of ['copilot', 'claude-code']) {
      for (const payload of [
        { ...newer('PreToolUse'), ...call },
        { ...older('PreToolUse'), ...call, transcript_path: undefined },
        { ...newer('Stop'), stop_hook_active: false },
        { ...older('UserPromptSubmit'), prompt: 'x' },
      ]) {
        assert.equal(findSender(file, payload)?.id, 'vscode-chat', JSON.stringify(payload));
      }
    }
  });

  it('are answered where the model reads it; only the reason goes to the person', () => {
    const answer = (payload: Record<string, unknown>, decision: Decision): unknown => {
      const { moment } = read(payload);
      const printed =
        moment === undefined ? '' : (live.hooks?.answer(moment, decision, payload) ?? '');
      return printed === '' ? '' : JSON.parse(printed);
    };
    const before = { ...newer('PreToolUse'), ...call };
    const denial = {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'D',
      additionalContext: 'D',
    };
    assert.deepEqual(answer(before, { kind: 'deny', reason: 'D' }), { hookSpecificOutput: denial });
    // nothing that a hook says ends the turn
    assert.deepEqual(answer(before, { kind: 'stop', reason: 'D' }), { hookSpecificOutput: denial });
    assert.deepEqual(answer(before, { kind: 'remind', text: 'R' }), {
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'R' },
    });
    const after = { ...newer('PostToolUse'), ...call, tool_response: '' };
    assert.deepEqual(answer(after, { kind: 'remind', text: 'R' }), {
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'R' },
    });
    assert.equal(answer(after, { kind: 'stop', reason: 'S' }), '');
    for (const payload of [before, after, { ...newer('UserPromptSubmit'), prompt: 'x' }]) {
      assert.equal(answer(payload, { kind: 'none' }), '');
    }
  });

  it('are problems or bounded if hostile', () => {
    for (const payload of [
      null,
      [],
      1,
      {},
      newer(''),
      { ...newer('PreToolUse'), session_id: 'a\nb' },
      { ...newer('PreToolUse'), ...call, tool_use_id: '__vscode-1' },
      { ...newer('PreToolUse'), ...call, tool_name: 7 },
      { ...newer('Stop'), cwd: undefined },
      { ...newer('UserPromptSubmit'), prompt: {} },
    ]) {
      assert.ok(isProblem(readHook(payload, 0)), JSON.stringify(payload));
    }
    assert.ok(
      JSON.stringify(
        read({
          ...newer('PostToolUse'),
          ...call,
          tool_input: 'x'.repeat(1 << 20),
          tool_response: ['y'.repeat(1 << 20)],
        }).events,
      ).length < 400_000,
    );
  });

  it('share the file of Copilot CLI', () => {
    const where = { env: {}, home: '/h', platform: 'linux' };
    const places = copilot.places?.(where, ['/w']);
    assert.deepEqual(places?.[0]?.files, ['/h/.copilot/hooks/turnwatch.json']);
    // its own setting is the window's storage, where nothing reads hooks
    const configured = '/h/.config/Code/User/workspaceStorage/1';
    assert.deepEqual(vsCodeChat.places?.({ ...where, configured }, ['/w']), places);
    assert.equal(installers.get('vscode-chat'), installers.get('copilot'));
  });
});

describe('transcripts of VS Code’s own agents', () => {
  it('are found in the window’s storage, next to the file that names their folder', async () => {
    const storage = mkdtempSync(join(tmpdir(), 'turnwatch-storage-'));
    try {
      const where = { env: {}, home: '/h', platform: 'linux' };
      assert.deepEqual(await vsCodeChat.logs.folders(where, []), []);
      const [, folder = ''] = await vsCodeChat.logs.folders({ ...where, configured: storage }, []);
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(storage, 'workspace.json'),
        JSON.stringify({ folder: 'file:///srv/my%20app' }),
      );
      assert.ok(live.log.kind === 'lines');
      const reader = live.log.open(join(folder, `${session}.jsonl`));
      const line = (type: string, data: object): string =>
        JSON.stringify({
          type,
          data,
          id: 'e',
          timestamp: '2026-11-21T02:57:30.960Z',
          parentId: null,
        });
      const events = [
        line('session.start', {
          sessionId: session,
          version: 1,
          producer: 'copilot-agent',
          vscodeVersion: '1.118.0',
        }),
        line('user.message', { content: 'Fix it.', attachments: [] }),
        line('assistant.message', {
          messageId: 'm1',
          content: '',
          toolRequests: [
            {
              toolCallId: 'call_9',
              name: 'read_file',
              arguments: '{"filePath":"/x"}',
              type: 'function',
            },
          ],
        }),
        line('tool.execution_complete', {
          toolCallId: 'call_9',
          success: true,
          result: { content: 'text' },
        }),
      ].flatMap((text) => {
        appendFileSync(join(folder, `${session}.jsonl`), `${text}\n`);
        const read = reader.line(text);
        return isProblem(read) ? [] : read;
      });
      assert.deepEqual(
        events.map((event) => [
          event.type,
          event.type === 'session.start'
            ? `${event.agent} ${event.cwd}`
            : event.type === 'tool.call'
              ? `${event.call} ${event.class ?? ''}`
              : '',
        ]),
        [
          ['session.start', 'vscode-chat /srv/my app'],
          ['turn.start', ''],
          ['tool.call', 'call_9 read'],
          ['tool.result', ''],
        ],
      );
    } finally {
      rmSync(storage, { recursive: true, force: true });
    }
  });
});
