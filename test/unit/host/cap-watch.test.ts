/** When a person is told of a cap of their own: once per turn, session and day, by what is live; and what a day has cost. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CapEvent, TurnEvent } from '../../../src/core/events.js';
import { hashText } from '../../../src/core/identity/hash.js';
import type { TurnRecord } from '../../../src/core/ledger/turn-record.js';
import type { Cap } from '../../../src/core/money/caps.js';
import { Prices } from '../../../src/core/money/prices.js';
import { countTokens } from '../../../src/core/money/spending.js';
import { CapWatch } from '../../../src/live/cap-watch.js';
import { DaySpending } from '../../../src/live/day-spending.js';
import { openLive } from './live-window.js';

const v = 1;
const HOUR = 60 * 60_000;
const NOON = new Date(2026, 0, 15, 12).getTime();
const prices = { prices: new Prices({ priced: { input: 1e6, cached: 1e6, output: 1e6 } }) };
const ofTurn: Cap = { of: 'turn', unit: 'tokens', cap: 100, then: 'warn' };
const ofSession: Cap = { ...ofTurn, of: 'session', cap: 150 };
const ofDay: Cap = { ...ofTurn, of: 'day', unit: 'dollars', cap: 300 };

const record = (session: string, tokens: number, more: Partial<TurnRecord> = {}): TurnRecord => ({
  v: 1,
  session: hashText(session),
  started: NOON - HOUR,
  at: NOON - HOUR,
  agent: 'codex',
  steps: 3,
  tokens,
  dollars: tokens,
  stalls: [],
  ...more,
});

function watched(
  set: Cap[],
  { records = [], told = [] }: { records?: TurnRecord[]; told?: string[] } = {},
) {
  const logged: string[] = [];
  const settings = { current: { caps: set } };
  const kept = new Set(told);
  const clock = { now: () => window.now() };
  const day = new DaySpending({
    clock,
    prices,
    ledger: { readToday: () => Promise.resolve(records) },
  });
  const window = openLive({
    begins: NOON,
    prices,
    caps: new CapWatch({ settings, day, told: kept, log: { warn: (line) => logged.push(line) } }),
  });
  window.live.listen(day);
  let responses = 0;
  const push = (event: Record<string, unknown> & Pick<TurnEvent, 'type'>, at = window.now()) =>
    window.live.push({ v, session: 'S', at, ...event } as TurnEvent);
  const start = (session = 'S', model = 'priced', parent?: string): void => {
    push({
      type: 'session.start',
      session,
      agent: 'x',
      cwd: '/w',
      model,
      ...(parent && { parent }),
    });
  };
  const begin = (session = 'S'): void => {
    push({ type: 'turn.start', session, prompt: 'Go' });
  };
  const spend = (inputTokens: number, session = 'S', at = window.now()): void => {
    push({ type: 'usage', session, response: `r${(responses += 1)}`, inputTokens }, at);
  };
  const tells = (): string[] =>
    window.recorded
      .filter((event): event is CapEvent => event.type === 'cap')
      .map(({ session, of, spent, cap }) => `${session} ${of} ${spent}/${cap}`);
  const dollars = (): number | undefined => day.spent?.dollars;
  return { ...window, dollars, settings, kept, day, logged, start, begin, spend, tells };
}

describe('the caps of a person', () => {
  it('are told once per turn and session, as they are passed', () => {
    const { start, begin, spend, tells } = watched([ofTurn, ofSession]);
    start();
    begin();
    spend(99);
    assert.deepEqual(tells(), []);
    spend(1);
    spend(20);
    assert.deepEqual(tells(), ['S turn 100/100']);
    begin();
    spend(30);
    assert.deepEqual(tells().slice(1), ['S session 150/150']);
    spend(70);
    spend(70);
    assert.deepEqual(tells().slice(2), [], 'a turn of the same time is the same');
  });

  it('are told again in the next turn, and where the person changes the number', () => {
    const { start, begin, spend, tells, pass, settings } = watched([ofTurn]);
    start();
    begin();
    spend(120);
    pass(1000);
    begin();
    spend(110);
    assert.deepEqual(tells(), ['S turn 120/100', 'S turn 110/100']);
    settings.current.caps = [{ ...ofTurn, cap: 200 }];
    spend(50);
    assert.equal(tells().length, 2);
    spend(50);
    assert.deepEqual(tells().slice(2), ['S turn 210/200']);
  });

  it('count sub-agents, and are told of the session that the person has begun', () => {
    const { start, begin, spend, tells } = watched([ofTurn]);
    start();
    begin();
    spend(60);
    start('child', 'priced', 'S');
    begin('child');
    spend(60, 'child');
    assert.deepEqual(tells(), ['S turn 120/100']);
  });

  it('are not told by history, nor again by another window or after a reload', () => {
    const { start, begin, spend, tells, now, kept } = watched([ofTurn]);
    start();
    begin();
    const old = watched([ofTurn]);
    old.start();
    old.begin();
    old.spend(500, 'S', now() - HOUR);
    spend(500);
    assert.equal(tells().length, 1);
    const again = watched([ofTurn], { told: [...kept] });
    again.start();
    again.begin();
    again.spend(500);
    assert.deepEqual(again.tells(), []);
  });

  it('in dollars do not count a model without a price, which the log says once', () => {
    const { start, begin, spend, tells, logged } = watched([{ ...ofTurn, unit: 'dollars' }]);
    start('S', 'unknown');
    begin();
    spend(500);
    spend(500);
    assert.deepEqual(tells(), []);
    assert.equal(logged.length, 1);
    assert.match(logged[0] ?? '', /no price is known for unknown/);
  });

  it('of a day count all sessions, and the turns of other windows that are over', async () => {
    const records = [
      record('other', 200),
      record('yesterday', 5000, { started: NOON - 13 * HOUR }),
      // what this window sees itself counts once
      record('S', 40),
    ];
    const { start, begin, spend, tells, day, live } = watched([ofDay], { records });
    start();
    begin();
    await nextTurn();
    spend(60);
    assert.deepEqual(tells(), []);
    assert.equal(day.spent?.dollars, 260);
    start('T');
    begin('T');
    spend(40, 'T');
    assert.deepEqual(tells(), ['T day 300/300']);
    spend(10);
    assert.equal(tells().length, 1);
    assert.equal(live.turnwatch.views.detail('T', 0)?.caps?.length, 1);
  });
});

describe('what a day has cost', () => {
  it('begins anew at midnight, also within a turn', async () => {
    const { start, begin, spend, dollars, pass, now } = watched([]);
    assert.equal(dollars(), undefined);
    start();
    begin();
    spend(70);
    await nextTurn();
    assert.equal(dollars(), 70);
    const before = now();
    pass(13 * HOUR);
    assert.equal(dollars(), undefined);
    spend(5);
    // a log that is read late
    spend(1000, 'T', before);
    assert.equal(dollars(), 5);
  });

  it('is known in tokens where a record has no price, and without the records of others', async () => {
    const { start, begin, day } = watched([], {
      records: [record('a', 7, { dollars: undefined })],
    });
    start();
    begin();
    await nextTurn();
    const { spent } = day;
    assert.ok(spent !== undefined);
    assert.deepEqual([countTokens(spent), spent.isPartial], [7, true]);
    const alone = new DaySpending({
      clock: { now: () => NOON },
      prices,
      ledger: { readToday: () => Promise.reject(new Error('unreadable')) },
    });
    await alone.read();
    assert.equal(alone.spent, undefined);
  });
});
