/** The newest keys, checked against a list that is searched linearly. */
import assert from 'node:assert/strict';
import { Recent } from '../../../src/core/identity/recent.js';
import { dice } from '../cases/generated.js';

/** The same, slow and plain. */
class PlainRecent {
  private entries: { key: string; value: number }[] = [];
  constructor(private readonly limit: number) {}

  private find(key: string): { value: number } | undefined {
    return this.entries.find((entry) => entry.key === key);
  }
  get(key: string): number | undefined {
    return this.find(key)?.value;
  }
  get isEmpty(): boolean {
    return this.entries.length === 0;
  }
  delete(key: string): void {
    this.entries = this.entries.filter((entry) => entry.key !== key);
  }
  set(key: string, value: number): void {
    const known = this.find(key);
    if (known !== undefined) {
      known.value = value;
      return;
    }
    this.entries = [...this.entries, { key, value }].slice(-this.limit);
  }
}

describe('Recent', () => {
  for (const limit of [1, 2, 16, 17, 100]) {
    it(`keeps the newest ${limit} keys, whatever is set and deleted`, () => {
      const roll = dice(limit);
      const [recent, plain] = [new Recent<number>(limit), new PlainRecent(limit)];
      for (let n = 0; n < 5000; n++) {
        const key = `key ${roll(3 * limit)}`;
        if (roll(4) === 0) {
          recent.delete(key);
          plain.delete(key);
        } else {
          recent.set(key, n);
          plain.set(key, n);
        }
        for (const asked of [key, `key ${roll(3 * limit)}`]) {
          assert.equal(recent.get(asked), plain.get(asked), `after ${n}: ${asked}`);
          assert.equal(recent.has(asked), plain.get(asked) !== undefined);
        }
        assert.equal(recent.isEmpty, plain.isEmpty);
      }
      recent.clear();
      assert.ok(recent.isEmpty);
      for (let n = 0; n < 3 * limit; n++) {
        assert.equal(recent.get(`key ${n}`), undefined);
      }
    });
  }

  it('keeps the newest of very many', () => {
    const recent = new Recent<number>();
    for (let n = 0; n < 100_000; n++) {
      recent.set(`${n}`, n);
    }
    assert.equal(recent.get('99999'), 99_999);
    assert.equal(recent.get(`${100_000 - 16_384}`), 100_000 - 16_384);
    assert.equal(recent.get(`${100_000 - 16_385}`), undefined);
  });
});
