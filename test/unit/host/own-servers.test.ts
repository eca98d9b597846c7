/** A session run by the agent's own server: what is taken away there is always given back. */
import assert from 'node:assert/strict';
import type { OwnServer, ServedSession } from '../../../src/agents/agent.js';
import type { TurnEvent } from '../../../src/core/events.js';
import { OwnServers } from '../../../src/host/live/own-servers.js';
import { openLive } from './live-window.js';
import { until } from '../support/until.js';

const nextTurn = (): Promise<void> =>
  new Promise((done) => {
    setImmediate(done);
  });

/** A watched session `s` whose server answers when the test says so. */
function served() {
  const { live, clock, now, pass } = openLive({
    capabilities: { textOnly: 'request', stop: true, guide: true },
  });
  const said: string[] = [];
  const finds: ((session: ServedSession | undefined) => void)[] = [];
  const session: ServedSession = {
    say: () => Promise.resolve({}),
    stop: () => Promise.resolve({}),
    clean: () => Promise.resolve({}),
    textOnly: () => {
      said.push('tools off');
      return Promise.resolve({
        taken: (signal) =>
          new Promise<void>((_taken, over) => {
            signal.addEventListener('abort', () => over(new Error('over')));
          }),
        restore: () => {
          said.push('tools back');
          return Promise.resolve({});
        },
      });
    },
  };
  const server: OwnServer = {
    find: () =>
      new Promise((found) => {
        finds.push(found);
      }),
  };
  const servers = new OwnServers({
    tracker: live,
    log: { info: () => undefined, warn: () => undefined },
    clock,
    workspace: { isTrusted: true },
    homes: { surroundings: () => ({ env: {}, home: '/', platform: 'linux' }) },
    servers: new Map([['kimi-code', server]]),
    links: { carried: () => false },
  });
  const take = (event: TurnEvent): void => {
    live.push(event);
  };
  return {
    said,
    finds,
    session,
    servers,
    take,
    live,
    pass,
    now,
  };
}

describe('a session that a server of the agent runs', () => {
  for (const found of [true, false]) {
    it(`has its tools back when its turn ends, also where it was looked for, and ${found ? '' : 'not '}found, while they were taken off`, async () => {
      const { said, finds, session, servers, take, live, pass, now } = served();
      take({ v: 1, type: 'session.start', session: 's', agent: 'kimi-code', cwd: '/w', at: now() });
      take({ v: 1, type: 'turn.start', session: 's', prompt: 'Go', at: now() });
      finds.shift()?.(session);
      await until('it is found', () => servers.serves('s'));
      pass(20_000);
      take({
        v: 1,
        type: 'tool.call',
        session: 's',
        call: 'c1',
        tool: 'Bash',
        input: { command: 'ls' },
        at: now(),
      });
      assert.equal(finds.length, 1, 'it is looked for once more');
      live.interventions.forceRespond('s');
      await until('its tools are off', () => said.length === 1);
      finds.shift()?.(found ? session : undefined);
      await nextTurn();
      take({ v: 1, type: 'turn.end', session: 's', reason: 'completed', at: now() });
      await servers.stop();
      assert.deepEqual(said, ['tools off', 'tools back']);
      live.dispose();
    });
  }
});
