/** What evidence holds, group by group. */
import assert from 'node:assert/strict';
import type { Evidence } from '../../../src/core/evidence/evidence.js';
import { bash, edit, read, write, type Act } from '../support/story.js';
import { judged, type Tell } from './judged-calls.js';

/** The evidence of a run's newest call. */
function evidence(tell: Tell): Evidence {
  const newest = judged(tell).values.at(-1);
  assert.ok(newest !== undefined);
  return newest.evidence;
}

/** One call a step. */
const steps =
  (...acts: Act[]): Tell =>
  (story) => {
    acts.forEach((act) => story.step(act));
  };

const lines = (from: number, to: number): string =>
  Array.from(
    { length: to - from + 1 },
    (_, i) => `const part${from + i} = load(${from + i});`,
  ).join('\n');
const pytest = (failed: number, seconds = 1): string =>
  failed === 0
    ? `=== 2 passed in ${seconds}s ===`
    : `FAILED tests/test_shop.py::test_price - AssertionError\n=== 1 failed, 1 passed in ${seconds}s ===`;

describe('evidence', () => {
  describe('action', () => {
    it('tells looks, runs and repository overviews apart', () => {
      const of = (command: string): unknown => {
        const { looks, runs, overview } = evidence(steps(bash(command, 'text'))).action;
        return { looks, runs, overview };
      };
      assert.deepEqual(of('ls src'), { looks: true, runs: false, overview: false });
      assert.deepEqual(of('git status'), { looks: true, runs: false, overview: true });
      assert.deepEqual(of('./repro.sh'), { looks: false, runs: true, overview: false });
    });
    it('waits only if there is something to wait for', () => {
      const sleep = bash('sleep 5');
      const poll: Act = { tool: 'Poll', class: 'poll', input: { job: 1 }, output: 'running' };
      assert.equal(evidence(steps(sleep)).action.waits, false);
      assert.equal(evidence(steps(poll, sleep)).action.waits, true);
    });
  });

  describe('outcome', () => {
    it('is the same whatever the noise', () => {
      const [one, other] = [1, 2].map(
        (i) => evidence(steps(bash('make', `built in 1${i}.3s`))).outcome.key,
      );
      assert.equal(one, other);
    });
    it('has two identities: without noise, without numbers', () => {
      const of = (output: string): Evidence['outcome'] =>
        evidence(steps(bash('./app', output))).outcome;
      const one = of('30 failing in 1.2s');
      const later = of('30 failing in 3.4s');
      const fewer = of(' 9 failing in 3.4s');
      assert.equal(one.key, later.key);
      assert.notEqual(one.key, fewer.key);
      assert.equal(one.numberless, fewer.numberless);
      assert.notEqual(one.numberless, of('30 passing in 1.2s').numberless);
      assert.notEqual(of('at 1 2').numberless, of('at 1 2 3').numberless);
      assert.equal(of('at -1.5').numberless, of('at 1,500').numberless);
    });
    it('is new once', () => {
      const look = bash('ls src', 'a.ts');
      assert.equal(evidence(steps(look)).outcome.isNew, true);
      assert.equal(evidence(steps(look, look)).outcome.isNew, false);
      assert.equal(evidence(steps(bash('ls src'))).outcome.isNew, false);
    });
    it('fails where ordinary output reports an error', () => {
      const { outcome, error } = evidence(
        steps({ tool: 'Edit', input: { file_path: 'a' }, output: 'Error: old_string not found' }),
      );
      assert.equal(outcome.failed, true);
      assert.equal(error?.sameness, 'any-arguments');
    });
    it('names why there is none', () => {
      const denied = bash('ls', '', { deniedBy: 'turnwatch' });
      const declined = bash('ls', '', { deniedBy: 'person' });
      assert.equal(evidence(steps(denied)).outcome.state, 'denied');
      assert.equal(evidence(steps(declined)).outcome.state, 'declined');
      assert.equal(evidence((story) => story.call(bash('ls'))).outcome.state, 'unanswered');
    });
  });

  describe('tests', () => {
    const failing = (command: string): Act => bash(command, pytest(1), { ok: false });

    it('count the looks at the same failures, whatever the command', () => {
      const { tests } = evidence(
        steps(failing('pytest'), failing('pytest -v'), failing('pytest -x')),
      );
      assert.equal(tests?.looks, 3);
    });
    it('begin anew after a change', () => {
      const { tests } = evidence(
        steps(failing('pytest'), write('/w/a.py', 'x'), failing('pytest')),
      );
      assert.equal(tests?.looks, 1);
    });
    it('are flaky if they go differently with nothing changed between', () => {
      const passing = bash('pytest', pytest(0));
      assert.equal(evidence(steps(failing('pytest'), passing)).tests?.flaky, true);
      assert.equal(
        evidence(steps(failing('pytest'), write('/w/a.py', 'x'), passing)).tests?.flaky,
        false,
      );
    });
  });

  describe('edits', () => {
    it('say whether a content is new, the same or back', () => {
      const [a, b] = [write('/w/a.ts', 'one'), write('/w/a.ts', 'two')];
      const stateOf = (...acts: Act[]): unknown => evidence(steps(...acts)).edits.files[0]?.state;
      assert.equal(stateOf(a), 'new');
      assert.equal(stateOf(a, a), 'same');
      assert.equal(stateOf(a, b, a), 'back');
    });
    it('count even if what ran after them failed', () => {
      const { edits } = evidence(
        steps(
          bash("cat > a.py <<'EOF'\nprint(1)\nEOF\npython a.py", 'Traceback\nKeyError: 1', {
            ok: false,
          }),
        ),
      );
      assert.equal(edits.changes, true);
    });
    it('tell a change of commit from a change of content', () => {
      const { edits } = evidence(steps(bash('git checkout HEAD~1 && ./run.sh', 'fine')));
      assert.equal(edits.changes && edits.elsewhere, true);
    });
    it('name the file from the session’s folder', () => {
      assert.equal(evidence(steps(edit('/w/src/a.ts', 'x', 'y'))).edits.path, 'src/a.ts');
    });
  });

  describe('reads', () => {
    const cat = (output: string): Act => bash('cat src/a.ts', output);

    it('are new only for lines that were not read', () => {
      const whole = read('/w/src/a.ts', lines(1, 30));
      const part = bash("sed -n '5,9p' src/a.ts", lines(5, 9));
      assert.equal(evidence(steps(whole)).reads?.lines, 'new');
      assert.equal(evidence(steps(whole, part)).reads?.lines, 'seen');
      assert.equal(evidence(steps(part, whole)).reads?.lines, 'new');
    });
    it('show that an edit is not there', () => {
      const change = edit('/w/src/a.ts', 'old', 'new');
      assert.equal(
        evidence(steps(cat(lines(1, 9)), change, cat(lines(1, 9)))).reads?.unmoved,
        true,
      );
      assert.equal(
        evidence(steps(cat(lines(1, 9)), change, cat(lines(2, 9)))).reads?.unmoved,
        false,
      );
    });
    it('do not exist for edits, failures and tests', () => {
      assert.equal(evidence(steps(write('/w/a.ts', 'x'))).reads, undefined);
      assert.equal(evidence(steps(bash('ls x', 'no such file', { ok: false }))).reads, undefined);
      assert.equal(evidence(steps(bash('pytest', pytest(0)))).reads, undefined);
    });
  });

  describe('repeat', () => {
    const look = (seconds: number): Act => bash('make', `built in ${seconds}s`);

    it('names the step and what it is equal in', () => {
      const { repeat } = evidence(steps(look(1), read('/w/a.ts', lines(1, 3)), look(2)));
      assert.equal(repeat.step, 0);
      assert.equal(repeat.sameOutcome, true);
      assert.equal(repeat.first, false);
    });
    it('is not needless once a person gave a reason to ask again', () => {
      const ls = bash('ls src', 'a.ts');
      assert.equal(evidence(steps(ls, ls)).repeat.needless, true);
      const asked = evidence((story) => story.step(ls).end().turn('And now?').step(ls));
      assert.equal(asked.repeat.needless, false);
      assert.equal(asked.repeat.sameOutcome, true);
    });
    it('counts outcomes that differ only in numbers', () => {
      const sample = (score: number): Act => bash('./sample', `score ${score}`);
      const onlyNumbers = (...acts: Act[]): unknown => evidence(steps(...acts)).repeat.onlyNumbers;
      assert.equal(onlyNumbers(sample(3)), undefined);
      assert.equal(onlyNumbers(sample(3), sample(3)), undefined);
      assert.deepEqual(onlyNumbers(sample(3), sample(3), sample(5), sample(4)), {
        steps: 4,
        moves: false,
        live: false,
      });
      assert.deepEqual(onlyNumbers(sample(3), sample(5), sample(5), sample(8)), {
        steps: 4,
        moves: true,
        live: false,
      });
      const queue = (jobs: number): Act => bash('curl -s localhost:80/jobs', `${jobs} jobs`);
      assert.deepEqual(onlyNumbers(queue(3), queue(5), queue(2), queue(7)), {
        steps: 4,
        moves: false,
        live: true,
      });
      assert.equal(onlyNumbers(sample(3), write('/w/a', 'x'), sample(5)), undefined);
      assert.equal(onlyNumbers(sample(3), bash('./sample', 'no score 4')), undefined);
    });
    it('names the noise that was left out', () => {
      const { repeat } = evidence(steps(look(1), look(2), look(3)));
      assert.deepEqual(repeat.masked, ['duration']);
    });
  });
});
