/** Where a threshold comes from: the order of layers, config events of a recording, and what a verdict says about it. */
import assert from 'node:assert/strict';
import { parseEvent } from '../../../src/core/parse.js';
import { chooseProfile, profiles } from '../../../src/core/thresholds/profiles.js';
import { resolveThresholds, type ThresholdLayers } from '../../../src/core/thresholds/layers.js';
import {
  thresholdKeys,
  thresholdProblem,
  thresholdSpecs,
} from '../../../src/core/thresholds/thresholds.js';
import { bash, judged, Story } from '../support/story.js';

const KEY = 'progressDetector.steps';
const told = (layers: ThresholdLayers): string => {
  const { values, origins } = resolveThresholds(layers);
  return `${values[KEY]} ${origins[KEY] ?? 'default'}`;
};
const exact = { preset: 'progress-detector' } as const;

describe('threshold layers', () => {
  it('has the defaults where nobody says anything', () => {
    const { values, origins } = resolveThresholds({});
    assert.deepEqual(
      values,
      Object.fromEntries(thresholdKeys.map((key) => [key, thresholdSpecs[key].default])),
    );
    assert.deepEqual(origins, {});
  });

  it('lets each layer go before the ones below it', () => {
    const layers: ThresholdLayers = {};
    assert.equal(told(layers), '8 default');
    for (const [i, layer] of (
      ['profile', 'user', 'workspace', 'agent', 'option'] as const
    ).entries()) {
      layers[layer] = { [KEY]: 20 + i };
      assert.equal(told(layers), `${20 + i} ${layer}`);
    }
  });

  it('puts a recording over the profile and under the command line', () => {
    const recorded = { set: { [KEY]: 5 }, origins: { [KEY]: 'recording' as const } };
    assert.equal(told({ profile: { [KEY]: 9 }, recorded }), '5 recording');
    assert.equal(told({ recorded, option: { [KEY]: 3 } }), '3 option');
  });

  it('has only profiles whose values are thresholds within their bounds', () => {
    for (const [agent, set] of Object.entries(profiles)) {
      for (const [key, value] of Object.entries(set)) {
        assert.equal(thresholdProblem(key, value), undefined, agent);
      }
    }
    assert.deepEqual(chooseProfile('an agent', undefined, { 'an agent': { [KEY]: 9 } }), {
      [KEY]: 9,
    });
    assert.deepEqual(chooseProfile('toString', undefined, {}), {});
  });
});

describe('the origin of a verdict’s threshold', () => {
  const run = (): Story => new Story().start({ agent: 'claude-code' });
  const loop = (story: Story): Story => story.turn().repeat(12, () => bash(':'));
  const origin = (story: Story, set = {}) =>
    judged(story, { ...exact, set }).verdicts.map(({ key, threshold, thresholdFrom }) => ({
      key,
      threshold,
      thresholdFrom,
    }));

  it('is the default, the recording or the command line', () => {
    assert.deepEqual(origin(loop(run())), [{ key: KEY, threshold: 8, thresholdFrom: 'default' }]);
    const recorded = (): Story =>
      loop(run().push({ v: 1, type: 'config', session: 'S', set: { [KEY]: 5 } }));
    assert.deepEqual(origin(recorded()), [{ key: KEY, threshold: 5, thresholdFrom: 'recording' }]);
    assert.deepEqual(origin(recorded(), { [KEY]: 3 }), [
      { key: KEY, threshold: 3, thresholdFrom: 'option' },
    ]);
  });

  it('is what a config event says of its values, where it says so', () => {
    const config = (from: { [key: string]: string }): Story =>
      loop(run().push({ v: 1, type: 'config', session: 'S', set: { [KEY]: 5 }, from }));
    assert.deepEqual(origin(config({ [KEY]: 'workspace' })), [
      { key: KEY, threshold: 5, thresholdFrom: 'workspace' },
    ]);
    assert.deepEqual(origin(config({})), [{ key: KEY, threshold: 5, thresholdFrom: 'default' }]);
    assert.deepEqual(origin(config({ [KEY]: 'the moon' })), [
      { key: KEY, threshold: 5, thresholdFrom: 'recording' },
    ]);
  });

  it('survives a recording on disk', () => {
    const event = {
      v: 1,
      type: 'config',
      session: 'S',
      set: { [KEY]: 5, wrong: 'text' },
      from: { [KEY]: 'user', wrong: 7 },
    };
    assert.deepEqual(parseEvent(event), {
      event: {
        v: 1,
        type: 'config',
        session: 'S',
        set: { [KEY]: 5 },
        from: { [KEY]: 'user' },
      },
    });
  });

  it('names verdicts by turn, call, level and detector', () => {
    assert.deepEqual(
      judged(loop(run()), { ...exact, set: {} }).verdicts.map(({ id }) => id),
      ['0.7.stalled.progress-detector'],
    );
  });
});
