import assert from 'node:assert/strict';
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { isObject } from '../../../src/core/json.js';
import { Relay, type RelayLimits } from '../../../src/relay/relay.js';
import { identityOfHeaders } from '../../../src/relay/request-identity.js';
import { lacks } from '../../contains.js';
import { until } from '../support/until.js';

const session = '06699686-b0ed-46c5-9a62-a9c50d61fc76';
const key = 'sk-ant-very-secret';
const secret = '0123456789abcdef0123456789abcdef';
const agentHeaders = {
  'Content-Type': 'application/json',
  'x-api-key': key,
  Authorization: `Bearer ${key}`,
  'X-Claude-Code-Session-Id': session,
  'anthropic-version': '2023-06-01',
};

interface Seen {
  url: string;
  method: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
type Responder = (seen: Seen, response: ServerResponse, request: IncomingMessage) => void;

describe('the relay', () => {
  let upstream: Server;
  let upstreamPort = 0;
  let seen: Seen[] = [];
  let respond: Responder = (_seen, response) => response.end('ok');
  let relay: Relay | undefined;
  let port = 0;
  let delivered: string[] = [];
  let logged: string[] = [];
  let requests: string[] = [];

  beforeEach(async () => {
    seen = [];
    delivered = [];
    logged = [];
    requests = [];
    respond = (_seen, response) => response.end('ok');
    upstream = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const entry = {
          url: incoming.url ?? '',
          method: incoming.method ?? '',
          headers: incoming.headers,
          body: Buffer.concat(chunks),
        };
        seen.push(entry);
        respond(entry, response, incoming);
      });
    });
    await new Promise<void>((resolve) => {
      upstream.listen(0, '127.0.0.1', resolve);
    });
    upstreamPort = portOf(upstream);
  });
  afterEach(async () => {
    await relay?.stop();
    relay = undefined;
    upstream.closeAllConnections();
    await new Promise((resolve) => upstream.close(resolve));
  });

  function portOf(server: Server): number {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }
  /** `textOnly`: the reminder, or true without one, for a session that is to answer in words. */
  function make(
    textOnly: (session: string) => string | true | undefined,
    options: { port?: number; limits?: Partial<RelayLimits> } = {},
  ): Relay {
    return new Relay({
      port: 0,
      secret,
      log: (text) => logged.push(text),
      ...options,
      host: {
        hasOpenInterventions: () => true,
        session: (_agent, { ids }) => ids[0],
        delivered: (id) => delivered.push(id),
        answered: () => undefined,
        request: (id, news) =>
          requests.push(
            typeof news === 'string' ? `${news} ${id}` : `${news.for} ${news.until ?? '?'} ${id}`,
          ),
        change: (id) => {
          const wanted = textOnly(id);
          return wanted === undefined
            ? undefined
            : { textOnly: true, ...(wanted === true ? {} : { reminder: wanted }) };
        },
      },
    });
  }
  async function start(
    textOnly: (session: string) => string | true | undefined = () => undefined,
    { path = '', ...options }: { path?: string; limits?: Partial<RelayLimits> } = {},
  ): Promise<void> {
    relay = make(textOnly, options);
    const started = await relay.start();
    assert.ok(started.ok, JSON.stringify(started));
    assert.equal(relay.serve('claude-code', `http://127.0.0.1:${upstreamPort}${path}`), undefined);
    port = started.port;
  }
  function send(
    path: string,
    body?: Buffer | string,
    headers: Record<string, string> = agentHeaders,
    method = 'POST',
    to = port,
    onText?: (soFar: string) => void,
  ): Promise<Got> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: to,
          path: path.startsWith('/') && to === port ? `/${secret}/claude-code${path}` : path,
          method,
          headers,
          agent: false,
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            onText?.(Buffer.concat(chunks).toString());
          });
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: Buffer.concat(chunks),
            }),
          );
          answer.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }
  const modelRequest = (extra: object = {}): string =>
    JSON.stringify({
      model: 'm',
      max_tokens: 9,
      tools: [{ name: 'Bash', input_schema: {} }],
      tool_choice: { type: 'auto' },
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] },
      ],
      ...extra,
    });
  function upstreamBody(at = -1): Record<string, unknown> {
    const value: unknown = JSON.parse(seen.at(at)?.body.toString() ?? '');
    assert.ok(isObject(value));
    return value;
  }

  it('passes requests and answers on untouched', async () => {
    await start();
    respond = (_seen, response) => {
      response.writeHead(201, 'Made', {
        'X-Answer': 'a',
        'Set-Cookie': ['a=1', 'b=2'],
        Connection: 'X-Private',
        'X-Private': 'p',
      });
      response.end('{"a": 1.0}');
    };
    const body = '{"tools":[{}],  "n": 1.0}';
    const got = await send('/v1/messages?beta=true', body, {
      ...agentHeaders,
      Connection: 'keep-alive, X-Hop',
      'X-Hop': 'h',
      TE: 'trailers',
    });
    assert.deepEqual(
      [
        got.status,
        got.body.toString(),
        got.headers['x-answer'],
        got.headers['set-cookie'],
        got.headers['x-private'],
      ],
      [201, '{"a": 1.0}', 'a', ['a=1', 'b=2'], undefined],
    );
    const [one] = seen;
    assert.deepEqual(
      [one?.method, one?.url, one?.body.toString()],
      ['POST', '/v1/messages?beta=true', body],
    );
    assert.deepEqual(
      [one?.headers.host, one?.headers['x-api-key'], one?.headers['x-hop'], one?.headers.te],
      [`127.0.0.1:${upstreamPort}`, key, undefined, undefined],
    );
    assert.deepEqual(delivered, []);
    assert.equal((await send('/v1/models', undefined, {}, 'GET')).status, 201);
    assert.equal(seen.at(-1)?.method, 'GET');
  });

  it('tells that a request went out, that bytes of its answer come, and that it is over', async () => {
    let answer: (() => void) | undefined;
    respond = (_seen, response) => {
      answer = () => response.writeHead(200).end('{"type":"message"}');
    };
    await start();
    const got = send('/v1/messages', modelRequest());
    await until('the request has come', () => answer !== undefined && requests.length > 0);
    assert.deepEqual(requests, [`sent ${session}`]);
    answer?.();
    await got;
    await until(
      'it is over',
      () => requests.length === 3,
      () => requests,
    );
    assert.deepEqual(requests, [`sent ${session}`, `bytes ${session}`, `over ${session}`]);
  });

  it('tells that the provider makes the agent wait, and passes that on', async () => {
    const cases: [status: number, after: string | undefined, told: RegExp][] = [
      [429, '20', /^limit \d{13} /],
      [429, 'Fri, 01 Jan 2100 00:00:00 GMT', /^limit 4102444800000 /],
      [429, '1', /^limit \d{13} /],
      [429, 'soon', /^limit \? /],
      [529, undefined, /^overload \? /],
      [500, '20', /^bytes /],
    ];
    await start();
    for (const [status, after, told] of cases) {
      requests = [];
      respond = (_seen, response) =>
        response
          .writeHead(status, after === undefined ? {} : { 'retry-after': after })
          .end('{"type":"error"}');
      const got = await send('/v1/messages', modelRequest());
      assert.equal(got.status, status);
      assert.equal(got.headers['retry-after'], after);
      await until(
        'it is over',
        () => requests.length === 3,
        () => requests,
      );
      assert.match(requests[1] ?? '', told);
    }
  });

  it('prefixes the upstream’s path', async () => {
    await start(undefined, { path: '/gateway/' });
    await send('/v1/messages', modelRequest());
    assert.equal(seen[0]?.url, '/gateway/v1/messages');
  });

  it('makes a request with tools text-only: no tools and no choice among them, reminder last', async () => {
    await start((id) => (id === session ? 'Answer in words.' : undefined));
    const got = await send('/v1/messages?beta=true', modelRequest());
    assert.equal(got.body.toString(), 'ok');
    const body = upstreamBody();
    assert.deepEqual(Object.keys(body).sort(), ['max_tokens', 'messages', 'model']);
    assert.deepEqual(body['messages'], [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't', content: 'x' },
          { type: 'text', text: 'Answer in words.' },
        ],
      },
    ]);
    assert.equal(seen[0]?.headers['content-length'], String(seen[0]?.body.length));
    assert.deepEqual(delivered, [session]);
    await send(
      '/v1/messages',
      modelRequest({ messages: [{ role: 'user', content: 'just text' }] }),
    );
    assert.deepEqual(upstreamBody()['messages'], [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'just text' },
          { type: 'text', text: 'Answer in words.' },
        ],
      },
    ]);
    await send('/v1/messages', modelRequest(), {
      ...agentHeaders,
      'X-Claude-Code-Session-Id': 'another',
    });
    assert.deepEqual(upstreamBody()['tool_choice'], { type: 'auto' });
  });

  it('takes the tools out without a reminder', async () => {
    await start(() => true);
    await send('/v1/messages', modelRequest());
    const sent: unknown = JSON.parse(modelRequest({ tools: undefined, tool_choice: undefined }));
    assert.deepEqual(upstreamBody(), sent);
  });

  it('leaves a request alone that is no step of the turn, and does not report it as delivered', async () => {
    await start(() => 'Answer in words.');
    const cases: [string, Buffer | string, Record<string, string>][] = [
      ['/v1/messages', modelRequest({ tools: [] }), agentHeaders],
      ['/v1/messages', '{"tools":[1], broken', agentHeaders],
      ['/v1/messages/count_tokens', modelRequest(), agentHeaders],
      ['/v1/messages', modelRequest(), { 'x-api-key': key }],
      [
        '/v1/messages',
        modelRequest(),
        { ...agentHeaders, 'X-Claude-Code-Request-Class': 'auxiliary' },
      ],
      [
        '/v1/messages',
        gzipSync(modelRequest()),
        { ...agentHeaders, 'Content-Encoding': 'unheard' },
      ],
    ];
    for (const [path, body, headers] of cases) {
      await send(path, body, headers);
      assert.deepEqual(seen.at(-1)?.body, Buffer.from(body), path);
    }
    assert.equal(seen.at(-1)?.headers['content-encoding'], 'unheard');
    assert.deepEqual(delivered, []);
  });

  it('decompresses a body that it has to change', async () => {
    await start(() => true);
    for (const [encoding, pack] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
      ['deflate', deflateSync],
    ] as const) {
      await send('/v1/messages', pack(modelRequest()), {
        ...agentHeaders,
        'Content-Encoding': encoding,
      });
      assert.equal(upstreamBody()['tools'], undefined, encoding);
      assert.equal(seen.at(-1)?.headers['content-encoding'], undefined);
    }
  });

  it('refuses a WebSocket at once, so that the agent falls back to HTTP', async () => {
    await start();
    const status = await new Promise<number>((resolve, reject) => {
      const asked = request({
        host: '127.0.0.1',
        port,
        path: `/${secret}/claude-code/v1/responses`,
        headers: {
          Connection: 'Upgrade',
          Upgrade: 'websocket',
          'Sec-WebSocket-Key': 'x',
          'Sec-WebSocket-Version': '13',
        },
        agent: false,
      });
      asked
        .on('response', (answer) => resolve(answer.statusCode ?? 0))
        .on('upgrade', () => reject(new Error('upgraded')))
        .on('error', reject)
        .end();
    });
    assert.equal(status, 426);
    assert.equal(seen.length, 0);
  });

  it('passes on a body above its limit unchanged', async () => {
    await start(() => true, { limits: { bodyBytes: 1000 } });
    for (const headers of [agentHeaders, { ...agentHeaders, 'Transfer-Encoding': 'chunked' }]) {
      const body = modelRequest({ pad: 'x'.repeat(300_000) });
      assert.equal((await send('/v1/messages', body, headers)).body.toString(), 'ok');
      assert.equal(seen.at(-1)?.body.toString(), body);
    }
    assert.deepEqual(delivered, []);
  });

  it('recognises a sub-agent by its header', () => {
    assert.deepEqual(
      identityOfHeaders({ 'x-claude-code-session-id': session, 'x-claude-code-agent-id': 'a1' }),
      [`${session}/a1`],
    );
    assert.deepEqual(identityOfHeaders({ 'x-claude-code-session-id': '../x' }), []);
    assert.equal(
      identityOfHeaders({
        'x-claude-code-session-id': session,
        'x-claude-code-request-class': 'auxiliary',
      }),
      undefined,
    );
    assert.deepEqual(identityOfHeaders({}), []);
  });

  it('does not report a request as delivered that the upstream refused', async () => {
    await start(() => true);
    respond = (_seen, response) => {
      response.writeHead(529, { 'Content-Type': 'application/json' });
      response.end('{"type":"error"}');
    };
    const got = await send('/v1/messages', modelRequest());
    assert.deepEqual([got.status, got.body.toString()], [529, '{"type":"error"}']);
    assert.deepEqual(delivered, []);
  });

  it('streams an answer event by event, and a gzip answer byte by byte', async () => {
    await start(() => true);
    // Each event is written only once the agent has the one before: one that is held back is waited for in vain.
    const events = ['data: 0\n\n', 'data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n'];
    let answering: ServerResponse | undefined;
    let written = 0;
    const next = (soFar: string): void => {
      if (soFar !== events.slice(0, written).join('')) {
        return;
      }
      const event = events[written++];
      if (event === undefined) {
        answering?.end();
      } else {
        answering?.write(event);
      }
    };
    respond = (_seen, response) => {
      answering = response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      next('');
    };
    const got = await send('/v1/messages', modelRequest(), agentHeaders, 'POST', port, next);
    assert.equal(got.body.toString(), events.join(''));
    const packed = gzipSync('packed answer');
    respond = (_seen, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': packed.length });
      response.end(packed);
    };
    const gzip = await send('/v1/messages', modelRequest(), {
      ...agentHeaders,
      'Accept-Encoding': 'gzip',
    });
    assert.deepEqual(gzip.body, packed);
    assert.equal(gunzipSync(gzip.body).toString(), 'packed answer');
    assert.deepEqual(
      [gzip.headers['content-encoding'], seen.at(-1)?.headers['accept-encoding']],
      ['gzip', 'gzip'],
    );
  });

  it('streams a large request body in both directions without loss', async () => {
    await start();
    respond = (entry, response) => response.end(entry.body);
    const body = Buffer.alloc(20_000_000, 'abcdefghij');
    const announced = await send('/v1/files', body);
    assert.ok(announced.body.equals(body));
    const chunked = await send('/v1/files', body, {
      ...agentHeaders,
      'Transfer-Encoding': 'chunked',
    });
    assert.ok(chunked.body.equals(body));
  });

  it('reuses a connection to the API unless it has been idle, and never cuts a slow answer', async () => {
    upstream.keepAliveTimeout = 0; // never closes, and announces nothing
    let open = 0;
    upstream.on('connection', (socket) => {
      open += 1;
      socket.on('close', () => {
        open -= 1;
      });
    });
    await start(undefined, { limits: { restMs: 300 } });
    const ports = new Set<number | undefined>();
    respond = (_seen, response, { socket }) => {
      ports.add(socket.remotePort);
      setTimeout(() => response.end('slow'), 700);
    };
    assert.equal((await send('/v1/messages', '{}')).body.toString(), 'slow');
    await until('the connection at rest is closed', () => open === 0);
    respond = (_seen, response, { socket }) => {
      ports.add(socket.remotePort);
      response.end('ok');
    };
    for (let i = 0; i < 5; i += 1) {
      await send('/v1/messages', '{}');
    }
    assert.ok(ports.size < 6, `${ports.size} connections for 6 requests`);
  });

  it('ends the upstream request when the agent aborts', async () => {
    await start();
    const closed = new Promise<void>((resolve) => {
      respond = (_seen, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write('data: 1\n\n');
        response.on('close', resolve);
      };
    });
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: `/${secret}/claude-code/v1/messages`,
        method: 'POST',
        headers: agentHeaders,
        agent: false,
      },
      (answer) => {
        answer.on('error', () => undefined);
        answer.once('data', () => sent.destroy());
      },
    );
    sent.on('error', () => undefined);
    sent.end(modelRequest());
    await closed;
    await until(
      'its line in the log',
      () => /POST claude-code messages 200 \(ended early\)/.test(logged.join('\n')),
      () => logged,
    );
  });

  it('cuts an answer short where the upstream does, instead of ending it as if it were whole', async () => {
    await start();
    respond = (_seen, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
      setTimeout(() => response.destroy(), 30);
    };
    await assert.rejects(send('/v1/messages', modelRequest()));
  });

  it('uses a new upstream from the next request on; requests under way finish', async () => {
    await start();
    let finish: () => void = () => undefined;
    respond = (_seen, response) => {
      response.writeHead(200);
      response.write('the first half, ');
      finish = () => {
        response.end('the second');
      };
    };
    let begun = '';
    const underWay = send('/v1/messages', modelRequest(), agentHeaders, 'POST', port, (soFar) => {
      begun = soFar;
    });
    await until('the answer has begun', () => begun !== '');
    const other = createServer((_request, response) => {
      response.end('from the other');
    });
    await new Promise<void>((ready) => {
      other.listen(0, '127.0.0.1', ready);
    });
    try {
      const address = other.address();
      assert.equal(
        relay?.serve(
          'claude-code',
          `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
        ),
        undefined,
      );
      assert.equal((await send('/v1/messages', modelRequest())).body.toString(), 'from the other');
      finish();
      assert.equal((await underWay).body.toString(), 'the first half, the second');
    } finally {
      await new Promise<void>((closed) => {
        other.close(() => {
          closed();
        });
        other.closeAllConnections();
      });
    }
  });

  it('answers as Anthropic would if the upstream cannot be reached', async () => {
    await start(() => true);
    upstream.close();
    const got = await send('/v1/messages', modelRequest());
    assert.equal(got.status, 502);
    const error: unknown = JSON.parse(got.body.toString());
    assert.ok(isObject(error) && isObject(error['error']));
    assert.equal(error['type'], 'error');
    assert.equal(error['error']['type'], 'api_error');
    assert.match(
      String(error['error']['message']),
      /could not reach 127\.0\.0\.1:\d+: .*ECONNREFUSED/,
    );
    assert.deepEqual(delivered, []);
  });

  it('refuses web pages, hosts and ports other than its own, proxy requests and addresses that name no agent', async () => {
    await start(() => true);
    const status = async (more: Record<string, string>): Promise<number> =>
      (await send('/v1/messages', modelRequest(), { ...agentHeaders, ...more })).status;
    const refused: Record<string, string>[] = [
      { Origin: 'http://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'Cross-Site' },
      { 'Sec-Fetch-Site': 'what comes next' },
      { Host: 'evil.example' },
      // a name that leads here only now (DNS rebinding), and one that merely looks like ours
      { Host: `evil.example:${port}` },
      { Host: `127.0.0.1.evil.example:${port}` },
      { Host: `127.0.0.1:${port}@evil.example` },
      { Host: '127.0.0.1' },
      { Host: 'localhost' },
      { Host: `127.0.0.1:${port + 1}` },
      { Host: `localhost:${upstreamPort}` },
    ];
    for (const headers of refused) {
      assert.equal(await status(headers), 403, JSON.stringify(headers));
    }
    assert.equal((await send(`http://127.0.0.1:${upstreamPort}/v1/messages`, '{}')).status, 404);
    assert.deepEqual([seen.length, delivered, requests], [0, [], []]);
    const allowed: Record<string, string>[] = [
      {},
      { 'Sec-Fetch-Site': 'none' },
      { 'Sec-Fetch-Site': 'same-origin' },
      { Host: `localhost:${port}` },
      { Host: `LOCALHOST:${port}` },
      { 'Sec-Fetch-Mode': 'cors' }, // Node's own fetch sends it
    ];
    for (const headers of allowed) {
      assert.equal(await status(headers), 200, JSON.stringify(headers));
    }
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'),
      );
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
      socket.resume();
    });
  });

  it('serves nobody who does not know its whole address', async () => {
    await start(() => true);
    assert.equal(relay?.address('claude-code'), `http://127.0.0.1:${port}/${secret}/claude-code`);
    const asked = (path: string): Promise<{ status: number; text: string }> =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: agentHeaders,
        body: modelRequest(),
      }).then(async (answer) => ({ status: answer.status, text: await answer.text() }));
    const wrong = [
      '/claude-code/v1/messages',
      '//claude-code/v1/messages',
      `/${secret.slice(0, -1)}/claude-code/v1/messages`,
      `/${secret}0/claude-code/v1/messages`,
      `/${secret.toUpperCase()}/claude-code/v1/messages`,
      `/${'0'.repeat(32)}/claude-code/v1/messages`,
      `/claude-code/${secret}/v1/messages`,
      `/claude-code/v1/messages?${secret}`,
    ];
    for (const path of wrong) {
      const { status, text } = await asked(path);
      assert.deepEqual([path, status], [path, 404]);
      lacks(text, secret);
    }
    assert.deepEqual([seen.length, delivered, requests], [0, [], []]);
    assert.equal((await asked(`/${secret}/claude-code/v1/messages`)).status, 200);
    assert.equal(seen[0]?.url, '/v1/messages', 'the model’s provider does not see it');
  });

  it('a failing callback changes nothing for the agent', async () => {
    await start(() => {
      throw new Error('ours');
    });
    assert.equal((await send('/v1/messages', modelRequest())).body.toString(), 'ok');
    assert.deepEqual(upstreamBody()['tool_choice'], { type: 'auto' });
  });

  it('says what is wrong with its port or upstream', async () => {
    await start();
    const taken = await make(() => undefined, { port }).start();
    assert.ok(!taken.ok);
    assert.match(taken.problem, /port \d+ is used by another program/);
    for (const upstream of ['ftp://x', 'nonsense', 'https://user:pass@x']) {
      assert.match(relay?.serve('x', upstream) ?? '', /not an http or https address/);
    }
    assert.match(
      relay?.serve('x', `http://localhost:${port}/${secret}/claude-code`) ?? '',
      /the relay itself/,
    );
  });

  it('logs method, agent, API, status and time, and neither a path nor anything else of the request', async () => {
    await start(() => 'reminder text');
    await send(`/v1/messages?key=${key}`, modelRequest());
    await send('/v1/projects/my-private-project', undefined, agentHeaders, 'GET');
    await send('/v1/messages', modelRequest(), { ...agentHeaders, Origin: 'http://evil.example' });
    await fetch(`http://127.0.0.1:${port}/guessed/claude-code/v1/messages`);
    await until('their lines in the log', () => logged.length === 4);
    assert.deepEqual(
      logged.map((line) => line.replace(/ \d+ ms$/, ' N ms')),
      [
        'relay: POST claude-code messages 200 N ms',
        'relay: GET claude-code 200 N ms',
        'relay: POST refused 403 N ms',
        'relay: GET unknown address 404 N ms',
      ],
    );
  });

  it('adds little work', async () => {
    await start((id) => (id === session ? 'Answer in words.' : undefined));
    const body = modelRequest({ system: 'x'.repeat(88_000) });
    /** Milliseconds of the processor for one request, both ends included: how long it takes is the machine's affair. */
    const work = async (to: number, headers: Record<string, string>): Promise<number> => {
      for (let i = 0; i < 20; i++) {
        await send('/v1/messages', body, headers, 'POST', to);
      }
      const from = process.cpuUsage();
      for (let i = 0; i < 100; i++) {
        await send('/v1/messages', body, headers, 'POST', to);
      }
      const { user, system } = process.cpuUsage(from);
      return (user + system) / 1000 / 100;
    };
    const direct = await work(upstreamPort, agentHeaders);
    const passed = await work(port, { 'x-api-key': key });
    const changed = await work(port, agentHeaders);
    console.log(
      `      88 KB request: direct ${direct.toFixed(2)} ms, relay adds ${(passed - direct).toFixed(2)} ms, rewriting ${(changed - direct).toFixed(2)} ms of the processor`,
    );
    assert.ok(passed - direct < 10 && changed - direct < 15);
  });
});
