/** The newest texts, checked against a list that is searched linearly. */
import assert from 'node:assert/strict';
import { SeenSet } from '../../../src/core/identity/seen-set.js';
import { dice } from '../cases/generated.js';

describe('SeenSet', () => {
  for (const limit of [1, 2, 16, 17, 100]) {
    it(`keeps the newest ${limit} texts and the step of each`, () => {
      const roll = dice(limit);
      const seen = new SeenSet(limit);
      let plain: { key: string; step: number }[] = [];
      for (let n = 0; n < 5000; n++) {
        const key = `key ${roll(3 * limit)}`;
        const known = plain.find((each) => each.key === key);
        const step = known !== undefined && roll(2) === 0 ? known.step : n;
        assert.equal(seen.isNew(key, step), known === undefined || known.step === step);
        assert.equal(seen.has(key), known !== undefined);
        assert.equal(seen.add(key, step), known === undefined || known.step === step, `after ${n}`);
        if (known === undefined) {
          plain = [...plain, { key, step }].slice(-limit);
        }
      }
      seen.clear();
      assert.ok(seen.isEmpty);
      assert.ok(plain.every(({ key }) => !seen.has(key)));
    });
  }

  it('tells very many short texts apart', () => {
    const seen = new SeenSet();
    for (let n = 0; n < 200_000; n++) {
      assert.ok(seen.add(n.toString(36)));
    }
    assert.ok(!seen.isEmpty);
  });

  it('tells long texts apart wherever they differ', () => {
    const seen = new SeenSet();
    const long = 'x'.repeat(2000);
    for (let at = 0; at < long.length; at++) {
      assert.ok(seen.add(`${long.slice(0, at)}y${long.slice(at + 1)}`), `${at}`);
    }
    assert.ok(!seen.has(long));
  });
});
