/** Whether an answer that tells of a failure says anything that no earlier one did, and whether it is of another place. */
import assert from 'node:assert/strict';
import { Complaints } from '../../../src/core/evidence/complaints.js';
import { FurthestPlaces } from '../../../src/core/evidence/furthest-places.js';

const run = { command: 'make' };
const answer = (text: string): { text: string; normal: string } => ({ text, normal: text });

describe('complaints', () => {
  it('say something new in words that no earlier one had', () => {
    const complaints = new Complaints();
    const saysNew = (text: string, step: number): boolean =>
      complaints.read(answer(text), undefined, run, step).saysNew;
    assert.equal(saysNew('error: no bean of Clock', 0), true);
    assert.equal(saysNew('error: no bean of Clock, line 12', 1), true);
    assert.equal(saysNew('error: no bean of Clock, line 40', 2), false);
    assert.equal(saysNew('error: no bean of Mailer', 3), true);
  });
  it('come to the same where a step is judged again', () => {
    const complaints = new Complaints();
    for (let i = 0; i < 2; i++) {
      assert.equal(complaints.read(answer('error: no bean'), undefined, run, 3).saysNew, true);
    }
  });
  it('are about something else where the question names another file', () => {
    const complaints = new Complaints();
    const isElsewhere = (command: string, step: number): boolean =>
      complaints.read(answer('error'), undefined, { command }, step).isElsewhere;
    assert.equal(isElsewhere('lint src/a.ts', 0), true);
    assert.equal(isElsewhere('lint --fix src/a.ts', 1), false);
    assert.equal(isElsewhere('lint src/b.ts', 2), true);
  });
  it('measure what stands in the line that says what is wrong, but for places', () => {
    const measured = (telling: string, text = ''): string =>
      new Complaints().read(answer(text), telling, run, 0).measured;
    assert.equal(measured('a.ts:12:4: 31 kB too large'), '31');
    assert.equal(measured('no module named lib7'), 'lib7');
    assert.equal(measured('took <time>, limit <time>', 'took 2.31 s, limit 2 s'), '2.31 s 2 s');
  });
});

describe('places of failures', () => {
  const first = 'a.rs:40:9: error';
  it('are further if they are further down than any before', () => {
    const places = new FurthestPlaces();
    const isFurther = (text: string, step: number): boolean => places.isFurther(text, 'k', step);
    assert.deepEqual(
      [isFurther(first, 0), isFurther('a.rs:63:9: error', 1), isFurther('a.rs:50:9: error', 2)],
      [false, true, false],
    );
    // of another file, nothing is known yet
    assert.equal(isFurther('b.rs:99:9: error', 3), false);
  });
  it('are not where edits have put in as many lines, or nobody knows how many', () => {
    for (const lines of [20, undefined]) {
      const places = new FurthestPlaces();
      places.isFurther(first, 'k', 0);
      places.edited('/w/src/a.rs', lines, 7);
      assert.equal(places.isFurther('a.rs:60:9: error', 'k', 1), false);
    }
  });
  it('count what a call has put in once, however often it is judged', () => {
    const places = new FurthestPlaces();
    places.isFurther(first, 'k', 0);
    for (let i = 0; i < 4; i++) {
      places.edited('/w/src/a.rs', 6, 7);
    }
    assert.equal(places.isFurther('a.rs:60:9: error', 'k', 1), true);
  });
  it('come to the same where a step is judged again', () => {
    const places = new FurthestPlaces();
    places.isFurther(first, 'k', 0);
    for (let i = 0; i < 2; i++) {
      assert.equal(places.isFurther('a.rs:63:9: error', 'k', 1), true);
    }
  });
  it('are the last of a Python trace, and those of the action where no file is named', () => {
    const places = new FurthestPlaces();
    const trace = (line: number): string =>
      `Traceback:\n  File "/w/main.py", line 3, in <module>\n  File "/w/load.py", line ${line}, in read\nKeyError`;
    places.isFurther(trace(10), 'k', 0);
    assert.equal(places.isFurther(trace(30), 'k', 1), true);
    places.isFurther('SyntaxError at line 10', 'other', 2);
    assert.equal(places.isFurther('SyntaxError at line 40', 'other', 3), true);
  });
});
