/** The scripted model behind the Gemini API, as Gemini CLI asks for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessagesRequest } from '../harness/messages.js';
import type { ModelApi, ModelRequest } from '../harness/model.js';
import { fitted, offeredTool, type OfferedTool } from './fitted.js';

type Fields = Record<string, unknown>;

/** The request's path tells whether the answer is to be streamed; its conversations name no session. */
export const geminiApi: ModelApi = {
  path: [':streamGenerateContent', ':generateContent'],
  parse,
  session: () => undefined,
  answer,
};

function parse(text: string): MessagesRequest | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(raw)) {
    return undefined;
  }
  const contents = records(raw['contents']);
  const lastWords = contents.findLastIndex(({ role }) => role === 'model');
  const calling = isRecord(raw['toolConfig'])
    ? raw['toolConfig']['functionCallingConfig']
    : undefined;
  return {
    model: '',
    stream: true,
    tools: offered(raw).map(({ name }) => name),
    toolChoice:
      isRecord(calling) && typeof calling['mode'] === 'string'
        ? calling['mode'].toLowerCase()
        : undefined,
    system: isRecord(raw['systemInstruction']) ? words(raw['systemInstruction']) : '',
    userTexts: contents.filter(({ role }) => role === 'user').map(words),
    newest: contents
      .slice(lastWords + 1)
      .map(everyWord)
      .join('\n'),
    hasToolCalls: contents.some(({ parts }) =>
      records(parts).some(({ functionCall }) => functionCall !== undefined),
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
        ...(last ? { finishReason: 'STOP' } : {}),
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
  for (const [i, each] of parts.entries()) {
    await sleep(delayMs);
    response.write(`data: ${JSON.stringify(part([each], i === parts.length - 1))}\r\n\r\n`);
  }
  response.end();
}

function offered(raw: Fields): OfferedTool[] {
  return records(raw['tools'])
    .flatMap(({ functionDeclarations }) => records(functionDeclarations))
    .flatMap(({ name, parametersJsonSchema, parameters }) =>
      typeof name === 'string' ? [offeredTool(name, parametersJsonSchema ?? parameters)] : [],
    );
}

function words({ parts }: Fields): string {
  return records(parts)
    .flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
    .join('\n');
}

/** The same, with what tools answered. */
function everyWord({ parts }: Fields): string {
  return records(parts)
    .flatMap(({ text, functionResponse }) =>
      typeof text === 'string'
        ? [text]
        : functionResponse === undefined
          ? []
          : [JSON.stringify(functionResponse)],
    )
    .join('\n');
}

function records(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
