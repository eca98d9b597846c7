/** pi: what our extension tells → events, and the extension itself, run as pi runs it. Answers are those of all plugins (opencode’s tests). */
import assert from 'node:assert/strict';
import { isProblem } from '../../../src/agents/agent.js';
import { findSender } from '../../../src/agents/loaded.js';
import { piInstall } from '../../../src/agents/pi/install.js';
import { pi } from '../../../src/agents/pi/index.js';
import { isOwnPayload, readHook } from '../../../src/agents/pi/payload.js';
import template from '../../../src/agents/pi/turnwatch.plugin.js';
import { contains, lacks } from '../../contains.js';
import { eventLines } from '../support/event-lines.js';
import { exhausted, retried, stopped } from '../readers/support/pi-session.js';
import { hookLines, itBounds, itReads, itRefuses, roundTrips } from './hooked.js';
import { AskedWindow } from './plugin-window.js';

type Entry = Readonly<Record<string, unknown>> & { id: string; parentId?: string | null };

const session = '01a2232f-9b86-75fe-a924-56fb9cc8de70';
const tells = (place: string, more: object = {}): Record<string, unknown> => ({
  session_id: session,
  cwd: '/srv/app',
  pi: place,
  ...more,
});
/** Without the header, which is no entry. */
const entriesOf = (lines: string): Entry[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry)
    .filter(({ type }) => type !== 'session');
const [model, prompt, response, one, two, last, refused, end] = entriesOf(stopped);
const told = (payload: object): string[] => {
  const reading = readHook(payload, 5000);
  assert.ok(!isProblem(reading), isProblem(reading) ? reading.problem : '');
  return [
    ...eventLines(reading.events).slice(1),
    ...(reading.moment === undefined ? [] : [`→ ${reading.moment.kind}`]),
  ];
};

describe('pi: events from the extension', () => {
  itReads(readHook, `start ${session} pi /srv/app explicit`, [
    [
      tells('tool', { call: 'c1', tool: 'bash', input: { command: ':' }, response: 'e2' }),
      'call c1 shell bash {"command":":"} (e2)',
      '→ before-tool c1 shell',
    ],
    [tells('request', { entries: [] }), '→ before-model'],
    [tells('settled', { entries: [] }), 'end completed'],
  ]);
  itRefuses(readHook, [
    [tells('elsewhere'), /^pi extension: "pi" names an unknown place$/],
    [tells('tool', { tool: 'bash' }), /^pi extension: "call" or "tool" is missing$/],
    [{ pi: 'tool', cwd: '/' }, /"session_id" is missing/],
  ]);
  itBounds(readHook, (input) => tells('tool', { call: 'c', tool: '__proto__', input }));

  it('name the model', () => {
    assert.equal(
      hookLines(readHook, tells('request', { model: 'gpt-5', entries: [] }))[0],
      `start ${session} pi /srv/app gpt-5 explicit`,
    );
  });

  it('before the first request: the person’s message; before the next: the last response, whose step has ended', () => {
    assert.deepEqual(told(tells('request', { entries: [model, prompt] })), [
      'turn Fix the failing test',
      '→ before-model',
    ]);
    assert.deepEqual(told(tells('request', { entries: [response, one, two] })), [
      'says x (resp_script_0001)',
      'call call_script_0001_1|fc_script_0001_1 shell bash {"command":"echo one","timeout":null} (resp_script_0001)',
      'call call_script_0001_2|fc_script_0001_2 shell bash {"command":"echo two","timeout":null} (resp_script_0001)',
      'usage',
      'result call_script_0001_1|fc_script_0001_1 ok "one\\n"',
      'result call_script_0001_2|fc_script_0001_2 ok "two\\n"',
      'step.end resp_script_0001',
      '→ before-model',
    ]);
  });

  it('a request that is tried again is no step and no end; the last failure and a stop are', () => {
    const tries = entriesOf(retried);
    assert.deepEqual(told(tells('request', { entries: tries.slice(0, 2) })), [
      'request failed 429 Rate limit reached for requests.',
      'waits for limit',
      'request failed 429 Rate limit reached for requests. try 1',
      'waits for limit try 1',
      '→ before-model',
    ]);
    assert.deepEqual(told(tells('settled', { entries: tries.slice(4) })), [
      'says FINAL: I stop here and answer in words. (resp_script_0005)',
      'usage',
      'end completed',
    ]);
    assert.equal(told(tells('settled', { entries: entriesOf(exhausted) })).at(-1), 'end error');
    // the person ends it while the agent waits to try again
    assert.equal(told(tells('settled', { entries: tries.slice(0, 2) })).at(-1), 'end error');
    assert.equal(told(tells('settled', { entries: [refused, end] })).at(-1), 'end interrupted');
    const stop = tells('settled', { entries: [refused, end], stopped: true });
    assert.equal(told(stop).at(-1), 'end stopped');
  });

  it('are our extension’s alone, and hostile ones are harmless', () => {
    assert.equal(isOwnPayload({ hook_event_name: 'PreToolUse', session_id: 'x' }), false);
    assert.equal(findSender('pi', tells('tool'))?.id, 'pi');
    for (const entries of [7, 'x', [null, 7], [{ type: 'message', message: 7 }], [{}]]) {
      assert.deepEqual(told(tells('request', { entries })), ['→ before-model']);
    }
    const many = Array.from({ length: 5000 }, () => response);
    assert.ok(told(tells('request', { entries: many })).length <= 600);
  });
});

interface Context {
  cwd: string;
  model: { id: string };
  sessionManager: object;
  abort(): void;
}
type Handler = (event: object, context: Context) => unknown;

describe('pi: the extension', () => {
  const window = new AskedWindow();
  before(() => window.open());
  beforeEach(() => window.begin());
  after(() => window.close());

  /** A session of pi that grows, and our extension in it. */
  class Agent {
    readonly handlers = new Map<string, Handler>();
    readonly entries: Entry[] = [];
    aborted = 0;

    static async load(limitMs?: number): Promise<Agent> {
      const module = (await window.load(template, pi, limitMs)) as {
        default: (api: object) => void;
      };
      const agent = new Agent();
      module.default({
        on: (event: string, handler: Handler) => agent.handlers.set(event, handler),
      });
      return agent;
    }

    write(...entries: (Entry | undefined)[]): void {
      for (const entry of entries) {
        assert.ok(entry !== undefined);
        this.entries.push({ ...entry, parentId: this.entries.at(-1)?.id ?? null });
      }
    }

    async emit(type: string, event: object = {}): Promise<unknown> {
      const handler = this.handlers.get(type);
      assert.ok(handler !== undefined, type);
      return handler(
        { type, ...event },
        {
          cwd: '/srv/app',
          model: { id: 'gpt-5' },
          abort: () => (this.aborted += 1),
          sessionManager: {
            getSessionId: () => session,
            getLeafId: () => this.entries.at(-1)?.id ?? null,
            getLeafEntry: () => this.entries.at(-1),
            getEntry: (id: string) => this.entries.find((entry) => entry.id === id),
          },
        },
      );
    }

    /** The messages of the next request. */
    async request(): Promise<Record<string, unknown>[]> {
      const messages = this.entries.flatMap(({ message }) =>
        typeof message === 'object' ? [structuredClone(message) as Record<string, unknown>] : [],
      );
      const changed = (await this.emit('context', { messages })) as
        | { messages: Record<string, unknown>[] }
        | undefined;
      return changed?.messages ?? messages;
    }

    call(): Promise<unknown> {
      return this.emit('tool_call', {
        toolCallId: 'c1',
        toolName: 'bash',
        input: { command: ':' },
      });
    }
  }
  const payload = {
    model: 'gpt-5',
    tools: [{ name: 'bash' }],
    tool_choice: 'auto',
    input: [],
  };

  it('tells what was written since it last did, bounded, as the session’s file has it', async () => {
    const agent = await Agent.load();
    agent.write(model, prompt);
    await agent.emit('session_start');
    agent.write(
      { ...prompt, id: 'p2' },
      { type: 'message', id: 's', message: { role: 'system', content: '', toolsAdded: [{}] } },
    );
    assert.equal((await agent.request()).length, 3, 'nothing is said: nothing is changed');
    agent.write(response, one, {
      ...(two ?? { id: '' }),
      message: {
        role: 'toolResult',
        toolCallId: 'c',
        content: [
          { type: 'text', text: 'x'.repeat(500_000) },
          { type: 'image', data: 'DATA' },
        ],
      },
    });
    await agent.request();
    assert.deepEqual(
      window.told.map(({ header, cwd, model: id, pi: place, entries }) => [
        ...[header, cwd, id, place],
        (entries as Entry[]).map((entry) => entry.id),
      ]),
      [
        ['pi', '/srv/app', 'gpt-5', 'request', ['p2']],
        ['pi', '/srv/app', 'gpt-5', 'request', [response?.id, one?.id, two?.id]],
      ],
    );
    assert.ok(JSON.stringify(window.told).length < 250_000);
    lacks(JSON.stringify(window.told), 'DATA');
  });

  it('tells of a call with the response that makes it, and denies it with the reason', async () => {
    const agent = await Agent.load();
    agent.write(prompt, response);
    assert.equal(await agent.call(), undefined);
    agent.write(one);
    window.answer = () => '{"deny":"[Turnwatch] No"}';
    assert.deepEqual(await agent.call(), { block: true, reason: '[Turnwatch] No' });
    assert.deepEqual(
      window.told.map(({ call, response: id }) => [call, id]),
      [
        ['c1', response?.id],
        ['c1', response?.id],
      ],
    );
    assert.equal(agent.aborted, 0);
  });

  it('stops the turn at a request and at a call', async () => {
    const agent = await Agent.load();
    agent.write(prompt);
    window.answer = () => '{"stop":"[Turnwatch] Stopped"}';
    await agent.request();
    assert.equal(agent.aborted, 1);
    assert.deepEqual(await agent.call(), { block: true, reason: '[Turnwatch] Stopped' });
    assert.equal(agent.aborted, 2);
    agent.write(end);
    for (const how of ['end stopped', 'end interrupted']) {
      await agent.emit('agent_settled');
      assert.ok(window.told.at(-1) !== undefined);
      agent.write({ ...(end ?? { id: '' }), id: how });
      assert.deepEqual(told(window.told.at(-1) ?? {}), [how]);
    }
  });

  it('takes the tools out of the very next request, and of no other', async () => {
    const agent = await Agent.load();
    agent.write(prompt);
    await agent.request();
    assert.equal(await agent.emit('before_provider_request', { payload }), undefined);
    window.answer = () => '{"textOnly":true,"text":"[Turnwatch] Words"}';
    assert.equal((await agent.request()).at(-1)?.['role'], 'user');
    assert.deepEqual(await agent.emit('before_provider_request', { payload }), {
      model: 'gpt-5',
      input: [],
    });
    window.answer = () => '';
    await agent.request();
    assert.equal(await agent.emit('before_provider_request', { payload }), undefined);
  });

  it('keeps a note in its place for the rest of the turn, said once, in requests alone', async () => {
    const agent = await Agent.load();
    agent.write(prompt, response, one, two);
    window.answer = () => '{"text":"[Turnwatch] Note"}';
    await agent.request();
    agent.write(last, refused);
    const roles = async (): Promise<unknown[]> =>
      (await agent.request()).map(({ role, content }) =>
        JSON.stringify(content).includes('[Turnwatch] Note') ? 'note' : role,
      );
    const turn = ['user', 'assistant', 'toolResult', 'toolResult', 'note', 'assistant'];
    assert.deepEqual(await roles(), [...turn, 'toolResult']);
    window.answer = () => '{"text":"[Turnwatch] Note","heard":true}';
    assert.deepEqual(await roles(), [...turn, 'toolResult']);
    window.answer = () => '';
    agent.write({ ...prompt, id: 'p2' });
    assert.ok(!(await roles()).includes('note'), 'the next turn has none');
    lacks(JSON.stringify(agent.entries), '[Turnwatch]');
  });

  it('tells of the turn’s end', async () => {
    const agent = await Agent.load();
    agent.write(prompt);
    await agent.request();
    agent.write(end);
    await agent.emit('agent_settled');
    assert.ok(window.told[1] !== undefined);
    assert.deepEqual(told(window.told[1]), ['end interrupted']);
  });

  it('leaves the agent alone whatever the answer, or without one', async () => {
    for (const wrong of ['', 'null', '[]', '{', '{"deny":7,"text":{},"textOnly":1}', '<html>']) {
      const agent = await Agent.load();
      agent.write(prompt);
      window.answer = () => wrong;
      assert.equal(await agent.call(), undefined, wrong);
      assert.equal((await agent.request()).length, 1, wrong);
      assert.equal(await agent.emit('before_provider_request', { payload }), undefined);
    }
    const agent = await Agent.load();
    // another version of the agent
    const other = { cwd: '/', abort: () => undefined, model: { id: 'm' }, sessionManager: {} };
    for (const type of ['context', 'tool_call', 'agent_settled']) {
      assert.equal(await agent.handlers.get(type)?.({}, other), undefined, type);
    }
    window.holds = true;
    const hasty = await Agent.load(2000);
    window.told.length = 0;
    assert.equal(await hasty.call(), undefined);
    assert.equal(await hasty.call(), undefined);
    assert.equal(window.told.length, 1, 'after one without an answer it asks nobody');
  });
});

describe('pi: the extension’s file', () => {
  it('is added, updated and removed; a file of that name from someone else is never touched', () => {
    roundTrips(piInstall, ['']);
    const client = { dir: '/home/a b/"turnwatch"' };
    const added = piInstall.add('f', '', client);
    assert.ok(!isProblem(added));
    contains(added.text, JSON.stringify('/home/a b/"turnwatch"/hook.curl'));
    contains(added.text, '// X-Turnwatch-Agent: pi\n');
    assert.doesNotMatch(
      added.text,
      /\{(?:name|header|agent|client)\}|asking\.plugin|^export const/m,
    );
    assert.ok(isProblem(piInstall.add('f', 'export default () => {};\n', client)));
    const where = { env: {}, home: '/home/a', platform: 'linux' };
    assert.deepEqual(pi.places?.(where, [])[0]?.files, [
      '/home/a/.pi/agent/extensions/turnwatch.js',
    ]);
    const elsewhere = { ...where, env: { PI_CODING_AGENT_DIR: '~/p' } };
    assert.deepEqual(pi.places?.(elsewhere, [])[0]?.files, ['/home/a/p/extensions/turnwatch.js']);
  });
});
