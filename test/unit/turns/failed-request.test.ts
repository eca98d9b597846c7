/** A request to the model that failed is told until the agent goes on, and of no turn that is over. */
import assert from 'node:assert/strict';
import type { FailedRequest } from '../../../src/core/events.js';
import { lacks } from '../../contains.js';
import { fold } from '../support/watch.js';
import { bash, Story } from '../support/story.js';

const failure = { error: '529 Overloaded', attempt: 2, attempts: 10, retryAt: 1_005_000 };

describe('a request to the model that failed', () => {
  const failed = (): Story =>
    new Story()
      .at(1_000_000)
      .start()
      .turn()
      .step(bash('ls', 'a'))
      .push({ v: 1, type: 'request', session: 'S', at: 1_001_000, state: 'failed', ...failure });
  const shown = (story: Story): FailedRequest | undefined =>
    fold(story).views.detail('S', 1_002_000)?.failedRequest;

  it('is told with the next try', () => {
    assert.deepEqual(shown(failed()), failure);
    const again = { ...failure, attempt: 3 };
    assert.deepEqual(
      shown(failed().push({ v: 1, type: 'request', session: 'S', state: 'failed', ...again })),
      again,
    );
  });

  it('holds no key, and no more than a person reads', () => {
    const key = 'sk-proj-' + 'aB3'.repeat(14);
    const error = `401 Incorrect API key provided: ${key}.`;
    const told = shown(
      failed().push({ v: 1, type: 'request', session: 'S', state: 'failed', error }),
    );
    assert.match(told?.error ?? '', /^401 Incorrect API key provided: /);
    lacks(told?.error ?? '', key);
    const long = { ...failure, error: 'e'.repeat(100_000) };
    assert.ok(
      (shown(failed().push({ v: 1, type: 'request', session: 'S', state: 'failed', ...long }))
        ?.error?.length ?? Infinity) <= 500,
    );
  });

  it('is past once the model answers, or the turn is over', () => {
    assert.equal(shown(failed().step(bash('ls b', 'b'))), undefined);
    assert.equal(shown(failed().say('I see.')), undefined);
    assert.equal(shown(failed().end('error')), undefined);
    assert.equal(shown(failed().turn('Another')), undefined);
  });

  it('is no sign of life, and begins no turn', () => {
    const { sessions } = fold(failed());
    assert.equal(sessions.get('S')?.aliveAt, 1_000_000);
    const alone = fold(
      new Story()
        .start()
        .push({ v: 1, type: 'request', session: 'S', state: 'failed', ...failure }),
    );
    assert.equal(alone.sessions.get('S')?.open, false);
  });
});
