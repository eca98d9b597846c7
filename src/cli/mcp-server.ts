/**
 * A server of the Model Context Protocol with one tool, over lines of JSON-RPC: what the protocol asks of so small a server is less than its
 * official library, which would be larger than the whole program.
 */
import { isObject, parseJson } from '../core/json.js';

/** What a client may ask for by name; it is answered with the same or with the newest. */
const versions = ['2025-06-18', '2025-03-26', '2024-11-05'] as const;
/** Characters of a message: a call without arguments is short. */
const LONGEST = 64 * 1024;

const [UNREADABLE, NO_METHOD, BAD_PARAMS] = [-32_700, -32_601, -32_602];

interface OnlyTool {
  name: string;
  title: string;
  description: string;
  /** @param client the name of the program that asks, as it told it. Never rejects. */
  call(client: string): Promise<string>;
}

interface ServerOptions {
  version: string;
  tool: OnlyTool;
  send: (message: object) => void;
}

type Id = string | number;

export class McpServer {
  private client = '';

  constructor(private readonly options: ServerOptions) {}

  /** One line of the client's. Never rejects. */
  async receive(line: string): Promise<void> {
    const message = line.length > LONGEST ? undefined : parseJson(line);
    // an array of messages is of one earlier version
    const all: unknown[] = Array.isArray(message) ? message : [message];
    await Promise.all(all.map((each) => this.take(each)));
  }

  private async take(message: unknown): Promise<void> {
    if (!isObject(message) || typeof message['method'] !== 'string') {
      // an answer, which nobody asked for, needs none
      if (!isObject(message)) {
        this.options.send(failure(null, UNREADABLE, 'not a message of JSON-RPC'));
      }
      return;
    }
    const { id, method, params } = message;
    if (typeof id !== 'string' && typeof id !== 'number') {
      return; // a notification
    }
    this.options.send(await this.answer(id, method, isObject(params) ? params : {}));
  }

  private async answer(
    id: Id,
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<object> {
    const { tool } = this.options;
    switch (method) {
      case 'initialize':
        return success(id, this.initialize(params));
      case 'ping':
        return success(id, {});
      case 'tools/list':
        return success(id, {
          tools: [
            {
              name: tool.name,
              title: tool.title,
              description: tool.description,
              inputSchema: { type: 'object', properties: {}, additionalProperties: false },
              annotations: { readOnlyHint: true, openWorldHint: false },
            },
          ],
        });
      case 'tools/call':
        return params['name'] === tool.name
          ? success(id, { content: [{ type: 'text', text: await tool.call(this.client) }] })
          : failure(id, BAD_PARAMS, 'no such tool');
      default:
        return failure(id, NO_METHOD, 'no such method');
    }
  }

  private initialize({ protocolVersion, clientInfo }: Readonly<Record<string, unknown>>): object {
    const name = isObject(clientInfo) ? clientInfo['name'] : undefined;
    this.client = typeof name === 'string' ? name : '';
    return {
      protocolVersion: versions.find((known) => known === protocolVersion) ?? versions[0],
      capabilities: { tools: {} },
      serverInfo: { name: 'turnwatch', version: this.options.version },
    };
  }
}

function success(id: Id, result: object): object {
  return { jsonrpc: '2.0', id, result };
}

function failure(id: Id | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
