/** A scripted model of the Chat Completions API for VS Code's own agent: it reads one file after the other until it is asked no more. */
import { createServer, type IncomingMessage } from 'node:http';
import { isObject } from '../../../src/core/json.js';

export interface ChatModel {
  url: string;
  /** Requests of the agent, which offer tools; others want titles. */
  readonly asked: number;
  close(): Promise<void>;
}

/** `input`: of the n-th call. */
export async function startChatModel(
  tool: string,
  input: (call: number) => Record<string, unknown>,
): Promise<ChatModel> {
  let asked = 0;
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const isAgent = Array.isArray(body['tools']) && body['tools'].length > 5;
      asked += isAgent ? 1 : 0;
      const id = `chatcmpl-${asked}`;
      const delta = isAgent
        ? {
            tool_calls: [
              {
                index: 0,
                id: `call_${asked}`,
                type: 'function',
                function: { name: tool, arguments: JSON.stringify(input(asked)) },
              },
            ],
          }
        : { content: 'A title' };
      const chunk = { id, object: 'chat.completion.chunk', created: 1, model: 'scripted-1' };
      const send = (choice: object): unknown =>
        response.write(
          `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`,
        );
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      send({ delta: { role: 'assistant', content: '' } });
      send({ delta });
      send({ delta: {}, finish_reason: isAgent ? 'tool_calls' : 'stop' });
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1/chat/completions`,
    get asked() {
      return asked;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += String(part);
  }
  const body: unknown = JSON.parse(text);
  return isObject(body) ? body : {};
}
