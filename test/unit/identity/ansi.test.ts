import assert from 'node:assert/strict';
import { escapeControls } from '../../../src/core/escape-controls.js';
import { withoutNoise } from '../../../src/core/identity/noise/noise.js';
import { bareOutput } from '../../../src/core/identity/answer/outcome.js';
import { testRun } from '../../../src/core/identity/test-run/test-run.js';

const sequences: Record<string, string> = {
  'a colour': '\u001b[31m',
  'a colour with colons': '\u001b[38:2:255:0:0m',
  'an 8-bit colour': '\u001b[38;5;196m',
  'the 8-bit introducer': '\u009b31m',
  'a private mode': '\u001b[?2004h',
  'a device attribute': '\u001b[>0;276;0c',
  'a title that ends with a bell': '\u001b]0;title\u0007',
  'a link that ends with a string terminator': '\u001b]8;;https://example.com\u001b\\',
  'a character set': '\u001b(B',
  'a saved cursor': '\u001b7',
};

describe('terminal sequences', () => {
  for (const [what, sequence] of Object.entries(sequences)) {
    it(`removes ${what} from compared and from displayed text`, () => {
      const text = `a${sequence}b`;
      assert.equal(withoutNoise(text), 'ab');
      assert.equal(bareOutput(text), 'ab');
      assert.equal(escapeControls(text), 'ab');
    });

    it(`reads a test run that holds ${what}`, () => {
      const run = `FAILED tests/a.py::test_one\n=== 1 failed in 0.1s ===`;
      const coloured = run
        .split('\n')
        .map((line) => sequence + line + sequence)
        .join('\n');
      assert.deepEqual(testRun(coloured), testRun(run));
      assert.ok(testRun(run));
    });
  }

  it('shows an escape that begins no sequence', () => {
    assert.equal(escapeControls('a\u001b'), 'a␛');
    assert.equal(escapeControls('a\u001b]b'), 'a␛]b');
  });

  it('reads a million characters of unfinished sequences in linear time', () => {
    for (const piece of ['\u001b[', '\u001b]', '\u001bP', '\u001b[1;', '\u009b', '\u001b(']) {
      const text = piece.repeat(1_000_000 / piece.length);
      const began = process.cpuUsage().user;
      bareOutput(text);
      escapeControls(text);
      const took = (process.cpuUsage().user - began) / 1000;
      assert.ok(took < 3000, `${JSON.stringify(piece)} computed ${took} ms`);
    }
  });
});
