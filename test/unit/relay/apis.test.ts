/** Each model API at the relay: made text-only, told whose request it is, read for its calls and cost, and else passed byte for byte. */
import assert from 'node:assert/strict';
import { createServer, request, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { isObject } from '../../../src/core/json.js';
import { AnswerReader, type ModelAnswer } from '../../../src/relay/model-answer.js';
import { modelApi, type ModelApi } from '../../../src/relay/model-api.js';
import { Relay } from '../../../src/relay/relay.js';
import { identityOfBody, type RequestIdentity } from '../../../src/relay/request-identity.js';
import { changed } from '../../../src/relay/text-only.js';

const reminder = 'Answer in words.';
const sse = (...events: object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join('');

interface Sample {
  path: string;
  body: Record<string, unknown>;
  /** What changes of it with a reminder; undefined is taken out. */
  textOnly: Record<string, unknown>;
  /** A part of the history that needs the declared tools, and the request's fields that then change beside the reminder. */
  needsTools: { history: unknown; key: string; choice: Record<string, unknown> };
  calls: string[];
  prompts: string[];
  stream: string;
  whole: object;
  answer: ModelAnswer;
}

interface Answer {
  body: Buffer | string;
  headers?: Record<string, string>;
  status?: number;
}

const samples: Record<ModelApi, Sample> = {
  messages: {
    path: '/v1/messages?beta=true',
    body: {
      model: 'm',
      metadata: { user_id: 'user_0_account__session_06699686-b0ed-46c5-9a62-a9c50d61fc76' },
      tools: [{ name: 'Bash' }],
      tool_choice: { type: 'auto' },
      messages: [
        { role: 'user', content: 'Fix it' },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '' }] },
      ],
    },
    needsTools: {
      key: 'messages',
      history: [
        { role: 'user', content: 'Fix it' },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'toolu_1',
              content: [{ type: 'tool_reference', tool_name: 'Bash' }],
            },
          ],
        },
      ],
      choice: { tool_choice: { type: 'none' } },
    },
    textOnly: {
      tools: undefined,
      tool_choice: undefined,
      messages: [
        { role: 'user', content: 'Fix it' },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1', content: '' },
            { type: 'text', text: reminder },
          ],
        },
      ],
    },
    calls: ['toolu_1'],
    prompts: ['Fix it'],
    stream: sse(
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          usage: {
            input_tokens: 10,
            cache_creation_input_tokens: 5,
            cache_read_input_tokens: 100,
            output_tokens: 1,
          },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text: 'a "message_start" in words' },
      },
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', id: 'toolu_2', name: 'Bash', input: {} },
      },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 42 } },
    ),
    whole: {
      id: 'msg_1',
      type: 'message',
      content: [{ type: 'tool_use', id: 'toolu_2', name: 'Bash', input: {} }],
      usage: {
        input_tokens: 10,
        cache_creation_input_tokens: 5,
        cache_read_input_tokens: 100,
        output_tokens: 42,
      },
    },
    answer: {
      response: 'msg_1',
      calls: ['toolu_2'],
      tokens: { input: 115, cached: 100, output: 42 },
    },
  },
  responses: {
    path: '/v1/responses',
    body: {
      model: 'm',
      prompt_cache_key: 'thread-1',
      tools: [{ type: 'function', name: 'shell' }],
      tool_choice: 'auto',
      parallel_tool_calls: true,
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix it' }] },
        { type: 'function_call', call_id: 'call_1', name: 'shell', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: '' },
      ],
    },
    needsTools: {
      key: 'input',
      history: [{ type: 'tool_search_output', tools: [{ type: 'function', name: 'shell' }] }],
      choice: { tool_choice: 'none' },
    },
    textOnly: {
      tools: undefined,
      tool_choice: undefined,
      parallel_tool_calls: undefined,
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix it' }] },
        { type: 'function_call', call_id: 'call_1', name: 'shell', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: '' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: reminder }] },
      ],
    },
    calls: ['call_1'],
    prompts: ['Fix it'],
    stream: sse(
      { type: 'response.created', response: { id: 'resp_1', usage: null } },
      { type: 'response.output_text.delta', delta: 'words' },
      {
        type: 'response.output_item.done',
        item: { type: 'function_call', id: 'fc_1', call_id: 'call_2', name: 'shell' },
      },
      { type: 'response.output_item.done', item: { type: 'custom_tool_call', call_id: 'call_3' } },
      {
        type: 'response.completed',
        response: {
          id: 'resp_1',
          output: [],
          usage: {
            input_tokens: 115,
            input_tokens_details: { cached_tokens: 100 },
            output_tokens: 42,
          },
        },
      },
    ),
    whole: {
      id: 'resp_1',
      object: 'response',
      output: [
        { type: 'function_call', call_id: 'call_2' },
        { type: 'custom_tool_call', call_id: 'call_3' },
      ],
      usage: { input_tokens: 115, input_tokens_details: { cached_tokens: 100 }, output_tokens: 42 },
    },
    answer: {
      response: 'resp_1',
      calls: ['call_2', 'call_3'],
      tokens: { input: 115, cached: 100, output: 42 },
    },
  },
  chat: {
    path: '/v1/chat/completions',
    body: {
      model: 'm',
      tools: [{ type: 'function', function: { name: 'shell' } }],
      tool_choice: 'auto',
      parallel_tool_calls: true,
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: [{ type: 'text', text: 'Fix it' }] },
        { role: 'assistant', content: null, tool_calls: [{ id: 'call_1' }] },
        { role: 'tool', tool_call_id: 'call_1', content: '' },
      ],
    },
    needsTools: {
      key: 'messages',
      history: 'of a kind of its own',
      choice: { tool_choice: 'none' },
    },
    textOnly: {
      tools: undefined,
      tool_choice: undefined,
      parallel_tool_calls: undefined,
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: [{ type: 'text', text: 'Fix it' }] },
        { role: 'assistant', content: null, tool_calls: [{ id: 'call_1' }] },
        { role: 'tool', tool_call_id: 'call_1', content: '' },
        { role: 'user', content: reminder },
      ],
    },
    calls: ['call_1'],
    prompts: ['Fix it'],
    stream: `${sse(
      { id: 'chatcmpl-1', choices: [{ index: 0, delta: { content: 'words' } }] },
      {
        id: 'chatcmpl-1',
        choices: [
          {
            index: 0,
            delta: {
              tool_calls: [{ index: 0, id: 'call_2', function: { name: 'shell', arguments: '' } }],
            },
          },
        ],
      },
      {
        id: 'chatcmpl-1',
        choices: [
          { index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: '{}' } }] } },
        ],
      },
      {
        id: 'chatcmpl-1',
        choices: [],
        usage: {
          prompt_tokens: 115,
          prompt_tokens_details: { cached_tokens: 100 },
          completion_tokens: 42,
        },
      },
    )}data: [DONE]\n\n`,
    whole: {
      id: 'chatcmpl-1',
      choices: [
        { index: 0, message: { role: 'assistant', content: null, tool_calls: [{ id: 'call_2' }] } },
      ],
      usage: {
        prompt_tokens: 115,
        prompt_tokens_details: { cached_tokens: 100 },
        completion_tokens: 42,
      },
    },
    answer: {
      response: 'chatcmpl-1',
      calls: ['call_2'],
      tokens: { input: 115, cached: 100, output: 42 },
    },
  },
  gemini: {
    path: '/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse',
    body: {
      tools: [{ functionDeclarations: [{ name: 'shell' }] }],
      toolConfig: {
        functionCallingConfig: { mode: 'AUTO', allowedFunctionNames: ['shell'] },
        retrievalConfig: {},
      },
      contents: [
        { role: 'user', parts: [{ text: 'Fix it' }] },
        { role: 'model', parts: [{ functionCall: { id: 'shell-1', name: 'shell', args: {} } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'shell-1', name: 'shell', response: {} } }],
        },
      ],
    },
    needsTools: {
      key: 'contents',
      history: [{ role: 'model', parts: [{ executableCode: { code: '1' } }] }],
      choice: { toolConfig: { functionCallingConfig: { mode: 'NONE' }, retrievalConfig: {} } },
    },
    textOnly: {
      tools: undefined,
      toolConfig: undefined,
      contents: [
        { role: 'user', parts: [{ text: 'Fix it' }] },
        { role: 'model', parts: [{ functionCall: { id: 'shell-1', name: 'shell', args: {} } }] },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'shell-1', name: 'shell', response: {} } },
            { text: reminder },
          ],
        },
      ],
    },
    calls: ['shell-1'],
    prompts: ['Fix it'],
    stream: sse(
      {
        responseId: 'r-1',
        candidates: [{ content: { parts: [{ text: 'words' }] } }],
        usageMetadata: { promptTokenCount: 115, candidatesTokenCount: 2 },
      },
      {
        responseId: 'r-1',
        candidates: [
          { content: { parts: [{ functionCall: { id: 'shell-2', name: 'shell', args: {} } }] } },
        ],
        usageMetadata: {
          promptTokenCount: 115,
          cachedContentTokenCount: 100,
          candidatesTokenCount: 30,
          thoughtsTokenCount: 12,
        },
      },
    ),
    whole: {
      responseId: 'r-1',
      candidates: [
        { content: { parts: [{ functionCall: { id: 'shell-2', name: 'shell', args: {} } }] } },
      ],
      usageMetadata: {
        promptTokenCount: 115,
        cachedContentTokenCount: 100,
        candidatesTokenCount: 30,
        thoughtsTokenCount: 12,
      },
    },
    answer: {
      response: 'r-1',
      calls: ['shell-2'],
      tokens: { input: 115, cached: 100, output: 42 },
    },
  },
};
const apis = Object.entries(samples).map(([name, sample]) => ({
  api: modelApi('POST', sample.path.split('?')[0] ?? ''),
  name,
  ...sample,
}));

describe('the relay, for each API', () => {
  let upstream: Server | undefined;
  let relay: Relay | undefined;
  let sent: Buffer[] = [];
  let asked: RequestIdentity[] = [];
  let answers: ModelAnswer[] = [];
  let delivered: string[] = [];
  let port = 0;
  afterEach(close);
  async function close(): Promise<void> {
    await relay?.stop();
    relay = undefined;
    const server = upstream;
    upstream = undefined;
    server?.closeAllConnections();
    if (server !== undefined) {
      await new Promise((closed) => {
        server.close(closed);
      });
    }
  }

  /** `change`: undefined while no intervention is open. */
  async function post(
    sample: Sample,
    change: { textOnly: boolean; reminder?: string } | undefined,
    answer: Answer | ((body: Record<string, unknown>) => Answer),
  ): Promise<{ status: number; body: Buffer }> {
    [sent, asked, answers, delivered] = [[], [], [], []];
    upstream = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const body = Buffer.concat(chunks);
          sent.push(body);
          const said: unknown = JSON.parse(body.toString());
          const given = typeof answer === 'function' ? answer(isObject(said) ? said : {}) : answer;
          response
            .writeHead(
              given.status ?? 200,
              given.headers ?? { 'Content-Type': 'text/event-stream' },
            )
            .end(given.body);
        });
    });
    const server = upstream;
    await new Promise<void>((ready) => {
      server.listen(0, '127.0.0.1', ready);
    });
    const address = server.address();
    relay = new Relay({
      port: 0,
      secret: 'secret',
      log: () => undefined,
      host: {
        hasOpenInterventions: () => change !== undefined,
        change: () => change,
        delivered: (session) => delivered.push(session),
        answered: (_session, told) => answers.push(told),
        request: () => undefined,
        session: (_agent, identity) => {
          asked.push(identity);
          return identity.calls.length > 0 ? 'S' : undefined;
        },
      },
    });
    const started = await relay.start();
    assert.ok(started.ok);
    port = started.port;
    relay.serve(
      'any',
      `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    );
    return again(sample);
  }

  /** One more request to the relay that `post` opened. */
  function again(sample: Sample): Promise<{ status: number; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const out = request(
        {
          host: '127.0.0.1',
          port,
          path: `/secret/any${sample.path}`,
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          agent: false,
        },
        (got) => {
          const chunks: Buffer[] = [];
          got
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => resolve({ status: got.statusCode ?? 0, body: Buffer.concat(chunks) }))
            .on('error', reject);
        },
      );
      out.on('error', reject).end(JSON.stringify(sample.body, null, 1));
    });
  }

  for (const { name, api, ...sample } of apis) {
    it(`${name}: is text-only for a session that is to answer in words, found by its calls`, async () => {
      assert.equal(api, name);
      await post(sample, { textOnly: true, reminder }, { body: sample.stream });
      assert.deepEqual(
        JSON.parse(sent[0]?.toString() ?? ''),
        JSON.parse(JSON.stringify({ ...sample.body, ...sample.textOnly })),
      );
      assert.deepEqual(asked.at(-1)?.calls, sample.calls);
      assert.deepEqual(asked.at(-1)?.prompts, sample.prompts);
      assert.deepEqual(delivered, ['S']);
      await close();
      await post(sample, { textOnly: false, reminder }, { body: sample.stream });
      const { tool_choice: choice, toolConfig: config } = sample.body;
      const said: unknown = JSON.parse(sent[0]?.toString() ?? '');
      assert.ok(isObject(said));
      assert.deepEqual(
        [said['tool_choice'], said['toolConfig']],
        [choice, config],
        'a sentence alone leaves the tools on',
      );
    });

    it(`${name}: keeps the tools declared, with choice none, where the history needs them`, () => {
      const { key, history, choice } = sample.needsTools;
      const body = { ...sample.body, [key]: history };
      assert.deepEqual(changed(api ?? 'chat', body, { textOnly: true }), { ...body, ...choice });
    });

    it(`${name}: sends the tools again, with choice none, to a provider that wants them declared`, async () => {
      const { choice } = sample.needsTools;
      const refusal = { body: '{"error":{"message":"tools must be defined"}}', status: 400 };
      const declared = {
        ...sample.body,
        ...changed(api ?? 'chat', sample.body, { textOnly: false, reminder }),
        ...choice,
      };
      const got = await post(sample, { textOnly: true, reminder }, (body) =>
        'tools' in body ? { body: sample.stream } : refusal,
      );
      assert.deepEqual([got.status, got.body.toString()], [200, sample.stream]);
      assert.deepEqual([sent.length, delivered], [2, ['S']]);
      assert.deepEqual(JSON.parse(sent[1]?.toString() ?? ''), declared);
      assert.deepEqual(answers, [sample.answer], 'the refusal is no answer');
      await again(sample);
      assert.equal(sent.length, 3, 'and it is known from then on');
      assert.deepEqual(JSON.parse(sent[2]?.toString() ?? ''), declared);
      await close();
      const refused = await post(sample, { textOnly: true, reminder }, () => refusal);
      assert.deepEqual(
        [refused.status, refused.body.toString(), sent.length, answers, delivered],
        [400, refusal.body, 2, [], []],
        'what else is wrong is told once',
      );
      await again(sample);
      assert.equal(sent.length, 4, 'which says nothing about the tools');
    });

    it(`${name}: passes byte for byte otherwise, and tells calls and tokens`, async () => {
      const got = await post(sample, undefined, { body: sample.stream });
      assert.equal(sent[0]?.toString(), JSON.stringify(sample.body, null, 1));
      assert.equal(got.body.toString(), sample.stream);
      assert.deepEqual([answers, delivered], [[sample.answer], []]);
      await close();
      const packed = gzipSync(JSON.stringify(sample.whole));
      const whole = await post(sample, undefined, {
        body: packed,
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      });
      assert.deepEqual(whole.body, packed);
      while (answers.length === 0) {
        await new Promise((later) => {
          setTimeout(later, 5);
        });
      }
      assert.deepEqual(answers, [sample.answer]);
    });

    it(`${name}: says nothing of an answer that failed`, async () => {
      const got = await post(
        sample,
        { textOnly: true, reminder },
        { body: '{"error":{}}', status: 529, headers: { 'Content-Type': 'application/json' } },
      );
      assert.deepEqual(
        [got.status, got.body.toString(), answers, delivered],
        [529, '{"error":{}}', [], []],
      );
    });

    it(`${name}: leaves a request without tools alone`, () => {
      assert.equal(
        changed(api ?? 'chat', { ...sample.body, tools: [] }, { textOnly: true }),
        undefined,
      );
      assert.equal(changed(api ?? 'chat', {}, { textOnly: true, reminder }), undefined);
    });

    it(`${name}: reads an answer that comes in pieces of any size`, () => {
      for (const size of [1, 7, 100]) {
        const reader = new AnswerReader(api ?? 'chat', true);
        const bytes = Buffer.from(sample.stream);
        for (let i = 0; i < bytes.length; i += size) {
          reader.feed(bytes.subarray(i, i + size));
        }
        assert.deepEqual(reader.end(), sample.answer);
      }
      const broken = new AnswerReader(api ?? 'chat', true);
      broken.feed(
        Buffer.from(
          `data: {"usage": broken\n\ndata: null\n\ndata: [1]\n\n${sample.stream.replaceAll(/\d+/g, '-7')}`,
        ),
      );
      assert.doesNotThrow(() => broken.end());
    });
  }

  it('finds a session by the id that the request names', () => {
    assert.deepEqual(identityOfBody('messages', samples.messages.body).ids, [
      '06699686-b0ed-46c5-9a62-a9c50d61fc76',
    ]);
    assert.deepEqual(
      identityOfBody('messages', {
        metadata: {
          user_id: '{"device_id":"d","session_id":"06699686-b0ed-46c5-9a62-a9c50d61fc76"}',
        },
      }).ids,
      ['06699686-b0ed-46c5-9a62-a9c50d61fc76'],
    );
    assert.deepEqual(identityOfBody('responses', samples.responses.body).ids, ['thread-1']);
    assert.deepEqual(
      identityOfBody('chat', {
        prompt_cache_key: 'a b',
        metadata: { sessionId: 's-1' },
        messages: 'x',
      }),
      { ids: ['s-1'], calls: [], prompts: [] },
    );
  });

  it('reads Gemini requests and answers in the envelope of Code Assist', () => {
    const { body, textOnly, calls } = samples.gemini;
    const envelope = { model: 'm', project: 'p', request: { ...body, session_id: 's-2' } };
    assert.deepEqual(
      JSON.stringify(changed('gemini', envelope, { textOnly: true, reminder })),
      JSON.stringify({
        model: 'm',
        project: 'p',
        request: { contents: textOnly['contents'], session_id: 's-2' },
      }),
    );
    assert.deepEqual(identityOfBody('gemini', envelope), {
      ids: ['s-2'],
      calls,
      prompts: ['Fix it'],
    });
    const reader = new AnswerReader('gemini', true);
    reader.feed(Buffer.from(sse({ response: samples.gemini.whole })));
    assert.deepEqual(reader.end(), samples.gemini.answer);
  });

  it('leaves all other requests unchanged', () => {
    for (const [method, path] of [
      ['GET', '/v1/responses'],
      ['POST', '/v1/responses/resp_1/cancel'],
      ['POST', '/v1/messages/count_tokens'],
      ['POST', '/v1/models/x:countTokens'],
      ['POST', '/v1/embeddings'],
    ] as const) {
      assert.equal(modelApi(method, path), undefined, path);
    }
  });

  it('changes an 88 KB request in a few milliseconds', () => {
    const body = { ...samples.responses.body, instructions: 'x'.repeat(88_000) };
    const raw = Buffer.from(JSON.stringify(body));
    const times = Array.from({ length: 60 }, () => {
      const from = performance.now();
      const read: unknown = JSON.parse(raw.toString('utf8'));
      assert.ok(isObject(read));
      identityOfBody('responses', read);
      const sent = Buffer.from(
        JSON.stringify(changed('responses', read, { textOnly: true, reminder })),
      );
      const took = performance.now() - from;
      assert.ok(!sent.includes('"tools"'));
      assert.ok(sent.includes(reminder));
      return took;
    });
    console.log(`      88 KB: ${(times.sort((a, b) => a - b)[30] ?? NaN).toFixed(2)} ms (median)`);
  });
});
