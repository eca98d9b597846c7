/** Sessions of another machine's logs: they are seen, and take nothing from those of this one. */
import assert from 'node:assert/strict';
import type { TurnEvent, WorkspaceEvent } from '../../../src/core/events.js';
import { asForeign, isForeign } from '../../../src/core/turns/foreign-session.js';
import { WorkspaceAttribution } from '../../../src/core/turns/workspace-attribution.js';
import { newJudge } from '../support/judging.js';
import { Story, read } from '../support/story.js';

const working = (): TurnEvent[] => new Story().start().turn().step(read('/w/a.ts', 'text')).events;

describe('sessions of another machine', () => {
  it('are of another name, with their sub-agents, whatever name their log gives them', () => {
    const child: TurnEvent = {
      ...{ v: 1, type: 'session.start', session: 's/1', agent: 'a', cwd: '/w', parent: 's' },
    };
    assert.deepEqual(asForeign('k', child), {
      ...child,
      session: 'elsewhere:k:s/1',
      parent: 'elsewhere:k:s',
    });
    const twice = asForeign('k', asForeign('j', child));
    assert.ok('session' in twice && twice.session === 'elsewhere:k:elsewhere:j:s/1');
    assert.equal(isForeign('s'), false);
  });

  it('do not make a change of the only session at work here the change of nobody', () => {
    const judge = newJudge();
    const own = working();
    for (const event of [...own, ...own.map((each) => asForeign('k', each))]) {
      judge.push(event);
    }
    assert.equal([...judge.sessions.values()].filter(({ open }) => open).length, 2);
    const attribution = new WorkspaceAttribution();
    const root = [...judge.sessions.values()][0]?.cwd ?? '';
    const look = (fingerprint: string): WorkspaceEvent => ({
      ...{ v: 1, type: 'workspace', signal: 'git', root, fingerprint },
    });
    attribution.change(look('1'), judge.sessions.values());
    const changes = attribution.change(look('2'), judge.sessions.values());
    assert.deepEqual(
      changes.map(({ session, change }) => [isForeign(session.id), change.owner]),
      [
        [false, 'assumed'],
        [true, undefined],
      ],
    );
  });
});
