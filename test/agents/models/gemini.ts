/** The scripted model behind the Gemini API, as Gemini CLI asks for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from '../../../src/core/json.js';
import { objectsIn, parseBody, textOf, type Fields } from '../harness/body.js';
import type { MessagesRequest } from '../harness/messages.js';
import type { ModelApi, ModelRequest } from '../harness/model.js';
import { fitted, offeredTool, type OfferedTool } from './fitted.js';

/** The request's path tells whether the answer is to be streamed; its conversations name no session. */
export const geminiApi: ModelApi = {
  path: [':streamGenerateContent', ':generateContent'],
  parse,
  session: () => undefined,
  answer,
};

function parse(text: string): MessagesRequest | undefined {
  const raw = parseBody(text);
  if (raw === undefined) {
    return undefined;
  }
  const contents = objectsIn(raw['contents']);
  const lastWords = contents.findLastIndex(({ role }) => role === 'model');
  const calling = isObject(raw['toolConfig'])
    ? raw['toolConfig']['functionCallingConfig']
    : undefined;
  return {
    model: '',
    stream: true,
    tools: offered(raw).map(({ name }) => name),
    toolChoice:
      isObject(calling) && typeof calling['mode'] === 'string'
        ? calling['mode'].toLowerCase()
        : undefined,
    system: isObject(raw['systemInstruction']) ? textOf(raw['systemInstruction']['parts']) : '',
    userTexts: contents.filter(({ role }) => role === 'user').map(({ parts }) => textOf(parts)),
    newest: contents
      .slice(lastWords + 1)
      .map(everyWord)
      .join('\n'),
    hasToolCalls: contents.some(({ parts }) =>
      objectsIn(parts).some(({ functionCall }) => functionCall !== undefined),
    ),
    raw,
  };
}

async function answer(
  response: Parameters<ModelApi['answer']>[0],
  request: ModelRequest,
  sequence: number,
  delayMs: number,
): Promise<void> {
  const tools = offered(request.body.raw);
  const parts = request.answer
    .map((block) => fitted(block, tools))
    .map((block) =>
      block.type === 'text'
        ? { text: block.text }
        : { functionCall: { name: block.name, args: block.input } },
    );
  const common = {
    usageMetadata: {
      promptTokenCount: 1000 + sequence,
      candidatesTokenCount: 20,
      totalTokenCount: 1020 + sequence,
    },
    modelVersion: 'scripted',
    responseId: `response-script-${String(sequence).padStart(4, '0')}`,
  };
  const part = (some: object[], last: boolean): object => ({
    ...common,
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts: some },
        ...(last ? { finishReason: request.refused ? 'SAFETY' : 'STOP' } : {}),
      },
    ],
  });
  if (!response.req.url?.includes(':streamGenerateContent')) {
    await sleep(delayMs);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(part(parts, true)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  if (request.refused) {
    response.write(`data: ${JSON.stringify(part([], true))}\r\n\r\n`);
  }
  for (const [i, each] of parts.entries()) {
    await sleep(delayMs);
    response.write(`data: ${JSON.stringify(part([each], i === parts.length - 1))}\r\n\r\n`);
  }
  response.end();
}

function offered(raw: Fields): OfferedTool[] {
  return objectsIn(raw['tools'])
    .flatMap(({ functionDeclarations }) => objectsIn(functionDeclarations))
    .flatMap(({ name, parametersJsonSchema, parameters }) =>
      typeof name === 'string' ? [offeredTool(name, parametersJsonSchema ?? parameters)] : [],
    );
}

/** The text of the parts, including tool results. */
function everyWord({ parts }: Fields): string {
  return objectsIn(parts)
    .flatMap(({ text, functionResponse }) =>
      typeof text === 'string'
        ? [text]
        : functionResponse === undefined
          ? []
          : [JSON.stringify(functionResponse)],
    )
    .join('\n');
}
