/** Gemini CLI's hooks: what payloads tell, what is printed, and what is written into its settings. All shapes are those of the real program. */
import assert from 'node:assert/strict';
import { UNNAMED_CALL, isProblem } from '../../../src/agents/agent.js';
import { answerHook } from '../../../src/agents/gemini-cli/answer.js';
import { geminiCliInstall as install } from '../../../src/agents/gemini-cli/install.js';
import { isOwnPayload, readHook } from '../../../src/agents/gemini-cli/payload.js';
import { findSender } from '../../../src/agents/loaded.js';
import type { Decision } from '../../../src/core/interventions/answer.js';
import { eventsOf, roundTrips } from './hooked.js';

const base = {
  session_id: 'S',
  transcript_path: '/h/.gemini/tmp/p/chats/session-2026-11-21T01-58-6db0398e.jsonl',
  cwd: '/w',
  timestamp: '2026-11-21T01:58:52.846Z',
};
const hook = (hook_event_name: string, more: object = {}): Record<string, unknown> => ({
  ...base,
  hook_event_name,
  ...more,
});
const read = (payload: unknown): Record<string, unknown>[] => eventsOf(readHook(payload, 1000));
const shell = {
  tool_name: 'run_shell_command',
  tool_input: { command: 'false', description: 'Look' },
};
const framed = (text: string): object => ({
  llmContent: `<untrusted_context>\n${text}\nProcess Group PGID: 30045\n</untrusted_context>`,
  returnDisplay: '',
});

describe('Gemini CLI’s hooks', () => {
  it('tell when a call began: they may come late', () => {
    const at = Date.parse(base.timestamp);
    const came = (ms: number, more: object = {}): unknown => {
      const reading = readHook(hook('BeforeTool', { ...shell, ...more }), at + ms);
      assert.ok(!isProblem(reading));
      return reading.events.map((event) => event.at);
    };
    assert.deepEqual(came(400), [at + 400, at]);
    for (const odd of [60_000, -1]) {
      assert.deepEqual(came(odd), [at + odd, at + odd], 'another clock');
    }
    assert.deepEqual(came(400, { timestamp: 'x' }), [at + 400, at + 400]);
  });

  it('report a turn: start, calls, steps, end', () => {
    assert.deepEqual(read(hook('BeforeAgent', { prompt: 'Tidy up' })), [
      { type: 'session.start', agent: 'gemini-cli', cwd: '/w', steps: 'explicit' },
      { type: 'turn.start', prompt: 'Tidy up' },
    ]);
    const call = {
      type: 'tool.call',
      call: UNNAMED_CALL,
      tool: 'run_shell_command',
      input: shell.tool_input,
      class: 'shell',
    };
    assert.deepEqual(read(hook('BeforeTool', shell)).slice(1), [call]);
    assert.deepEqual(
      read(hook('AfterTool', { ...shell, tool_response: framed('Output: (empty)') })).slice(1),
      [call, { type: 'tool.result', call: UNNAMED_CALL, ok: true, output: '' }],
    );
    assert.deepEqual(
      read(
        hook('AfterTool', { ...shell, tool_response: framed('Output: no\nExit Code: 3') }),
      ).slice(2),
      [{ type: 'tool.result', call: UNNAMED_CALL, ok: true, output: 'no', exitCode: 3 }],
    );
    const error = {
      llmContent: 'File not found: /x',
      returnDisplay: 'File not found.',
      error: { message: 'File not found: /x', type: 'file_not_found' },
    };
    assert.deepEqual(
      read(
        hook('AfterTool', { tool_name: 'read_file', tool_input: {}, tool_response: error }),
      ).slice(2),
      [{ type: 'tool.result', call: UNNAMED_CALL, ok: false, output: 'File not found: /x' }],
    );
    assert.deepEqual(read(hook('BeforeModel', { llm_request: {} })).slice(1), [
      { type: 'step.end' },
    ]);
    assert.deepEqual(read(hook('BeforeToolSelection', { llm_request: {} })).slice(1), []);
    assert.deepEqual(
      read(
        hook('AfterAgent', {
          prompt: 'Tidy up',
          prompt_response: 'Done.',
          stop_hook_active: false,
        }),
      ).slice(1),
      [{ type: 'turn.end', reason: 'completed' }],
    );
    assert.deepEqual(read(hook('SessionEnd', { reason: 'exit' })).slice(1), [
      { type: 'session.end' },
    ]);
    assert.deepEqual(
      read(hook('Notification', { notification_type: 'ToolPermission', message: 'May it?' })).slice(
        1,
      ),
      [{ type: 'waiting', for: 'permission' }],
    );
    assert.deepEqual(read(hook('PreCompress', { trigger: 'auto' })).slice(1), []);
  });

  it('are distinguished from those of other agents that run them', () => {
    assert.ok(isOwnPayload(hook('BeforeModel')) && isOwnPayload(hook('SessionEnd')));
    assert.ok(
      !isOwnPayload({
        ...hook('SessionEnd'),
        transcript_path: '/h/.claude/projects/-w/S.jsonl',
        prompt_id: 'P',
      }),
    );
    assert.equal(findSender('gemini-cli', hook('BeforeTool'))?.id, 'gemini-cli');
  });

  it('yield a problem or bounded events when broken or hostile, never an exception', () => {
    for (const payload of [
      null,
      1,
      'x',
      [],
      {},
      { hook_event_name: 'BeforeTool' },
      { ...base },
      hook('BeforeTool'),
      hook('BeforeTool', { tool_name: 7 }),
      hook('BeforeAgent'),
      hook('BeforeTool', { tool_name: 'x'.repeat(5000) }),
    ]) {
      assert.ok(isProblem(readHook(payload, 1)), JSON.stringify(payload).slice(0, 80));
    }
    const long = 'x'.repeat(1_000_000);
    const events = read(
      hook('AfterTool', {
        tool_name: 'run_shell_command',
        tool_input: { command: long, __proto__: { a: 1 } },
        tool_response: { llmContent: [{ text: long }, 7, null], error: 'none' },
      }),
    );
    assert.ok(JSON.stringify(events).length < 400_000);
    for (const odd of [
      undefined,
      null,
      [],
      'text',
      { llmContent: { deep: true } },
      { error: {} },
    ]) {
      assert.equal(read(hook('AfterTool', { ...shell, tool_response: odd })).length, 3);
    }
  });

  const model = (
    event: string,
    decision: Decision,
    more: object = { llm_request: { messages: [{ role: 'user', content: 'hello' }] } },
  ): string => answerHook({ kind: 'before-model' }, decision, hook(event, more));
  const tool = (decision: Decision): string =>
    answerHook(
      { kind: 'before-tool', call: UNNAMED_CALL, class: 'shell' },
      decision,
      hook('BeforeTool'),
    );

  it('answer with tools disabled and the reminder in the same request', () => {
    const order: Decision = { kind: 'text-only', text: '[Turnwatch] In words.' };
    assert.deepEqual(JSON.parse(model('BeforeModel', order)), {
      hookSpecificOutput: {
        hookEventName: 'BeforeModel',
        llm_request: {
          messages: [
            { role: 'user', content: 'hello' },
            { role: 'user', content: '[Turnwatch] In words.' },
          ],
        },
      },
    });
    assert.deepEqual(JSON.parse(model('BeforeToolSelection', order)), {
      hookSpecificOutput: { hookEventName: 'BeforeToolSelection', toolConfig: { mode: 'NONE' } },
    });
    assert.equal(
      model('BeforeToolSelection', { kind: 'remind', text: 'R' }),
      '',
      'an answer there would change the mode',
    );
    assert.match(model('BeforeModel', { kind: 'remind', text: 'R' }), /"content":"R"/);
    for (const odd of [
      {},
      { llm_request: 'x' },
      { llm_request: { messages: 'x' } },
      { llm_request: { messages: [{ role: 'user', content: { parts: [] } }] } },
    ]) {
      assert.equal(model('BeforeModel', order, odd), '');
    }
  });

  it('deny a call with the reason, end a turn, and answer nothing otherwise', () => {
    assert.deepEqual(JSON.parse(tool({ kind: 'deny', reason: 'R' })), {
      decision: 'deny',
      reason: 'R',
    });
    assert.deepEqual(JSON.parse(tool({ kind: 'stop', reason: 'R' })), {
      continue: false,
      stopReason: 'R',
    });
    assert.deepEqual(JSON.parse(model('BeforeModel', { kind: 'stop', reason: 'R' })), {
      continue: false,
      stopReason: 'R',
    });
    for (const silent of [
      tool({ kind: 'none' }),
      tool({ kind: 'remind', text: 'R' }),
      model('BeforeModel', { kind: 'none' }),
      model('BeforeToolSelection', { kind: 'none' }),
      model('BeforeToolSelection', { kind: 'stop', reason: 'R' }),
      answerHook({ kind: 'prompt' }, { kind: 'remind', text: 'R' }, {}),
    ]) {
      assert.equal(silent, '');
    }
  });

  it('are added to its settings and removed again byte for byte', () => {
    roundTrips(install, [
      '',
      '{}\n',
      '{\n  // mine\n  "general": { "vimMode": true },\n}\n',
      '{\r\n\t"hooks": {\r\n\t\t"BeforeTool": [\r\n\t\t\t{ "matcher": "x", "hooks": [{ "type": "command", "command": "echo mine" }] }\r\n\t\t]\r\n\t}\r\n}',
    ]);
    const off = '{ "hooksConfig": { "enabled": false } }';
    const added = install.add('f', off, { dir: '/d' });
    assert.ok(!isProblem(added));
    assert.equal(install.status('f', added.text, { dir: '/d' }), 'disabled');
    assert.equal(
      install.status('f', added.text.replace('"enabled": false', '"disabled": ["turnwatch"]'), {
        dir: '/d',
      }),
      'disabled',
    );
    assert.ok(isProblem(install.add('f', '{ "hooks": [] }', { dir: '/d' })));
  });
});
