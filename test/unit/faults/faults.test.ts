/** The faults that are quick and steady; `npm run faults` plays all. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { played } from '../../faults/harness/fault.js';
import { subjects } from '../../faults/list.js';
import { contains } from '../../contains.js';
import { skip } from '../../skip.js';

for (const [subject, { faults }] of Object.entries(subjects)) {
  describe(`faults: ${subject}`, () => {
    for (const fault of faults.filter(({ quick }) => quick)) {
      it(`${fault.fault}: ${fault.promise}`, async function () {
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
