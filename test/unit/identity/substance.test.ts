import assert from 'node:assert/strict';
import { sortLines, withoutPackaging } from '../../../src/core/lines/substance.js';

describe('what an answer says', () => {
  it('is the same in any order of its lines', () => {
    assert.equal(sortLines('b\na\nb'), sortLines('a\nb'));
    assert.notEqual(sortLines('a\nb'), sortLines('a\nc'));
  });

  it('counts to its end, and in its order, where it is long content', () => {
    const lines = Array.from({ length: 2500 }, (_, i) => `line ${i}`);
    const changed = [...lines.slice(0, -1), 'another last line'];
    assert.notEqual(sortLines(lines.join('\n')), sortLines(changed.join('\n')));
    assert.notEqual(sortLines(lines.join('\n')), sortLines(lines.toReversed().join('\n')));
  });

  it('is without the lines that only name a request, unless there are no others', () => {
    const packaging = 'request id: 8d3f';
    const told = (text: string): string => withoutPackaging(text, text).normal;
    assert.equal(told(`${packaging}\nnot found`), 'not found');
    assert.equal(told(packaging), packaging);
    for (const quota of ['(3 of 100 requests used)', 'X-RateLimit-Remaining: 57']) {
      assert.equal(told(`${quota}\nnot found`), 'not found', quota);
    }
    for (const progress of ['3 of 100 tests failed', '12 of 40 requests', 'requests left: 28']) {
      assert.equal(told(`${progress}\nnot found`), `${progress}\nnot found`, 'a job that goes on');
    }
  });
});
