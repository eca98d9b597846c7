/** What no well-behaved program writes, but a broken or hostile one may: never an exception, never a clock that cannot go on. */
import assert from 'node:assert/strict';
import { isProblem, type Result } from '../../../src/agents/agent.js';
import { openTranscript } from '../../../src/agents/claude-code/transcript.js';
import { readHook as readCline } from '../../../src/agents/cline/payload.js';
import { openExecStream } from '../../../src/agents/codex/exec.js';
import { timeIn } from '../../../src/agents/reading/fields.js';
import { geminiCli } from '../../../src/agents/gemini-cli/index.js';
import { readHook as readGemini } from '../../../src/agents/gemini-cli/payload.js';
import { qwenFormat } from '../../../src/agents/qwen-code/chat.js';
import { qwenCode } from '../../../src/agents/qwen-code/index.js';
import { readHook as readQwen } from '../../../src/agents/qwen-code/payload.js';
import { readTime } from '../../../src/agents/reading/recorded-values.js';
import type { TurnEvent } from '../../../src/core/events.js';

const deep = '['.repeat(20_000) + ']'.repeat(20_000);

function results(read: Result<TurnEvent[]>): TurnEvent[] {
  assert.ok(!isProblem(read), isProblem(read) ? read.problem : '');
  return read.filter(({ type }) => type === 'tool.result');
}

describe('odd records', () => {
  it('results nested deeper than the stack are read', () => {
    const qwen = qwenFormat
      .open('/c/a.jsonl')
      .line(
        `{"sessionId":"s","uuid":"u","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"a","response":{"a":${deep}}}}]}}`,
      );
    assert.equal(results(qwen).length, 1);
    for (const item of [
      `"type":"mcp_tool_call","result":{"structured_content":${deep}}`,
      `"type":"collab_tool_call","agents_states":${deep}`,
      `"type":"web_search","action":${deep}`,
    ]) {
      assert.equal(
        results(openExecStream('/c/a').line(`{"type":"item.completed","item":{"id":"1",${item}}}`))
          .length,
        1,
        item.slice(0, 30),
      );
    }
  });

  it('results that only look structured are kept unchanged', () => {
    const [result] = results(
      openExecStream('/c/a').line(
        '{"type":"item.completed","item":{"id":"1","type":"mcp_tool_call","result":{"structured_content":{"b":[1,"x",null],"a":{}}}}}',
      ),
    );
    assert.equal(
      result?.type === 'tool.result' ? result.output : undefined,
      '{"b":[1,"x",null],"a":{}}',
    );
  });

  it('times outside the range of dates are dropped', () => {
    for (const at of [1e300, -1, 8.64e15 + 1]) {
      assert.deepEqual([timeIn(at), readTime(at)], [undefined, undefined]);
    }
    assert.deepEqual(
      [timeIn(1_795_230_392_000), readTime(1_795_230_392_000), readTime(1_795_230_392)],
      [1_795_230_392_000, 1_795_230_392_000, 1_795_230_392_000],
    );
  });

  it('negative durations are dropped', () => {
    const read = readCline(
      {
        hookName: 'tool_result',
        taskId: 't',
        sessionContext: { rootSessionId: 'r' },
        workspaceRoots: ['/w'],
        tool_result: { id: 'a', name: 'editor', input: {}, output: [], durationMs: -1 },
      },
      0,
    );
    assert.ok(!isProblem(read));
    assert.deepEqual(
      read.events.map((event) => (event.type === 'tool.result' ? event.durationMs : undefined)),
      [undefined, undefined, undefined],
    );
  });

  it('multi-line session names are rejected, since names go into log lines', () => {
    for (const read of [readGemini, readQwen]) {
      const payload = { hook_event_name: 'SessionEnd', cwd: '/w' };
      assert.ok(!isProblem(read({ ...payload, session_id: 'a' }, 0)));
      assert.ok(isProblem(read({ ...payload, session_id: 'a\n[error] b' }, 0)));
      assert.ok(isProblem(read({ ...payload, session_id: 'a'.repeat(300) }, 0)));
    }
    assert.ok(
      isProblem(readQwen({ hook_event_name: 'SessionEnd', cwd: '/w\n', session_id: 'a' }, 0)),
    );
  });

  it('tool input that looks like another kind of record stays tool input', () => {
    const session = '06699686-b0ed-46c5-9a62-a9c50d61fc76';
    const reader = openTranscript(`/p/${session}.jsonl`);
    // in the order in which Claude Code 2.1 writes its fields
    const told = reader.line(
      JSON.stringify({
        parentUuid: null,
        isSidechain: false,
        message: {
          id: 'm1',
          type: 'message',
          role: 'assistant',
          model: 'claude-x',
          content: [
            {
              type: 'tool_use',
              id: 't1',
              name: 'mcp__mail__send',
              input: { attachment: { type: 'file', name: 'a' } },
            },
          ],
          stop_reason: 'tool_use',
        },
        type: 'assistant',
        uuid: 'u1',
        timestamp: '2026-11-21T10:00:00.000Z',
        cwd: '/w',
        sessionId: session,
      }),
    );
    assert.ok(!isProblem(told));
    assert.deepEqual(
      told.map(({ type }) => type),
      ['session.start', 'tool.call'],
    );
    // lines of that kind are still passed over
    assert.deepEqual(
      reader.line(
        JSON.stringify({
          parentUuid: 'u1',
          isSidechain: false,
          attachment: { type: 'model', identity: {} },
          type: 'attachment',
          sessionId: session,
        }),
      ),
      [],
    );
  });

  it('hooks that Windows would run in PowerShell or cmd are not offered there', () => {
    for (const agent of [geminiCli, qwenCode]) {
      assert.deepEqual(
        agent.places?.({ env: {}, home: 'C:\\Users\\a', platform: 'win32' }, ['C:\\w']),
        [],
      );
      assert.equal(agent.places({ env: {}, home: '/home/a', platform: 'darwin' }, []).length, 1);
    }
  });
});
