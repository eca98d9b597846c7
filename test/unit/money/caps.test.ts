/** What turns and sessions cost, and a person's own caps of that: how they are read, and when one is reached. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import { capMessage, spentMessage } from '../../../src/core/money/amounts.js';
import { reachCap, readCaps, type Cap } from '../../../src/core/money/caps.js';
import { Prices } from '../../../src/core/money/prices.js';
import { addSpent, nothingSpent, type Spent } from '../../../src/core/money/spending.js';
import { english } from '../../../src/core/view/words/wording.js';
import { readSettings } from '../../../src/host/settings.js';
import { settings } from '../../../src/ids.js';
import { newWatch, type Watch } from '../support/watch.js';

const v = 1;
/** A dollar for each token read, ten for each written: sums can be checked by eye. */
const prices = new Prices({ priced: { input: 1e6, cached: 1e5, output: 1e7 } });

const start = (session: string, model?: string, parent?: string): TurnEvent => ({
  v,
  type: 'session.start',
  session,
  agent: 'x',
  cwd: '/w',
  ...(model !== undefined && { model }),
  ...(parent !== undefined && { parent }),
});
const turn = (session: string): TurnEvent => ({ v, type: 'turn.start', session, prompt: 'Go' });
const usage = (
  session: string,
  response: string,
  inputTokens: number,
  outputTokens: number,
  cachedTokens = 0,
): TurnEvent => ({ v, type: 'usage', session, response, inputTokens, outputTokens, cachedTokens });

function watched(...events: TurnEvent[]): Watch {
  const watch = newWatch({ mode: () => 'observe', prices });
  for (const event of events) {
    watch.push(event, 0);
  }
  return watch;
}
/** What a session's turn and all its turns cost, as the person is told. */
const costs = (watch: Watch, session: string): (string | undefined)[] => {
  const { turn: ofTurn, session: ofAll } = watch.views.detail(session, 0)?.spent ?? {};
  return [ofTurn, ofAll].map((spent) => spent && english(spentMessage(spent, 'en')));
};
const spent = (input: number, output: number, dollars: number, isPartial = false): Spent => ({
  tokens: { input, cached: 0, output },
  dollars,
  isPartial,
});

describe('what a turn and a session cost', () => {
  it('is the sum of their requests, each counted once, at the price of its model', () => {
    const watch = watched(
      start('S', 'priced'),
      turn('S'),
      // told twice, the second time with more
      usage('S', 'r1', 100, 1, 50),
      usage('S', 'r1', 100, 4, 50),
      usage('S', 'r2', 10, 1),
    );
    // 50 + 50 × 0.10 + 4 × 10, and 10 + 10
    assert.deepEqual(costs(watch, 'S'), ['115 tokens, $115', '115 tokens, $115']);
    watch.push(turn('S'), 0);
    assert.deepEqual(costs(watch, 'S'), [undefined, '115 tokens, $115'], 'the next has cost none');
    watch.push(usage('S', 'r3', 5, 0), 0);
    assert.deepEqual(costs(watch, 'S'), ['5 tokens, $5.00', '120 tokens, $120']);
  });

  it('counts what sub-agents cost with those above them', () => {
    const watch = watched(
      start('S', 'priced'),
      turn('S'),
      usage('S', 'r1', 10, 0),
      start('child', 'priced', 'S'),
      turn('child'),
      usage('child', 'c1', 100, 0),
      start('grandchild', 'priced', 'child'),
      turn('grandchild'),
      usage('grandchild', 'g1', 1000, 0),
    );
    assert.deepEqual(costs(watch, 'S')[0], '1.11K tokens, $1,110');
    assert.deepEqual(costs(watch, 'child')[0], '1.1K tokens, $1,100');
    assert.deepEqual(costs(watch, 'grandchild')[0], '1K tokens, $1,000');
    assert.equal(watch.views.spending.find('child')?.own?.tokens.input, 100);
    // parents that name each other end it, too
    watch.push(start('S', 'priced', 'grandchild'), 0);
    watch.push(usage('S', 'r2', 1, 0), 0);
    assert.deepEqual(costs(watch, 'S')[0], '1.11K tokens, $1,111');
  });

  it('is told in tokens only once a model has no price, and not at all where nothing is reported', () => {
    const watch = watched(start('S', 'priced'), turn('S'));
    assert.deepEqual(costs(watch, 'S'), [undefined, undefined]);
    watch.push(usage('S', 'r1', 10, 0), 0);
    watch.push(start('S', 'other'), 0);
    watch.push(usage('S', 'r2', 10, 0), 0);
    assert.deepEqual(costs(watch, 'S'), ['20 tokens', '20 tokens']);
    watch.push(turn('S'), 0);
    watch.push(start('S', 'priced'), 0);
    watch.push(usage('S', 'r3', 2, 0), 0);
    assert.deepEqual(costs(watch, 'S'), ['2 tokens, $2.00', '22 tokens']);
    // a report without a token is of no model
    assert.equal(addSpent(nothingSpent, spent(0, 0, 0)).isPartial, false);
  });
});

describe('caps', () => {
  it('are read from settings: by turn, session and day, in tokens or dollars', () => {
    const value = {
      turn: { tokens: 1_000_000 },
      session: { tokens: 5_000_000, dollars: 4, then: 'ask' },
      day: { dollars: 20.5, then: 'end' },
    };
    assert.deepEqual(readCaps(value), {
      caps: [
        { of: 'turn', unit: 'tokens', cap: 1_000_000, then: 'warn' },
        { of: 'session', unit: 'tokens', cap: 5_000_000, then: 'ask' },
        { of: 'session', unit: 'dollars', cap: 4, then: 'ask' },
        { of: 'day', unit: 'dollars', cap: 20.5, then: 'end' },
      ],
      problems: [],
    });
    assert.deepEqual(readCaps({}), { caps: [], problems: [] }, 'off by default');
  });

  it('are left out where they are none, and that is told', () => {
    assert.equal(readCaps(20), undefined);
    for (const [value, problem] of [
      [{ turn: 20 }, 'turn'],
      [{ turn: {} }, 'turn'],
      [{ turn: { tokens: 0 } }, 'turn'],
      [{ turn: { tokens: '1M' } }, 'turn'],
      [{ day: { dollars: Number.POSITIVE_INFINITY, euros: 3 } }, 'day'],
      [{ session: { tokens: 5, then: 'stop' } }, 'session'],
      [{ week: { tokens: 5 } }, 'week'],
    ] as const) {
      assert.deepEqual(readCaps(value)?.problems, [problem], JSON.stringify(value));
    }
    const read = (value: unknown) =>
      readSettings({
        get: (id) => (id === settings.caps ? value : undefined),
        inspect: () => undefined,
      });
    assert.deepEqual(read({ turn: { tokens: 5 } }).problems, []);
    assert.deepEqual(read({ turn: { tokens: 5 } }).caps.length, 1);
    assert.deepEqual(read('much').problems, ['turnwatch.caps: not an object']);
    assert.match(read({ year: {} }).problems.join(), /turnwatch\.caps: year: /);
  });

  it('are reached at their number, in tokens read and written', () => {
    const cap: Cap = { of: 'turn', unit: 'tokens', cap: 100, then: 'warn' };
    assert.equal(reachCap(cap, spent(90, 9, 1000)), undefined);
    assert.deepEqual(reachCap(cap, spent(90, 10, 0, true)), { ...cap, spent: 100 });
  });

  it('in dollars are reached by what is known, and said so', () => {
    const cap: Cap = { of: 'day', unit: 'dollars', cap: 20, then: 'ask' };
    assert.equal(reachCap(cap, spent(1e9, 0, 19.99)), undefined);
    assert.deepEqual(reachCap(cap, spent(1, 0, 20.4)), { ...cap, spent: 20.4 });
    assert.deepEqual(reachCap(cap, spent(1, 0, 20.4, true)), {
      ...cap,
      spent: 20.4,
      atLeast: true,
    });
    assert.equal(reachCap(cap, spent(1e9, 0, 0, true)), undefined, 'a model without a price');
  });

  it('are told with their numbers', () => {
    const tell = (unit: Cap['unit'], cap: number, amount: number, locale = 'en') =>
      english(capMessage({ of: 'turn', unit, cap, spent: amount, then: 'warn' }, locale));
    assert.equal(tell('tokens', 1_000_000, 1_234_567), 'This turn: 1.23M tokens, your cap is 1M');
    assert.equal(
      tell('tokens', 1_250_000, 1_250_900),
      'This turn: 1.25M tokens, your cap is 1.25M',
    );
    assert.equal(tell('dollars', 20, 20.4), 'This turn: $20.40, your cap is $20');
    assert.equal(tell('dollars', 0.5, 0.512), 'This turn: $0.51, your cap is $0.50');
    assert.match(tell('dollars', 20, 20.4, 'de'), /^This turn: 20,40\s\$, your cap is 20\s\$$/);
    assert.equal(
      english(
        capMessage(
          { of: 'day', unit: 'dollars', cap: 20, spent: 21, then: 'end', atLeast: true },
          'en',
        ),
      ),
      'Today: ≥ $21, your cap is $20',
    );
  });
});
