/** The scripted model behind OpenAI's Chat Completions, as opencode, Kimi Code and Qwen Code ask for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from '../../../src/core/json.js';
import { parseBody, textOf, type Fields } from '../harness/body.js';
import type { MessagesRequest } from '../harness/messages.js';
import type { ModelApi, ModelRequest } from '../harness/model.js';
import { fitted, offeredTool, type OfferedTool } from './fitted.js';

export const chatApi: ModelApi = { path: '/chat/completions', parse, session, answer };

function parse(text: string): MessagesRequest | undefined {
  const raw = parseBody(text);
  if (raw === undefined || !Array.isArray(raw['messages'])) {
    return undefined;
  }
  const messages = raw['messages'].filter(isObject);
  const lastWords = messages.findLastIndex(({ role }) => role === 'assistant');
  return {
    model: typeof raw['model'] === 'string' ? raw['model'] : '',
    stream: raw['stream'] === true,
    // one that has to be called is no step of a turn, but a title, say
    tools: isObject(raw['tool_choice']) ? [] : offered(raw).map(({ name }) => name),
    toolChoice: typeof raw['tool_choice'] === 'string' ? raw['tool_choice'] : undefined,
    system: messages
      .filter(({ role }) => role === 'system')
      .map(({ content }) => textOf(content))
      .join('\n'),
    userTexts: messages.filter(({ role }) => role === 'user').map(({ content }) => textOf(content)),
    newest: messages
      .slice(lastWords + 1)
      .map(({ content }) => textOf(content))
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
  const finish = request.refused ? 'content_filter' : calls.length > 0 ? 'tool_calls' : 'stop';
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
  return raw['tools'].filter(isObject).flatMap((tool) => {
    const told = isObject(tool['function']) ? tool['function'] : tool;
    return typeof told['name'] === 'string' ? [offeredTool(told['name'], told['parameters'])] : [];
  });
}
