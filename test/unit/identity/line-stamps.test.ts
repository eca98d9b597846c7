import assert from 'node:assert/strict';
import { withoutLineStamps } from '../../../src/core/identity/line-stamps.js';

const lines = ['> cart@1.0.0 test', 'ERROR: heading not found', '  at cart.js:12'];

describe('the times before the lines of an output', () => {
  for (const [of, stamp] of Object.entries({
    'docker logs -t': '2026-03-04T10:00:13.882345678Z ',
    'kubectl logs with a zone': '2026-03-04T10:00:13.882+01:00 ',
    'a logger with a comma': '2026-03-04 10:00:13,882 ',
    'a logger with slashes': '2026/03/04 10:00:13 ',
    syslog: 'Mar  4 10:00:13 ',
    'a time in brackets': '[10:00:13] ',
    'a date in brackets': '[2026-03-04 10:00:13.882] ',
    'a time with a fraction': '10:00:13.882 ',
    'docker compose': 'cart-1  | ',
  })) {
    it(`are gone: ${of}`, () => {
      const stamped = lines.map((line, at) => stamp.replace(':13', `:${at + 13}`) + line);
      assert.deepEqual(
        withoutLineStamps(stamped.join('\n'))
          .split('\n')
          .map((line) => line.trim()),
        lines.map((line) => line.trim()),
      );
    });
  }

  it('are gone in the steps of a build', () => {
    assert.equal(
      withoutLineStamps(
        '#1 [internal] load build definition\n#1 DONE 0.1s\n#8 [4/6] RUN npm ci\n#8 1.231 npm ERR! no script\n#8 ERROR: it failed',
      ),
      '[internal] load build definition\nDONE 0.1s\n[4/6] RUN npm ci\nnpm ERR! no script\nERROR: it failed',
    );
  });

  it('are gone before a level, and where a message has more lines than that with the time', () => {
    assert.equal(
      withoutLineStamps(
        '10:00:13 INFO  started\n10:00:14 ERROR: no database\nis it up?\n10:00:15 WARN  retry',
      ),
      'INFO  started\nERROR: no database\nis it up?\nWARN  retry',
    );
  });

  it('stay where they are what is told, or where few lines have one', () => {
    for (const text of [
      '2026-03-04T10:00:13Z',
      '10:00:13\n10:00:14',
      '00:01:23 total\n00:00:10 compile',
      '10:00:13',
      '[2026-03-04 10:00:13] released\nall notes\nof this\nversion',
      'Mar 4 was a day',
      '#1 Error in the cart\n#2 [bug] DONE is not done',
      'cart.js  | 100 |\nlist.js  | 40 |\nall.js   | 70 |',
      ' id | name\n  1 | cart\n  2 | list',
      'cart | 1\nlist | 2',
      '',
    ]) {
      assert.equal(withoutLineStamps(text), text);
    }
  });

  it('take time in proportion to a hostile text', () => {
    const text = `2026-03-04T10:00:13Z ${'x'.repeat(80_000)}\n${'[2026-03-04 '.repeat(20_000)}\n${'\n'.repeat(100_000)}`;
    assert.ok(withoutLineStamps(text).startsWith('xxx'));
  });
});
