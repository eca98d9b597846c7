/** The scripted model behind OpenAI's Responses API, as Codex asks for it. An agent with a shell and no tools for files gets commands. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from '../../../src/core/json.js';
import { parseBody, textOf, type Fields } from '../harness/body.js';
import type { MessagesRequest } from '../harness/messages.js';
import type { ModelApi, ModelRequest } from '../harness/model.js';
import type { Block } from '../harness/scripts.js';
import { fitted, offeredTool, type OfferedTool } from './fitted.js';

export const responsesApi: ModelApi = { path: '/responses', parse, session, answer };

function parse(text: string): MessagesRequest | undefined {
  const raw = parseBody(text);
  if (raw === undefined || !Array.isArray(raw['input'])) {
    return undefined;
  }
  const items = raw['input'].filter(isObject);
  const said = ({ role, type }: Fields): boolean =>
    role === 'assistant' || type === 'function_call' || type === 'reasoning';
  // the agent already adds a call's result while the next call of the same response arrives
  const last = responseOf(items.findLast(said));
  const firstWords =
    last === undefined
      ? items.findLastIndex(said)
      : items.findIndex((item) => said(item) && responseOf(item) === last);
  return {
    model: typeof raw['model'] === 'string' ? raw['model'] : '',
    stream: raw['stream'] === true,
    tools: offered(raw['tools']).map(({ name }) => name),
    toolChoice: typeof raw['tool_choice'] === 'string' ? raw['tool_choice'] : undefined,
    system: typeof raw['instructions'] === 'string' ? raw['instructions'] : '',
    userTexts: items.filter(({ role }) => role === 'user').map(({ content }) => textOf(content)),
    newest: items
      .slice(firstWords + 1)
      .filter((item) => !said(item))
      .map(({ content, output }) => textOf(content ?? output))
      .join('\n'),
    hasToolCalls: items.some(({ type }) => type === 'function_call'),
    raw,
  };
}

function session(
  { headers }: { headers: Readonly<Record<string, string | string[] | undefined>> },
  body: MessagesRequest,
): string | undefined {
  const named = headers['session_id'] ?? headers['session-id'] ?? body.raw['prompt_cache_key'];
  return typeof named === 'string' ? named : undefined;
}

async function answer(
  response: Parameters<ModelApi['answer']>[0],
  request: ModelRequest,
  sequence: number,
  delayMs: number,
): Promise<void> {
  const number = String(sequence).padStart(4, '0');
  const tools = offered(request.body.raw['tools']);
  const items = request.answer
    .map((block) => fitted(byShell(block, tools), tools))
    .map((block, i) =>
      block.type === 'text'
        ? {
            type: 'message',
            id: `msg_script_${number}_${i}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: block.text, annotations: [] }],
          }
        : {
            type: 'function_call',
            id: `fc_script_${number}_${i}`,
            call_id: `call_script_${number}_${i}`,
            name: block.name,
            arguments: JSON.stringify(block.input),
            status: 'completed',
          },
    );
  const usage = {
    input_tokens: 1000 + sequence,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 1020 + sequence,
  };
  const whole = {
    id: `resp_script_${number}`,
    object: 'response',
    created_at: 1,
    model: request.body.model,
    status: 'completed',
    output: items,
    usage,
  };
  if (!request.body.stream) {
    await sleep(delayMs);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(whole));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (type: string, more: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  };
  send('response.created', {
    response: { ...whole, status: 'in_progress', output: [], usage: null },
  });
  for (const [index, item] of items.entries()) {
    await sleep(delayMs);
    send('response.output_item.added', {
      output_index: index,
      item: { ...item, status: 'in_progress' },
    });
    for (const { text } of item.content ?? []) {
      send('response.output_text.delta', {
        item_id: item.id,
        output_index: index,
        content_index: 0,
        delta: text,
      });
    }
    send('response.output_item.done', { output_index: index, item });
  }
  await sleep(delayMs);
  if (request.refused) {
    const filtered = { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
    send('response.incomplete', { response: { ...whole, ...filtered } });
  } else {
    send('response.completed', { response: whole });
  }
  response.end();
}

/** The command that does what a file tool would, for agents that have only a shell. */
function byShell(block: Block, tools: readonly OfferedTool[]): Block {
  const shell = tools.find(({ name }) => name === 'exec_command');
  if (shell === undefined || block.type === 'text' || block.name === 'Bash') {
    return block;
  }
  const { file_path: file, content, old_string: before, new_string: after } = block.input;
  const lines = (mark: string, text: unknown): string =>
    String(text)
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => mark + line)
      .join('\n');
  const patch = (hunk: string): Block => ({
    ...block,
    name: 'Bash',
    input: { command: `apply_patch <<'EOF'\n*** Begin Patch\n${hunk}\n*** End Patch\nEOF` },
  });
  switch (block.name) {
    case 'Read':
      return { ...block, name: 'Bash', input: { command: `cat ${String(file)}` } };
    case 'Write':
      return patch(`*** Add File: ${String(file)}\n${lines('+', content)}`);
    case 'Edit':
      return patch(
        `*** Update File: ${String(file)}\n@@\n${lines('-', before)}\n${lines('+', after)}`,
      );
    default:
      return block;
  }
}

/** The number of our response that a call came with. */
function responseOf(item: Fields | undefined): string | undefined {
  return typeof item?.['call_id'] === 'string'
    ? /^call_script_(\d+)_/.exec(item['call_id'])?.[1]
    : undefined;
}

/** Including the tools inside a namespace. */
function offered(tools: unknown): OfferedTool[] {
  if (!Array.isArray(tools)) {
    return [];
  }
  return tools.filter(isObject).flatMap(({ name, parameters, tools: inside }) => {
    if (Array.isArray(inside)) {
      return offered(inside);
    }
    return typeof name === 'string' ? [offeredTool(name, parameters)] : [];
  });
}
