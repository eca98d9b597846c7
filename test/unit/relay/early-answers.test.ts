/** Answers that come through the relay before anything else tells of their session. */
import assert from 'node:assert/strict';
import type { UsageEvent } from '../../../src/core/events.js';
import { EarlyAnswers } from '../../../src/host/relay/request-owners.js';

const answer = (session: string, response: string): UsageEvent => ({
  v: 1,
  type: 'usage',
  session,
  at: 1000,
  response,
  outputTokens: 20,
});

describe('answers that come before their session is known', () => {
  it('are given on in order once it is, each once', () => {
    const early = new EarlyAnswers();
    const [first, other, second] = [answer('A', '1'), answer('B', '1'), answer('A', '2')];
    for (const each of [first, other, second]) {
      early.hold(each);
    }
    assert.deepEqual(early.take('A'), [first, second]);
    assert.deepEqual(early.take('A'), []);
    assert.deepEqual(early.take('B'), [other]);
  });
  it('are few: the newest of each session, and the newest sessions', () => {
    const early = new EarlyAnswers();
    for (let i = 0; i < 10; i++) {
      early.hold(answer('A', String(i)));
    }
    assert.deepEqual(
      early.take('A').map(({ response }) => response),
      ['2', '3', '4', '5', '6', '7', '8', '9'],
    );
    for (let i = 0; i < 40; i++) {
      early.hold(answer(`S${i}`, '1'));
    }
    assert.deepEqual([early.take('S7').length, early.take('S8').length], [0, 1]);
  });
});
