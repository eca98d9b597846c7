/** opencode: what our plugin tells → events, decisions → what it does, and the plugin itself, run as opencode runs it. */
import assert from 'node:assert/strict';
import { chownSync, existsSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { isProblem, type HookReading } from '../../../src/agents/agent.js';
import { answerPlugin } from '../../../src/agents/install/plugin-answer.js';
import { pluginText } from '../../../src/agents/install/plugin-file.js';
import { createHookReader, isOwnPayload } from '../../../src/agents/opencode/payload.js';
import { pluginInstall } from '../../../src/agents/opencode/install.js';
import template from '../../../src/agents/opencode/turnwatch.plugin.js';
import { openCode, openCodeDistribution } from '../../../src/agents/opencode/index.js';
import { contains, lacks } from '../../contains.js';
import { skip } from '../../skip.js';
import { until } from '../support/until.js';
import { eventLines } from '../support/event-lines.js';
import { hookLines, itAnswers, itBounds, itReads } from './hooked.js';
import { AskedWindow } from './plugin-window.js';

const session = 'ses_e02204735ffebY67MDr8iMSlSN';
const from = { session_id: session, cwd: '/srv/app' };
const assistant = {
  id: 'msg_2',
  role: 'assistant',
  time: { created: 1_700_000_002_000, completed: 1_700_000_003_000 },
  finish: 'tool-calls',
  modelID: 'm',
};
const tool = (callID: string, state: object): object => ({
  id: `prt_${callID}`,
  type: 'tool',
  tool: 'bash',
  callID,
  state: {
    input: { command: ':' },
    time: { start: 1_700_000_002_100, end: 1_700_000_002_200 },
    ...state,
  },
});

const readHook = createHookReader(openCode);
const openCodeInstall = pluginInstall(openCodeDistribution);
const tells = (opencode: string, more: object = {}): Record<string, unknown> => ({
  ...from,
  opencode,
  ...more,
});
const last = (info: object): object =>
  tells('message', { messages: [{ info: { ...assistant, ...info }, parts: [] }] });

describe('opencode: events from the plugin', () => {
  itReads(readHook, `start ${session} opencode /srv/app explicit`, [
    [
      tells('tool', { tool: 'bash', callID: 'c1', input: { command: ':' }, response: 'msg_2' }),
      'call c1 shell bash {"command":":"} (msg_2)',
      '→ before-tool c1 shell',
    ],
    [tells('permission.asked', { callID: 'c1' }), 'waits for permission c1'],
    [tells('permission.replied'), 'resumed'],
    [tells('permission.asked', { callID: {} }), 'waits for permission'],
    [
      tells('retry', { attempt: 2, message: 'Rate Limited', next: 1_009_000 }),
      'request failed Rate Limited try 2 at 1009000',
      'waits for limit try 2 until 1009000',
    ],
    [
      tells('retry', { attempt: 1, message: 'Provider is overloaded', next: 1_009_000 }),
      'request failed Provider is overloaded try 1 at 1009000',
      'waits for overload try 1 until 1009000',
    ],
    [
      tells('retry', { attempt: 1, message: 'socket hang up' }),
      'request failed socket hang up try 1',
    ],
    [last({ error: { name: 'ApiError' }, time: {} }), 'end error'],
    [last({ summary: true })],
  ]);
  it('name the parent of a sub-agent', () => {
    const child = tells('tool', { parent: 'ses_parent', tool: 'bash', callID: 'c1', input: {} });
    assert.equal(
      hookLines(readHook, child)[0],
      `start ${session} opencode /srv/app of ses_parent explicit`,
    );
  });

  /** With the times of opencode's own records. */
  const read = (payload: object): HookReading => {
    const reading = readHook(payload, 5000);
    assert.ok(!isProblem(reading), isProblem(reading) ? reading.problem : '');
    return reading;
  };
  const request = (info: object, ...parts: object[]): HookReading =>
    read(tells('request', { messages: [{ info, parts }] }));

  it('before the first request: the person’s message', () => {
    const asked = { id: 'msg_1', role: 'user', time: { created: 1000 } };
    const { events, moment } = request(asked, { id: 'p', type: 'text', text: 'Fix it' });
    assert.deepEqual(moment, { kind: 'before-model' });
    assert.deepEqual(eventLines(events).slice(1), ['turn Fix it']);
  });

  it('before the next request: everything in the last response, whose step has ended', () => {
    const { events } = request(
      assistant,
      { type: 'step-start', id: 's' },
      tool('c1', { status: 'completed', output: '(no output)', metadata: { exit: 0 } }),
      tool('c2', { status: 'error', error: 'Error: [Turnwatch] Tools are switched off' }),
    );
    assert.deepEqual(eventLines(events).slice(1), [
      'call c1 shell bash {"command":":"} (msg_2)',
      'call c2 shell bash {"command":":"} (msg_2)',
      'result c1 ok 0 100 ms "(no output)"',
      'result c2 failed by turnwatch 100 ms "Error: [Turnwatch] Tools are switched off"',
      'step.end msg_2',
    ]);
  });

  it('at the end of a turn: how it ended, and when', () => {
    for (const [info, line] of [
      [{ finish: 'stop' }, 'end completed'],
      [{ finish: 'content-filter' }, 'end error'],
      [{ finish: undefined, error: { name: 'MessageAbortedError' } }, 'end interrupted'],
    ] as const) {
      const { events } = read(last(info));
      assert.deepEqual(eventLines(events).slice(1), [line]);
      assert.equal(events.at(-1)?.at, assistant.time.completed);
    }
  });

  it('once it is at rest: its last words, where it may be sent back, and where not', () => {
    const parts = [
      { type: 'step-start', id: 's' },
      { type: 'text', id: 'p', text: 'Done.', time: { start: 1, end: 2 } },
    ];
    const idle = (info: object, more: object = {}): HookReading =>
      read(tells('idle', { messages: [{ info: { ...assistant, ...info }, parts }], ...more }));
    const { events, moment } = idle({ finish: 'stop' });
    assert.deepEqual(eventLines(events).slice(1), ['says Done. (msg_2)']);
    assert.deepEqual(moment, { kind: 'before-stop' });
    for (const [info, more] of [
      [{ finish: 'stop' }, { again: true }],
      [{ finish: 'stop', summary: true }, {}],
      [{ finish: undefined, error: { name: 'MessageAbortedError' } }, {}],
      [{ role: 'user' }, {}],
    ] as const) {
      assert.equal(idle(info, more).moment, undefined);
    }
  });

  it('hostile payloads are problems or harmless', () => {
    for (const payload of [
      undefined,
      null,
      7,
      [],
      {},
      { opencode: 'request' },
      { ...from },
      { ...from, opencode: 'elsewhere' },
      { ...from, session_id: 'a\nb', opencode: 'tool' },
      { ...from, opencode: 'tool', callID: {}, tool: 'bash' },
      { ...from, opencode: 'tool', callID: 'x'.repeat(5000), tool: 'bash' },
    ]) {
      assert.ok(isProblem(readHook(payload, 1)));
    }
    for (const messages of [
      undefined,
      null,
      'x',
      [null],
      [{ info: 3, parts: 'x' }],
      [
        {
          info: { role: 'assistant' },
          parts: [null, { type: 'tool' }, { type: 'tool', callID: 'c', tool: 'bash', state: 7 }],
        },
      ],
      [
        {
          info: { id: 'm', role: 'assistant', time: { created: 'never' } },
          parts: Array.from({ length: 5000 }, () => ({ type: 'text', text: 'x' })),
        },
      ],
    ]) {
      assert.ok(read(tells('request', { messages })).events.length <= 600);
      read(tells('message', { messages }));
      read(tells('idle', { messages }));
    }
    assert.equal(isOwnPayload({ hook_event_name: 'PreToolUse', session_id: 'x' }), false);
    assert.equal(isOwnPayload(tells('tool')), true);
  });
  itBounds(readHook, (input) => tells('tool', { callID: 'c', tool: '__proto__', input }));
});

describe('opencode: answers', () =>
  itAnswers(answerPlugin, {
    'text-only before-model': { textOnly: true, text: 'W' },
    'remind before-model': { text: 'T "q"' },
    'stop before-model': { stop: 'S' },
    'deny before-tool': { deny: 'R' },
    'stop before-tool': { stop: 'S' },
    'remind before-stop': { text: 'T "q"' },
  }));

interface Hooks {
  event(input: { event: object }): Promise<void>;
  'experimental.chat.messages.transform'(
    input: object,
    output: { messages: { info: Record<string, unknown>; parts: Record<string, unknown>[] }[] },
  ): Promise<void>;
  'tool.execute.before'(input: object, output: object): Promise<void>;
}

describe('opencode: the plugin', () => {
  const window = new AskedWindow();
  const { folder, processes, told } = window;
  const aborted: unknown[] = [];
  const prompted: unknown[] = [];
  const ownFetch = globalThis.fetch;

  before(() => window.open());
  beforeEach(() => {
    window.begin();
    aborted.length = prompted.length = 0;
  });
  after(() => window.close());
  afterEach(() => {
    globalThis.fetch = ownFetch;
  });

  const load = async (limitMs?: number): Promise<Hooks> => {
    const module = (await window.load(template, openCodeDistribution, limitMs)) as Record<
      string,
      (input: object) => Promise<Hooks>
    >;
    assert.deepEqual(Object.keys(module), ['Turnwatch'], 'opencode calls every export');
    const made = module['Turnwatch'];
    assert.ok(made !== undefined);
    return made({
      directory: '/srv/app',
      client: {
        session: {
          abort: (input: unknown) => {
            aborted.push(input);
            return Promise.resolve();
          },
          messages: () =>
            Promise.resolve({ data: [{ info: { ...assistant, finish: 'stop' }, parts: [] }] }),
          promptAsync: (input: unknown) => {
            prompted.push(input);
            return Promise.resolve();
          },
        },
      },
    });
  };
  const conversation = (): {
    info: Record<string, unknown>;
    parts: Record<string, unknown>[];
  }[] => [
    {
      info: { id: 'msg_1', role: 'user', sessionID: session, time: { created: 1 } },
      parts: [{ id: 'p1', type: 'text', text: 'Fix it' }],
    },
    {
      info: { ...assistant, sessionID: session },
      parts: [
        {
          id: 'p2',
          type: 'tool',
          tool: 'read',
          callID: 'c',
          state: {
            status: 'completed',
            input: {},
            output: 'x'.repeat(500_000),
            attachments: [{ url: 'data:' }],
          },
        },
      ],
    },
  ];
  const transform = async (hooks: Hooks): Promise<ReturnType<typeof conversation>> => {
    const messages = conversation();
    await hooks['experimental.chat.messages.transform']({}, { messages });
    return messages;
  };
  const asks = (hooks: Hooks): Promise<void> =>
    hooks['tool.execute.before'](
      { tool: 'bash', sessionID: session, callID: 'c1' },
      { args: { command: ':' } },
    );

  it('posts the last message, bounded, with address and token from the client’s file', async () => {
    const hooks = await load();
    const messages = await transform(hooks);
    assert.deepEqual(messages, conversation(), 'nothing is said: nothing is changed');
    assert.equal(told.length, 1);
    assert.deepEqual(
      [told[0]?.['header'], told[0]?.['authorization'], told[0]?.['url'], told[0]?.['cwd']],
      ['opencode', `Bearer ${'a'.repeat(64)}`, '/v1/hook', '/srv/app'],
    );
    assert.ok(JSON.stringify(told).length < 250_000);
    lacks(JSON.stringify(told), 'data:');
    assert.ok(!isProblem(readHook(told[0], 5000)));
    assert.equal(globalThis.fetch, ownFetch);
  });

  it('disables tools only in the request that contains its reminder, for each API', async () => {
    const hooks = await load();
    const text = '[Turnwatch] Tools are "off".\nAnswer.';
    window.answer = (asked) =>
      asked['opencode'] === 'request' ? JSON.stringify({ textOnly: true, text }) : '';
    const model = 'https://model.example/v1';
    const sent: Record<string, unknown>[] = [];
    globalThis.fetch = (input, init) => {
      if (input === model && typeof init?.body === 'string') {
        sent.push(JSON.parse(init.body) as Record<string, unknown>);
        return Promise.resolve(new Response('{}'));
      }
      return ownFetch(input, init);
    };
    const around = globalThis.fetch;
    const messages = await transform(hooks);
    assert.equal(messages.length, 3);
    assert.deepEqual([messages[2]?.info['role'], messages[2]?.parts[0]?.['text']], ['user', text]);
    const ask = (body: object): Promise<unknown> =>
      fetch(model, { method: 'POST', body: JSON.stringify(body) });
    await ask({
      tools: [{ type: 'function', function: { name: 'bash' } }],
      messages: [{ role: 'user', content: text }],
      tool_choice: 'auto',
    });
    await ask({
      tools: [{ name: 'bash', input_schema: {} }],
      messages: [{ role: 'user', content: [{ type: 'text', text }] }],
    });
    await ask({
      tools: [{ functionDeclarations: [] }],
      contents: [{ parts: [{ text }] }],
      toolConfig: { retrievalConfig: {} },
    });
    await ask({
      tools: [{ type: 'function' }],
      messages: [{ role: 'user', content: 'another session' }],
    });
    await ask({ messages: [{ role: 'user', content: `a title for ${text}` }] });
    assert.deepEqual(
      sent.map(({ tool_choice, toolConfig }) => tool_choice ?? toolConfig),
      [
        'none',
        { type: 'none' },
        { retrievalConfig: {}, functionCallingConfig: { mode: 'NONE' } },
        undefined,
        undefined,
      ],
    );
    await hooks.event({
      event: {
        type: 'message.updated',
        properties: { info: { ...assistant, id: 'msg_3', sessionID: session, finish: 'stop' } },
      },
    });
    assert.equal(globalThis.fetch, around, 'once the turn is over, fetch is its own again');
  });

  it('keeps a note in its place for the rest of the turn', async () => {
    const hooks = await load();
    window.answer = () => JSON.stringify({ text: '[Turnwatch] Note' });
    await transform(hooks);
    window.answer = () => '';
    const messages = conversation();
    messages.push({ info: { ...assistant, id: 'msg_4', sessionID: session }, parts: [] });
    await hooks['experimental.chat.messages.transform']({}, { messages });
    assert.deepEqual(
      messages.map(({ info, parts }) => (parts[0]?.['synthetic'] === true ? 'note' : info.id)),
      ['msg_1', 'msg_2', 'note', 'msg_4'],
    );
  });

  it('denies with an error that gives the reason, and stops with an abort', async () => {
    const hooks = await load();
    window.answer = () => '{"deny":"[Turnwatch] No"}';
    await assert.rejects(asks(hooks), { message: '[Turnwatch] No' });
    window.answer = () => '{"stop":"[Turnwatch] Stopped"}';
    await assert.rejects(asks(hooks), { message: '[Turnwatch] Stopped' });
    await transform(hooks);
    assert.deepEqual(aborted, [{ path: { id: session } }, { path: { id: session } }]);
  });

  it('leaves the agent alone whatever the answer, or without one', async () => {
    for (const wrong of [
      '',
      'null',
      '[]',
      '{',
      '{"deny":7,"text":{},"textOnly":true}',
      '<html>',
      '"x"',
    ]) {
      const hooks = await load();
      window.answer = () => wrong;
      await asks(hooks);
      assert.deepEqual(await transform(hooks), conversation(), wrong);
    }
    window.status = 401;
    window.answer = () => '{"deny":"x"}';
    await asks(await load());
    writeFileSync(
      join(folder, 'hook.curl'),
      'url = "http://evil.example/v1/hook"\nheader = "Authorization: Bearer aa"\n',
    );
    await asks(await load());
    rmSync(join(folder, 'hook.curl'));
    told.length = 0;
    const hooks = await load();
    await asks(hooks);
    await transform(hooks);
    for (const event of [
      {},
      { type: 'message.updated' },
      { type: 'session.updated', properties: { info: null } },
      { type: 'message.updated', properties: { info: { role: 'assistant' } } },
    ]) {
      await hooks.event({ event });
    }
    await hooks['experimental.chat.messages.transform']({}, { messages: [] });
    assert.deepEqual(told, []);
    assert.equal(globalThis.fetch, ownFetch);
  });

  it('asks nobody after one request without an answer in time, until the window has removed the stamp', async () => {
    const stamp = join(folder, 'silent');
    const hooks = await load(2000);
    window.answer = () => '{"deny":"x"}';
    window.holds = true;
    await asks(hooks);
    assert.equal(told.length, 1);
    assert.ok(existsSync(stamp));
    window.holds = false;
    await asks(hooks);
    await asks(await load(2000));
    assert.equal(told.length, 1);
    rmSync(stamp);
    await assert.rejects(asks(await load()), /^Error: x$/);
    assert.equal(told.length, 2);
    // of a window before this one
    writeFileSync(stamp, '');
    utimesSync(stamp, new Date(0), new Date(0));
    await assert.rejects(asks(await load()), /^Error: x$/);
    rmSync(stamp);
  });

  it('has the end of a turn told also where the agent ends with it', async () => {
    const plugin = join(folder, 'plugin-ending.mjs');
    writeFileSync(plugin, pluginText(template, openCodeDistribution, folder));
    const info = { ...assistant, sessionID: session, finish: 'stop' };
    const ending = `
      const { Turnwatch } = await import(${JSON.stringify(pathToFileURL(plugin).href)});
      const { event } = await Turnwatch({ directory: '/srv/app', client: {} });
      void event({ event: { type: 'message.updated', properties: { info: ${JSON.stringify(info)} } } });
      process.exit(7);`;
    const agent = spawn(process.execPath, ['--input-type=module', '-e', ending]);
    const [code] = (await once(agent, 'exit')) as [number];
    assert.equal(code, 7, 'ends as it would without us');
    assert.deepEqual(
      told.map(({ opencode, header }) => [opencode, header]),
      [['message', 'opencode']],
    );
    assert.ok(processes.delete(String(agent.pid)), 'by its own process');
    rmSync(join(folder, 'hook.curl'));
    await once(spawn(process.execPath, ['--input-type=module', '-e', ending]), 'exit');
    assert.equal(told.length, 1, 'nobody listens');
  });

  it('asks at once again after a request that was refused', async () => {
    const hooks = await load();
    window.listen('nobody.sock');
    await asks(hooks);
    await asks(hooks);
    window.listen();
    await asks(hooks);
    assert.equal(told.length, 1);
  });

  it('asks only where the person alone can answer: never at a port', async () => {
    window.answer = () => '{"deny":"x"}';
    window.listen('');
    await asks(await load());
    assert.equal(told.length, 0);
  });

  it('asks nobody by a file of another user', async function () {
    if (process.getuid?.() !== 0) {
      skip(this, 'only root can give a file to another user');
    }
    window.answer = () => '{"deny":"x"}';
    chownSync(join(folder, 'hook.curl'), 65_534, 65_534);
    await asks(await load());
    assert.equal(told.length, 0);
    rmSync(join(folder, 'hook.curl'));
  });

  it('waits for no pipe or device in the place of its files', async () => {
    const [client, stamp] = [join(folder, 'hook.curl'), join(folder, 'silent')];
    window.answer = () => '{"deny":"x"}';
    const hooks = await load(2000);
    rmSync(client);
    execFileSync('mkfifo', [client]);
    await asks(hooks);
    rmSync(client);
    symlinkSync('/dev/zero', client);
    await asks(hooks);
    rmSync(client);
    assert.equal(told.length, 0);
    window.listen();
    execFileSync('mkfifo', [stamp]);
    utimesSync(stamp, new Date(0), new Date(0));
    window.holds = true;
    await asks(hooks);
    assert.equal(told.length, 1);
    rmSync(stamp);
  });

  describe('at the end of a turn', () => {
    const status = (hooks: Hooks, type: 'idle' | 'busy'): Promise<void> =>
      hooks.event({
        event: { type: 'session.status', properties: { sessionID: session, status: { type } } },
      });
    const places = (): unknown[] => told.map(({ opencode, prompt }) => prompt ?? opencode);
    const become = (list: () => unknown[], ...expected: unknown[]): Promise<void> =>
      until('told', () => isDeepStrictEqual(list(), expected), list);
    const words = '[Turnwatch] Before this turn ends';
    const sent = (text: string): object => ({
      path: { id: session },
      body: {
        agent: 'plan',
        model: { providerID: 'p', modelID: 'm' },
        variant: undefined,
        parts: [{ type: 'text', text }],
      },
    });
    /** With the person's message as it stands in the session. */
    const begin = async (hooks: Hooks, text = 'Fix it'): Promise<void> => {
      const [asked, answer] = conversation();
      const info = { ...asked?.info, agent: 'plan', model: { providerID: 'p', modelID: 'm' } };
      const user = { info, parts: [{ type: 'text', text }] };
      const messages = answer === undefined ? [user] : [user, answer];
      await hooks['experimental.chat.messages.transform']({}, { messages });
      told.length = 0;
    };

    it('goes on with what the window says, by the person’s own agent and model, and tells so', async () => {
      const hooks = await load();
      await begin(hooks);
      window.answer = ({ opencode }) =>
        opencode === 'idle' ? JSON.stringify({ text: words }) : '';
      await status(hooks, 'idle');
      await become(() => prompted, sent(words));
      assert.deepEqual([places(), told[0]?.['again']], [['idle'], false]);
      window.answer = () => '';
      await begin(hooks, words);
      await status(hooks, 'idle');
      await become(() => told.map(({ again }) => again), true, true);
    });

    it('waits for the person’s click in the window, until the agent is at work again', async () => {
      const hooks = await load(3000);
      await begin(hooks);
      await status(hooks, 'idle');
      await become(places, 'idle', 'next');
      await sleep(3100); // longer than another request may take
      assert.deepEqual(prompted, []);
      window.release('{"text":"What was seen"}');
      await become(() => prompted, sent('What was seen'));
      await status(hooks, 'idle');
      await become(places, 'idle', 'next', 'idle', 'next');
      const left = window.left();
      await status(hooks, 'busy');
      await left;
      assert.equal(prompted.length, 1);
      assert.equal(existsSync(join(folder, 'silent')), false, 'nobody was silent');
    });

    it('is left alone where the window says nothing, or is gone, and for a sub-agent', async () => {
      const hooks = await load();
      window.holdsNext = false;
      await status(hooks, 'idle');
      assert.deepEqual(told, [], 'of a session that it never saw at work');
      await begin(hooks);
      for (const wrong of ['', '{', '{"text":7}', 'null']) {
        window.answer = () => wrong;
        told.length = 0;
        await status(hooks, 'idle');
        await become(places, 'idle', 'next');
      }
      const info = { id: session, parentID: 'ses_parent' };
      await hooks.event({ event: { type: 'session.updated', properties: { info } } });
      told.length = 0;
      await status(hooks, 'idle');
      await asks(hooks);
      assert.deepEqual(places(), ['tool']);
      assert.deepEqual(prompted, []);
    });
  });

  it('takes nothing from an answer that would allow or change a call', async () => {
    const hooks = await load();
    window.answer = () =>
      '{"allow":true,"permissionDecision":"allow","status":"allow","args":{"command":"touch pwned"},"updatedInput":{"command":"touch pwned"},"input":{"command":"x"}}';
    const output = { args: { command: ':' } };
    await hooks['tool.execute.before']({ tool: 'bash', sessionID: session, callID: 'c1' }, output);
    assert.deepEqual(output, { args: { command: ':' } });
    assert.equal(told.length, 1);
  });
});

describe('opencode: the part of the plugin that hands prompts over', () => {
  const window = new AskedWindow();
  before(() => window.open());
  beforeEach(() => window.begin());
  after(() => window.close());

  it('answers with the person’s click in the window, and lets go of a prompt that is answered elsewhere', async () => {
    const added = openCodeInstall.add('', '', { dir: window.folder, answersPrompts: true });
    assert.ok(!isProblem(added));
    const file = join(window.folder, 'plugin-prompts.mjs');
    writeFileSync(file, added.text);
    const module = (await import(pathToFileURL(file).href)) as {
      TurnwatchPrompts(input: object): Promise<Pick<Hooks, 'event'>>;
    };
    const replies: unknown[] = [];
    const { event } = await module.TurnwatchPrompts({
      directory: '/srv/app',
      client: {
        _client: { post: ({ path, body }: Record<string, unknown>) => replies.push(path, body) },
      },
    });
    const prompt = (type: string, properties: object): Promise<void> =>
      event({
        event: { type: `permission.${type}`, properties: { sessionID: session, ...properties } },
      });
    await prompt('asked', { id: 'per_1', permission: 'bash', patterns: [], metadata: {} });
    await until('asked', () => window.told.length === 1);
    assert.deepEqual(
      [window.told[0]?.['prompt'], window.told[0]?.['opencode'], window.told[0]?.['tool']],
      ['permission', 'prompt', 'bash'],
    );
    window.release('{"prompt":"once"}');
    await until('replied', () => replies.length > 0);
    assert.deepEqual(replies, [{ requestID: 'per_1' }, { reply: 'once' }]);
    await prompt('asked', { id: 'per_2', permission: 'bash', patterns: [], metadata: {} });
    await until('asked', () => window.told.length === 2);
    const left = window.left();
    await prompt('replied', { requestID: 'per_2' });
    await left;
    assert.equal(replies.length, 2);
  });
});

describe('opencode: the plugin’s file', () => {
  const client = { dir: '/home/a b/"turnwatch"' };
  it('is added, updated and removed; a file of that name from someone else is never touched', () => {
    const added = openCodeInstall.add('f', '', client);
    assert.ok(!isProblem(added));
    contains(added.text, JSON.stringify('/home/a b/"turnwatch"/hook.curl'));
    assert.equal(openCodeInstall.status('f', added.text, client), 'installed');
    assert.equal(openCodeInstall.status('f', added.text, { dir: '/else' }), 'outdated');
    assert.deepEqual(openCodeInstall.remove('f', added.text), { text: '' });
    assert.ok(isProblem(openCodeInstall.add('f', 'export const Mine = 1;\n', client)));
    assert.deepEqual(openCodeInstall.remove('f', 'export const Mine = 1;\n'), {
      text: 'export const Mine = 1;\n',
    });
  });
});
