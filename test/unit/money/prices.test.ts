/** What tokens cost: whose price an id has, what a cache saves, and that an unknown model has none. */
import assert from 'node:assert/strict';
import { readSettings } from '../../../src/host/settings.js';
import { settings } from '../../../src/ids.js';
import { dollarsText } from '../../../src/core/money/amounts.js';
import { priceTable, pricesReadOn } from '../../../src/core/money/price-table.js';
import { Prices, readPrices } from '../../../src/core/money/prices.js';

const million = { input: 1_000_000, cached: 0, output: 0 };

describe('prices of tokens', () => {
  const prices = new Prices(priceTable);
  const ofMillion = (model: string): number | undefined => prices.dollars(model, million, million);

  it('count what the cache gave at its own price', () => {
    const tokens = { input: 1_000_000, cached: 800_000, output: 10_000 };
    // 200,000 at 3, 800,000 at 0.30, and 10,000 at 15 dollars per million
    assert.equal(prices.dollars('claude-sonnet-4-5', tokens)?.toFixed(4), '0.9900');
    // a count that does not hold together costs no less than nothing
    const odd = { input: 0, cached: 1_000_000, output: 0 };
    assert.equal(prices.dollars('claude-sonnet-4-5', odd)?.toFixed(4), '0.3000');
  });

  it('are found by an id as agents write it', () => {
    for (const id of [
      'claude-sonnet-4-5',
      'Claude-Sonnet-4.5',
      'claude-sonnet-4-5-20250929',
      'claude-sonnet-4-5@20250929',
      'claude-sonnet-4-5[1m]',
      'claude-sonnet-4-5-20250929[1m]',
      'anthropic/claude-sonnet-4.5',
      'openrouter/anthropic/claude-sonnet-4.5',
      'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'anthropic.claude-sonnet-4-5-20250929-v1:0',
    ]) {
      assert.equal(ofMillion(id), 3, id);
    }
    assert.equal(ofMillion('openai/gpt-5-2025-08-07'), 1.25);
    assert.equal(ofMillion('claude-opus-4-20250514'), 15);
  });

  it('are none for what is not known, however near it is', () => {
    for (const id of [
      '',
      'claude',
      'claude-sonnet',
      'claude-sonnet-4-5-fast',
      'claude-sonnet-4-5:free',
      'my-claude-sonnet-4-5',
      'gpt-5-pro',
      'gpt-5.6-sol',
      'constructor',
      '__proto__',
    ]) {
      assert.equal(ofMillion(id), undefined, id);
    }
    assert.equal(prices.dollars(undefined, million), undefined);
  });

  it('of long requests hold for all of a request, and where requests are not known one by one there is none', () => {
    const [short, long] = [200_000, 200_001].map((input) => ({ input, cached: 0, output: 1000 }));
    assert.ok(short !== undefined && long !== undefined);
    const dollars = (tokens: typeof short, request?: typeof short): string | undefined =>
      prices.dollars('gemini-2.5-pro', tokens, request)?.toFixed(4);
    assert.equal(dollars(short, short), '0.2600');
    assert.equal(dollars(long, long), '0.5150');
    // told in parts: the last one of a long request
    assert.equal(dollars({ input: 0, cached: 0, output: 1000 }, long), '0.0150');
    assert.equal(dollars(short), '0.2600');
    assert.equal(dollars(long), undefined);
    // the longest step that was passed counts
    const read = (input: number): number | undefined => {
      const request = { input, cached: input, output: 0 };
      return prices.dollars('qwen3-coder-plus', request, request);
    };
    assert.deepEqual(
      [32_000, 32_001, 128_001, 256_001]
        .map((input) => ((read(input) ?? 0) / input) * 1e6)
        .map(Math.fround),
      [0.2, 0.36, 0.6, 1.2].map(Math.fround),
    );
  });

  it('of a person’s own take the place of the table’s, and add to it', () => {
    const own = readPrices({
      'claude-sonnet-4-5': { input: 1, cached: 0, output: 2 },
      'local/qwen:free': { input: 0, output: 0 },
      'house-model': { input: 0.5, output: 1 },
    });
    assert.deepEqual(own?.problems, []);
    const mine = new Prices(priceTable, own.prices);
    assert.equal(mine.dollars('claude-sonnet-4-5-20250929', million), 1);
    assert.equal(mine.dollars('local/qwen:free', million), 0);
    assert.equal(mine.dollars('x/house-model', { ...million, cached: 1_000_000 }), 0.5);
    assert.equal(mine.dollars('claude-opus-5', million), 5);
  });

  it('of a person’s own that are none are named, and the others hold', () => {
    assert.equal(readPrices('gpt-5'), undefined);
    assert.equal(readPrices([]), undefined);
    const good = { input: 1, cached: 0.1, output: 2 };
    const read = readPrices({
      good,
      text: 'free',
      half: { input: 1 },
      negative: { input: -1, output: 1 },
      none: { input: Number.NaN, output: 1 },
      huge: { input: 1, output: Infinity },
      word: { input: '1', output: 1 },
      cache: { input: 1, cached: null, output: 1 },
    });
    assert.deepEqual(read, {
      prices: { good },
      problems: ['text', 'half', 'negative', 'none', 'huge', 'word', 'cache'],
    });
  });

  it('in the table say their day, and none is more for the cache, or cheaper for longer requests', () => {
    assert.match(pricesReadOn, /^20\d\d-\d\d-\d\d$/);
    for (const [model, { longer = [], ...base }] of Object.entries(priceTable)) {
      let [above, before] = [0, base];
      assert.ok(base.cached <= base.input && base.input <= base.output, model);
      for (const { above: next, ...rate } of longer) {
        assert.ok(next > above && rate.cached <= rate.input, model);
        assert.ok(rate.input > before.input && rate.output > before.output, model);
        [above, before] = [next, rate];
      }
    }
  });
});

describe('dollars in words', () => {
  it('have cents where they say something, in the person’s language', () => {
    const all = [0, 0.001, 0.424, 9.5, 38.4, 1234].map((dollars) => dollarsText(dollars, 'en'));
    assert.deepEqual(all, ['$0.00', '$0.01', '$0.42', '$9.50', '$38', '$1,234']);
    assert.deepEqual(
      [0.424, 1234].map((dollars) => dollarsText(dollars, 'de').replace(/\s/g, ' ')),
      ['0,42 $', '1.234 $'],
    );
  });
});

describe('a person’s own prices in the settings', () => {
  const read = (value: unknown) =>
    readSettings({
      get: (id) => (id === settings.prices ? value : undefined),
      inspect: () => undefined,
    });

  it('are none by default, and what is wrong with them is told', () => {
    assert.deepEqual([read(undefined).prices, read(undefined).problems], [{}, []]);
    const good = { input: 1, cached: 0, output: 2 };
    const { prices, problems } = read({ good, bad: 3 });
    assert.deepEqual(prices, { good });
    assert.deepEqual(problems, [
      'turnwatch.prices: bad: not dollars for input and output; ignored',
    ]);
    assert.deepEqual(read('free').problems, ['turnwatch.prices: not an object']);
  });
});
