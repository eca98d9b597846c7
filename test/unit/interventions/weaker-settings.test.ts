/** Which changes of settings weaken the watch. */
import assert from 'node:assert/strict';
import {
  defaultNotifications,
  type NotifiedBy,
} from '../../../src/core/interventions/notification-policy.js';
import {
  weakerSettings,
  type WatchSettings,
} from '../../../src/core/interventions/weaker-settings.js';

const base: WatchSettings = {
  mode: 'auto',
  modeByAgent: new Map(),
  remindFirst: false,
  sendBack: true,
  notifications: defaultNotifications,
  preset: 'balanced',
  thresholds: {},
  thresholdsByAgent: new Map(),
};
const change = (after: Partial<WatchSettings>, before: Partial<WatchSettings> = {}): string[] =>
  weakerSettings({ ...base, ...before }, { ...base, ...after });

describe('settings that weaken the watch', () => {
  it('are a milder mode, in general or for an agent', () => {
    assert.deepEqual(change({}), []);
    assert.deepEqual(change({ mode: 'observe' }), ['mode']);
    assert.deepEqual(change({ mode: 'ask' }), ['mode']);
    assert.deepEqual(change({ mode: 'auto' }, { mode: 'ask' }), []);
    const observed = new Map([['codex', 'observe'] as const]);
    assert.deepEqual(change({ modeByAgent: observed }), ['modeByAgent']);
    assert.deepEqual(change({}, { modeByAgent: observed }), [], 'it is no longer only observed');
    assert.deepEqual(
      change({ mode: 'observe', modeByAgent: observed }, { modeByAgent: observed }),
      ['mode'],
      'only the general mode changed',
    );
    assert.deepEqual(
      change({ mode: 'ask' }, { mode: 'ask', modeByAgent: new Map([['codex', 'auto']]) }),
      ['modeByAgent'],
      'a stricter mode of an agent is gone',
    );
  });

  it('are a grace step, fewer notifications, and another preset', () => {
    assert.deepEqual(change({ remindFirst: true }), ['remindFirst']);
    assert.deepEqual(change({}, { remindFirst: true }), []);
    assert.deepEqual(change({ sendBack: false }), ['sendBack']);
    assert.deepEqual(change({}, { sendBack: false }), []);
    const calls = (by: Partial<NotifiedBy>): string[] =>
      change({ notifications: { ...defaultNotifications, ...by } });
    assert.deepEqual(calls({ stalled: [] }), ['notifications']);
    assert.deepEqual(calls({ stalled: ['editor', 'sound'] }), ['notifications'], 'no more system');
    assert.deepEqual(calls({ stalled: ['sound', 'system', 'editor'], done: ['editor'] }), []);
    assert.deepEqual(change({ preset: 'patterns' }), ['preset']);
  });

  it('are higher limits, and lower ones where less is remembered or done', () => {
    const limit = (key: string, value: number): string[] =>
      change({ thresholds: { [key]: value } });
    assert.deepEqual(limit('balanced.emptySteps', 7), ['balanced.emptySteps']);
    assert.deepEqual(limit('balanced.emptySteps', 6), [], 'the default');
    assert.deepEqual(limit('balanced.emptySteps', 3), []);
    assert.deepEqual(limit('progressDetector.minLength', 0), ['progressDetector.minLength']);
    assert.deepEqual(limit('progressDetector.minLength', 90), []);
    assert.deepEqual(limit('stuckHeuristics.history', 4), ['stuckHeuristics.history']);
    assert.deepEqual(
      change({ thresholds: {} }, { thresholds: { 'balanced.emptySteps': 3 } }),
      ['balanced.emptySteps'],
      'a lower limit is gone',
    );
  });

  it('are a limit of one’s own that is raised or lifted: 0 is none', () => {
    const own = (before: number, after: number): string[] =>
      change(
        { thresholds: { 'balanced.limitSteps': after } },
        { thresholds: { 'balanced.limitSteps': before } },
      );
    assert.deepEqual(own(50, 0), ['balanced.limitSteps']);
    assert.deepEqual(own(50, 60), ['balanced.limitSteps']);
    assert.deepEqual(own(0, 50), []);
    assert.deepEqual(
      change({}, { thresholds: { 'balanced.limitLevel': 2 } }),
      ['balanced.limitLevel'],
      'only warned of',
    );
  });

  it('are higher limits of a single agent, against what held for it', () => {
    const own = (value: number) => new Map([['codex', { 'balanced.sameResult': value }]]);
    const general = { thresholds: { 'balanced.sameResult': 8 } };
    assert.deepEqual(change({ thresholdsByAgent: own(9) }), ['thresholdsByAgent']);
    assert.deepEqual(change({ thresholdsByAgent: own(2) }), []);
    assert.deepEqual(change({ ...general, thresholdsByAgent: own(6) }, general), []);
    assert.deepEqual(change(general, { ...general, thresholdsByAgent: own(6) }), [
      'thresholdsByAgent',
    ]);
  });
});
