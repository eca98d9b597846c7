/** The settings of notifications as typed values: what is wrong counts as not set, and is told. */
import assert from 'node:assert/strict';
import { defaultNotifications } from '../../../src/core/interventions/notification-policy.js';
import { readSettings } from '../../../src/host/settings.js';
import { settings } from '../../../src/ids.js';

describe('settings of notifications', () => {
  const read = (values: Record<string, unknown>) =>
    readSettings({ get: (id) => values[id], inspect: () => undefined });

  it('have defaults, for each state of its own', () => {
    const { notifications, notificationCommand, problems } = read({});
    assert.deepEqual(notifications, {
      by: defaultNotifications,
      quietHours: undefined,
      doneAfterMs: 600_000,
    });
    assert.deepEqual([notificationCommand, problems], [[], []]);
    const { by } = read({
      [settings.notifications]: { stalled: [], done: ['sound'] },
    }).notifications;
    assert.deepEqual(by, { ...defaultNotifications, stalled: [], done: ['sound'] });
  });

  it('are taken as they are if they are valid', () => {
    const { notifications, notificationCommand, problems } = read({
      [settings.doneMinutes]: 0,
      [settings.quietHours]: '22:00-07:00',
      [settings.notificationCommand]: ['/bin/call', ''],
    });
    assert.equal(notifications.doneAfterMs, 0);
    assert.deepEqual(notifications.quietHours, { start: 1320, end: 420 });
    assert.deepEqual([notificationCommand, problems], [['/bin/call', ''], []]);
  });

  it('that are wrong are told, and the defaults apply', () => {
    const { notifications, notificationCommand, problems } = read({
      [settings.notifications]: { stalled: ['phone'], hung: 'editor', other: 1, input: ['sound'] },
      [settings.doneMinutes]: '5',
      [settings.quietHours]: 'at night',
      [settings.notificationCommand]: 'rm -rf /',
    });
    assert.deepEqual(notifications, {
      by: { ...defaultNotifications, input: ['sound'] },
      quietHours: undefined,
      doneAfterMs: 600_000,
    });
    assert.deepEqual(notificationCommand, []);
    assert.equal(problems.length, 5, problems.join('\n'));
    assert.deepEqual(read({ [settings.notificationCommand]: [' '] }).notificationCommand, []);
  });
});
