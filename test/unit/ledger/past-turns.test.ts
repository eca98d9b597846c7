/** Runs of the past: which turns stalled, for how long, and what came after the first alarm. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import { summarizePast, type PastTurn } from '../../../src/core/ledger/past-summary.js';
import { priceTable } from '../../../src/core/money/price-table.js';
import { Prices } from '../../../src/core/money/prices.js';
import { PastTurns } from '../../../src/core/ledger/past-turns.js';
import { bash, read, Story, write } from '../support/story.js';

const START = Date.parse('2026-11-02T09:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function judged({ events }: Story): PastTurn[] {
  const past = new PastTurns({ set: {} }, new Prices(priceTable));
  events.forEach((event) => past.push(event));
  return past.turns;
}

/** Each step a minute, and a thousand tokens. */
function work(story: Story, steps: number, act: (i: number) => ReturnType<typeof bash>): Story {
  for (let i = 0; i < steps; i++) {
    story.after(MINUTE).step(act(i));
    story.events.push({
      v: 1,
      type: 'usage',
      session: story.session,
      at: story.clock,
      inputTokens: 900,
      outputTokens: 100,
    } as TurnEvent);
  }
  return story;
}

const circle = (): ReturnType<typeof bash> => bash('make check', 'no rule to make target');
const fresh = (i: number): ReturnType<typeof bash> =>
  read(`/w/${i}.ts`, `export const v${i} = ${i};`);

describe('turns of the past', () => {
  it('are told with their stall, its time, and the tokens after the first alarm', () => {
    const story = new Story().at(START).start({ agent: 'codex', cwd: '/w' }).turn('Fix the parser');
    work(story, 3, fresh);
    work(story, 8, circle);
    const [turn, ...more] = judged(story.end());
    assert.deepEqual(more, []);
    const { stall, ...rest } = turn ?? {};
    assert.deepEqual(rest, {
      session: 'S',
      agent: 'codex',
      folder: '/w',
      name: 'Fix the parser',
      child: false,
      startedAt: START,
      steps: 11,
      tokens: 11_000,
      warned: true,
      end: 'completed',
    });
    // the fourth equal step is the first alarm: four more come after it
    assert.deepEqual(
      {
        kind: stall?.kind,
        step: stall?.step,
        call: stall?.call,
        ms: stall?.ms,
        tokens: stall?.tokens,
      },
      // after three calls for something new, the first of the circle is the fourth
      { kind: 'loop', step: 6, call: 3, ms: 4 * MINUTE, tokens: 5000 },
    );
  });

  it('count no time from when a stall was over, while the person was away or until the next prompt', () => {
    const story = new Story().at(START).start().turn();
    work(story, 6, circle);
    story.after(HOUR).step(bash('ls', 'a.ts'));
    work(story, 4, fresh);
    work(story.step(write('/w/a.ts', 'a')), 4, (i) => fresh(i + 10));
    const [turn] = judged(story.after(20 * HOUR).turn('And now the lexer'));
    assert.equal(turn?.end, 'interrupted');
    const ms = turn.stall?.ms ?? 0;
    assert.ok(ms >= 15 * MINUTE && ms < 30 * MINUTE, String(ms));
  });

  it('are found where the log tells neither times nor tokens', () => {
    const [turn] = judged(new Story().start().turn().repeat(8, circle).end());
    assert.equal(turn?.startedAt, undefined);
    assert.equal(turn?.tokens, undefined);
    assert.deepEqual([turn?.stall?.ms, turn?.stall?.tokens], [0, undefined]);
  });

  it('tell what came after the first alarm in dollars, where every model of it has a price', () => {
    const inCircle = (...models: (string | undefined)[]): PastTurn[] =>
      models.flatMap((model, i) => {
        const story = new Story(`S${i}`)
          .at(START)
          .start({ agent: 'codex', cwd: '/w', ...(model !== undefined && { model }) })
          .turn();
        return judged(work(work(story, 3, fresh), 8, circle).end());
      });
    const sum = (turns: PastTurn[]) => {
      const { dollars, unpriced } = summarizePast(turns.map((t) => ({ ...t, repository: '/w' })));
      return [dollars?.toFixed(4), unpriced];
    };
    // five requests after the alarm, each of 900 tokens read and 100 written
    assert.deepEqual(sum(inCircle('claude-opus-4-5-20251101')), ['0.0350', []]);
    const [one, other] = inCircle('claude-opus-4-5-20251101', 'my-model');
    assert.deepEqual([one?.stall?.dollars?.toFixed(4), one?.stall?.unpriced], ['0.0350', []]);
    assert.deepEqual([other?.stall?.dollars, other?.stall?.unpriced], [0, ['my-model']]);
    // a sum of some would be none
    assert.deepEqual(sum(inCircle('claude-opus-4-5-20251101', 'my-model', undefined)), [
      undefined,
      ['', 'my-model'],
    ]);
    // what another version kept tells no dollars
    const kept = inCircle('gpt-5').map(({ stall, ...turn }) => ({
      ...turn,
      stall: stall && { ...stall, dollars: undefined },
    }));
    assert.deepEqual(sum(kept), [undefined, []]);
  });

  it('cost by the model that was asked, also where it changes within the turn', () => {
    const story = new Story().at(START).start({ agent: 'codex', cwd: '/w', model: 'gpt-5' }).turn();
    work(work(story, 3, fresh), 4, circle);
    story.start({ agent: 'codex', cwd: '/w', model: 'claude-opus-4-1' });
    work(story, 4, circle);
    const [turn] = judged(story.end());
    // one request of gpt-5 after the alarm, four of the other
    const [first, later] = [(900 * 1.25 + 100 * 10) / 1e6, (900 * 15 + 100 * 75) / 1e6];
    assert.equal(turn?.stall?.dollars?.toFixed(6), (first + 4 * later).toFixed(6));
  });

  it('add up by agent and repository; a sub-agent’s stall counts, but it is no turn of its own', () => {
    const events: TurnEvent[] = [];
    const parent = new Story('P', events).at(START).start({ agent: 'codex', cwd: '/a' }).turn();
    work(parent, 2, fresh);
    const child = new Story('C', events)
      .at(START)
      .start({ agent: 'codex', cwd: '/a', parent: 'P' })
      .turn();
    work(child, 8, circle);
    child.end();
    const other = new Story('O', events).at(START).start({ agent: 'cline', cwd: '/b' }).turn();
    work(other, 3, circle);
    other.end();
    const turns = judged(parent.end()).map((turn) => ({
      ...turn,
      repository: `${turn.folder}.git`,
    }));
    const summary = summarizePast(turns);
    assert.deepEqual(summary, {
      turns: 2,
      stalled: 1,
      stalledMs: 4 * MINUTE,
      tokenShare: 5 / 8,
      dollars: undefined,
      unpriced: [''],
      warnedWell: 1,
      places: [
        { agent: 'codex', repository: '/a.git', turns: 1, stalled: 1 },
        { agent: 'cline', repository: '/b.git', turns: 1, stalled: 0 },
      ],
    });
  });

  it('none: nothing is claimed', () => {
    assert.deepEqual(summarizePast([]), {
      turns: 0,
      stalled: 0,
      stalledMs: 0,
      tokenShare: undefined,
      dollars: undefined,
      unpriced: [],
      warnedWell: 0,
      places: [],
    });
  });
});
