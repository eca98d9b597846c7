/** `turnwatch replay` as installed from the packed file. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contains } from '../../contains.js';
import { bash, Story } from '../support/story.js';
import { Installed } from './installed.js';

describe('turnwatch replay, installed from the packed file', () => {
  let installed: Installed;
  before(() => {
    installed = Installed.make();
    const { events } = new Story('one')
      .start()
      .turn()
      .repeat(9, () => bash(':'));
    const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
    writeFileSync(join(installed.work, 'run.jsonl'), lines);
  });
  after(() => installed.remove());

  it('replay prints the verdicts of a file, and refuses one that is no run', async () => {
    const replayed = installed.run(['replay', 'run.jsonl']);
    assert.equal(await replayed.code, 0, replayed.err);
    assert.match(replayed.out, /^run\.jsonl: .* one: 1 turns, 9 steps, 9 calls\n/);
    contains(replayed.out, '  stalled at turn 0, step 3,');
    const refused = installed.run(['replay', 'no-such.jsonl']);
    assert.equal(await refused.code, 2);
    assert.match(refused.err, /^no-such\.jsonl: .*\n$/);
  });
});
