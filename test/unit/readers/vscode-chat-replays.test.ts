/**
 * Turns of VS Code's own agent as it logs them, replayed: by the transcript, which tells no outputs, by the chat session and by the export of its
 * debug log, which do.
 */
import assert from 'node:assert/strict';
import { readText } from '../../../src/agents/reading/recordings.js';
import { newJudge } from '../support/judging.js';

const session = '5b0c8f1e-1111-4222-8333-944455556666';
const START = 1_790_000_000_000;
const STEP_MS = 3000;

/** A call, and what came of it as the model reads it. */
interface Played {
  tool: string;
  input: Record<string, unknown>;
  result: string;
}

const failed = (what: string): string =>
  `ERROR while calling tool: cannot open ${what}. Detail: none`;
const terminal = (command: string, result: string, n = 0): Played => ({
  tool: 'run_in_terminal',
  // what a model says beside the command is another thing each time
  input: { command, explanation: `Attempt ${n}`, goal: `Goal ${n}`, mode: 'sync' },
  result,
});
const read = (filePath: string, result: string): Played => ({
  tool: 'read_file',
  input: { filePath, startLine: 1, endLine: 40 },
  result,
});
const times = (count: number, make: (n: number) => Played): Played[] =>
  Array.from({ length: count }, (_, n) => make(n));

const cases: {
  title: string;
  calls: Played[];
  /** Kind of the first stall, and the call that it names, without and with outputs. */
  stalls: [transcript: string | undefined, others: string | undefined];
}[] = [
  {
    title: 'reads of different files are left alone',
    calls: times(14, (n) => read(`/srv/app/f${n}.ts`, `export const value${n} = ${n * 7};`)),
    stalls: [undefined, undefined],
  },
  {
    title: 'edits are left alone',
    calls: times(14, (n) => ({
      tool: 'replace_string_in_file',
      input: { filePath: `/srv/app/f${n}.ts`, oldString: `a${n}`, newString: `b${n}` },
      result: `The following files were successfully edited:\n/srv/app/f${n}.ts`,
    })),
    stalls: [undefined, undefined],
  },
  {
    title: 'to-dos that get done between reads and edits are left alone',
    calls: times(12, (n) =>
      n % 3 === 0
        ? {
            tool: 'manage_todo_list',
            input: {
              todoList: [{ id: 1, title: 'Mend', status: n < 6 ? 'in-progress' : 'completed' }],
            },
            result: 'Successfully wrote todo list',
          }
        : n % 3 === 1
          ? read(`/srv/app/g${n}.ts`, `const g${n} = ${n};`)
          : {
              tool: 'create_file',
              input: { filePath: `/srv/app/h${n}.ts`, content: `export const h = ${n};\n` },
              result: `File created: /srv/app/h${n}.ts`,
            },
    ),
    stalls: [undefined, undefined],
  },
  {
    title: 'one command again and again, with other words beside it, is a loop',
    calls: times(8, (n) => terminal('npm test', '1 failing\n\nCommand exited with code 1', n)),
    // a transcript does not tell the output: it may have been another one
    stalls: ['loop call_5', 'loop call_3'],
  },
  {
    title: 'files that are not there are a stall, by their failures alone',
    calls: times(12, (n) => read(`/srv/app/none-${n}.ts`, failed(`/srv/app/none-${n}.ts`))),
    stalls: ['no-progress call_9', 'no-progress call_9'],
  },
  {
    title: 'searches that find nothing are a stall where their results are told',
    calls: times(14, (n) => ({
      tool: 'grep_search',
      input: { query: `needle${n}`, isRegexp: false },
      result: 'No matches found.',
    })),
    stalls: [undefined, 'no-progress call_9'],
  },
];

describe('replays of VS Code’s own agent', () => {
  it('count a sub-agent’s prompt as no turn', () => {
    const task: Played = {
      tool: 'runSubagent',
      input: { prompt: 'Find f2', description: 'Find' },
      result: 'in f2.ts',
    };
    const text = transcript([task, read('/srv/app/a.ts', 'const a = 1;')]).replace(
      /^.*"tool\.execution_complete"/m,
      (line) =>
        `${JSON.stringify({ type: 'user.message', data: { content: 'Find f2' }, id: 'sub', timestamp: new Date(START).toISOString() })}\n${line}`,
    );
    const recording = readText(`${session}.jsonl`, Buffer.from(text), 'auto');
    assert.ok(!('problem' in recording));
    assert.equal(recording.events.filter(({ type }) => type === 'turn.start').length, 1);
  });

  for (const { title, calls, stalls } of cases) {
    it(`${title}`, () => {
      assert.deepEqual([firstStall(transcript(calls)), firstStall(chat(calls))], stalls);
      assert.equal(firstStall(debugLog(calls)), stalls[1]);
    });
  }
});

function firstStall(text: string): string | undefined {
  const recording = readText(`${session}.jsonl`, Buffer.from(text), 'auto');
  assert.ok(!('problem' in recording), JSON.stringify(recording));
  assert.deepEqual(recording.skipped, []);
  const judge = newJudge({ set: {} });
  const verdict = recording.events
    .flatMap((event) => judge.push(event).verdicts)
    .find(({ level }) => level === 'stalled');
  return verdict && `${verdict.kind} ${verdict.callId}`;
}

function lines(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

function transcript(calls: readonly Played[]): string {
  const record = (type: string, data: object, n: number): object => ({
    type,
    data,
    id: `${type} ${n}`,
    timestamp: new Date(START + n * STEP_MS).toISOString(),
    parentId: null,
  });
  return lines([
    record(
      'session.start',
      { sessionId: session, version: 1, producer: 'copilot-agent', vscodeVersion: '1.139.1' },
      0,
    ),
    record('user.message', { content: 'Mend the parser', attachments: [] }, 0),
    ...calls.flatMap(({ tool, input, result }, n) => [
      record('assistant.turn_start', { turnId: String(n) }, n),
      record(
        'assistant.message',
        {
          messageId: `m${n}`,
          content: '',
          toolRequests: [
            {
              toolCallId: `call_${n}`,
              name: tool,
              arguments: JSON.stringify(input),
              type: 'function',
            },
          ],
        },
        n,
      ),
      record(
        'tool.execution_start',
        { toolCallId: `call_${n}`, toolName: tool, arguments: input },
        n,
      ),
      record(
        'tool.execution_complete',
        { toolCallId: `call_${n}`, success: !result.startsWith('ERROR') },
        n,
      ),
    ]),
  ]);
}

/** As it is once the turn is over. */
function chat(calls: readonly Played[]): string {
  const toolCallRounds = calls.map(({ tool, input }, n) => ({
    id: `round ${n}`,
    timestamp: START + n * STEP_MS,
    response: '',
    toolCalls: [{ id: `call_${n}__vscode-${n}`, name: tool, arguments: JSON.stringify(input) }],
  }));
  const toolCallResults = Object.fromEntries(
    calls.map(({ result }, n) => [`call_${n}__vscode-${n}`, { content: [{ value: result }] }]),
  );
  const request = {
    requestId: 'request_1',
    timestamp: START,
    message: { text: 'Mend the parser' },
    modelId: 'customendpoint/Own/model-1',
    modelState: { value: 1, completedAt: START + calls.length * STEP_MS },
    response: [{ value: 'Done.' }],
    result: { metadata: { toolCallRounds, toolCallResults } },
  };
  return lines([{ kind: 0, v: { version: 3, sessionId: session, requests: [request] } }]);
}

/** As *Export Agent Debug Log…* writes it: spans of OTLP, in the order in which they ended, without the words of prompts and answers. */
function debugLog(calls: readonly Played[]): string {
  const span = (
    at: number,
    name: string,
    spanId: string,
    attributes: Record<string, string>,
    isError = false,
  ): object => ({
    traceId: 'exported-trace',
    spanId,
    name,
    kind: 1,
    startTimeUnixNano: `${START + at}000000`,
    endTimeUnixNano: `${START + at + 100}000000`,
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({
      key,
      value: { stringValue },
    })),
    events: [],
    status: { code: isError ? 2 : 0 },
  });
  const event = (at: number, name: string): object =>
    span(at, name, `${name} ${at}`, { 'gen_ai.operation.name': 'core_event' });
  const spans = calls.flatMap(({ tool, input, result }, n) => [
    event(n * STEP_MS, `turn_start:${n}`),
    span(
      n * STEP_MS + 2000,
      tool,
      `call_${n}`,
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'gen_ai.tool.call.arguments': JSON.stringify(input),
        'gen_ai.tool.call.result': result,
      },
      result.startsWith('ERROR'),
    ),
    span(n * STEP_MS + 1000, 'chat:model-1', `chat_${n}`, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'model-1',
      'gen_ai.usage.input_tokens': '1000',
      'gen_ai.usage.output_tokens': '20',
    }),
  ]);
  const document = {
    resourceSpans: [
      {
        resource: { attributes: [] },
        scopeSpans: [
          {
            scope: { name: 'copilot-chat' },
            spans: [
              event(-10, 'user_message'),
              ...spans,
              event(calls.length * STEP_MS, 'agent_response'),
            ],
          },
        ],
      },
    ],
    copilotChat: { sessionId: session, sessionTitle: 'Mend the parser' },
  };
  return JSON.stringify(document, null, 2);
}
