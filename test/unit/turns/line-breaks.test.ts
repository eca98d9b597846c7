/** Windows ends its lines in two signs: an answer means the same there. */
import assert from 'node:assert/strict';
import type { Act } from '../support/story.js';
import { Story } from '../support/story.js';
import { freshTools, source, told, verdictsOf } from '../cases/cases.js';
import type { Toolset } from '../cases/toolsets.js';

const failure =
  'FAIL test/cart.test.ts\n  ✕ adds the tax\n    Expected: 119\n    Received: 100\nTests: 1 failed, 7 passed\n';
const runs: Record<string, (tools: Toolset, i: number) => Act[]> = {
  'edits and tests that fail': (tools, i) => [
    tools.replace('/w/src/cart.ts', `rate(${i})`, `rate(${i + 1})`),
    tools.run('npm test', failure, 1),
  ],
  'the same edit': (tools, i) => [
    tools.replace('/w/src/cart.ts', 'rate()', 'rate(tax)'),
    tools.read('/w/src/cart.ts', source(i % 2, 60), [1 + 20 * (i % 2), 40]),
  ],
  'an edit that finds nothing': (tools) => [
    tools.failedReplace('/w/src/cart.ts', 'rate()', 'rate(tax)'),
    tools.search('rate', ''),
  ],
};

describe('line breaks of an answer', () => {
  for (const [name, acts] of Object.entries(runs)) {
    it(`change no verdict: ${name}`, () => {
      const outcomes = (form: (act: Act) => Act): string[] =>
        freshTools().map(({ who, tools }) => {
          const story = new Story().start().turn('Mend the tax.');
          for (let i = 0; i < 8; i++) {
            acts(tools, i).forEach((act) => story.step(form(act)));
          }
          return `${who}: ${told(verdictsOf(story))}`;
        });
      const plain = outcomes((act) => act);
      assert.deepEqual(
        outcomes((act) => ({ ...act, output: act.output.replaceAll('\n', '\r\n') })),
        plain,
      );
      assert.ok(
        plain.every((outcome) => / s\d/.test(outcome)),
        plain.join('; '),
      );
    });
  }
});
