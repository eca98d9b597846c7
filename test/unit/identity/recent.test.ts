/** The newest keys, checked against a list that is searched linearly. */
import assert from 'node:assert/strict';
import { Recent } from '../../../src/core/identity/recent.js';
import { dice } from '../cases/generated.js';

interface Entry {
  key: string;
  value: number;
  deleted: boolean;
}

/** The same, slow and plain: places by age, of which a deleted one stays taken until it is its turn. */
class PlainRecent {
  private places: Entry[] = [];
  constructor(private readonly limit: number) {}

  private find(key: string): Entry | undefined {
    return this.places.find((entry) => entry.key === key && !entry.deleted);
  }
  get(key: string): number | undefined {
    return this.find(key)?.value;
  }
  get isEmpty(): boolean {
    return this.places.every(({ deleted }) => deleted);
  }
  delete(key: string): void {
    const known = this.find(key);
    if (known !== undefined) {
      known.deleted = true;
    }
  }
  set(key: string, value: number): void {
    const known = this.find(key);
    if (known !== undefined) {
      known.value = value;
      return;
    }
    this.places = [...this.places, { key, value, deleted: false }].slice(-this.limit);
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

  it('distinguishes long keys wherever they differ', () => {
    const recent = new Recent<string>(64);
    const keys = Array.from({ length: 64 }, (_, i) => `${i}${'x'.repeat(2000)}${i % 8}`);
    for (const key of keys) {
      recent.set(key, key);
    }
    for (const key of keys) {
      assert.equal(recent.get(key), key);
    }
    assert.equal(recent.get('x'.repeat(2001)), undefined);
  });

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
