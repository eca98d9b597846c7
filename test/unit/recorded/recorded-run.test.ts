/** Moving through a recorded run: every place shows the same, however it was reached. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readText } from '../../../src/agents/reading/recordings.js';
import type { TurnEvent } from '../../../src/core/events.js';
import { RecordedRun } from '../../../src/core/recorded/recorded-run.js';
import { neighbour, placeAt, placeIn } from '../../../src/core/recorded/run-map.js';
import { itInAll } from '../../tier.js';
import { bash, read, Story } from '../support/story.js';

function whole<T>(work: Generator<void, T>): T {
  for (;;) {
    const part = work.next();
    if (part.done === true) {
      return part.value;
    }
  }
}

function opened(events: readonly TurnEvent[]): RecordedRun {
  const run = new RecordedRun(events, (agent) => agent);
  whole(run.read());
  return run;
}

function sample(): readonly TurnEvent[] {
  const recording = readText(
    'stalled-turn.jsonl',
    readFileSync('media/samples/stalled-turn.jsonl'),
    'events',
  );
  assert.ok('events' in recording);
  return recording.events;
}

/** A long turn: reads with something new, and from time to time a stretch of nothing. */
function long(steps: number): readonly TurnEvent[] {
  const story = new Story('long').at(1000).start({ agent: 'some-agent' }).turn('Do it');
  for (let i = 0; i < steps; i++) {
    story.after(500).step(i % 40 < 28 ? read(`file-${i}.ts`, `line ${i}\n`.repeat(9)) : bash(':'));
  }
  return story.end().events;
}

/** On many lines, so that a failure shows those that differ. */
const print = (value: unknown): string => JSON.stringify(value, undefined, 1);

describe('a recorded run', () => {
  it('starts at its end, at the session that stalled', () => {
    const other = new Story('other')
      .start({ agent: 'one' })
      .turn()
      .step(read('a.ts', 'text'))
      .end().events;
    const run = opened([...other, ...sample()]);
    assert.equal(run.session, '7d0c2f4e-51a8-4c1b-9e3a-2f6b8c4d9a10');
    assert.equal(run.played, run.events.length);
    assert.deepEqual(
      run.viewHere().sessions.map(({ session }) => session),
      ['other', '7d0c2f4e-51a8-4c1b-9e3a-2f6b8c4d9a10'],
    );
  });

  it('finds the place at which the step of a call has ended', () => {
    const run = opened(long(40));
    const place = run.findCall('long', 12);
    assert.ok(place !== undefined);
    whole(run.goTo(place));
    const [newest] = run.viewHere().selected?.rows ?? [];
    assert.ok(newest?.kind === 'step');
    assert.deepEqual(
      newest.calls.map(({ call }) => call),
      [12],
    );
    assert.equal(run.findCall('long', 400), undefined);
    assert.equal(run.findCall('other', 1), undefined);
  });

  it('shows the same at a place whether reached forwards or backwards', () => {
    const events = sample();
    const forward = opened(events);
    whole(forward.goTo(0));
    const seen = events.map((_, i) => {
      whole(forward.goTo(i + 1));
      return print(forward.viewHere());
    });
    assert.ok(new Set(seen).size > 20, 'the places differ');
    const back = opened(events);
    for (let i = events.length; i > 0; i -= 1) {
      whole(back.goTo(i));
      assert.equal(print(back.viewHere()), seen[i - 1], `place ${i}`);
    }
  });

  itInAll('shows the same in a long run, whichever checkpoints are kept', () => {
    const events = long(1500);
    const run = opened(events);
    const fresh = (place: number): string => {
      const other = opened(events.slice(0, place));
      return print(other.viewHere().selected);
    };
    const stops = run.map.findSession('long')?.stops ?? [];
    for (const stop of [1250, 1249, 1248, 1200, 1249, 10, 1450, 600, 599, 601]) {
      const place = stops[stop] ?? 0;
      whole(run.goTo(place));
      assert.equal(print(run.viewHere().selected), fresh(place), `stop ${stop}`);
      assert.deepEqual(
        whole(run.older('long', run.viewHere().selected?.olderRows ?? 0)).rows.length,
        Math.min(300, run.viewHere().selected?.olderRows ?? 0),
        `older rows at stop ${stop}`,
      );
    }
  });

  itInAll('that is long seeks anywhere without replaying it all, in bounded memory', () => {
    const events = long(4000);
    const run = new RecordedRun(events, (agent) => agent, 200);
    whole(run.read());
    let parts = 0;
    const counted = (work: Generator<unknown, unknown>): number => {
      const before = parts;
      while (work.next().done !== true) {
        parts += 1;
      }
      return (parts - before) * 50;
    };
    assert.ok(
      counted(run.goTo(Math.floor(events.length / 2))) > events.length * 0.45,
      'without anything prepared',
    );
    counted(run.prepare());
    for (const share of [0.95, 0.9, 0.97, 0.93, 0.91, 0.92, 0.2, 0.1, 0.6, 0.99, 0.3]) {
      const judged = counted(run.goTo(Math.floor(events.length * share)));
      assert.ok(
        judged <= events.length * 0.3 + 100,
        `to ${share}: ${judged} of ${events.length} events judged`,
      );
      const begun = run.prepare();
      for (let i = 0; i < 7; i++) {
        begun.next();
      } // left off, and gone on with later
      counted(begun);
    }
    assert.equal(counted(run.prepare()), 0, 'it comes to an end');
    const place = run.map.findSession('long')?.stops[2468] ?? 0;
    counted(run.goTo(place));
    const other = opened(events.slice(0, place));
    assert.equal(print(run.viewHere().selected), print(other.viewHere().selected));
  });

  it('still shows the old place when a seek is abandoned, and seeks from there', () => {
    const events = long(2000);
    const run = opened(events);
    const atEnd = print(run.viewHere());
    const start = run.map.findSession('long')?.stops[0] ?? 0;
    whole(run.goTo(start));
    const atStart = print(run.viewHere());
    const work = run.goTo(events.length - 1); // at the end itself it has been
    for (let i = 0; i < 5; i++) {
      work.next();
    }
    assert.equal(print(run.viewHere()), atStart);
    whole(run.goTo(events.length));
    assert.equal(print(run.viewHere()), atEnd);
    whole(run.goTo(start));
    assert.equal(print(run.viewHere()), atStart);
  });

  it('says what was done about the turn then, as the recording says it', () => {
    const run = opened(sample());
    const states = new Map<string, string>();
    whole(run.goTo(0));
    for (let i = 1; i <= run.events.length; i++) {
      whole(run.goTo(i));
      const { selected } = run.viewHere();
      if (selected !== undefined) {
        states.set(
          selected.state,
          selected.receipts.map(({ kind, state }) => `${kind} ${state}`).join(),
        );
      }
    }
    assert.ok(states.has('text-only'), [...states.keys()].join());
    assert.equal(states.get('text-only'), 'text-only delivered');
    assert.equal(states.get('idle'), 'text-only obeyed');
    assert.ok(run.viewHere().selected?.receipts.every(({ canUndo }) => !canUndo));
    assert.deepEqual(run.viewHere().selected?.capabilities, {
      textOnly: 'none',
      stop: false,
      guide: false,
    });
  });

  it('goes to a session that has not begun, and lists it before', () => {
    const first = new Story('first')
      .at(1000)
      .start({ agent: 'one' })
      .turn()
      .step(read('a.ts', 'text'))
      .end().events;
    const second = new Story('second')
      .at(5000)
      .start({ agent: 'two' })
      .turn()
      .step(read('a.ts', 'text'))
      .end().events;
    const run = opened([...first, ...second]);
    whole(run.goTo(first.length - 1));
    assert.deepEqual(
      run.viewHere().sessions.map(({ session, steps }) => [session, steps]),
      [
        ['first', 1],
        ['second', 0],
      ],
    );
    const place = run.select('second');
    assert.ok(place !== undefined && place > first.length);
    whole(run.goTo(place));
    assert.equal(run.viewHere().selected?.session, 'second');
  });

  it('maps stops, verdicts and progress', () => {
    const run = opened(sample());
    const map = run.map.findSession(run.session ?? '');
    assert.ok(map);
    const { verdicts, ...place } = placeIn(map, run.played);
    assert.equal(place.stop, place.lastStop);
    assert.equal(place.step, place.lastStep);
    assert.ok(place.progress.length > 0 && place.progress.every((cell) => cell >= 0 && cell < 100));
    assert.ok(verdicts.some(({ level }) => level === 'stalled'));
    assert.deepEqual(
      verdicts.filter(({ stop }) => stop <= 0 || stop > place.lastStop),
      [],
    );
    whole(run.goTo(map.verdicts.at(-1)?.played ?? 0));
    assert.equal(
      run.viewHere().selected?.verdict?.level,
      'stalled',
      'at the place of the verdict it stands',
    );
  });

  it('finds neighbours of a place, also between stops and at the ends', () => {
    const stops = [2, 5, 9];
    assert.deepEqual(
      [0, 2, 4, 9, 12].map((played) => placeAt(stops, played)),
      [-1, 0, 0, 2, 2],
    );
    assert.deepEqual(
      [2, 3, 5, 9].map((played) => neighbour(stops, played, 'forward')),
      [5, 5, 9, undefined],
    );
    assert.deepEqual(
      [2, 3, 5, 12].map((played) => neighbour(stops, played, 'back')),
      [undefined, 2, 2, 9],
    );
  });
});
