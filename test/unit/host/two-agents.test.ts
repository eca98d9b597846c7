/** Two agents in one folder at the same time: same prompt, same calls, same ids of calls. Each is judged and steered for itself. */
import assert from 'node:assert/strict';
import type { Agent } from '../../../src/agents/definition.js';
import { OpencodeSessions } from '../../../src/agents/opencode/sessions.js';
import { eventsOfSession } from '../../../src/agents/opencode/stored.js';
import { toldOnly } from './hooked-window.js';
import { agentNamed } from '../support/agents.js';

const [kilo, openCode] = [agentNamed('kilo'), agentNamed('opencode')];

const prompt = 'Fix the failing test';

/** A window where both work; what their plugins and databases tell, step by step. */
function both() {
  const window = toldOnly();
  const { feed, now, pass, live } = window;
  const user = { id: 'msg_0', role: 'user', time: { created: now() } };
  const asked = { info: user, parts: [{ id: 'prt_0', type: 'text', text: prompt }] };
  const response = (n: number) => ({
    info: {
      id: `msg_${n}`,
      role: 'assistant',
      time: { created: now(), completed: now() },
      finish: 'tool-calls',
    },
    parts: [
      {
        id: `prt_${n}`,
        type: 'tool',
        tool: 'bash',
        callID: `call_${n}`,
        state: {
          status: 'completed',
          input: { command: 'npm test' },
          output: '1 failing',
          time: { start: now(), end: now() },
          metadata: { exit: 1 },
        },
      },
    ],
  });
  /** By agent and session, as one database is read from its beginning on. */
  const databases = new Map<string, OpencodeSessions>();
  const log = (
    agent: Agent,
    session: string,
    message: ReturnType<typeof response> | typeof asked,
  ): void => {
    const read = databases.get(session) ?? new OpencodeSessions(agent.id);
    databases.set(session, read);
    feed.log(agent, eventsOfSession(read, { id: session, directory: '/w' }, [message]));
  };
  const hook = (agent: string, session: string, more: object): Promise<string> =>
    window.hook(agent, { session_id: session, cwd: '/w', ...more });
  const call = (agent: string, session: string, n: number): Promise<string> =>
    hook(agent, session, {
      opencode: 'tool',
      tool: 'bash',
      callID: `call_${n}`,
      input: { command: 'npm test' },
      response: `msg_${n}`,
    });
  const request = (agent: string, session: string, last: object): Promise<string> =>
    hook(agent, session, { opencode: 'request', messages: [last] });
  const counted = (session: string): Record<string, number> => {
    const { turn, calls, steps } = live.sessions.get(session) ?? { turn: -1, calls: 0, steps: 0 };
    return { turns: turn + 1, calls, steps };
  };
  return { ...window, pass, asked, response, log, call, request, counted };
}
type Both = ReturnType<typeof both>;

/** One round of an agent by plugin and database; @returns what its plugin is told before the call. */
async function round(window: Both, agent: Agent, session: string, n: number): Promise<string> {
  const printed = await window.call(agent.id, session, n);
  const response = window.response(n);
  window.log(agent, session, response);
  await window.request(agent.id, session, response);
  return printed;
}

async function begin(window: Both, agent: Agent, session: string): Promise<void> {
  window.log(agent, session, window.asked);
  await window.request(agent.id, session, window.asked);
}

describe('two agents in one folder', () => {
  it('are each judged and steered alone: opencode and Kilo, by plugin and database', async () => {
    const window = both();
    const { live, counted, pass, interventions, dispose } = window;
    await begin(window, openCode, 'O');
    await begin(window, kilo, 'K');
    for (let n = 1; n <= 2; n++) {
      pass(1000);
      assert.equal(await round(window, openCode, 'O', n), '');
      assert.equal(await round(window, kilo, 'K', n), '');
    }
    assert.deepEqual(counted('O'), { turns: 1, calls: 2, steps: 2 });
    assert.deepEqual(counted('K'), { turns: 1, calls: 2, steps: 2 });
    live.interventions.forceRespond('O');
    assert.equal(await round(window, kilo, 'K', 3), '', 'nothing was asked of it');
    assert.match(await window.call('opencode', 'O', 3), /Tools are switched off/);
    assert.deepEqual(
      interventions().map((each) => each.split(' ')[0]),
      ['O'],
    );
    dispose();
  });

  it('are no copies of each other: one’s hook at the time of the other’s', async () => {
    const window = both();
    const { recorded, dispose } = window;
    await Promise.all([begin(window, openCode, 'O'), begin(window, kilo, 'K')]);
    await Promise.all([window.call('opencode', 'O', 1), window.call('kilo', 'K', 1)]);
    assert.deepEqual(
      ['turn.start', 'tool.call'].map((type) =>
        recorded.flatMap((event) =>
          event.type === type && 'session' in event ? [event.session] : [],
        ),
      ),
      [
        ['O', 'K'],
        ['O', 'K'],
      ],
    );
    dispose();
  });

  it('stay what their own logs say: Kilo with opencode’s plugin, of a settings folder that both share', async () => {
    const window = both();
    const { live, counted, recorded, pass, dispose } = window;
    window.log(kilo, 'K', window.asked);
    await window.request('opencode', 'K', window.asked);
    for (let n = 1; n <= 2; n++) {
      pass(1000);
      await window.call('opencode', 'K', n);
      window.log(kilo, 'K', window.response(n));
      await window.request('opencode', 'K', window.response(n));
    }
    assert.equal(live.sessions.get('K')?.agent, 'kilo');
    assert.deepEqual(counted('K'), { turns: 1, calls: 2, steps: 2 });
    assert.equal(recorded.filter(({ type }) => type === 'turn.start').length, 1);
    live.interventions.forceRespond('K');
    assert.match(await window.call('opencode', 'K', 3), /Tools are switched off/);
    dispose();
  });
});
