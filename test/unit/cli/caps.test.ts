/** A person's own caps on the command line. */
import assert from 'node:assert/strict';
import { Unusable } from '../../../src/cli/command-line.js';
import { readCapFlags } from '../../../src/cli/watch.js';
import { WatchLines, type WatchLine } from '../../../src/cli/watch-lines.js';
import { Story } from '../support/story.js';
import { newWatch } from '../support/watch.js';

describe('--cap of turnwatch watch', () => {
  it('is a number of tokens, or of dollars, and what is done', () => {
    assert.deepEqual(readCapFlags(['turn=1000000', 'day=2.5$:ask']), [
      { of: 'turn', unit: 'tokens', cap: 1_000_000, then: 'warn' },
      { of: 'day', unit: 'dollars', cap: 2.5, then: 'ask' },
    ]);
  });

  it('is refused where it would not hold', () => {
    for (const wrong of ['week=1', 'turn=0', 'turn', 'turn=1:stop', 'turn=x']) {
      assert.throws(() => readCapFlags([wrong]), Unusable, wrong);
    }
  });

  it('is told in a line once it is reached', () => {
    const watch = newWatch({});
    const story = new Story('one').start().turn();
    story.events.forEach((event) => watch.push(event, 0));
    const lines: WatchLine[] = [];
    new WatchLines(0, watch.sessions, { tell: (line) => lines.push(line) }).onEvent({
      ...{ v: 1, type: 'cap', session: 'one', of: 'turn', unit: 'tokens' },
      ...{ cap: 1000, spent: 1200, then: 'warn' },
    });
    const told = lines.at(-1);
    assert.ok(told?.type === 'cap');
    assert.match(told.reason, /^This turn: 1\.2K tokens, your cap is 1K$/);
  });
});
