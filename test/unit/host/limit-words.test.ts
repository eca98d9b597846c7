/** The state's words of a session that its provider makes wait, or whose turn a limit ended. */
import assert from 'node:assert/strict';
import type { ShownLimit } from '../../../src/core/view/snapshot.js';
import { isLimitOver, limitWords } from '../../../src/protocol/limit-words.js';
import { pageTexts } from '../../../src/protocol/page-texts.js';

describe('the words of a limit', () => {
  const at = new Date(2026, 10, 27, 13, 20, 30).getTime();
  const words = (limit: ShownLimit, open = true): string =>
    limitWords({ limit, open }, { at, locale: 'en', texts: pageTexts }).word;
  const later = (seconds: number): number => at + seconds * 1000;

  it('count down to the next try', () => {
    const overload = (until: number | undefined, attempt?: number): string =>
      words({ for: 'overload', until, attempt });
    assert.equal(overload(later(40), 4), 'Overloaded: try 4 in 40\u00a0s');
    assert.equal(overload(later(39.2), 4), 'Overloaded: try 4 in 40\u00a0s');
    assert.equal(overload(later(160), 4), 'Overloaded: try 4 in 2:40');
    assert.equal(overload(later(20)), 'Overloaded: next try in 20\u00a0s');
    assert.equal(overload(at, 4), 'Overloaded: trying again');
    assert.equal(overload(undefined), 'Overloaded');
    assert.equal(
      words({ for: 'limit', until: later(24), attempt: 2 }),
      'Limited: try 2 in 24\u00a0s',
    );
    assert.equal(words({ for: 'limit', until: later(-1), attempt: 2 }), 'Limited: trying again');
  });

  it('tell a long wait by the time of day at which it ends', () => {
    assert.equal(words({ for: 'limit', until: later(3600), attempt: 2 }), 'Limited until 14:20');
    assert.equal(words({ for: 'limit', until: later(20) }), 'Limited until 13:20');
    assert.equal(words({ for: 'limit', until: later(86_400) }), 'Limited until Nov 28, 13:20');
  });

  it('tell of a turn that has ended that its limit is over, and since when', () => {
    assert.equal(words({ for: 'limit' }, false), 'Ended at a limit');
    assert.equal(words({ for: 'limit', until: later(24) }, false), 'Limited until 13:20');
    assert.equal(words({ for: 'limit', until: at }, false), 'Limit over since 13:20');
    const over = { limit: { for: 'limit', until: at } } as const;
    assert.equal(isLimitOver({ ...over, open: false }, at), true);
    assert.equal(isLimitOver({ ...over, open: false }, at - 1), false);
    assert.equal(isLimitOver({ ...over, open: true }, at), false);
  });
});
