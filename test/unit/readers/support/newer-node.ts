/** Runs tests that need a newer Node than the suite's in such a Node, and reports their results here. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newNode } from '../../../cache/node.mjs';
import { Unavailable } from '../../../cache/store.mjs';
import { textIn } from '../../../../src/agents/reading/content.js';
import { isObject } from '../../../../src/core/json.js';
import { skip } from '../../../skip.js';

/**
 * A suite of `tests` by title, in the file at `url` (its `import.meta.url`). Where `canRunHere` is false, the file runs once in a newer
 * Node, and each test takes its result from there.
 */
export function describeInNode(
  title: string,
  url: string,
  canRunHere: boolean,
  tests: Readonly<Record<string, () => Promise<void>>>,
): void {
  describe(title, () => {
    if (canRunHere) {
      for (const [name, test] of Object.entries(tests)) {
        it(name, test);
      }
      return;
    }
    let results = new Map<string, string>();
    before(async function () {
      this.timeout(300_000);
      const node = await newNode().catch((error: unknown) => {
        if (error instanceof Unavailable) {
          return skip(this, error.message);
        }
        throw error;
      });
      results = resultsOf(node, fileURLToPath(url));
    });
    for (const name of Object.keys(tests)) {
      it(name, () => assert.equal(results.get(name), '', 'in the newer Node'));
    }
  });
}

/** By title of the test: why it failed, or an empty text. */
function resultsOf(node: string, file: string): Map<string, string> {
  const { stdout, stderr } = spawnSync(
    node,
    [resolve('node_modules/mocha/bin/mocha.js'), '--reporter', 'json', '--timeout', '60000', file],
    { encoding: 'utf8' },
  );
  // warnings of Node's own may come before the report
  const report: unknown = JSON.parse(stdout.slice(stdout.indexOf('{')) || '{}');
  const tests: unknown = isObject(report) ? report['tests'] : undefined;
  assert.ok(Array.isArray(tests), stderr);
  return new Map(
    tests.filter(isObject).map((test) => {
      const error = isObject(test['err']) ? test['err'] : {};
      return [String(test['title']), textIn(error['stack']) || textIn(error['message'])];
    }),
  );
}
