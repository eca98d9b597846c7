/** What a cap that is reached does: told always, asked or ordered as the person chose, and nothing in `observe`. */
import assert from 'node:assert/strict';
import type { CapAction, CapEvent, TurnEvent } from '../../../src/core/events.js';
import type { Mode } from '../../../src/core/interventions/stall-state.js';
import { parseEvent } from '../../../src/core/parse.js';
import type { Capabilities } from '../../../src/core/view/snapshot.js';
import { openLive, type LiveWindow } from '../host/live-window.js';
import { newWatch } from '../support/watch.js';

const v = 1;
const session = 'S';
const cap = (then: CapAction): CapEvent => ({
  v,
  type: 'cap',
  session,
  at: 1_000_000,
  of: 'turn',
  unit: 'tokens',
  cap: 1000,
  spent: 1200,
  then,
});

interface Setting {
  mode?: Mode;
  capabilities?: Capabilities;
}

function reached(then: CapAction, setting: Setting = {}): LiveWindow {
  const window = openLive(setting);
  const { live, now } = window;
  live.push({ v, type: 'session.start', session, at: now(), agent: 'x', cwd: '/w' });
  live.push({ v, type: 'turn.start', session, at: now(), prompt: 'Go' });
  live.push(cap(then));
  return window;
}
const stateOf = ({ live }: LiveWindow) => live.turnwatch.views.detail(session, 0)?.state;
const denied = ({ live }: LiveWindow): string | undefined => {
  const { decision } = live.turnwatch.answers.decide(
    session,
    { kind: 'before-tool', call: 'c', class: 'shell' },
    0,
  );
  return decision.kind === 'deny' ? decision.reason : undefined;
};

describe('a cap that is reached', () => {
  it('is a fact of the turn: a row and a line of the card, and no stall', () => {
    const window = reached('warn');
    const detail = window.live.turnwatch.views.detail(session, 0);
    const row = detail?.rows.find(({ kind }) => kind === 'cap');
    assert.ok(row?.kind === 'cap');
    assert.deepEqual(row.cap, { of: 'turn', unit: 'tokens', cap: 1000, spent: 1200, then: 'warn' });
    assert.equal(row.at, 1_000_000);
    assert.equal(detail?.caps?.length, 1);
    assert.deepEqual([detail?.verdict, detail?.state], [undefined, 'progressing']);
    assert.deepEqual([window.interventions(), window.escalations], [[], []]);
    window.live.push({ v, type: 'turn.start', session, prompt: 'On' });
    assert.equal(window.live.turnwatch.views.detail(session, 0)?.caps, undefined);
  });

  it('that asks calls the person like a stall, until they say something', () => {
    const window = reached('ask');
    assert.equal(stateOf(window), 'escalated');
    const [told, ...more] = window.escalations;
    assert.deepEqual(
      [told?.state, told?.advice, told?.cap?.spent],
      ['needsYou', 'forceRespond', 1200],
    );
    assert.deepEqual(more, []);
    assert.deepEqual(window.interventions(), [`${session} escalate: requested`]);
    assert.equal(window.live.turns.tally.escalated, 0, 'it is no stall');
    const isCurrent = () => window.live.escalations.isCurrent(told?.episode ?? '');
    assert.equal(isCurrent(), true);
    const known = window.live.sessions.get(session);
    assert.ok(known !== undefined);
    window.live.turnwatch.orders.snooze(known, 5);
    assert.deepEqual([stateOf(window), isCurrent()], ['snoozed', false]);
    window.live.turnwatch.orders.snooze(known, 0);
    assert.equal(stateOf(window), 'progressing', 'it is not asked again');
  });

  for (const [name, act] of [
    ['force respond', (live: LiveWindow['live']) => live.interventions.forceRespond(session)],
    ['guidance', (live: LiveWindow['live']) => live.interventions.guide(session, 'Be brief')],
    ['stop', (live: LiveWindow['live']) => live.interventions.stop(session)],
    [
      'the end of the turn',
      (live: LiveWindow['live']) =>
        void live.push({ v, type: 'turn.end', session, reason: 'completed' }),
    ],
  ] as const) {
    it(`that asked is answered by ${name}`, () => {
      const window = reached('ask');
      act(window.live);
      assert.equal(window.live.turnwatch.views.asksOfCap(session), false);
      assert.notEqual(stateOf(window), 'escalated');
    });
  }

  it('that ends orders an answer in words, with its numbers, and a receipt', () => {
    const window = reached('end');
    assert.deepEqual(window.interventions(), [`${session} text-only: requested`]);
    assert.equal(stateOf(window), 'text-only');
    assert.match(
      denied(window) ?? '',
      /^\[Turnwatch\] Tools are switched off .* a cap that the user set is reached \(This turn: 1\.2K tokens, your cap is 1K\)\./,
    );
    assert.deepEqual(window.escalations, []);
    window.live.push({ ...cap('end'), unit: 'dollars' });
    assert.equal(window.interventions().length, 1, 'a second cap orders nothing more');
  });

  it('that ends asks where nothing can be sent', () => {
    const window = reached('end', {
      capabilities: { textOnly: 'none', stop: false, guide: false },
    });
    assert.deepEqual(window.interventions(), [`${session} escalate: requested`]);
    assert.equal(window.escalations.length, 1);
  });

  for (const then of ['ask', 'end'] as const) {
    it(`does nothing in observe, nor after the turn (${then})`, () => {
      const window = reached(then, { mode: 'observe' });
      assert.deepEqual([window.interventions(), window.escalations], [[], []]);
      assert.equal(window.live.turnwatch.views.detail(session, 0)?.caps?.length, 1);
      const late = reached('warn');
      late.live.push({ v, type: 'turn.end', session, reason: 'completed' });
      late.live.push(cap(then));
      assert.deepEqual(late.interventions(), []);
      assert.deepEqual(
        late.escalations.filter(({ cap }) => cap !== undefined),
        [],
      );
    });
  }

  it('is in the recording, whose replay has the same row and orders nothing', () => {
    const { live, recorded } = reached('end');
    const events = recorded.flatMap((event): TurnEvent[] => {
      const parsed = parseEvent(JSON.parse(JSON.stringify(event)));
      assert.ok('event' in parsed);
      assert.deepEqual(parsed.event, event);
      return [parsed.event];
    });
    const rows = (all: readonly { kind: string }[] = []) =>
      all.filter(({ kind }) => kind === 'cap' || kind === 'intervention');
    const replayed = newWatch({ mode: () => 'observe' });
    for (const event of events) {
      assert.deepEqual(replayed.push(event, 0).effects, []);
    }
    const before = rows(live.turnwatch.views.detail(session, 0)?.rows);
    assert.equal(before.length, 2);
    assert.deepEqual(rows(replayed.views.detail(session, 0)?.rows), before);
  });

  it('is no event without its numbers', () => {
    assert.ok('problem' in parseEvent({ v, type: 'cap', session, of: 'turn', unit: 'tokens' }));
    assert.ok('problem' in parseEvent({ ...cap('warn'), of: 'week' }));
    assert.ok('problem' in parseEvent({ ...cap('warn'), spent: -1 }));
  });
});
