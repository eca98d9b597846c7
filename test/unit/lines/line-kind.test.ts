/** What kind a line is of, where its words alone would mislead. */
import assert from 'node:assert/strict';
import { classifyLine } from '../../../src/core/lines/line-kind.js';

describe('kinds of lines', () => {
  for (const heading of [
    'NAME                  READY   STATUS    RESTARTS   AGE',
    'CONTAINER ID   IMAGE     COMMAND   CREATED   STATUS    PORTS     NAMES',
    'REPOSITORY   TAG   IMAGE ID   CREATED   SIZE',
    'NAMESPACE  NAME  READY(%)',
  ]) {
    it(`takes the names of columns for a frame: ${heading.replace(/ +/g, ' ')}`, () => {
      assert.equal(classifyLine(heading), 'frame');
    });
  }
  for (const [line, kind] of [
    ['READY', 'well'],
    ['PASS  src/cart.test.ts', 'acknowledgement'],
    ['READY  all 3 services are up', 'well'],
    ['BUILD  FAILED', 'error'],
    ['shop-1   1/1   Running   0   3s', 'plain'],
  ] as const) {
    it(`leaves a line that tells something: ${line}`, () => {
      assert.equal(classifyLine(line), kind);
    });
  }
});
