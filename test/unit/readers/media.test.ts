/** Images in results: the same one is the same, another one is something new, for every agent whose results hold images. */
import assert from 'node:assert/strict';
import {
  isProblem,
  type HookReading,
  type LogReader,
  type Result,
} from '../../../src/agents/agent.js';
import { openTranscript } from '../../../src/agents/claude-code/transcript.js';
import { readHook } from '../../../src/agents/claude-code/payload.js';
import { outcome as clineOutcome } from '../../../src/agents/cline/tools.js';
import { readOutcome as codexOutcome } from '../../../src/agents/codex/tools.js';
import { readOutcome as geminiOutcome } from '../../../src/agents/gemini-cli/tools.js';
import { readHook as readGemini } from '../../../src/agents/gemini-cli/payload.js';
import { qwenFormat } from '../../../src/agents/qwen-code/chat.js';
import { readHook as readQwen } from '../../../src/agents/qwen-code/payload.js';
import { toolOutput as kimiOutput } from '../../../src/agents/kimi-code/tools.js';
import { Judge } from '../../../src/core/judge.js';
import { normalOutput } from '../../../src/core/identity/answer/outcome.js';
import { contains } from '../../contains.js';

const session = '06699686-b0ed-46c5-9a62-a9c50d61fc76';
/** Like the data of a picture: long, and as random as such data is. */
const picture = (n: number): string =>
  Array.from({ length: 3000 }, (_, i) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef'.charAt((i * 7 + n * 13 + ((i * n) % 29)) % 32),
  ).join('');

function resultOf(read: Result<HookReading>): string {
  assert.ok(!isProblem(read), isProblem(read) ? read.problem : '');
  return read.events
    .flatMap((event) => (event.type === 'tool.result' ? [event.output] : []))
    .join('');
}

const outputs: Readonly<Record<string, (data: string) => string>> = {
  'Claude Code, by hook': (data) =>
    resultOf(
      readHook(
        {
          hook_event_name: 'PostToolBatch',
          session_id: session,
          cwd: '/w',
          tool_calls: [
            {
              tool_name: 'Read',
              tool_input: {},
              tool_use_id: 'a',
              tool_response: [
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
              ],
            },
          ],
        },
        0,
      ),
    ),
  Codex: (data) =>
    codexOutcome([{ type: 'input_image', image_url: `data:image/png;base64,${data}` }]).output,
  'Kimi Code': (data) =>
    kimiOutput([{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }]),
  'Gemini CLI': (data) =>
    geminiOutcome(
      [{ functionResponse: { response: {} } }, { inlineData: { mimeType: 'image/png', data } }],
      'success',
      '',
    ).output,
  'Gemini CLI, inside of the response': (data) =>
    geminiOutcome(
      [
        {
          functionResponse: {
            response: { output: '' },
            parts: [{ inlineData: { mimeType: 'image/png', data } }],
          },
        },
      ],
      'success',
      '',
    ).output,
  'Gemini CLI, by hook': (data) =>
    resultOf(
      readGemini(
        {
          hook_event_name: 'AfterTool',
          session_id: 's',
          cwd: '/w',
          tool_name: 'read_file',
          tool_input: {},
          tool_response: { llmContent: [{ inlineData: { mimeType: 'image/png', data } }] },
        },
        0,
      ),
    ),
  'Qwen Code': (data) => {
    const read = qwenFormat.open('/c/a.jsonl').line(
      JSON.stringify({
        sessionId: 's',
        uuid: 'u',
        type: 'tool_result',
        message: {
          parts: [
            {
              functionResponse: {
                id: 'a',
                response: { output: '' },
                parts: [{ inlineData: { mimeType: 'image/png', data } }],
              },
            },
          ],
        },
      }),
    );
    assert.ok(!isProblem(read));
    return read.flatMap((event) => (event.type === 'tool.result' ? [event.output] : [])).join('');
  },
  'Qwen Code, by hook': (data) =>
    resultOf(
      readQwen(
        {
          hook_event_name: 'PostToolUse',
          session_id: 's',
          cwd: '/w',
          tool_name: 'read_file',
          tool_call_id: 'a',
          tool_input: {},
          tool_response: { llmContent: { inlineData: { mimeType: 'image/png', data } } },
        },
        0,
      ),
    ),
  Cline: (data) =>
    clineOutcome({ content: [{ type: 'image', source: { type: 'base64', data } }] }).output,
};

describe('images in results', () => {
  for (const [name, output] of Object.entries(outputs)) {
    it(`${name}: have a short fingerprint that distinguishes them`, () => {
      assert.match(output(picture(1)), /^\[image [A-Za-z]{8}\]$/);
      assert.equal(output(picture(1)), output(picture(1)));
      const seen = new Set(Array.from({ length: 50 }, (_, n) => normalOutput(output(picture(n)))));
      assert.equal(seen.size, 50, 'none is taken for noise');
    });
  }

  function verdicts(image: (step: number) => string): string[] {
    const reader: LogReader = openTranscript(`/p/${session}.jsonl`);
    const judge = new Judge();
    const told: string[] = [];
    const line = (step: number, rest: object): void => {
      const read = reader.line(
        JSON.stringify({
          sessionId: session,
          cwd: '/w',
          timestamp: new Date(Date.UTC(2026, 10, 21, 10, 0, step * 5)).toISOString(),
          ...rest,
        }),
      );
      assert.ok(!isProblem(read));
      told.push(
        ...read
          .flatMap((event) => judge.push(event).verdicts)
          .map(({ level, kind }) => `${level} ${kind}`),
      );
    };
    line(0, { type: 'user', message: { content: 'What is on this page?' } });
    for (let step = 1; step <= 16; step++) {
      const input =
        step % 2 === 0 ? { action: 'screenshot' } : { action: 'key', text: 'Page_Down' };
      line(step, {
        type: 'assistant',
        message: {
          id: `m${step}`,
          content: [{ type: 'tool_use', id: `t${step}`, name: 'mcp__computer__computer', input }],
        },
      });
      const content = [{ type: 'image', source: { type: 'base64', data: image(step) } }];
      line(step, {
        type: 'user',
        message: { content: [{ type: 'tool_result', tool_use_id: `t${step}`, content }] },
      });
    }
    return told;
  }

  it('paging through new images is progress', () => {
    assert.deepEqual(
      verdicts(picture).filter((each) => each.startsWith('stalled')),
      [],
    );
  });

  it('seeing the same image again is not', () => {
    contains(
      verdicts(() => picture(1)),
      'stalled loop',
    );
  });
});
