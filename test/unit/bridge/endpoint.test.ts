import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import {
  Endpoint,
  endpointLimits,
  type EndpointOptions,
} from '../../../src/bridge/requests/endpoint.js';
import type { HookRequest } from '../../../src/bridge/requests/hook-request.js';
import { choosePort } from '../../../src/bridge/state.js';
import { lacks } from '../../contains.js';
import { patientLimits } from '../support/patient.js';
import { until } from '../support/until.js';

const token = 'ab'.repeat(32);
const hookHeaders = {
  Authorization: `Bearer ${token}`,
  'X-Turnwatch-Agent': 'claude-code',
  'Content-Type': 'application/json',
};

interface Answer {
  status: number;
  body: string;
  headers: Record<string, unknown>;
}
let port = 0;
let endpoint: Endpoint | undefined;
let logged: string[] = [];
let clock = 0;

async function serve(
  onHook: (hook: HookRequest) => Promise<string>,
  limits: EndpointOptions['limits'] = {},
): Promise<Endpoint> {
  port = await choosePort();
  logged = [];
  clock = 0;
  const made = new Endpoint({
    port,
    token,
    onHook,
    limits: { ...patientLimits, ...limits },
    log: (text) => logged.push(text),
    now: () => Date.now() + clock,
  });
  await made.listen();
  endpoint = made;
  return made;
}

function send(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: options.method ?? 'POST',
        headers: options.headers ?? hookHeaders,
        agent: false,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            headers: answer.headers,
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(options.body);
  });
}

/** Sends bytes as they are and collects what comes back until the other side closes. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

const echo = (hook: HookRequest): Promise<string> =>
  Promise.resolve(`${hook.agent} ${String(hook.payload['n'])}`);

describe('the endpoint', () => {
  afterEach(async () => {
    await endpoint?.close();
    endpoint = undefined;
  });

  it('answers a hook with exactly what the handler returns, UTF-8 and empty included', async () => {
    await serve((hook) => Promise.resolve(String(hook.payload['say'])));
    for (const say of ['', '{"a":"ä漢🙂"}', ' \n']) {
      const answer = await send('/v1/hook', { body: JSON.stringify({ say }) });
      assert.equal(answer.status, 200);
      assert.equal(answer.body, say);
      assert.equal(answer.headers['connection'], 'close');
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
    }
  });

  it('names the process that ran the hook, if the client says so and it can be one', async () => {
    const processes: unknown[] = [];
    await serve((hook) => {
      processes.push(hook.process);
      return Promise.resolve('');
    });
    for (const id of ['4711', undefined, '', '0', '1', '-5', '12x', '99999999999', '4711, 4712']) {
      const headers = { ...hookHeaders, ...(id !== undefined && { 'X-Turnwatch-Process': id }) };
      assert.equal((await send('/v1/hook', { headers, body: '{}' })).status, 200);
    }
    assert.deepEqual(processes, [4711, ...Array<undefined>(8).fill(undefined)]);
  });

  describe('a hook that only tells', () => {
    const headers = { ...hookHeaders, 'X-Turnwatch-Told': '1' };

    it('is answered at once with nothing, whatever the handler does, and counts as not delivered', async () => {
      const outcomes: boolean[] = [];
      for (const handle of [
        () => new Promise<string>(() => undefined),
        () => Promise.reject(new Error('of the handler')),
        () => Promise.resolve('an answer'),
      ]) {
        const told: HookRequest[] = [];
        await serve((hook) => {
          told.push(hook);
          void hook.delivered.then((done) => outcomes.push(done));
          return handle();
        });
        const answer = await send('/v1/hook', { headers, body: '{"n":1}' });
        assert.deepEqual([answer.status, answer.body], [204, '']);
        assert.deepEqual([told[0]?.told, told[0]?.payload], [true, { n: 1 }]);
        await endpoint?.close();
      }
      assert.deepEqual(outcomes, [false, false, false]);
    });

    it('is missed where its agent cut it off, and the log says so', async () => {
      await serve(echo);
      assert.equal((await send('/v1/hook', { headers, body: '{"n":"xxxx' })).status, 400);
      assert.match(logged.join(), /missed a hook that only tells/);
    });
  });

  it('refuses with a defined status and an empty body, and never calls the handler', async () => {
    let calls = 0;
    const { refusals } = await serve(() => {
      calls++;
      return Promise.resolve('leak');
    });
    const body = '{}';
    const without = (name: string): Record<string, string> =>
      Object.fromEntries(Object.entries(hookHeaders).filter(([key]) => key !== name));
    const cases: [string, number, Promise<Answer>][] = [
      ['no token', 401, send('/v1/hook', { headers: without('Authorization'), body })],
      [
        'wrong token',
        401,
        send('/v1/hook', {
          headers: { ...hookHeaders, Authorization: `Bearer ${'cd'.repeat(32)}` },
          body,
        }),
      ],
      [
        'longer token',
        401,
        send('/v1/hook', { headers: { ...hookHeaders, Authorization: `Bearer ${token}0` }, body }),
      ],
      ['no agent', 400, send('/v1/hook', { headers: without('X-Turnwatch-Agent'), body })],
      [
        'odd agent',
        400,
        send('/v1/hook', { headers: { ...hookHeaders, 'X-Turnwatch-Agent': '../x' }, body }),
      ],
      [
        'other host',
        403,
        send('/v1/hook', { headers: { ...hookHeaders, Host: `evil.example:${port}` }, body }),
      ],
      [
        'host without our port',
        403,
        send('/v1/hook', { headers: { ...hookHeaders, Host: '127.0.0.1' }, body }),
      ],
      [
        'web page',
        403,
        send('/v1/hook', { headers: { ...hookHeaders, Origin: 'http://127.0.0.1' }, body }),
      ],
      [
        'null origin',
        403,
        send('/health?nonce=' + '0'.repeat(16), { method: 'GET', headers: { Origin: 'null' } }),
      ],
      ['malformed', 400, send('/v1/hook', { body: '{"a":' })],
      ['not an object', 400, send('/v1/hook', { body: '[1]' })],
      ['empty', 400, send('/v1/hook', { body: '' })],
      ['other method', 404, send('/v1/hook', { method: 'PUT', body })],
      ['preflight', 404, send('/v1/hook', { method: 'OPTIONS' })],
      ['unknown', 404, send('/v1/sessions', { body })],
      ['windows without upgrade', 404, send('/v1/windows', { body })],
      ['no nonce', 400, send('/health', { method: 'GET', headers: {} })],
      ['short nonce', 400, send('/health?nonce=abcd', { method: 'GET', headers: {} })],
      ['no hex', 400, send('/health?nonce=' + 'z'.repeat(32), { method: 'GET', headers: {} })],
    ];
    for (const [name, status, asked] of cases) {
      const answer = await asked;
      assert.deepEqual([name, answer.status, answer.body], [name, status, '']);
    }
    assert.equal(calls, 0);
    assert.equal(refusals.count('token'), 3);
    assert.equal(refusals.count('route'), 4);
  });

  it('logs a kind of refusal once a minute, with the number since', async () => {
    await serve(echo);
    for (let i = 0; i < 5; i++) {
      await send('/v1/hook', { headers: {}, body: '{}' });
    }
    assert.equal(logged.length, 1);
    clock = 61_000;
    await send('/v1/hook', { headers: {}, body: '{}' });
    assert.equal(logged.length, 2);
    assert.match(logged[1] ?? '', /5 times/);
    lacks(logged.join(), token);
  });

  it('answers health with the HMAC of the nonce', async () => {
    await serve(echo);
    const nonce = '0123456789abcdef0123456789ABCDEF';
    const answer = await send(`/health?nonce=${nonce}`, { method: 'GET', headers: {} });
    assert.equal(answer.body, createHmac('sha256', token).update(nonce).digest('hex'));
  });

  it('accepts a body at the limit and refuses a larger one, announced or chunked', async () => {
    await serve((hook) => Promise.resolve(String(hook.raw.length)));
    const sized = (size: number): string => `{"a":"${'x'.repeat(size - 8)}"}`;
    const limit = endpointLimits.bodyBytes;
    assert.equal((await send('/v1/hook', { body: sized(limit) })).body, String(limit));
    assert.equal((await send('/v1/hook', { body: sized(limit + 1) })).status, 413);
    assert.equal(
      (
        await send('/v1/hook', {
          headers: { ...hookHeaders, 'Transfer-Encoding': 'chunked' },
          body: sized(limit + 1),
        })
      ).status,
      413,
    );
  });

  it('drops a request whose header or body does not arrive in time', async () => {
    const { refusals } = await serve(echo, { requestMs: 300 });
    const head = `POST /v1/hook HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nX-Turnwatch-Agent: a\r\n`;
    for (const answer of await Promise.all([
      raw(`${head}Content-Length: 100\r\n\r\n{"a":`),
      raw(head),
      raw(''),
    ])) {
      assert.match(answer, /^HTTP\/1\.1 408 /);
    }
    assert.equal(refusals.count('slow'), 3);
    assert.equal(endpointLimits.requestMs, 2000);
  });

  it('refuses what is not HTTP and a header above the limit', async () => {
    await serve(echo);
    assert.match(await raw('\x16\x03\x01 hello\r\n\r\n'), /^HTTP\/1\.1 400 /);
    assert.match(
      await raw(`GET /health HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`),
      /^HTTP\/1\.1 431 /,
    );
  });

  it('answers nothing when the handler hangs; discards and logs a late answer', async () => {
    const outcomes: boolean[] = [];
    let decide: () => void = () => undefined;
    const decided = new Promise<void>((resolve) => {
      decide = resolve;
    });
    await serve(
      async (hook) => {
        void hook.delivered.then((done) => outcomes.push(done));
        if (hook.payload['n'] === 1) {
          await decided;
        }
        return 'decision';
      },
      { answerMs: 100 },
    );
    const answer = await send('/v1/hook', { body: '{"n":1}' });
    assert.deepEqual([answer.status, answer.body], [200, '']);
    decide();
    await until(
      'the late answer in the log',
      () => logged.some((line) => /discarded the late answer to a hook of claude-code/.test(line)),
      () => logged,
    );
    assert.equal((await send('/v1/hook', { body: '{"n":2}' })).body, 'decision');
    await until(
      'both outcomes',
      () => outcomes.length === 2,
      () => outcomes,
    );
    assert.deepEqual(outcomes, [false, true]);
  });

  it('answers nothing when the handler throws, and logs the stack once', async () => {
    await serve(() => Promise.reject(new Error('boom')));
    const answer = await send('/v1/hook', { body: '{}' });
    assert.deepEqual([answer.status, answer.body], [200, '']);
    assert.match(logged.join('\n'), /boom[\s\S]*at /);
  });

  it('reports a caller that left before its answer to the handler and the log', async () => {
    let settled: boolean | undefined;
    await serve(async (hook) => {
      socket.destroy();
      settled = await hook.delivered;
      return 'late for nobody';
    });
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST /v1/hook HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nX-Turnwatch-Agent: a\r\nContent-Length: 2\r\n\r\n{}`,
      );
    });
    await until('the outcome', () => settled !== undefined);
    assert.equal(settled, false);
    await until(
      'the late answer in the log',
      () => logged.some((line) => /discarded the late answer to a hook of a after/.test(line)),
      () => logged,
    );
  });

  it('keeps the number of connections bounded and serves again afterwards', async () => {
    const { refusals } = await serve(echo, { connections: 4 });
    let gone = 0;
    const idle = Array.from({ length: 8 }, () =>
      connect(port, '127.0.0.1')
        .on('error', () => undefined)
        .on('close', () => {
          gone++;
        }),
    );
    await until(
      'those above the number are dropped',
      () => gone === 4 && refusals.count('busy') === 4,
      () => [gone, refusals.count('busy')],
    );
    for (const socket of idle) {
      socket.destroy();
    }
    // It sees each of them leave in its own time.
    await until(
      'an answer',
      async () =>
        (await send('/v1/hook', { body: '{"n":7}' }).catch(() => undefined))?.body ===
        'claude-code 7',
    );
  });

  describe('with 500 slow connections that have no token', () => {
    let slow: Socket[] = [];
    let dripping: NodeJS.Timeout | undefined;
    /** Half of them send nothing, half of them a byte now and then. */
    function crowd(): void {
      slow = Array.from({ length: 500 }, () =>
        connect(port, '127.0.0.1').on('error', () => undefined),
      );
      const drips = slow.filter((_, at) => at % 2 === 0);
      let request = `POST /v1/hook HTTP/1.1\r\nX-Long: `;
      dripping = setInterval(() => {
        const byte = request.charAt(0) || 'x';
        request = request.slice(1);
        drips.forEach((socket) => socket.writable && socket.write(byte));
      }, 50);
    }
    afterEach(() => {
      clearInterval(dripping);
      slow.forEach((socket) => socket.destroy());
    });
    const ask = async (n: number): Promise<number> => {
      const began = performance.now();
      assert.equal((await send('/v1/hook', { body: `{"n":${n}}` })).body, `claude-code ${n}`);
      return performance.now() - began;
    };
    const said = (times: number[]): string =>
      times
        .sort((a, b) => a - b)
        .filter((_, at) => at === times.length >> 1 || at === times.length - 1)
        .map((ms) => ms.toFixed(1))
        .join(' ms, at most ');

    it('answers hooks that come with them and after them', async () => {
      const { refusals } = await serve(echo);
      crowd();
      const times = await Promise.all(Array.from({ length: 10 }, (_, n) => ask(n)));
      console.log(`      hooks that came with them took p50 ${said(times)} ms`);
      const later: number[] = [];
      for (let n = 0; n < 40; n += 1) {
        later.push(await ask(n));
      }
      console.log(`      hooks that came after them took p50 ${said(later)} ms`);
      const open = (): number => slow.filter((socket) => !socket.closed).length;
      await until('the oldest have made room', () => open() <= endpointLimits.connections, open);
      // a hook on its way may have taken the place of one more
      assert.ok(open() >= endpointLimits.connections - 12, String(open()));
      assert.equal(refusals.count('busy'), 500 - open());
      assert.ok(
        slow.slice(-open()).every((socket) => !socket.closed),
        'the newest stay',
      );
    });

    it('lets a request with the token finish, however long its body takes', async () => {
      await serve(echo);
      const first = connect(port, '127.0.0.1', () =>
        first.write(
          `POST /v1/hook HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nX-Turnwatch-Agent: a\r\nContent-Length: 7\r\n\r\n{"n"`,
        ),
      );
      let text = '';
      first.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      await new Promise((connected) => first.once('connect', connected));
      await ask(1);
      crowd();
      await until(
        'the oldest have made room',
        () => slow.filter((each) => each.closed).length > 400,
      );
      first.write(':9}');
      await until(
        'its answer',
        () => /a 9$/.test(text),
        () => text,
      );
      first.destroy();
    });
  });

  it('gives a header less time than a body, and takes what has arrived though it was busy then', async () => {
    const { refusals } = await serve(echo, { headerMs: 300 });
    const head = `POST /v1/hook HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
    assert.match(await raw(head), /^HTTP\/1\.1 408 /);
    assert.equal(refusals.count('slow'), 1);
    const rest = `Authorization: Bearer ${token}\r\nX-Turnwatch-Agent: a\r\nContent-Length: 7\r\n\r\n`;
    const text = await new Promise<string>((resolve, reject) => {
      let got = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(head));
      socket
        .on('error', reject)
        .on('data', (chunk: Buffer) => {
          got += chunk.toString();
        })
        .on('close', () => resolve(got));
      setTimeout(() => {
        socket.write(rest);
        for (const began = performance.now(); performance.now() - began < 500;);
        setTimeout(() => socket.write('{"n":3}'), 400);
      }, 100);
    });
    assert.match(text, /a 3$/);
    assert.equal(refusals.count('slow'), 1);
  });

  it('listens on the loopback address only and rejects a taken port', async () => {
    await serve(echo);
    const again = new Endpoint({
      port,
      token,
      onHook: echo,
      log: () => undefined,
      now: Date.now,
    });
    await assert.rejects(again.listen(), { code: 'EADDRINUSE' });
    const refused = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.2', () => {
        socket.destroy();
        resolve(false);
      });
      socket.on('error', () => resolve(true));
    });
    assert.ok(refused);
  });
});
