import assert from 'node:assert/strict';
import { countsIn } from '../../../src/core/identity/counts.js';

/** Texts with what they count, as it is joined. */
const counts: [string, string][] = [
  ['  30 failing', '30 failing'],
  ['12 errors generated.', '12 errors'],
  ['Found 12 errors in 3 files', '12 errors'],
  ['matched 14/214 rows', '14/214'],
  ['30 of 60 packages failed', '30 of 60'],
  ['TOTAL 812 300 71%', '71%'],
  ['✖ 48 problems', '48 problems'],
  ['Score: 1840', 'Score: 1840'],
  ['"loss": 0.43', 'loss": 0.43'],
  ['12 Fehler, 3 Warnungen', '12 Fehler 3 Warnungen'],
  ['3 unit tests are wrong', '3 unit tests'],
  ['slow query: 3.2 s', '3.2 s'],
  ['12 rows left', '12 rows left'],
];
/** Places, codes, names and values. */
const none = [
  '',
  'no number',
  '  File "check.py", line 40, in test_price',
  'a.c:12:3: error: expected expression',
  'make: *** [a.o] Error 2'.replace(' 2', ''),
  '12 | test("a")',
  'src/v2/errors.ts',
  'left = 3, right = 5',
  "KeyError: 'id'",
  '2026/11/22',
  'total: 12 items',
  '[ 92%] Linking CXX executable app',
  '✖ [41/44] Building Acme.Nat',
];

describe('counts', () => {
  it('are found, in several languages', () => {
    for (const [text, found] of counts) {
      assert.equal(countsIn(text), found, text);
    }
  });
  it('are no places, names or values', () => {
    for (const text of none) {
      assert.equal(countsIn(text), '', text);
    }
  });
  it('are looked for in a bounded part of a text', () => {
    for (const piece of ['1 ', '1 a ', '1/', 'errors: ', '1.1,', '9%', 'of 1 ']) {
      const text = piece.repeat(Math.ceil(65_536 / piece.length));
      assert.ok(countsIn(text).length <= 600);
    }
  });
});
