/** Which channels call the person: once per episode, not in vain, not in quiet hours. */
import assert from 'node:assert/strict';
import {
  NotificationPolicy,
  parseQuietHours,
  defaultNotifications,
  type Circumstances,
  type NotificationRules,
  type Occasion,
} from '../../../src/core/interventions/notification-policy.js';

const all = ['editor', 'system', 'sound', 'command'] as const;
const rules: NotificationRules = {
  by: { ...defaultNotifications, stalled: all, input: ['sound'], done: all },
  quietHours: undefined,
  doneAfterMs: 600_000,
};
const away: Circumstances = { minute: 12 * 60, cardVisible: false, focused: false };

describe('the channels that call the person', () => {
  let policy: NotificationPolicy;
  let episodes = 0;
  beforeEach(() => {
    policy = new NotificationPolicy();
  });
  const calls = (
    now: Partial<Circumstances> = {},
    occasion: Partial<Occasion> = {},
    change: Partial<NotificationRules> = {},
  ): string[] =>
    policy.channels(
      { episode: `e${(episodes += 1)}`, state: 'stalled', ...occasion },
      { ...rules, ...change },
      { ...away, ...now },
    );

  it('are those that the setting names for the state', () => {
    assert.deepEqual(calls(), [...all]);
    assert.deepEqual(calls({}, { state: 'input' }), ['sound']);
    assert.deepEqual(calls({}, { state: 'done' }, { by: defaultNotifications }), []);
  });

  it('are the operating system’s for a wait, unless the window is in front', () => {
    for (const state of ['permission', 'input'] as const) {
      assert.deepEqual(calls({}, { state }, { by: defaultNotifications }), ['system']);
      assert.deepEqual(calls({ focused: true }, { state }, { by: defaultNotifications }), []);
    }
  });

  it('are none that would say what the person sees already', () => {
    assert.deepEqual(calls({ cardVisible: true }), ['system', 'sound', 'command']);
    assert.deepEqual(calls({ focused: true }), ['editor', 'sound', 'command']);
    // the command may reach a person who left the desk
    assert.deepEqual(calls({ cardVisible: true, focused: true }), ['sound', 'command']);
  });

  it('call once per episode, each', () => {
    const one = { episode: 'one' };
    assert.deepEqual(calls({ cardVisible: true, focused: true }, one), ['sound', 'command']);
    assert.deepEqual(calls({}, one), ['editor', 'system'], 'what was in vain before');
    assert.deepEqual(calls({}, one), []);
    assert.deepEqual(calls({}, { episode: 'two' }), [...all]);
  });

  it('leave the person alone in quiet hours, but for VS Code’s own notification', () => {
    const night = parseQuietHours('22:00-07:00');
    assert.deepEqual(night, { start: 22 * 60, end: 7 * 60 });
    const at = (hour: number, minute: number, quietHours = night): number =>
      calls({ minute: hour * 60 + minute }, {}, { quietHours }).length;
    assert.deepEqual([at(21, 59), at(22, 0), at(0, 0), at(6, 59), at(7, 0)], [4, 1, 1, 1, 4]);
    const lunch = parseQuietHours('12:00 – 13:30');
    assert.deepEqual([at(11, 59, lunch), at(12, 0, lunch), at(13, 30, lunch)], [4, 1, 4]);
    // a stall that goes on is not told twice, but one that was kept silent is told after them
    const one = { episode: 'long' };
    assert.deepEqual(calls({ minute: 0 }, one, { quietHours: night }), ['editor']);
    assert.deepEqual(calls({ minute: 600 }, one, { quietHours: night }), all.slice(1));
  });

  it('take no other text for quiet hours', () => {
    for (const text of ['', '22-7', '24:00-07:00', '22:60-07:00', '08:00-08:00', 'at night']) {
      assert.equal(parseQuietHours(text), undefined, text);
    }
  });

  it('tell the end of a turn only if it took long', () => {
    assert.deepEqual(calls({}, { state: 'done', tookMs: 599_999 }), []);
    assert.deepEqual(calls({}, { state: 'done', tookMs: 600_000 }), [...all]);
    assert.deepEqual(calls({}, { state: 'done', tookMs: 0 }, { doneAfterMs: 0 }), [...all]);
  });
});
