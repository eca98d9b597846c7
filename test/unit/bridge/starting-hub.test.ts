/** A hub that windows join before it has named itself in the folder that they share. */
import assert from 'node:assert/strict';
import { pbkdf2 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hub, type WindowOptions } from '../../../src/bridge/hub/hub.js';
import { nameHub } from '../../../src/bridge/hub/hub-file.js';
import { joinHub, type Member } from '../../../src/bridge/hub/member.js';
import { openState } from '../../../src/bridge/state.js';
import { until } from '../support/until.js';

/** Node's threads for files and hashes. */
const THREADS = 4;

describe('a hub that is joined while it starts', () => {
  let dir = '';
  const toStop: { stop: () => Promise<void> }[] = [];

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'turnwatch-starting-'));
  });
  afterEach(async () => {
    for (const each of toStop.splice(0)) {
      await each.stop();
    }
    await rm(dir, { recursive: true, force: true });
  });

  it('still notices that another window takes over later', async () => {
    const state = await openState(dir);
    const another = { id: 'another', port: state.port + 1, home: state.port };
    await nameHub(dir, another);
    let superseded = 0;
    let isAdopted = false;
    const hub = new Hub(windowOptions('new'), () => {
      superseded += isAdopted ? 1 : 0;
    });
    toStop.push(hub);

    const started = hub.start();
    // a slow disk: sockets go on meanwhile
    const slow = Array.from({ length: THREADS * 3 }, () => slowly());
    await joined('first');
    await Promise.all([started, ...slow]);
    isAdopted = true;
    assert.equal(superseded, 0);

    await nameHub(dir, another);
    await joined('second');
    await until('it notices the other window', () => superseded === 1);

    function windowOptions(id: string): WindowOptions {
      return {
        state,
        home: state.port,
        self: { id, folders: [], touchedAt: 0 },
        handle: () => Promise.resolve(''),
        log: () => undefined,
        now: Date.now,
        limits: {},
      };
    }
    async function joined(id: string): Promise<void> {
      let member: Member | undefined;
      const listener = { onQuiet: () => undefined, onClose: () => undefined };
      await until('it is joined', async () => {
        const outcome = await joinHub(windowOptions(id), listener);
        member = typeof outcome === 'string' ? undefined : outcome;
        return member !== undefined;
      });
      toStop.unshift({ stop: () => member?.stop() ?? Promise.resolve() });
    }
  });
});

/** Occupies one of the threads for a moment. */
function slowly(): Promise<void> {
  return new Promise((resolve, reject) =>
    pbkdf2('a', 'b', 100_000, 64, 'sha512', (error) =>
      error === null ? resolve() : reject(error),
    ),
  );
}
