/** Hooks and transcripts of VS Code’s own agent, in the shapes of its versions. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProblem } from '../../../src/agents/agent.js';
import { findSender } from '../../../src/agents/loaded.js';
import { installers } from '../../../src/agents/install/installers.js';
import { copilot } from '../../../src/agents/copilot/index.js';
import { answerHook, live } from '../../../src/agents/copilot/vscode-chat/live.js';
import { vsCodeChat } from '../../../src/agents/copilot/vscode-chat/index.js';
import { readHook } from '../../../src/agents/copilot/vscode-chat/payload.js';
import { eventLines } from '../support/event-lines.js';
import { hookLines, itAnswers, itBounds, itReads, itRefuses, output, readingOf } from './hooked.js';
import type { TurnEvent } from '../../../src/core/events.js';

const session = '7c0d1e2f-0000-4111-8222-333344445555';
const transcript = `/home/dev/.config/Code/User/workspaceStorage/0af1/GitHub.copilot-chat/transcripts/${session}.jsonl`;
const newer = (hook_event_name: string, more: object = {}): Record<string, unknown> => ({
  timestamp: '2026-11-21T02:57:30.960Z',
  hook_event_name,
  session_id: session,
  transcript_path: transcript,
  cwd: '/srv/app',
  ...more,
});
const older = (hookEventName: string, more: object = {}): Record<string, unknown> => ({
  timestamp: '2026-02-09T10:30:00.000Z',
  hookEventName,
  sessionId: session,
  transcript_path: transcript,
  cwd: '/srv/app',
  ...more,
});
const call = {
  tool_name: 'run_in_terminal',
  tool_input: { command: 'make test' },
  tool_use_id: 'call_9__vscode-1771',
};
const called = 'call call_9 shell run_in_terminal {"command":"make test"} (-)';

describe('hooks of VS Code’s own agents', () => {
  // with newer and older field names
  for (const hook of [newer, older]) {
    itReads(readHook, `start ${session} vscode-chat /srv/app`, [
      [hook('UserPromptSubmit', { prompt: 'Fix it.' }), 'turn Fix it.', '→ prompt'],
      [hook('PreToolUse', call), called, '→ before-tool call_9 shell'],
      [
        hook('PostToolUse', { ...call, tool_response: 'ok' }),
        called,
        'result call_9 ok "ok"',
        '→ after-step',
      ],
      [hook('Stop', { stop_hook_active: false }), 'end completed', '→ before-stop'],
      [hook('Stop', { stop_hook_active: true }), 'end completed'],
    ]);
  }
  it('name their model and their transcript', () => {
    const after = newer('PostToolUse', { ...call, tool_response: 'ok', model: 'm' });
    assert.match(hookLines(readHook, after)[0] ?? '', / m$/);
    assert.equal(readingOf(readHook, after).log, transcript);
  });

  it('are recognised in the files of Copilot CLI and of Claude Code', () => {
    for (const file of ['copilot', 'claude-code']) {
      for (const payload of [
        newer('PreToolUse', call),
        older('PreToolUse', { ...call, transcript_path: undefined }),
        newer('Stop', { stop_hook_active: false }),
        older('UserPromptSubmit', { prompt: 'x' }),
      ]) {
        assert.equal(findSender(file, payload)?.id, 'vscode-chat', JSON.stringify(payload));
      }
    }
  });

  // the model reads no reason: that goes to the person; nothing that a hook says ends the turn
  const denied = (reason: string): object =>
    output('PreToolUse', {
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
      additionalContext: reason,
    });
  const blocked = { decision: 'block', reason: 'T "q"' };
  itAnswers(answerHook, {
    'remind before-tool': output('PreToolUse', { additionalContext: 'T "q"' }),
    'deny before-tool': denied('R'),
    'stop before-tool': denied('S'),
    'remind after-step': output('PostToolUse', { additionalContext: 'T "q"' }),
    'remind before-stop': { ...blocked, ...output('Stop', blocked) },
  });
  it('are asked with the forms of this agent', () => assert.equal(live.hooks?.answer, answerHook));

  itRefuses(readHook, [
    [null, /not a JSON object/],
    [[], /not a JSON object/],
    [{}, /./],
    [newer(''), /./],
    [newer('PreToolUse', { ...call, session_id: 'a\nb' }), /"session_id"/],
    [newer('PreToolUse', { ...call, tool_use_id: '__vscode-1' }), /"tool_use_id"/],
    [newer('PreToolUse', { ...call, tool_name: 7 }), /"tool_name"/],
    [newer('Stop', { cwd: undefined }), /"cwd"/],
    [newer('UserPromptSubmit', { prompt: {} }), /"prompt"/],
  ]);
  itBounds(
    readHook,
    (tool_input) => newer('PreToolUse', { ...call, tool_input }),
    (tool_response) => newer('PostToolUse', { ...call, tool_response }),
  );

  it('tell the prompt of a sub-agent as a person’s: it begins no turn', () => {
    const merge = live.createMerge();
    const prompts: string[] = [];
    const pass = (source: 'hook' | 'log', event: TurnEvent): void => {
      for (const told of merge.pass(source, [event], event.at ?? 0)) {
        if (told.type === 'turn.start') {
          prompts.push(told.prompt ?? '');
        }
      }
    };
    const start = (prompt: string, at: number): TurnEvent => ({
      ...{ v: 1, type: 'turn.start', session, prompt, at },
    });
    pass('hook', start('Mend it', 1000));
    const task = { v: 1, session, at: 2000, call: 'c1' } as const;
    const input = { prompt: 'Find f2', description: 'Find' };
    pass('log', { ...task, type: 'tool.call', tool: 'runSubagent', input, class: 'task' });
    pass('hook', start('Find f2', 3000));
    pass('log', start('Find f2', 3100));
    pass('log', { ...task, type: 'tool.result', ok: true, output: 'in f2', at: 4000 });
    pass('hook', start('Find f2', 9000));
    assert.deepEqual(prompts, ['Mend it', 'Find f2']);
  });

  it('share the file of Copilot CLI', () => {
    const where = { env: {}, home: '/h', platform: 'linux' };
    const places = copilot.places?.(where, ['/w']);
    assert.equal(places?.[0]?.files[0], '/h/.copilot/hooks/turnwatch.json');
    // its own setting is the window's storage, where nothing reads hooks
    const configured = '/h/.config/Code/User/workspaceStorage/1';
    assert.deepEqual(
      vsCodeChat.places?.({ ...where, configured }, ['/w']),
      // an extension runs in Copilot CLI alone
      places?.map((place) => ({ ...place, files: place.files.slice(0, 1) })),
    );
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
      const timestamp = '2026-11-21T02:57:30.960Z';
      const line = (type: string, data: object): string =>
        JSON.stringify({ type, data, id: 'e', timestamp, parentId: null });
      const read = { toolCallId: 'call_9', name: 'read_file', arguments: '{"filePath":"/x"}' };
      const events = [
        line('session.start', { sessionId: session, version: 1, producer: 'copilot-agent' }),
        line('user.message', { content: 'Fix it.', attachments: [] }),
        line('assistant.message', {
          messageId: 'm1',
          content: '',
          toolRequests: [{ ...read, type: 'function' }],
        }),
        line('tool.execution_complete', {
          toolCallId: 'call_9',
          success: true,
          result: { content: 'text' },
        }),
      ].flatMap((text) => {
        appendFileSync(join(folder, `${session}.jsonl`), `${text}\n`);
        const told = reader.line(text);
        return isProblem(told) ? [] : told;
      });
      assert.deepEqual(eventLines(events), [
        `start ${session} vscode-chat /srv/my app`,
        'turn Fix it.',
        'call call_9 read read_file {"filePath":"/x"} (m1)',
        'result call_9 ok "text"',
      ]);
    } finally {
      rmSync(storage, { recursive: true, force: true });
    }
  });
});
