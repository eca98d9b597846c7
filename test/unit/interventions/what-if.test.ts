/** What-if: the same results as a replay with `--preset` and `--set`, for every threshold. */
import assert from 'node:assert/strict';
import { Judge, type Overrides } from '../../../src/core/judge.js';
import {
  presets,
  thresholdKeys,
  thresholdSpecs,
  type ThresholdKey,
  type ThresholdSet,
} from '../../../src/core/thresholds/thresholds.js';
import {
  moved,
  whatIf,
  WhatIfRun,
  type WhatIfQuestion,
} from '../../../src/core/thresholds/what-if.js';
import { present } from '../support/present.js';
import { bash, edit, failing, read, Story } from '../support/story.js';

const question = (
  set: ThresholdSet,
  more: Partial<Overrides> & Partial<WhatIfQuestion> = {},
): WhatIfQuestion => ({
  overrides: { ...present({ preset: more.preset }), set },
  session: more.session ?? 'S',
  turns: more.turns ?? 'newest',
});

/** A turn that works, then runs into one error, repeats a call, does nothing and polls. */
function muddle(): Story {
  const story = new Story().at(1_700_000_000_000).start().turn();
  story.step(
    read(
      'src/a.ts',
      'export const a = 1; // a file of some length, so that it counts as information',
    ),
  );
  for (let i = 0; i < 5; i += 1) {
    story
      .after(1000)
      .step(
        failing(
          bash(
            'npm test',
            `1) parses numbers\n  AssertionError: expected ${i % 1} to equal 2\n1 failing`,
            { exitCode: 1 },
          ),
        ),
      );
  }
  for (let i = 0; i < 6; i += 1) {
    story
      .after(100_000)
      .step(
        bash(
          'cat config.json',
          '{ "parser": { "numbers": "strict", "dates": "loose", "comments": false } }',
        ),
      );
  }
  story.step(edit('src/a.ts', 'const a = 1', 'const a = 2'));
  story.repeat(9, (i) => bash(['true', ':', 'sleep 1'][i % 3] ?? ':'));
  return story.after(200_000).end();
}

const levels = ['watch', 'stalled', 'waiting'] as const;
const place = (found: { step: number; call: number; detector: string } | undefined) =>
  found && { step: found.step, call: found.call, detector: found.detector };

/** As a replay with these options gives it. */
function replayed(story: Story, overrides: Overrides) {
  const judge = new Judge(overrides);
  const verdicts = story.events
    .flatMap((event) => judge.push(event).verdicts)
    .filter(({ session }) => session === 'S');
  return levels.map((level) => place(verdicts.find((each) => each.level === level)));
}

describe('what if', () => {
  const story = muddle();

  for (const preset of presets) {
    it(`says what a replay says, with ${preset}`, () => {
      const keys = thresholdKeys.filter((key) => thresholdSpecs[key].preset === preset);
      let fired = 0;
      for (const key of keys) {
        const { min, max, default: usual } = thresholdSpecs[key];
        for (const value of [min, Math.max(min, usual - 1), usual, usual + 2, max]) {
          const expected = replayed(story, { preset, set: { [key]: value } });
          const { verdicts } = whatIf(story.events, question({ [key]: value }, { preset }));
          assert.deepEqual(
            levels.map((level) => place(verdicts[level])),
            expected,
            `${key}=${value}`,
          );
          fired += expected.filter((each) => each !== undefined).length;
        }
      }
      assert.ok(fired > 0 || preset === 'group-loops', 'the story trips it');
    });
  }

  it('goes before what the recording says of thresholds', () => {
    const events = [
      {
        v: 1,
        type: 'config',
        session: 'S',
        preset: 'patterns',
        set: { 'balanced.emptySteps': 3 },
      } as const,
      ...story.events,
    ];
    assert.equal(
      whatIf(events, question({ 'balanced.sameError': 3 }, { preset: 'balanced' })).verdicts.stalled
        ?.detector,
      'error-loop',
    );
  });

  it('tells each threshold apart, also after the first stall', () => {
    const { byKey, verdicts } = whatIf(story.events, question({}, { preset: 'balanced' }));
    assert.equal(verdicts.stalled?.detector, 'loop');
    assert.equal(
      byKey['balanced.sameError']?.stalled?.step,
      verdicts.stalled.step,
      'the other name of the same stall',
    );
    assert.ok((byKey['balanced.emptySteps']?.stalled?.step ?? 0) > verdicts.stalled.step);
    assert.equal(byKey['balanced.returns'], undefined);
  });

  it('moves with the value: each threshold fires no earlier with a higher one', () => {
    const at = (key: ThresholdKey, value: number): number =>
      whatIf(story.events, question({ [key]: value }, { preset: 'balanced' })).byKey[key]?.stalled
        ?.step ?? Infinity;
    for (const key of [
      'balanced.sameResult',
      'balanced.sameError',
      'balanced.emptySteps',
      'balanced.idleSteps',
    ] as const) {
      const steps = [3, 4, 5, 6, 50].map((value) => at(key, value));
      assert.deepEqual(
        [...steps].sort((one, other) => one - other),
        steps,
        key,
      );
      assert.ok((steps[0] ?? Infinity) < (steps.at(-1) ?? 0), key);
    }
  });

  it('covers the newest turn alone, or the whole run', () => {
    const twice = muddle()
      .turn('And now the docs.')
      .step(edit('README.md', 'a', 'b'));
    assert.deepEqual(whatIf(twice.events, question({}, { preset: 'balanced' })).verdicts, {});
    assert.equal(
      whatIf(twice.events, question({}, { preset: 'balanced', turns: 'all' })).verdicts.stalled
        ?.turn,
      0,
    );
  });

  it('answers for one session of several', () => {
    const other = new Story('other', [...story.events])
      .start()
      .turn()
      .step(read('a', 'something that nobody has read before in this session'));
    assert.deepEqual(whatIf(other.events, question({}, { session: 'other' })).byKey, {});
    assert.deepEqual(
      whatIf(other.events, question({}, { preset: 'balanced' })),
      whatIf(story.events, question({}, { preset: 'balanced' })),
    );
  });

  it('goes on with events that come later', () => {
    const run = new WhatIfRun(question({}, { preset: 'balanced' }));
    for (const [i, event] of story.events.entries()) {
      run.push(event);
      if (i === 20) {
        assert.deepEqual(
          run.result,
          whatIf(story.events.slice(0, 21), question({}, { preset: 'balanced' })),
        );
      }
    }
    assert.deepEqual(run.result, whatIf(story.events, question({}, { preset: 'balanced' })));
  });

  it('has the session’s own numbers where only the newest events are known', () => {
    const whole = whatIf(story.events, question({}, { preset: 'patterns' }));
    const from = story.events.findIndex(
      (event) => event.type === 'tool.call' && event.call === 'S-12',
    );
    const part = whatIf(
      story.events.slice(from),
      question({ 'balanced.emptySteps': 8 }, { preset: 'balanced' }),
    );
    const shifted = moved(part, {
      steps: whole.steps - part.steps,
      calls: whole.calls - part.calls,
    });
    assert.deepEqual([shifted.steps, shifted.calls], [whole.steps, whole.calls]);
    assert.deepEqual(
      shifted.byKey['balanced.emptySteps']?.stalled,
      whatIf(story.events, question({ 'balanced.emptySteps': 8 }, { preset: 'balanced' })).byKey[
        'balanced.emptySteps'
      ]?.stalled,
    );
    assert.equal(shifted.byKey['balanced.emptySteps']?.stalled?.step, 20);
  });
});
