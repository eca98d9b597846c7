/** The clock goes back an hour in the middle of it all. */
import { Bridge } from '../../src/bridge/bridge.js';
import type { TurnEvent } from '../../src/core/events.js';
import { newJudge } from '../unit/support/judging.js';
import { patientLimits } from '../unit/support/patient.js';
import { bash, Story } from '../unit/support/story.js';
import { until } from '../unit/support/until.js';
import { facts, type Fault, type Subject } from './harness/fault.js';
import { runHook } from './harness/hook.js';
import type { Stage } from './harness/stage.js';

const HOUR_MS = 3_600_000;

/** What a window answers: a denial, whose reason is its name. */
const by = (permissionDecisionReason: string): string =>
  JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason,
    },
  });

/** Windows in this process, whose clock can be set. */
class Clocked {
  private readonly dir: string;
  ahead = 0;

  constructor(private readonly stage: Stage) {
    this.dir = stage.folder('storage');
  }

  async open(name: string, folder: string): Promise<Bridge> {
    const bridge = new Bridge({
      dir: this.dir,
      folders: () => [folder],
      log: () => undefined,
      now: () => Date.now() + this.ahead,
      retryMs: [100],
      limits: patientLimits,
      handle: () => Promise.resolve(by(name)),
    });
    this.stage.atEnd(() => bridge.stop());
    await bridge.start();
    await until('connected', () => bridge.status.state === 'connected');
    return bridge;
  }

  /** The window that answers. */
  async asked(cwd: string): Promise<string> {
    return (await runHook(this.dir, { cwd, n: 1 })).answer;
  }
}

/** A turn that stalls, whose clock jumps by `ms` in its middle. */
function stalls(ms: number): TurnEvent[] {
  const story = new Story()
    .at(10 * HOUR_MS)
    .start({ agent: 'claude-code' })
    .turn();
  for (let i = 0; i < 12; i += 1) {
    story.after(i === 2 ? ms : 1000).step(bash('npm test', '1 failing'));
  }
  return story.events;
}

const verdicts = (events: readonly TurnEvent[]): string => {
  const judge = newJudge();
  return events
    .flatMap((event) => judge.push(event).verdicts)
    .map(({ level, detector, step }) => `${level} ${detector} ${step}`)
    .join(', ');
};

const faults: readonly Fault[] = [
  {
    fault: 'the clock goes back an hour between hooks',
    promise: 'hooks are answered as before',
    quick: true,
    play: async (stage) => {
      const clocked = new Clocked(stage);
      const [a, b] = [stage.folder('a'), stage.folder('b')];
      await clocked.open('a', a);
      await clocked.open('b', b);
      const answers: boolean[] = [];
      for (const ahead of [0, -HOUR_MS, HOUR_MS, 0]) {
        clocked.ahead = ahead;
        answers.push((await clocked.asked(a)) === by('a'), (await clocked.asked(b)) === by('b'));
      }
      return facts({ 'all answered': answers.every(Boolean) }, `${answers.length} hooks`);
    },
  },
  {
    fault: 'the clock goes back an hour, then you focus the other of two windows with one folder',
    promise: 'that window gets the hooks',
    quick: true,
    play: async (stage) => {
      const clocked = new Clocked(stage);
      const folder = stage.folder('a');
      const first = await clocked.open('first', folder);
      const second = await clocked.open('second', folder);
      const before = await clocked.asked(folder);
      clocked.ahead = -HOUR_MS;
      const answers: string[] = [];
      for (const window of [first, second, first]) {
        window.focus();
        const name = window === first ? 'first' : 'second';
        // a focus goes to the other window by its own connection, a moment later than the hook might
        let answer = '';
        for (let tries = 0; tries < 20 && answer !== by(name); tries += 1) {
          answer = await clocked.asked(folder);
        }
        answers.push(answer);
      }
      return facts({
        'the last opened answered': before === by('second'),
        'the focused one answered':
          answers.join() === [by('first'), by('second'), by('first')].join(),
      });
    },
  },
  {
    fault: 'the clock goes back in the middle of a turn that goes in circles',
    promise: 'it stalls at the same step',
    quick: true,
    play: () => {
      const expected = verdicts(stalls(1000));
      const jumps = [-HOUR_MS, -1];
      return Promise.resolve(
        facts(
          {
            'it stalls': expected.includes('stalled'),
            'at the same step': jumps.every((ms) => verdicts(stalls(ms)) === expected),
          },
          expected,
        ),
      );
    },
  },
];

export const clock: Subject = {
  promise: 'A clock that is set changes neither who answers nor when a turn stalls.',
  faults,
};
