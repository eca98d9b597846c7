/** The protocol of `turnwatch mcp`, message by message. */
import assert from 'node:assert/strict';
import { McpServer } from '../../../src/cli/mcp-server.js';

const initialize = (protocolVersion: string): object => ({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'claude-code', version: '2' } },
});

describe('the MCP server', () => {
  let sent: unknown[] = [];
  let clients: string[] = [];
  let server: McpServer;
  beforeEach(() => {
    sent = [];
    clients = [];
    server = new McpServer({
      version: '1.2.3',
      tool: {
        name: 'turn_status',
        title: 'Turn status',
        description: 'How the turn stands.',
        call: (client) => {
          clients.push(client);
          return Promise.resolve('{"state":"stalled"}');
        },
      },
      send: (message) => sent.push(message),
    });
  });
  const ask = async (message: unknown): Promise<unknown> => {
    await server.receive(JSON.stringify(message));
    return sent.pop();
  };
  const request = (id: number | string, method: string, params?: object): object => ({
    jsonrpc: '2.0',
    id,
    method,
    ...(params && { params }),
  });

  it('says who it is, in the version of the client or in its newest', async () => {
    const told = {
      capabilities: { tools: {} },
      serverInfo: { name: 'turnwatch', version: '1.2.3' },
    };
    for (const [asked, answered] of [
      ['2024-11-05', '2024-11-05'],
      ['2025-06-18', '2025-06-18'],
      ['2099-01-01', '2025-06-18'],
    ] as const) {
      assert.deepEqual(await ask(initialize(asked)), {
        jsonrpc: '2.0',
        id: 0,
        result: { protocolVersion: answered, ...told },
      });
    }
  });

  it('lists its one tool, which takes nothing and changes nothing', async () => {
    assert.deepEqual(await ask(request('a', 'tools/list')), {
      jsonrpc: '2.0',
      id: 'a',
      result: {
        tools: [
          {
            name: 'turn_status',
            title: 'Turn status',
            description: 'How the turn stands.',
            inputSchema: { type: 'object', properties: {}, additionalProperties: false },
            annotations: { readOnlyHint: true, openWorldHint: false },
          },
        ],
      },
    });
  });

  it('answers a call for the client that said who it is', async () => {
    await ask(initialize('2025-06-18'));
    const called = await ask(request(7, 'tools/call', { name: 'turn_status', arguments: {} }));
    assert.deepEqual(called, {
      jsonrpc: '2.0',
      id: 7,
      result: { content: [{ type: 'text', text: '{"state":"stalled"}' }] },
    });
    assert.deepEqual(clients, ['claude-code']);
  });

  it('answers what it does not know with an error, and a notification or an answer with nothing', async () => {
    const code = async (message: unknown): Promise<unknown> => {
      const answer = await ask(message);
      return answer === undefined ? undefined : JSON.parse(JSON.stringify(answer)).error?.code;
    };
    assert.deepEqual(await ask(request(1, 'ping')), { jsonrpc: '2.0', id: 1, result: {} });
    assert.equal(await code(request(1, 'resources/list')), -32_601);
    assert.equal(await code(request(1, 'tools/call', { name: 'rm' })), -32_602);
    assert.equal(await code({ jsonrpc: '2.0', method: 'notifications/initialized' }), undefined);
    assert.equal(await code({ jsonrpc: '2.0', id: 4, result: {} }), undefined);
    assert.equal(await code('no message'), -32_700);
    await server.receive('{"broken');
    await server.receive(`"${'x'.repeat(70_000)}"`);
    assert.equal(sent.length, 2);
    assert.deepEqual(clients, []);
  });

  it('answers each message of a batch', async () => {
    await server.receive(JSON.stringify([request(1, 'ping'), request(2, 'ping')]));
    assert.equal(sent.length, 2);
  });
});
