/** The faults that are quick and steady; `npm run faults` plays all. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { played } from '../../faults/harness/fault.js';
import { subjects } from '../../faults/list.js';
import { contains } from '../../contains.js';
import { skip } from '../../skip.js';
import { itInAll } from '../../tier.js';

/** Theirs take long, and what they guard changes seldom. */
const seldom = new Set(['Load', 'Recordings', 'Shown text']);

for (const [subject, { faults }] of Object.entries(subjects)) {
  const test = seldom.has(subject) ? itInAll : it;
  describe(`faults: ${subject}`, () => {
    for (const fault of faults.filter(({ quick }) => quick)) {
      test(`${fault.fault}: ${fault.promise}`, async function (this: Mocha.Context) {
        const outcome = await played(fault);
        if ('missing' in outcome) {
          skip(this, outcome.missing);
        }
        assert.ok(outcome.ok, outcome.outcome);
      });
    }
  });
}

describe('the table of faults', () => {
  const readme = readFileSync('test/faults/README.md', 'utf8');
  for (const [subject, { faults, promise }] of Object.entries(subjects)) {
    it(`has what is promised and what is tried: ${subject}`, () => {
      const tried = faults.map(({ fault }) => fault).join('; ');
      contains(readme, `\n| ${subject} | ${tried} | ${promise} |\n`);
    });
  }
});
