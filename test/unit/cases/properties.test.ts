/** What must not change a verdict, over generated runs: names, words, noise, the order of events in a response, broken lines. */
import assert from 'node:assert/strict';
import { readText } from '../../../src/agents/reading/recordings.js';
import type { TurnEvent } from '../../../src/core/events.js';
import { Judge } from '../../../src/core/judge.js';
import type { Verdict } from '../../../src/core/verdict.js';
import {
  callsThenResults,
  dice,
  run,
  tell,
  telling,
  testing,
  type Dice,
  type Layout,
  type Response,
} from './generated.js';
import { fewerIn } from '../../tier.js';
import { Story, type Act } from '../support/story.js';

const SEEDS = fewerIn(100);
const seeds = Array.from({ length: SEEDS }, (_, i) => i + 1);

interface Given {
  index: number;
  verdict: Verdict;
}
/** Verdicts with the 0-based number of the event that gave them. */
function given(events: readonly TurnEvent[]): Given[] {
  const judge = new Judge();
  return events.flatMap((event, index) =>
    judge.push(event).verdicts.map((verdict) => ({ index, verdict })),
  );
}
const told = (events: readonly TurnEvent[]): string[] =>
  given(events).map(({ verdict: { level, kind, step } }) => `${level} ${kind} at step ${step}`);
const exactly = (verdicts: readonly Verdict[]): string[] =>
  verdicts.map(
    ({ level, kind, step, call, count, reason, evidence }) =>
      `${level} ${kind} at step ${step}, call ${call}: ${count}, ${evidence.calls.join(' ')}: ${reason}`,
  );

const first = ({ index, verdict: { level, kind, step, call, count, reason } }: Given): string =>
  `${index}: ${level} ${kind} at step ${step}, call ${call}: ${count}: ${reason}`;

const plain = (seed: number): Story => tell(run(seed), telling());
const plainTold = new Map<number, string[]>();

/** Every run gives the same verdicts in this version as in its plain one. */
function same(what: string, other: (seed: number) => Story): void {
  it(what, () => {
    for (const seed of seeds) {
      const expected = plainTold.get(seed) ?? told(plain(seed).events);
      plainTold.set(seed, expected);
      assert.deepEqual(told(other(seed).events), expected, `seed ${seed}`);
    }
  });
}

/** A random order of the calls that may be reordered. */
function shuffled<T>(values: readonly T[], roll: Dice): T[] {
  const left = [...values];
  return values.flatMap(() => left.splice(roll(left.length), 1));
}

/** Results come at random times, but one call stays open until the last one has started. */
const interleaved =
  (roll: Dice, mayAllBeClosed = false): Layout =>
  (story, response, acts) => {
    const open: { id: string; act: Act }[] = [];
    const answer = (): void => {
      for (const { id, act } of open.splice(roll(open.length), 1)) {
        story.result(id, act);
      }
    };
    for (const act of acts) {
      while (open.length > (mayAllBeClosed ? 0 : 1) && roll(2) === 0) {
        answer();
      }
      open.push({ id: story.call(act, response), act });
    }
    while (open.length > 0) {
      answer();
    }
  };

describe('properties of verdicts, over generated runs', () => {
  it('the generated runs include several kinds of stalls, and runs without one', () => {
    const all = seeds.map((seed) => given(plain(seed).events).map(({ verdict }) => verdict));
    const kinds = new Set(
      all
        .flat()
        .filter(({ level }) => level === 'stalled')
        .map(({ kind }) => kind),
    );
    assert.ok(kinds.size >= 4, [...kinds].join(', '));
    const stalled = all.filter((verdicts) =>
      verdicts.some(({ level }) => level === 'stalled'),
    ).length;
    assert.ok(stalled > SEEDS / 3 && stalled < SEEDS, `${stalled} of ${SEEDS}`);
  });

  describe('the same verdicts', () => {
    same('with other paths', (seed) =>
      tell(run(seed), telling(1, { path: (file) => `/w/lib/inner/unit${file * 7 + 1}.rs` })),
    );
    same('with paths in another order of names', (seed) =>
      tell(run(seed), telling(1, { path: (file) => `/w/z${1000 - file}.go` })),
    );
    same('in another folder', (seed) =>
      tell(
        run(seed),
        telling(1, {
          cwd: '/srv/projects/web',
          path: (file) => `/srv/projects/web/app/${file}.ts`,
        }),
      ),
    );
    same('with paths from the folder', (seed) =>
      tell(run(seed), telling(1, { path: (file) => `src/${file}.ts` })),
    );
    same('with a longer speech', (seed) =>
      tell(
        run(seed),
        telling(1, {
          words: (n) => `Step ${n}: `.padEnd(400 + n, 'let me think about this again, '),
        }),
      ),
    );
    same('with the same words each time', (seed) =>
      tell(run(seed), telling(1, { words: () => 'Next.' })),
    );
    same('with words that look like errors and results', (seed) =>
      tell(
        run(seed),
        telling(1, {
          words: (n) =>
            `Error: test_${n} FAILED with exit code 1, all tests passed, I am stuck in a loop`,
        }),
      ),
    );
    for (const noise of [2, 3, 4]) {
      same(`with other times, durations, process numbers and temporary names (${noise})`, (seed) =>
        tell(run(seed), telling(seed * 1000 + noise)),
      );
    }
    same('with results in any order, one call open until all were made', (seed) =>
      tell(run(seed), telling(), interleaved(dice(seed))),
    );
    same('without the ids of responses', (seed) =>
      tell(run(seed), telling(), (story, _, acts) => {
        story.respond(undefined, ...acts);
      }),
    );
    same('with ids on the first call of a response only', (seed) =>
      tell(run(seed), telling(), (story, response, acts) => {
        const ids = acts.map((act, i) => story.call(act, i === 0 ? response : undefined));
        acts.forEach((act, i) => story.result(ids[i] ?? '', act));
      }),
    );
    same('with independent calls of a response in another order', (seed) => {
      const roll = dice(seed);
      return tell(
        run(seed).map(({ acts, free }): Response => ({
          acts: free ? shuffled(acts, roll) : acts,
          free,
        })),
        telling(),
      );
    });
    const explicit =
      (layout: Layout) =>
      (seed: number): Story => {
        const story = new Story();
        story.push({
          v: 1,
          type: 'session.start',
          session: 'S',
          agent: 'unknown',
          cwd: '/w',
          steps: 'explicit',
        });
        return tell(
          run(seed),
          telling(),
          (each, response, acts) => {
            layout(each, response, acts);
            each.stepEnd(response);
          },
          story,
        );
      };
    same('where the agent says when a step is over', explicit(callsThenResults));
    same('where it does, with each result right after its call or later', (seed) =>
      explicit(interleaved(dice(seed), true))(seed),
    );
  });

  it('a prefix of a run gives a prefix of its verdicts', () => {
    for (const seed of seeds.slice(0, 40)) {
      const { events } = plain(seed);
      const whole = given(events);
      for (let end = 1; end < events.length; end += 7) {
        const [short, long] = [
          given(events.slice(0, end)),
          whole.filter(({ index }) => index < end),
        ];
        assert.deepEqual(short.map(first), long.map(first), `seed ${seed}, ${end} events`);
        // evidence is that of the moment: what is found later does not change it
        assert.deepEqual(
          short.map(({ verdict: { evidence } }) => evidence.calls),
          long.map(({ verdict: { evidence } }) => evidence.calls),
          `seed ${seed}, ${end} events`,
        );
      }
    }
  });

  it('live equals replay: objects with ticks at every deadline, or lines of a file', () => {
    for (const seed of seeds) {
      const roll = dice(seed);
      const story = new Story().at(1_000_000);
      tell(
        run(seed),
        telling(),
        (each, response, acts) => {
          each.after([1000, 20_000, 400_000, 2_000_000][roll(12)] ?? 2000);
          callsThenResults(each, response, acts);
        },
        story,
      );
      const text = story.events.map((event) => `${JSON.stringify(event)}\n`).join('');
      const read = readText('run.jsonl', Buffer.from(text), 'events');
      assert.ok('events' in read);
      const replayed = given(read.events).map(({ verdict }) => verdict);
      assert.deepEqual(exactly(live(story.events)), exactly(replayed), `seed ${seed}`);
    }
  });

  it('broken and odd lines in between change no verdict', () => {
    const broken = [
      '{"v":1,"type":"tool.call","session":"S"',
      '[]',
      'null',
      '"text"',
      '{"v":2,"type":"turn.end","session":"S","reason":"completed"}',
      '{"v":1,"type":"tool.call","session":"S","call":7,"tool":"Bash","input":{}}',
      '{"v":1,"type":"tool.result","session":"S","call":"S-0","ok":"yes","output":"x"}',
      '{"v":1,"type":"turn.end","session":"S","reason":"because"}',
      '{"v":1,"type":"of.the.future","session":"S","output":"new"}',
      '\u0000\u0001',
      '',
    ];
    const odd: TurnEvent[] = [
      {
        v: 1,
        type: 'tool.result',
        session: 'S',
        call: 'never-made',
        ok: false,
        output: 'Error: something new',
      },
      {
        v: 1,
        type: 'tool.result',
        session: 'S',
        call: 'S-0',
        ok: false,
        output: 'Error: a second result',
      },
      {
        v: 1,
        type: 'config',
        session: 'S',
        preset: 'nonsense',
        set: { 'balanced.nonsense': 1, 'balanced.sameResult': -4 },
      },
      { v: 1, type: 'resumed', session: 'S' },
    ];
    const pick = [...broken, ...odd.map((event) => JSON.stringify(event))];
    for (const seed of seeds) {
      const roll = dice(seed);
      const { events } = plain(seed);
      // a second result of the first call needs a first one before it
      const lines = events.flatMap((event, i) => [
        JSON.stringify(event),
        ...(i > 6 && roll(2) === 0 ? [pick[roll(pick.length)] ?? ''] : []),
      ]);
      const read = readText('run.jsonl', Buffer.from(lines.join('\n')), 'events');
      assert.ok('events' in read);
      assert.deepEqual(told(read.events), told(events), `seed ${seed}`);
    }
  });

  it('a test fingerprint that changes clears the open episode, whatever it is', () => {
    let cleared = 0;
    for (const seed of seeds) {
      const baseline: Response = { acts: [testing(['one', 'two'])], free: true };
      const story = tell([baseline, ...run(seed)], telling());
      const verdicts = given(story.events)
        .map(({ verdict }) => verdict)
        .filter(({ level }) => level !== 'waiting');
      for (const verdict of verdicts.slice(0, 4)) {
        const end =
          given(story.events).find(
            (each) => each.verdict.level === verdict.level && each.verdict.step === verdict.step,
          )?.index ?? 0;
        const judge = new Judge();
        const until = story.events.slice(0, end + 1);
        const open = until
          .flatMap((event) => judge.push(event).verdicts)
          .filter((each) => each.level !== 'waiting' && each.clearedAtCall === undefined);
        assert.ok(open.length > 0, `seed ${seed}`);
        const after = new Story('S').step(testing([`another_${seed}`])(telling()));
        for (const event of after.events) {
          judge.push(renamed(event));
        }
        assert.deepEqual(
          open.filter((each) => each.clearedAtCall === undefined).map((each) => exactly([each])),
          [],
          `seed ${seed}`,
        );
        cleared += open.length;
      }
    }
    assert.ok(cleared > SEEDS / 2, `${cleared}`);
  });
});

/** Calls added to a run need ids of their own. */
function renamed(event: TurnEvent): TurnEvent {
  if (event.type === 'tool.call') {
    return { ...event, call: `added ${event.call}`, response: `added ${event.response ?? ''}` };
  }
  return event.type === 'tool.result' ? { ...event, call: `added ${event.call}` } : event;
}

function live(events: readonly TurnEvent[]): Verdict[] {
  const judge = new Judge();
  const verdicts: Verdict[] = [];
  for (const event of events) {
    for (
      let due = judge.nextDeadline();
      due !== undefined && event.at !== undefined && due <= event.at;
      due = judge.nextDeadline()
    ) {
      verdicts.push(...judge.push({ v: 1, type: 'tick', at: due }).verdicts);
      assert.ok((judge.nextDeadline() ?? Infinity) > due, `the deadline ${due} does not pass`);
    }
    verdicts.push(...judge.push(event).verdicts);
  }
  return verdicts;
}
