/** What is kept of each turn: when it counts, how its stalls ended and by whom, and what they cost. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import { Ledger } from '../../../src/core/ledger/ledger.js';
import type { TurnRecord } from '../../../src/core/ledger/turn-record.js';
import { newWatch, type Watch } from '../support/watch.js';
import { bash, read, Story } from '../support/story.js';

const START = 1_000_000;
const MINUTE = 60_000;

/** A watch whose ledger is kept as a window keeps it. */
class Kept {
  now = START;
  readonly given: TurnRecord[] = [];
  readonly watch: Watch;
  private readonly ledger: Ledger;

  constructor(mode: 'ask' | 'auto' | 'observe' = 'observe') {
    this.watch = newWatch({
      mode: () => mode,
      onFact: (session, fact) => this.ledger.onFact(session, fact),
    });
    this.ledger = new Ledger(
      { keep: (record) => this.given.push(record) },
      { now: () => this.now },
      this.watch.sessions,
    );
  }

  push(...events: TurnEvent[]): this {
    for (const event of events) {
      this.ledger.onEvent(event);
      const { verdicts, cleared, effects } = this.watch.push(event, this.now);
      this.ledger.onVerdicts(verdicts, cleared);
      this.apply(effects);
    }
    return this;
  }

  /** The agent is told of what was ordered. */
  deliver(): this {
    const { receipts } = this.watch.decide(
      'S',
      { kind: 'before-tool', call: 'x', class: 'shell' },
      this.now,
    );
    this.apply(this.watch.delivered('S', receipts, this.now));
    return this;
  }

  get newest(): TurnRecord | undefined {
    return this.given.at(-1);
  }

  private apply(effects: ReturnType<Watch['push']>['effects']): void {
    for (const effect of effects) {
      if (effect.kind === 'record') {
        this.ledger.onEvent(effect.event);
      }
    }
  }
}

/** Two steps of progress, then four that repeat, one each second; each response costs 1,100 tokens. */
function stalledStory(): Story {
  const story = new Story().at(START).start({ agent: 'codex' }).turn();
  const respond = (i: number): void => {
    story.after(1000);
    story.push({
      ...story.own,
      type: 'usage',
      response: `S-r${i}`,
      inputTokens: 1000,
      outputTokens: 100,
    });
    story.step(i < 2 ? read(`f${i}.ts`, `text ${i}`) : bash('ls', 'a b c'));
  };
  [0, 1, 2, 3, 4, 5].forEach(respond);
  return story;
}

const end = (reason: 'completed' | 'interrupted', at: number): TurnEvent => ({
  v: 1,
  type: 'turn.end',
  session: 'S',
  at,
  reason,
});

describe('the ledger', () => {
  it('keeps a turn once it ends: numbers only', () => {
    const kept = new Kept();
    const story = new Story().at(START).start({ agent: 'codex' }).turn('A private prompt.');
    story.step(read('private.ts', 'private')).after(1000).end();
    kept.push(...story.events);
    assert.equal(kept.given.length, 1);
    assert.deepEqual(
      { ...kept.newest, session: '' },
      {
        v: 1,
        session: '',
        started: START,
        at: START + 1000,
        agent: 'codex',
        child: undefined,
        steps: 1,
        tokens: undefined,
        stalls: [],
      },
    );
    assert.doesNotMatch(JSON.stringify(kept.newest), /private|"S"/);
  });

  it('keeps a stall at once, with what it cost since the last progress', () => {
    const kept = new Kept().push(...stalledStory().events);
    assert.deepEqual(
      kept.newest?.stalls.map(({ kind, before, end: ended }) => ({ kind, before, ended })),
      [{ kind: 'loop', before: { steps: 3, seconds: 3, tokens: 3300 }, ended: undefined }],
    );
  });

  it('says that nobody ended it where it stood until the turn was over', () => {
    const kept = new Kept().push(...stalledStory().events);
    kept.push(end('completed', START + 6000 + 2 * MINUTE));
    assert.deepEqual(kept.newest?.stalls[0]?.end, {
      by: 'nobody',
      after: { steps: 0, seconds: 120, tokens: 0 },
    });
  });

  it('says that the person ended it who interrupted the turn, without an order', () => {
    const kept = new Kept().push(...stalledStory().events);
    kept.push(end('interrupted', START + 7000));
    assert.equal(kept.newest?.stalls[0]?.end?.by, 'person');
  });

  it('says that it ended by itself where the turn goes on', () => {
    const kept = new Kept();
    const story = stalledStory();
    story
      .after(1000)
      .step({ tool: 'Write', input: { file_path: 'new.ts', content: 'x' }, output: 'ok' });
    kept.push(...story.events).push(end('completed', START + 8000));
    const stall = kept.newest?.stalls[0]?.end;
    assert.deepEqual([stall?.by, stall?.after.steps], ['itself', 1]);
  });

  it('says by whose order it ended, once that had reached the agent', () => {
    const auto = new Kept('auto').push(...stalledStory().events).deliver();
    auto.push(end('completed', START + 7000));
    assert.equal(auto.newest?.stalls[0]?.end?.by, 'auto');

    const undelivered = new Kept('auto').push(...stalledStory().events);
    undelivered.push(end('completed', START + 7000));
    assert.equal(undelivered.newest?.stalls[0]?.end?.by, 'nobody');

    const person = new Kept('ask').push(...stalledStory().events);
    person.watch.forceRespond('S', person.now);
    person.deliver().push(end('completed', START + 7000));
    assert.equal(person.newest?.stalls[0]?.end?.by, 'person');
  });

  it('marks a false alarm, which the opposite answer takes back', () => {
    const kept = new Kept().push(...stalledStory().events);
    const verdict = kept.watch.standing('S')?.id ?? '';
    const answers = (answer: 'false-alarm' | 'really-stuck'): boolean | undefined =>
      kept.push({ v: 1, type: 'feedback', session: 'S', verdict, answer }).newest?.stalls[0]
        ?.falseAlarm;
    assert.equal(answers('false-alarm'), true);
    assert.equal(answers('false-alarm'), true);
    assert.equal(answers('really-stuck'), undefined);
    assert.equal(answers('really-stuck'), undefined);
  });

  it('counts nothing that it reads from history', () => {
    const kept = new Kept();
    kept.now = START + 60 * MINUTE;
    kept.push(...stalledStory().events).push(end('completed', START + 7000));
    assert.deepEqual(kept.given, []);
    const early = new Kept();
    early.now = START - 60 * MINUTE;
    early.push(...stalledStory().events);
    assert.deepEqual(early.given, [], 'a wrong clock');
    // a turn of history that ends now is one of today, with its stall
    const late = new Kept();
    late.now = START + 60 * MINUTE;
    late.push(...stalledStory().events).push(end('completed', late.now));
    assert.equal(late.given.at(-1)?.stalls.length, 1);
  });

  it('counts a turn that goes on after its end once, by the same key', () => {
    const kept = new Kept();
    const story = new Story().at(START).start().turn().step(read('a.ts', 'a')).after(1000).end();
    story.after(1000).step(read('b.ts', 'b')).after(1000).end();
    kept.push(...story.events);
    assert.deepEqual(
      kept.given.map(({ started, steps }) => [started, steps]),
      [
        [START, 1],
        [START, 2],
      ],
    );
  });

  it('tells a sub-agent’s work from a turn of its own', () => {
    const kept = new Kept();
    const parent = new Story().at(START).start().turn();
    const child = new Story('S/a', parent.events).at(START).start({ parent: 'S' }).turn();
    child.step(read('a.ts', 'a')).end();
    kept.push(...parent.events);
    assert.equal(kept.newest?.child, true);
  });
});
