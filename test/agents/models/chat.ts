/** The scripted model behind OpenAI's Chat Completions, as opencode, Kimi Code and Qwen Code ask for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessagesRequest } from '../harness/messages.js';
import type { ModelApi, ModelRequest } from '../harness/model.js';
import { fitted, offeredTool, type OfferedTool } from './fitted.js';

type Fields = Record<string, unknown>;

export const chatApi: ModelApi = { path: '/chat/completions', parse, session, answer };

function parse(text: string): MessagesRequest | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(raw) || !Array.isArray(raw['messages'])) {
    return undefined;
  }
  const messages = raw['messages'].filter(isRecord);
  const lastWords = messages.findLastIndex(({ role }) => role === 'assistant');
  return {
    model: typeof raw['model'] === 'string' ? raw['model'] : '',
    stream: raw['stream'] === true,
    tools: offered(raw).map(({ name }) => name),
    toolChoice: typeof raw['tool_choice'] === 'string' ? raw['tool_choice'] : undefined,
    system: messages
      .filter(({ role }) => role === 'system')
      .map(({ content }) => words(content))
      .join('\n'),
    userTexts: messages.filter(({ role }) => role === 'user').map(({ content }) => words(content)),
    newest: messages
      .slice(lastWords + 1)
      .map(({ content }) => words(content))
      .join('\n'),
    hasToolCalls: messages.some(
      (message) => Array.isArray(message['tool_calls']) && message['tool_calls'].length > 0,
    ),
    raw,
  };
}

/** One conversation is one session, unless the request names its own. */
function session(
  request: { headers: Readonly<Record<string, string | string[] | undefined>> },
  body: MessagesRequest,
): string | undefined {
  const named = ['x-session-id', 'x-opencode-session', 'x-session-affinity']
    .map((name) => request.headers[name])
    .find((value) => typeof value === 'string');
  const key = body.raw['prompt_cache_key'];
  return typeof named === 'string' ? named : typeof key === 'string' ? key : undefined;
}

async function answer(
  response: Parameters<ModelApi['answer']>[0],
  request: ModelRequest,
  sequence: number,
  delayMs: number,
): Promise<void> {
  const number = String(sequence).padStart(4, '0');
  const tools = offered(request.body.raw);
  const blocks = request.answer.map((block) => fitted(block, tools));
  const content = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const calls = blocks
    .filter((block) => block.type === 'tool_use')
    .map((block, index) => ({
      index,
      id: `call_script_${number}_${index}`,
      type: 'function',
      function: { name: block.name, arguments: JSON.stringify(block.input) },
    }));
  const finish = calls.length > 0 ? 'tool_calls' : 'stop';
  const usage = {
    prompt_tokens: 1000 + sequence,
    completion_tokens: 20,
    total_tokens: 1020 + sequence,
  };
  const common = { id: `chatcmpl-script-${number}`, created: 1, model: request.body.model };
  await sleep(delayMs);
  if (!request.body.stream) {
    const message = {
      role: 'assistant',
      content,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        ...common,
        object: 'chat.completion',
        choices: [{ index: 0, finish_reason: finish, message }],
        usage,
      }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (choices: object[], more = {}): void => {
    response.write(
      `data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices, ...more })}\n\n`,
    );
  };
  send([{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }]);
  for (const call of calls) {
    await sleep(delayMs);
    send([{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }]);
  }
  await sleep(delayMs);
  send([{ index: 0, delta: {}, finish_reason: finish }], { usage });
  send([], { usage });
  response.end('data: [DONE]\n\n');
}

function offered(raw: Fields): OfferedTool[] {
  if (!Array.isArray(raw['tools'])) {
    return [];
  }
  return raw['tools'].filter(isRecord).flatMap((tool) => {
    const told = isRecord(tool['function']) ? tool['function'] : tool;
    return typeof told['name'] === 'string' ? [offeredTool(told['name'], told['parameters'])] : [];
  });
}

/** The text of a content that may be a bare string. */
function words(content: unknown): string {
  if (typeof content === 'string') {
    return content;
  }
  return Array.isArray(content)
    ? content
        .filter(isRecord)
        .flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
        .join('\n')
    : '';
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
