/** A scripted model behind the OpenAI Responses API, on loopback: runs `:` for ever, until its tools are off. */
import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface ResponsesModel {
  url: string;
  requests: readonly { headers: IncomingHttpHeaders; body: Record<string, unknown> }[];
  close(): Promise<void>;
}

export const lastWords = 'FINAL: I stop here and answer in words.';
/** Responses with a call before it ends by itself. */
const LONGEST = 14;

export async function startResponsesModel(): Promise<ResponsesModel> {
  const requests: { headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
      if (request.method !== 'POST' || !/\/responses$/.test(request.url ?? '')) {
        response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"error":{"message":"no such path"}}');
        return;
      }
      const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const body: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
      requests.push({ headers: request.headers, body });
      const tools = names(body.tools);
      const number = String(requests.length).padStart(3, '0');
      const acts = tools.length > 0 && body.tool_choice !== 'none' && requests.length <= LONGEST;
      const [name, input] = tools.includes('exec_command') ? ['exec_command', { cmd: ':' }] : tools.includes('shell_command') ? ['shell_command', { command: ':' }] : ['shell', { command: ['bash', '-lc', ':'] }];
      const item = acts
        ? { type: 'function_call', id: `fc_${number}`, call_id: `call_script_${number}`, name, arguments: JSON.stringify(input), status: 'completed' }
        : { type: 'message', id: `msg_${number}`, role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: lastWords, annotations: [] }] };
      const usage = { input_tokens: 1000, input_tokens_details: { cached_tokens: 600 }, output_tokens: 20, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 1020 };
      const whole = { id: `resp_script_${number}`, object: 'response', created_at: 1, model: body.model, status: 'completed', output: [item], usage };
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const send = (type: string, more: object): void => { response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`); };
      send('response.created', { response: { ...whole, status: 'in_progress', output: [], usage: null } });
      send('response.output_item.added', { output_index: 0, item });
      send('response.output_item.done', { output_index: 0, item });
      send('response.completed', { response: whole });
      response.end();
    });
  });
  await new Promise<void>((ready) => { server.listen(0, '127.0.0.1', ready); });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`, requests,
    close: () => new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    }),
  };
}

/** Names of tools, also of those in a namespace. */
function names(tools: unknown): string[] {
  if (!Array.isArray(tools)) { return []; }
  return tools.flatMap((tool: unknown) => {
    if (typeof tool !== 'object' || tool === null) { return []; }
    return 'tools' in tool ? names(tool.tools) : 'name' in tool && typeof tool.name === 'string' ? [tool.name] : [];
  });
}
