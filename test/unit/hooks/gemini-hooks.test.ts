/** Gemini CLI's hooks: what payloads tell, what is printed, and what is written into its settings. All shapes are those of the real program. */
import assert from 'node:assert/strict';
import { isProblem } from '../../../src/agents/agent.js';
import { answerHook, geminiCliInstall as install } from '../../../src/agents/gemini-cli/answer.js';
import { isOwnPayload, readHook } from '../../../src/agents/gemini-cli/payload.js';
import { findSender } from '../../../src/agents/loaded.js';
import type { Decision } from '../../../src/core/interventions/answer.js';
import {
  hookLines,
  itAnswers,
  itBounds,
  itReads,
  itRefuses,
  output,
  roundTrips,
} from './hooked.js';

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
const shell = {
  tool_name: 'run_shell_command',
  tool_input: { command: 'false', description: 'Look' },
};
const ran = (tool_response: unknown): object => hook('AfterTool', { ...shell, tool_response });
const framed = (text: string): object => ({
  llmContent: `<untrusted_context>\n${text}\nProcess Group PGID: 30045\n</untrusted_context>`,
  returnDisplay: '',
});
const called = 'call  shell run_shell_command {"command":"false","description":"Look"} (-)';
const llm_request = { messages: [{ role: 'user', content: 'hello' }] };

describe('Gemini CLI’s hooks', () => {
  itReads(readHook, 'start S gemini-cli /w explicit', [
    [hook('BeforeAgent', { prompt: 'Tidy up' }), 'turn Tidy up', '→ prompt'],
    [hook('BeforeTool', shell), called, '→ before-tool  shell'],
    [ran(framed('Output: (empty)')), called, 'result  ok ""'],
    [ran(framed('Output: no\nExit Code: 3')), called, 'result  ok 3 "no"'],
    [
      hook('AfterTool', {
        tool_name: 'read_file',
        tool_input: {},
        tool_response: {
          llmContent: 'File not found: /x',
          returnDisplay: 'File not found.',
          error: { message: 'File not found: /x', type: 'file_not_found' },
        },
      }),
      'call  read read_file {} (-)',
      'result  failed "File not found: /x"',
    ],
    [hook('BeforeModel', { llm_request: {} }), 'step.end', '→ before-model'],
    [hook('BeforeToolSelection', { llm_request: {} }), '→ before-model'],
    [hook('AfterAgent', { prompt_response: 'Done.' }), 'end completed'],
    [hook('SessionEnd', { reason: 'exit' }), 'session.end'],
    [hook('Notification', { notification_type: 'ToolPermission' }), 'waits for permission'],
    [hook('PreCompress', { trigger: 'auto' })],
  ]);

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

  it('are distinguished from those of other agents that run them', () => {
    assert.ok(isOwnPayload(hook('BeforeModel')) && isOwnPayload(hook('SessionEnd')));
    const claude = { transcript_path: '/h/.claude/projects/-w/S.jsonl', prompt_id: 'P' };
    assert.ok(!isOwnPayload({ ...hook('SessionEnd'), ...claude }));
    assert.equal(findSender('gemini-cli', hook('BeforeTool'))?.id, 'gemini-cli');
  });

  itRefuses(readHook, [
    [null, /not a JSON object/],
    [[], /not a JSON object/],
    [{ hook_event_name: 'BeforeTool' }, /./],
    [base, /"hook_event_name"/],
    [hook('BeforeTool'), /"tool_name"/],
    [hook('BeforeTool', { tool_name: 7 }), /"tool_name"/],
    [hook('BeforeTool', { tool_name: 'x'.repeat(5000) }), /"tool_name"/],
    [hook('BeforeAgent'), /"prompt"/],
  ]);
  itBounds(
    readHook,
    (tool_input) => ({ ...ran({ llmContent: [{ text: tool_input }, 7] }), tool_input }),
    (tool_response) => ran(tool_response),
    (prompt) => hook('BeforeAgent', { prompt }),
  );
  it('tell a result whatever its shape', () => {
    for (const odd of [null, [], 'text', { llmContent: { deep: true } }, { error: {} }]) {
      assert.equal(hookLines(readHook, ran(odd)).length, 3);
    }
  });
});

describe('answers to Gemini CLI', () => {
  const stopped = { continue: false, stopReason: 'S' };
  const messages = (content: string): object =>
    output('BeforeModel', {
      llm_request: { messages: [...llm_request.messages, { role: 'user', content }] },
    });
  itAnswers(
    (point, decision) => answerHook(point, decision, hook('BeforeModel', { llm_request })),
    {
      'remind before-model': messages('T "q"'),
      'stop before-model': stopped,
      'text-only before-model': messages('W'),
      'deny before-tool': { decision: 'deny', reason: 'R' },
      'stop before-tool': stopped,
    },
  );

  const selection = (decision: Decision, payload = hook('BeforeToolSelection')): string =>
    answerHook({ kind: 'before-model' }, decision, payload);
  const order: Decision = { kind: 'text-only', text: 'W' };
  it('switch the tools off for the same request; another answer would change its mode', () => {
    assert.deepEqual(
      JSON.parse(selection(order)),
      output('BeforeToolSelection', { toolConfig: { mode: 'NONE' } }),
    );
    for (const kind of ['none', 'remind', 'stop'] as const) {
      assert.equal(selection({ kind, text: 'R', reason: 'R' }), '', kind);
    }
  });
  it('are empty if the request is not all text', () => {
    const parts = [{ role: 'user', content: { parts: [] } }];
    for (const odd of [undefined, 'x', { messages: 'x' }, { messages: parts }]) {
      assert.equal(selection(order, hook('BeforeModel', { llm_request: odd })), '');
    }
  });
});

describe('hooks in Gemini CLI’s settings', () => {
  it('are added and removed again byte for byte', () => {
    roundTrips(install, [
      '',
      '{}\n',
      '{\n  // mine\n  "general": { "vimMode": true },\n}\n',
      '{\r\n\t"hooks": {\r\n\t\t"BeforeTool": [\r\n\t\t\t{ "matcher": "x", "hooks": [{ "type": "command", "command": "echo mine" }] }\r\n\t\t]\r\n\t}\r\n}',
    ]);
    for (const off of ['"enabled": false', '"disabled": ["turnwatch"]']) {
      const added = install.add('f', `{ "hooksConfig": { ${off} } }`, { dir: '/d' });
      assert.ok(!isProblem(added));
      assert.equal(install.status('f', added.text, { dir: '/d' }), 'disabled');
    }
    assert.ok(isProblem(install.add('f', '{ "hooks": [] }', { dir: '/d' })));
  });
});
