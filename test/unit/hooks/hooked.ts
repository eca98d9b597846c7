/** What the tests of agents with hooks in a settings file have in common. */
import assert from 'node:assert/strict';
import {
  isProblem,
  type HookInstall,
  type HookReading,
  type Result,
} from '../../../src/agents/agent.js';

/** The events of a reading without what all have: version, time and session. */
export function eventsOf(reading: Result<HookReading>): Record<string, unknown>[] {
  assert.ok(!isProblem(reading), isProblem(reading) ? reading.problem : '');
  return reading.events.map((event) =>
    Object.fromEntries(
      Object.entries(event).filter(
        ([key, value]) => !['v', 'at', 'session'].includes(key) && value !== undefined,
      ),
    ),
  );
}

/** Each text gets the hooks once, whole, and is the same again without them; hooks of another folder are outdated. */
export function roundTrips(install: HookInstall, texts: readonly string[]): void {
  for (const text of texts) {
    const added = install.add('f', text, { dir: '/some/folder' });
    assert.ok(!isProblem(added), text);
    assert.deepEqual(
      [
        install.status('f', text, { dir: '/some/folder' }),
        install.status('f', added.text, { dir: '/some/folder' }),
        install.status('f', added.text, { dir: '/other' }),
      ],
      ['absent', 'installed', 'outdated'],
    );
    assert.deepEqual(
      install.add('f', added.text, { dir: '/some/folder' }),
      added,
      'a second time changes nothing',
    );
    assert.deepEqual(install.remove('f', added.text), { text });
  }
}
