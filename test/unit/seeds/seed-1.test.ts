/** The preset `progress-detector`: seed 1's rule exactly, with its weaknesses. */
import assert from 'node:assert/strict';
import type { Overrides } from '../../../src/core/judge.js';
import { present } from '../support/present.js';
import {
  bash,
  brief,
  edit,
  failing,
  judged,
  read,
  Story,
  write,
  type Act,
} from '../support/story.js';

const exact: Overrides = { preset: 'progress-detector', set: {} };
const text = (length: number, letter = 'a'): string => letter.repeat(length);
const idle: Act = bash(':');
const began = (): Story => new Story().start().turn().git('0', { porcelain: '0' });
const at = (story: Story, overrides = exact): string[] => brief(judged(story, overrides).verdicts);

describe('seed 1: eight idle steps', () => {
  const loops: Record<string, (i: number) => Act | Act[]> = {
    'the colon': () => bash(':'),
    true: () => bash('true', '(Bash completed with no output)'),
    'reading the null device': () => read('/dev/null', ''),
    'an echo': (i) => bash(`echo placeholder ${i}`, `placeholder ${i}`),
    'several of them in each response': () => [
      bash(':'),
      bash('true'),
      read('/dev/null', ''),
      bash('echo ok', 'ok'),
    ],
    'failing calls among them': (i) =>
      i % 2 === 0 ? failing(bash(`make ${i}`, text(500, String(i)), { exitCode: 2 })) : bash(':'),
    'calls denied by us': () => bash('ls', text(100), { deniedBy: 'turnwatch' }),
  };
  for (const [name, act] of Object.entries(loops)) {
    it(`stalls at exactly the eighth step: ${name}`, () => {
      assert.deepEqual(at(began().repeat(7, act)), []);
      assert.deepEqual(at(began().repeat(8, act)), ['stalled at 7']);
    });
  }

  it('reports the action, the place and the start', () => {
    const [verdict] = judged(
      began().repeat(9, () => [bash(':'), bash('true')]),
      exact,
    ).verdicts;
    assert.ok(verdict);
    const {
      level,
      kind,
      detector,
      count,
      threshold,
      turn,
      step,
      call,
      callId,
      at: time,
      evidence,
    } = verdict;
    assert.deepEqual(
      { level, kind, detector, count, threshold, turn, step, call, callId, time },
      {
        level: 'stalled',
        kind: 'no-progress',
        detector: 'progress-detector',
        count: 8,
        threshold: 8,
        turn: 0,
        step: 7,
        call: 15,
        callId: 'S-15',
        time: null,
      },
    );
    assert.deepEqual(
      evidence.calls,
      Array.from({ length: 16 }, (_, i) => i),
    );
    assert.match(verdict.reason, /^8 steps in a row changed nothing .*\(limit 8\)\.$/);
  });

  it('raises one verdict per continuing stall, and never a watch', () => {
    assert.deepEqual(at(began().repeat(30, () => idle)), ['stalled at 7']);
  });

  it('ends with the turn, whatever the next message says', () => {
    assert.deepEqual(
      at(
        began()
          .repeat(7, () => idle)
          .end()
          .turn('continue')
          .repeat(7, () => idle),
      ),
      [],
    );
    const { verdicts } = judged(
      began()
        .repeat(8, () => idle)
        .end()
        .turn('continue')
        .repeat(8, () => idle),
      exact,
    );
    assert.deepEqual(
      verdicts.map(({ turn, step, clearedAtCall }) => ({ turn, step, clearedAtCall })),
      [
        { turn: 0, step: 7, clearedAtCall: 7 },
        { turn: 1, step: 15, clearedAtCall: undefined },
      ],
    );
  });
});

describe('seed 1: what is progress', () => {
  /** Seven idle steps, the one in question, then idle ones until it stalls. */
  const stallsAfter = (act: Act | Act[]): string[] =>
    at(
      began()
        .repeat(7, () => idle)
        .step(...[act].flat())
        .repeat(8, () => idle),
    );
  const progress = ['stalled at 15'];
  const none = ['stalled at 7'];

  it('an edit or a write that succeeds, however short its result', () => {
    assert.deepEqual(stallsAfter(edit('/w/a.ts', 'x', 'y')), progress);
    assert.deepEqual(stallsAfter({ ...write('/w/a.ts', 'x'), output: '' }), progress);
    assert.deepEqual(stallsAfter({ tool: 'zap', input: {}, output: '', class: 'edit' }), progress);
  });
  it('not an edit that fails or is denied', () => {
    assert.deepEqual(stallsAfter(failing(edit('/w/a.ts', 'x', 'y'))), none);
    assert.deepEqual(stallsAfter({ ...write('/w/a.ts', 'x'), deniedBy: 'person' }), none);
  });
  it('a new result of 60 characters, not one of 59', () => {
    assert.deepEqual(stallsAfter(bash('ls', text(60))), progress);
    assert.deepEqual(stallsAfter(bash('ls', text(59))), none);
  });
  it('not an error, however long and new', () => {
    assert.deepEqual(stallsAfter(failing(bash('ls', text(600)))), none);
    assert.deepEqual(stallsAfter(bash('make', text(600), { exitCode: 2 })), none);
  });
  it('the output of a search with exit code 1: it is no error', () => {
    assert.deepEqual(stallsAfter(bash('diff a b', text(600), { exitCode: 1 })), progress);
  });
  it('not the same text again, whichever tool shows it', () => {
    const story = began()
      .step(bash('ls', text(60)))
      .repeat(7, () => idle)
      .step(read('/w/a', text(60)));
    assert.deepEqual(at(story), ['stalled at 8']);
  });
  it('the same text again in the next turn', () => {
    const story = began()
      .step(bash('ls', text(60)))
      .end()
      .turn()
      .repeat(7, () => idle)
      .step(bash('ls', text(60)))
      .repeat(7, () => idle);
    assert.deepEqual(at(story), []);
  });
  it('remembers only the first new result of a step: the second is still new later', () => {
    const both = [bash('ls', text(60, 'a')), bash('ls b', text(60, 'b'))];
    const story = (again: string): Story =>
      began()
        .step(...both)
        .repeat(7, () => idle)
        .step(bash('ls c', text(60, again)));
    assert.deepEqual(at(story('a')), ['stalled at 8']);
    assert.deepEqual(at(story('b')), []);
  });
  it('ends the look at a step: what comes after a successful edit is still new later', () => {
    const known = bash('ls', text(60));
    const story = (...acts: Act[]): Story =>
      began()
        .step(...acts)
        .repeat(7, () => idle)
        .step(known);
    assert.deepEqual(at(story(edit('/w/a', 'x', 'y'), known)), []);
    assert.deepEqual(at(story(known, edit('/w/a', 'x', 'y'))), ['stalled at 8']);
  });
  it('a failed step is not remembered', () => {
    assert.deepEqual(
      at(
        began()
          .step(failing(bash('ls', text(60))))
          .repeat(6, () => idle)
          .step(bash('ls', text(60))),
      ),
      [],
    );
  });
  it('a missing result is no progress', () => {
    const story = began().repeat(7, () => idle);
    story.call(bash('ls'), 'open');
    assert.deepEqual(at(story.step(idle)), ['stalled at 7']);
  });
});

describe('seed 1: external state', () => {
  it('a change of plain porcelain is progress, whoever made it', () => {
    const story = (porcelain: string): Story =>
      began()
        .repeat(7, () => idle)
        .git('1', { porcelain, by: 'person' })
        .repeat(2, () => idle);
    assert.deepEqual(at(story('1')), []);
    assert.deepEqual(at(story('0')), ['stalled at 7']);
  });
  it('a dirty file that is edited again is no progress: its porcelain stays the same', () => {
    assert.deepEqual(
      at(
        began()
          .repeat(7, () => idle)
          .git('content', { porcelain: '0' })
          .step(idle),
      ),
      ['stalled at 7'],
    );
  });
  it('the fingerprint replaces missing plain porcelain', () => {
    assert.deepEqual(
      at(
        new Story()
          .start()
          .turn()
          .git('0')
          .repeat(7, () => idle)
          .git('1')
          .step(idle),
      ),
      [],
    );
  });
  it('the first observation is the baseline', () => {
    assert.deepEqual(
      at(
        new Story()
          .start()
          .turn()
          .repeat(7, () => idle)
          .git('0', { porcelain: '0' })
          .step(idle),
      ),
      ['stalled at 7'],
    );
  });
  it('a change between the start of the turn and its first call belongs to the baseline', () => {
    assert.deepEqual(
      at(
        began()
          .git('1', { porcelain: '1' })
          .repeat(8, () => idle),
      ),
      ['stalled at 7'],
    );
  });
  it('a change in the first step of a turn belongs to the baseline: it has no step before', () => {
    const changed = new Story().start({ steps: 'explicit' }).turn().git('0', { porcelain: '0' });
    changed.respond('r0', idle).git('1', { porcelain: '1' }).stepEnd('r0');
    for (let i = 1; i < 8; i++) {
      changed.respond(`r${i}`, idle).stepEnd(`r${i}`);
    }
    assert.deepEqual(at(changed), ['stalled at 7']);
  });
  it('a change that is undone before the step is over is none', () => {
    assert.deepEqual(
      at(
        began()
          .repeat(7, () => idle)
          .git('1', { porcelain: '1' })
          .git('0', { porcelain: '0' })
          .step(idle),
      ),
      ['stalled at 7'],
    );
  });
  it('a changed status of background tasks is progress', () => {
    const story = (after: string): Story =>
      began()
        .task('one running')
        .repeat(7, () => idle)
        .task(after)
        .step(idle);
    assert.deepEqual(at(story('one done')), []);
    assert.deepEqual(at(story('one running')), ['stalled at 7']);
  });
  it('a save is no progress: the original ignores saves', () => {
    const story = began()
      .save('a.ts', '0')
      .repeat(7, () => idle)
      .save('a.ts', '1')
      .step(idle);
    assert.deepEqual(at(story), ['stalled at 7']);
  });
  it('a change counts for one step only', () => {
    assert.deepEqual(
      at(
        began()
          .repeat(3, () => idle)
          .git('1', { porcelain: '1' })
          .repeat(9, () => idle),
      ),
      ['stalled at 11'],
    );
  });
});

describe('seed 1: thresholds', () => {
  const config = (set: Record<string, number>, preset?: string): Story => {
    const story = new Story();
    return story.push({ ...story.own, type: 'config', ...present({ preset }), set });
  };
  it('come with the recording', () => {
    assert.deepEqual(
      at(
        config({ 'progressDetector.steps': 3 }, 'progress-detector')
          .turn()
          .repeat(8, () => idle),
        { set: {} },
      ),
      ['stalled at 2'],
    );
    const short = config({ 'progressDetector.minLength': 5 }, 'progress-detector')
      .turn()
      .repeat(7, () => idle)
      .step(bash('ls', 'hello'));
    assert.deepEqual(at(short, { set: {} }), []);
  });
  it('are overridden by the person’s choice', () => {
    const story = config({ 'progressDetector.steps': 3 }, 'balanced')
      .turn()
      .repeat(8, () => idle);
    assert.deepEqual(
      at(story, { preset: 'progress-detector', set: { 'progressDetector.steps': 5 } }),
      ['stalled at 4'],
    );
  });
  it('apply from their place in the recording on', () => {
    const story = began().repeat(6, () => idle);
    story.push({ ...story.own, type: 'config', set: { 'progressDetector.steps': 4 } });
    assert.deepEqual(at(story), []);
    assert.deepEqual(at(story.step(idle)), ['stalled at 6']);
  });
  it('are noted and ignored if out of bounds or unknown', () => {
    const { verdicts, notes } = judged(
      config({ 'progressDetector.steps': 1, 'no.such': 3 })
        .turn()
        .repeat(8, () => idle),
      exact,
    );
    assert.deepEqual(brief(verdicts), ['stalled at 7']);
    assert.equal(notes.length, 1);
    assert.match(notes[0] ?? '', /progressDetector\.steps must be .* from 2 to 200.*no\.such/);
  });
});

describe('seed 1: a reopened step', () => {
  it('counts once', () => {
    const story = began();
    for (let i = 0; i < 7; i++) {
      story.respond(`m${i}`, idle).respond(`m${i}`, idle);
    }
    assert.deepEqual(at(story), []);
    assert.deepEqual(at(story.respond('m7', idle).respond('m7', idle)), ['stalled at 7']);
  });
  it('may still turn out to be progress', () => {
    const story = began()
      .repeat(6, () => idle)
      .respond('m', idle)
      .respond('m', edit('/w/a', 'x', 'y'))
      .repeat(7, () => idle);
    assert.deepEqual(at(story), []);
    assert.deepEqual(at(story.step(idle)), ['stalled at 14']);
  });
  it('keeps its earlier progress', () => {
    const story = began()
      .repeat(6, () => idle)
      .respond('m', bash('ls', text(60)))
      .respond('m', idle)
      .repeat(7, () => idle);
    assert.deepEqual(at(story), []);
  });
});
