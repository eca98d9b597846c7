/** `POST /v1/events`: what a program outside tells of its sessions, over real HTTP. */
import { isObject } from '../../../src/core/json.js';
import assert from 'node:assert/strict';
import { request } from 'node:http';
import {
  admit,
  batchLimits,
  readBatch,
  type Batch,
} from '../../../src/bridge/requests/event-batch.js';
import { splitEvents } from '../../../src/bridge/requests/event-texts.js';
import {
  Endpoint,
  endpointLimits,
  type EndpointOptions,
} from '../../../src/bridge/requests/endpoint.js';
import { EVENTS_AGENT, type HookRequest } from '../../../src/bridge/requests/hook-request.js';
import { choosePort } from '../../../src/bridge/state.js';
import { patientLimits } from '../support/patient.js';

const token = 'ab'.repeat(32);
const now = 1_800_000_000_000;
const start = { v: 1, type: 'session.start', session: 's', agent: 'mine', cwd: '/w' };
const message = { v: 1, type: 'message', session: 's', text: 'Hello' };

async function read(body: string, limits = batchLimits): Promise<Batch | { problem: string }> {
  const texts = await splitEvents(body, limits.lines);
  return 'problem' in texts ? texts : readBatch(texts, now, limits);
}

describe('a batch of events', () => {
  it('is read as JSON Lines or as an array, each bad line with its number and reason', async () => {
    const lines = [
      '',
      JSON.stringify(start),
      '{"v":1,',
      JSON.stringify({ ...message, v: 2 }),
      JSON.stringify(message),
      JSON.stringify({ ...message, type: 'unheard' }),
      '7',
    ].join('\r\n');
    const batch = await read(lines);
    assert.ok('sessions' in batch);
    assert.deepEqual(
      batch.sessions.map(({ session, cwd, events }) => [
        session,
        cwd,
        events.map(({ type, at }) => [type, at]),
      ]),
      [
        [
          's',
          '/w',
          [
            ['session.start', now],
            ['message', now],
          ],
        ],
      ],
    );
    assert.deepEqual(
      batch.rejected.map(({ line }) => line),
      [3, 4, 7],
    );
    assert.match(batch.rejected[0]?.reason ?? '', /^not JSON: /);
    assert.deepEqual(
      batch.rejected.slice(1).map(({ reason }) => reason),
      ['"v" must be 1', 'not a JSON object'],
    );
    assert.equal(batch.ignored, 1);
    const list = await read(` ${JSON.stringify([start, 'x', message])}`);
    assert.ok('sessions' in list);
    assert.deepEqual(
      [list.sessions[0]?.events.length, list.rejected],
      [2, [{ line: 2, reason: 'not a JSON object' }]],
    );
  });

  it('is grouped by session, in order', async () => {
    const batch = await read(
      [start, { ...start, session: 't', cwd: '/v' }, message, { ...message, session: 'u' }]
        .map((each) => JSON.stringify(each))
        .join('\n'),
    );
    assert.ok('sessions' in batch);
    assert.deepEqual(
      batch.sessions.map(({ session, cwd, events }) => [session, cwd, events.length]),
      [
        ['s', '/w', 2],
        ['t', '/v', 1],
        ['u', undefined, 1],
      ],
    );
  });

  it('is refused as a whole only where nothing can be read', async () => {
    assert.deepEqual(await read(' \n'), { problem: 'no event' });
    assert.match(JSON.stringify(await read('[1,')), /"problem":"not JSON: /);
  });

  it('is split as a list wherever its values have brackets, commas, quotes and line ends', async () => {
    const odd = ['[{,}]"', '\\', '\\"', 'a\nb', '', '漢🙂'];
    const list = odd.map((text) => ({ ...message, text, deep: [[{ text }], []] }));
    for (const body of [JSON.stringify(list), JSON.stringify(list, null, 2)]) {
      const batch = await read(body);
      assert.ok('sessions' in batch);
      assert.deepEqual(
        batch.sessions[0]?.events.map((event) => 'text' in event && event.text),
        odd,
      );
      assert.deepEqual(batch.rejected, []);
    }
    assert.deepEqual(await read(' [ ] '), { sessions: [], rejected: [], ignored: 0 });
    for (const body of ['[', '["a', '[{}', '[1,]', '[,1]', '[1 2]', '[{]}', '[]x', '[1],[2]']) {
      assert.match(JSON.stringify(await read(body)), /"problem":"not JSON: /, body);
    }
  });

  it('has a limit of lines', async () => {
    const batch = await read(Array.from({ length: 5 }, () => JSON.stringify(message)).join('\n'), {
      lines: 3,
      aheadMs: 0,
    });
    assert.ok('sessions' in batch);
    assert.deepEqual(
      [batch.sessions[0]?.events.length, batch.rejected.map(({ line }) => line)],
      [3, [4]],
    );
  });

  it('rejects events of the host, events from the future and odd ids', () => {
    const reason = (value: object): string => {
      const admitted = admit(value, now);
      return 'reason' in admitted ? admitted.reason : 'admitted';
    };
    assert.match(reason({ v: 1, type: 'tick' }), /reserved for Turnwatch itself/);
    assert.match(
      reason({ v: 1, type: 'config', session: 's', set: {} }),
      /reserved for Turnwatch itself/,
    );
    assert.match(
      reason({
        v: 1,
        type: 'intervention',
        session: 's',
        id: 'x',
        rung: 'stop',
        state: 'obeyed',
        by: 'auto',
      }),
      /reserved for Turnwatch itself/,
    );
    const cap = { of: 'turn', unit: 'tokens', cap: 1, spent: 2, then: 'end' };
    assert.match(reason({ v: 1, type: 'cap', session: 's', ...cap }), /reserved for Turnwatch/);
    assert.match(
      reason({ v: 1, type: 'workspace', signal: 'git', fingerprint: 'f', root: '/w' }),
      /"session" is required/,
    );
    assert.equal(reason({ ...message, at: now + 4000 }), 'admitted');
    assert.match(reason({ ...message, at: now + 60_000 }), /future/);
    assert.match(reason({ ...message, session: 'x'.repeat(257) }), /longer than 256/);
    assert.match(
      reason({ v: 1, type: 'tool.call', session: 's', call: 'a\nb', tool: 't', input: {} }),
      /control characters/,
    );
    assert.match(reason({ ...start, cwd: 'relative' }), /absolute/);
  });
});

describe('the endpoint for events', () => {
  let endpoint: Endpoint | undefined;
  let port = 0;
  let passed: { session: unknown; cwd: unknown; types: unknown[] }[] = [];
  let clock = 0;
  afterEach(async () => {
    await endpoint?.close();
    endpoint = undefined;
  });

  async function serve(
    directive: (session: unknown) => string | Promise<string>,
    limits: EndpointOptions['limits'] = {},
    onHook?: (hook: HookRequest) => void,
  ): Promise<void> {
    port = await choosePort();
    passed = [];
    clock = 0;
    endpoint = new Endpoint({
      port,
      token,
      limits: { ...patientLimits, ...limits },
      log: () => undefined,
      now: () => now + clock,
      onHook: async (hook: HookRequest) => {
        if (onHook !== undefined) {
          onHook(hook);
          return '{"decision":"continue"}';
        }
        const { agent, payload } = hook;
        assert.equal(agent, EVENTS_AGENT);
        const { session_id: session, cwd, events } = payload;
        assert.ok(Array.isArray(events));
        passed.push({
          session,
          cwd,
          types: events.map((event: unknown) => (isObject(event) ? event['type'] : undefined)),
        });
        return await directive(session);
      },
    });
    await endpoint.listen();
  }
  function send(
    body: string,
    headers: Record<string, string> = {},
    path = '/v1/events',
  ): Promise<{ status: number; body: unknown }> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, ...headers },
          agent: false,
        },
        (answer) => {
          let text = '';
          answer
            .setEncoding('utf8')
            .on('data', (chunk: string) => {
              text += chunk;
            })
            .on('end', () =>
              resolve({
                status: answer.statusCode ?? 0,
                body: text === '' ? '' : JSON.parse(text),
              }),
            );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  it('passes each session on to its window and answers with the decisions', async () => {
    await serve((session) =>
      session === 's'
        ? '{"decision":"text-only","reminder":"Answer in words."}'
        : session === 't'
          ? '{"decision":"continue"}'
          : '',
    );
    const got = await send(
      [start, { ...start, session: 't', cwd: '/v' }, message, { ...message, session: 'u' }, 7]
        .map((each) => JSON.stringify(each))
        .join('\n'),
    );
    assert.deepEqual(passed, [
      { session: 's', cwd: '/w', types: ['session.start', 'message'] },
      { session: 't', cwd: '/v', types: ['session.start'] },
      { session: 'u', cwd: undefined, types: ['message'] },
    ]);
    assert.deepEqual(got, {
      status: 200,
      body: {
        decision: 'continue',
        accepted: 3,
        ignored: 0,
        rejected: [{ line: 5, reason: 'not a JSON object' }],
        sessions: {
          s: { decision: 'text-only', reminder: 'Answer in words.' },
          t: { decision: 'continue' },
          u: {
            decision: 'continue',
            problem:
              'No window knows this session: begin the batch with its session.start, which names its folder.',
          },
        },
      },
    });
    const one = await send(JSON.stringify([start]));
    assert.deepEqual(one.body, {
      decision: 'text-only',
      reminder: 'Answer in words.',
      accepted: 1,
      ignored: 0,
      rejected: [],
      sessions: { s: { decision: 'text-only', reminder: 'Answer in words.' } },
    });
  });

  it('refuses what has no token, is too large, comes from a web page, or is no event at all', async () => {
    await serve(() => '{"decision":"continue"}', { bodyBytes: 1000 });
    const body = JSON.stringify(start);
    assert.equal((await send(body, { Authorization: `Bearer ${'cd'.repeat(32)}` })).status, 401);
    assert.equal((await send(body, { Origin: 'http://127.0.0.1' })).status, 403);
    assert.equal((await send(body, { Host: 'evil.example' })).status, 403);
    assert.equal((await send(`${body}${' '.repeat(1000)}`)).status, 413);
    assert.deepEqual(await send('7'), {
      status: 200,
      body: {
        decision: 'continue',
        accepted: 0,
        ignored: 0,
        rejected: [{ line: 1, reason: 'not a JSON object' }],
        sessions: {},
      },
    });
    assert.deepEqual(await send(''), {
      status: 400,
      body: { decision: 'continue', problem: 'no event' },
    });
    assert.deepEqual(passed, []);
    assert.equal(
      (await send('{}', { 'X-Turnwatch-Agent': EVENTS_AGENT }, '/v1/hook')).status,
      400,
      'a hook may not pass itself off as events',
    );
  });

  it('limits batches by a burst and a rate', async () => {
    await serve(() => '{"decision":"continue"}', { eventBurst: 3, eventsPerSecond: 2 });
    const statuses = async (count: number): Promise<number[]> => {
      const got: number[] = [];
      for (let i = 0; i < count; i++) {
        got.push((await send(JSON.stringify(start))).status);
      }
      return got;
    };
    assert.deepEqual(await statuses(5), [200, 200, 200, 429, 429]);
    clock = 1000;
    assert.deepEqual(await statuses(3), [200, 200, 429]);
  });

  it('counts events, not batches, and takes a batch as a whole or not at all', async () => {
    await serve(() => '{"decision":"continue"}', { eventBurst: 10, eventsPerSecond: 4 });
    const lines = (count: number): string => `${JSON.stringify(start)}\n`.repeat(count);
    assert.equal((await send(lines(8))).status, 200);
    const refused = await send(lines(8));
    assert.deepEqual(refused, {
      status: 429,
      body: {
        decision: 'continue',
        problem: 'Too many events: none of these 8 was taken. Send them again in 2 s.',
        accepted: 0,
        ignored: 0,
        rejected: [],
        sessions: {},
      },
    });
    assert.equal(passed.length, 1, 'nothing of the refused batch reached a window');
    assert.equal((await send(lines(2))).status, 200, 'what still fits is taken');
    clock = 2000;
    assert.equal((await send(lines(8))).status, 200, 'after the time that it named');
    assert.equal((await send('not JSON')).status, 429, 'a line that is rejected counts as well');
    assert.ok(endpointLimits.eventBurst >= batchLimits.lines, 'every batch can be taken at times');
  });

  it('lets other hooks in while a window works on a batch, and those of its session come after it', async () => {
    const order: string[] = [];
    let hooks: Promise<number>[] = [];
    await serve(
      () => '',
      {},
      (hook) => {
        const { session_id: session, events } = hook.payload;
        if (!Array.isArray(events)) {
          order.push(`hook of ${String(session)}`);
          return;
        }
        if (hooks.length === 0) {
          hooks = ['s', 't'].map(async (name) => {
            const body = JSON.stringify({ session_id: name });
            return (await send(body, { 'X-Turnwatch-Agent': 'claude-code' }, '/v1/hook')).status;
          });
        }
        order.push('part');
        for (const began = performance.now(); performance.now() - began < 10;);
      },
    );
    const events = Array.from({ length: batchLimits.lines }, (_, n) => ({
      ...message,
      text: `${n}`,
    }));
    const { body } = await send(JSON.stringify([start, ...events].slice(0, batchLimits.lines)));
    assert.deepEqual(await Promise.all(hooks), [200, 200]);
    assert.ok(isObject(body));
    assert.equal(body['accepted'], batchLimits.lines);
    const parts = order.lastIndexOf('part');
    assert.ok(order.indexOf('hook of t') < parts, `in between: ${order.join()}`);
    assert.ok(order.indexOf('hook of s') > parts, `after its batch: ${order.join()}`);
  });

  it('takes batches about a session one after the other', async () => {
    const seen: string[] = [];
    await serve(
      () => '',
      {},
      ({ payload: { events } }) => {
        assert.ok(Array.isArray(events));
        seen.push(
          ...events.map((event: unknown) => (isObject(event) ? String(event['text']) : '')),
        );
      },
    );
    const batch = (name: string): string =>
      Array.from({ length: 1000 }, (_, n) =>
        JSON.stringify({ ...message, text: `${name}${n}` }),
      ).join('\n');
    await Promise.all(['a', 'b', 'c'].map((name) => send(batch(name))));
    const [first = ''] = seen.map((text) => text.charAt(0));
    const runs = seen.filter((text, at) => text.charAt(0) !== seen[at - 1]?.charAt(0));
    assert.equal(seen.length, 3000);
    assert.equal(runs.length, 3, `three runs, beginning with ${first}: ${runs.join()}`);
  });

  it('says "continue" when the window is slow or fails', async () => {
    await serve(() => new Promise(() => undefined), { answerMs: 50 });
    assert.deepEqual(await send(JSON.stringify(start)), {
      status: 200,
      body: { decision: 'continue', problem: 'The window took too long.' },
    });
    await endpoint?.close();
    await serve(() => Promise.reject(new Error('ours')));
    assert.deepEqual((await send(JSON.stringify(start))).body, {
      decision: 'continue',
      problem: 'The window took too long.',
    });
  });
});
