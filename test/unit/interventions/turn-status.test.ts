/** What an agent is told that asks how its turn stands: its own session and no other, whole within the limit, without secrets. */
import assert from 'node:assert/strict';
import { asForeign } from '../../../src/core/turns/foreign-session.js';
import { describeTurn, STATUS_LIMIT } from '../../../src/core/view/turn-status.js';
import { answerStatus } from '../../../src/live/asked-status.js';
import { contains, lacks } from '../../contains.js';
import { bash, edit, Story, type Act } from '../support/story.js';
import { newWatch, type Watch } from '../support/watch.js';

const T = Date.UTC(2026, 10, 21, 10);
const asking: Act = { tool: 'mcp__turnwatch__turn_status', input: {}, output: '' };

/** A turn in which `command` repeats. */
const repeating = (session: string, command: string, agent = 'claude-code'): Story =>
  new Story(session)
    .at(T)
    .start({ agent })
    .turn()
    .step(edit('/w/a.ts', 'x', 'y'))
    .repeat(4, () => bash(command, 'the same'));

function watched(...stories: Story[]): Watch {
  const watch = newWatch({ agentName: (agent) => (agent === 'codex' ? 'Codex' : 'Claude Code') });
  for (const event of stories.flatMap(({ events }) => events)) {
    watch.push(event, T);
  }
  return watch;
}

async function answer(watch: Watch, agent?: string): Promise<Record<string, unknown>> {
  const tracker = { sessions: watch.sessions, turnwatch: watch };
  return JSON.parse(
    await answerStatus(
      tracker,
      { agents: agent === undefined ? agent : [agent], waitMs: 0 },
      { now: () => T },
    ),
  );
}

describe('turn_status', () => {
  it('tells state, counters, what repeats and what was tried', async () => {
    const { session, agent, state, turn, steps, verdict, suggestion, counters, ...more } =
      await answer(watched(repeating('S', 'npm run lint')), 'claude-code');
    assert.deepEqual(
      { session, agent, state, turn, steps, verdict, suggestion },
      {
        session: 'S',
        agent: 'Claude Code',
        state: 'stalled',
        turn: 1,
        steps: 5,
        verdict: '“npm run lint” gave the same result 4 times (2–5).',
        suggestion:
          '`npm run lint` gave the same result 4 times. Don’t repeat it: say what its result tells you, then take another way or ask.',
      },
    );
    contains(JSON.stringify(counters), '{"what":"Same call, same result","value":4,"limit":4}');
    assert.deepEqual(more, {
      progress: 'Files read: 0, modified: 1, tests: 0, commands: 4 (last: 0s ago)',
      interventions: [],
      repeating: [
        { tool: 'Bash', call: 'npm run lint', times: 4, outcome: 'ok', says: 'the same' },
      ],
      tried: [{ tool: 'Edit', call: 'a.ts', times: 1, outcome: 'ok', says: 'ok' }],
    });
  });

  it('is of the session that calls it, among several', async () => {
    const asks = repeating('S2', 'ls two');
    asks.call(asking);
    const told = await answer(watched(repeating('S1', 'ls one'), asks));
    assert.equal(told['session'], 'S2');
    lacks(JSON.stringify(told), 'ls one');
  });

  it('is of the only turn at work, of that agent where the program says which', async () => {
    const over = repeating('S0', 'ls zero').end();
    const only = watched(over, repeating('S1', 'ls one'), repeating('S2', 'ls two', 'codex'));
    assert.equal((await answer(only, 'codex'))['session'], 'S2');
    assert.equal((await answer(only, 'claude-code'))['session'], 'S1');
  });

  it('is not told to a program that nobody knows, though only one turn is at work', async () => {
    assert.deepEqual(await answer(watched(repeating('S1', 'ls one'))), {
      unknown: 'A turn runs in this folder, and nothing shows that it is the one that asks.',
    });
  });

  it('is of none where it cannot be told which asks, and says so', async () => {
    const two = watched(repeating('S1', 'ls one'), repeating('S2', 'ls two'));
    assert.deepEqual(await answer(two), {
      unknown: '2 turns run in this folder, and nothing shows which of them asks.',
    });
    const [one, other] = [repeating('S1', 'ls one'), repeating('S2', 'ls two')];
    one.call(asking);
    other.call(asking);
    lacks(JSON.stringify(await answer(watched(one, other))), 'ls');
    const none = {
      unknown: 'No running turn is seen in this folder, so nothing is known of yours.',
    };
    assert.deepEqual(await answer(watched(repeating('S1', 'ls one').end())), none);
    assert.deepEqual(await answer(watched(repeating('S1', 'ls one')), 'codex'), none);
  });

  it('is not of an agent that was killed while it called', async () => {
    const killed = repeating('S1', 'ls one');
    killed.call(asking);
    const watch = watched(killed, repeating('S2', 'ls two').after(90_000).step(bash('ls', 'a')));
    const text = await answerStatus(
      { sessions: watch.sessions, turnwatch: watch },
      { agents: undefined, waitMs: 0 },
      { now: () => T + 90_000 },
    );
    contains(text, 'nothing shows which');
  });

  it('is never of another machine’s session', async () => {
    const foreign = repeating('S1', 'ls one');
    foreign.call(asking);
    const watch = newWatch();
    for (const event of foreign.events) {
      watch.push(asForeign('ab12', event), T);
    }
    assert.deepEqual(Object.keys(await answer(watch)), ['unknown']);
  });

  it('waits for the log to tell who asks', async () => {
    const watch = watched(repeating('S1', 'ls one'), repeating('S2', 'ls two'));
    const late = new Story('S2').at(T);
    let [now, looks] = [T, 0];
    const tracker = {
      turnwatch: watch,
      get sessions() {
        looks += 1;
        if (looks === 3) {
          late.call(asking, 'r9', 'late');
          late.events.forEach((event) => watch.push(event, T));
        }
        return watch.sessions;
      },
    };
    const text = await answerStatus(
      tracker,
      { agents: undefined, waitMs: 1000 },
      { now: () => (now += 10) },
    );
    contains(text, '"session":"S2"');
  });

  it('holds no secret, and stays within its limit whatever was called', () => {
    const key = `sk-ant-${'api03-'}${'a1B2c3D4'.repeat(6)}`;
    const story = new Story().at(T).start().turn();
    for (let i = 0; i < 80; i++) {
      story.repeat(3, () =>
        bash(`echo ${'😀'.repeat(60)} ${i} --token ${key}`, `Error: ${'é'.repeat(400)} ${i}`),
      );
    }
    const detail = watched(story).views.detail('S', T);
    assert.ok(detail);
    const text = describeTurn(detail, T);
    assert.ok(Buffer.byteLength(text) <= STATUS_LIMIT, `${Buffer.byteLength(text)} bytes`);
    lacks(text, key);
    assert.ok(Array.isArray(JSON.parse(text).repeating));
  });
});
