/** Arbitrary events in any order: no crash, no contradictory verdict, and the same live and replayed. */
import assert from 'node:assert/strict';
import type { Author, DeniedBy, JsonObject, TurnEvent } from '../../../src/core/events.js';
import { Judge, type Overrides } from '../../../src/core/judge.js';
import { presets, type Preset } from '../../../src/core/thresholds/thresholds.js';
import type { Verdict } from '../../../src/core/verdict.js';
import { dice } from '../cases/generated.js';
import { fewerIn } from '../../tier.js';
import { present } from '../support/present.js';
import { newWatch } from '../support/watch.js';

function randomEvents(seed: number, count: number): TurnEvent[] {
  const roll = dice(seed);
  const pick = <T>(values: readonly [T, ...T[]]): T => values[roll(values.length)] ?? values[0];
  const maybe = <T>(value: T): T | undefined => (roll(2) === 0 ? value : undefined);
  let clock = 1_000_000;
  return Array.from({ length: count }, (): TurnEvent => {
    clock += pick([0, 10, 1000, 50_000, 700_000, 2_000_000, -5000]);
    const own = {
      v: 1 as const,
      session: pick(['a', 'b', 'b/c']),
      ...present({ at: roll(5) === 0 ? undefined : clock }),
    };
    const call = `c${roll(40)}`;
    switch (roll(16)) {
      case 0:
        return {
          ...own,
          type: 'session.start',
          agent: 'x',
          cwd: pick(['/w', '/w/sub', '']),
          ...present({
            parent: own.session === 'b/c' ? 'b' : maybe('b'),
            steps: maybe('explicit' as const),
          }),
        };
      case 1:
        return {
          ...own,
          type: 'turn.start',
          ...present({ prompt: maybe(pick(['continue', 'Do it', ''])) }),
        };
      case 2:
        return {
          ...own,
          type: 'message',
          text: 'hm',
          ...present({ response: maybe(`r${roll(9)}`) }),
        };
      case 3:
      case 4:
      case 5:
      case 6:
        return {
          ...own,
          type: 'tool.call',
          call,
          ...present({ response: maybe(`r${roll(9)}`) }),
          tool: pick(['Bash', 'Read', 'Edit', 'BashOutput', 'TodoWrite', '']),
          input: pick<JsonObject>([
            { command: pick([':', 'sleep 1', 'ls', 'npm test', 'echo ${', 'sed -i x y']) },
            { file_path: pick(['/dev/null', '/w/a', 'b']) },
            {},
          ]),
        };
      case 7:
      case 8:
      case 9:
      case 10:
        return {
          ...own,
          type: 'tool.result',
          call,
          ok: roll(4) > 0,
          output: pick(['', 'x'.repeat(80), `new ${roll(1000)}`]),
          ...present({
            exitCode: maybe(roll(3)),
            deniedBy: roll(9) === 0 ? pick<DeniedBy>(['turnwatch', 'person', 'rule']) : undefined,
          }),
        };
      case 11:
        return { ...own, type: 'step.end', ...present({ response: maybe(`r${roll(9)}`) }) };
      case 12:
        return roll(2) === 0
          ? {
              ...own,
              type: 'waiting',
              for: pick(['permission', 'input', 'job']),
              ...present({ call: maybe(call) }),
            }
          : { ...own, type: 'resumed' };
      case 13:
        return { ...own, type: 'turn.end', reason: pick(['completed', 'interrupted']) };
      case 14:
        return {
          v: 1,
          type: 'workspace',
          ...present({ at: own.at }),
          signal: pick(['git', 'save', 'task']),
          fingerprint: `${roll(4)}`,
          ...present({ porcelain: maybe(`${roll(2)}`) }),
          root: pick(['/w', '/v']),
          ...present({
            session: maybe(own.session),
            paths: maybe(['a']),
            by: maybe(pick<Author>(['agent', 'person', 'tool'])),
          }),
        };
      default:
        return pick<TurnEvent>([
          { ...own, type: 'compaction' },
          { ...own, type: 'hop', ...present({ count: maybe(roll(30)), task: maybe('t') }) },
          { ...own, type: 'session.end' },
          { v: 1, type: 'tick', ...present({ at: own.at }) },
        ]);
    }
  });
}

const told = (verdicts: readonly Verdict[]): string[] =>
  verdicts.map(({ session, turn, step, call, callId, at, level, kind, count }) =>
    JSON.stringify([session, turn, step, call, callId, at, level, kind, count]),
  );

/** Low enough for events without sense to reach them. */
const low: Overrides['set'] = {
  'progressDetector.steps': 3,
  'stuckHeuristics.repeats': 2,
  'stuckHeuristics.windowSeconds': 5,
  'stuckHeuristics.maxHops': 2,
  'groupLoops.minEvents': 1,
  'groupLoops.errorGroups': 2,
  'groupLoops.observationGroups': 2,
};

describe('arbitrary events in any order', () => {
  const SEEDS = fewerIn(100);
  for (const preset of presets) {
    it(`never crash the judge or give more than one watch and one stalled per episode: ${preset}`, () => {
      let verdicts = 0;
      for (let seed = 0; seed < SEEDS; seed++) {
        verdicts += checked(seed, preset);
      }
      // random events alone hardly ever repeat responses of several calls
      if (preset !== 'group-loops') {
        assert.ok(verdicts > SEEDS / 2, `only ${verdicts} verdicts: the dice say nothing`);
      }
    });
  }

  for (const preset of ['balanced', 'stuck-heuristics'] as const) {
    it(`give the same verdicts whether deadlines pass by ticks or by the next event: ${preset}`, () => {
      for (let seed = 0; seed < SEEDS; seed++) {
        const events = randomEvents(seed, 400);
        const set = preset === 'balanced' ? {} : low;
        const [replayed, live] = [new Judge({ preset, set }), new Judge({ preset, set })];
        const one: Verdict[] = [];
        const other: Verdict[] = [];
        for (const event of events) {
          one.push(...replayed.push(event).verdicts);
          for (
            let due = live.nextDeadline();
            due !== undefined && event.at !== undefined && due <= event.at;
            due = live.nextDeadline()
          ) {
            other.push(...live.push({ v: 1, type: 'tick', at: due }).verdicts);
            assert.ok(
              (live.nextDeadline() ?? Infinity) > due,
              `seed ${seed}: the deadline ${due} does not pass`,
            );
          }
          other.push(...live.push(event).verdicts);
        }
        assert.deepEqual(told(other), told(one), `seed ${seed}`);
      }
    });
  }

  it('never crash the rows, the interventions or the report', () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const watch = newWatch({
        overrides: { set: { 'balanced.idleSteps': 3, 'balanced.emptySteps': 2 } },
        mode: () => 'auto',
        remindFirst: () => seed % 2 === 0,
        capabilities: () => ({ textOnly: 'deny', stop: seed % 3 === 0, guide: true }),
      });
      for (const [i, event] of randomEvents(seed, 400).entries()) {
        watch.push(event, i);
        const session = [...watch.sessions.keys()][i % 3];
        if (session === undefined) {
          continue;
        }
        const { receipts } = watch.decide(
          session,
          i % 2 === 0 ? { kind: 'before-tool', call: 'x', class: 'shell' } : { kind: 'after-step' },
          i,
        );
        watch.delivered(session, receipts, i);
        const detail = watch.views.detail(session, i);
        assert.ok(detail && (detail.state !== 'stalled' || detail.report));
        for (const receipt of detail.receipts) {
          assert.ok(
            receipt.state !== 'obeyed' || receipt.deliveredAt !== undefined,
            'obeyed but never delivered',
          );
        }
      }
    }
  });
});

function checked(seed: number, preset: Preset): number {
  const judge = new Judge({ preset, set: low });
  const all: Verdict[] = [];
  for (const event of randomEvents(seed, 400)) {
    const { verdicts, cleared } = judge.push(event);
    for (const verdict of verdicts) {
      const session = judge.sessions.get(verdict.session);
      assert.ok(
        session && verdict.call < session.calls && verdict.turn <= session.turn,
        `seed ${seed}`,
      );
      // a retry recognised at this event may have withdrawn a step
      assert.ok(verdict.step <= session.steps, `seed ${seed}`);
      assert.equal(verdict.callId === null, verdict.call === -1, `seed ${seed}`);
      assert.ok(
        verdict.evidence.calls.every((call) => call <= verdict.call),
        `seed ${seed}: evidence from the future`,
      );
    }
    all.push(...verdicts.filter((verdict) => verdict.level !== 'waiting'));
    const open = all
      .filter((verdict) => verdict.clearedAtCall === undefined)
      .map(({ session, level }) => `${level} of ${session}`);
    assert.equal(new Set(open).size, open.length, `seed ${seed}: ${open.join(', ')} at once`);
    for (const verdict of cleared) {
      assert.ok(
        verdict.clearedAtCall !== undefined && verdict.clearedAtCall >= verdict.call,
        `seed ${seed}`,
      );
    }
  }
  return all.length;
}
