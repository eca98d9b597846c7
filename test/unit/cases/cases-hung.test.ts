/** Calls that run too long, in the tools of every agent; and what many open calls cost. */
import assert from 'node:assert/strict';
import { Judge } from '../../../src/core/judge.js';
import type { Verdict } from '../../../src/core/verdict.js';
import { Story } from '../support/story.js';
import { verdictsOf } from './cases.js';
import { toolsets } from './toolsets.js';

const MINUTE = 60_000;
const start = Date.UTC(2026, 10, 21, 10);

describe('cases: calls that run too long', () => {
  /** `level kind @minutes` */
  const told = (verdicts: readonly Verdict[]): string[] =>
    verdicts.map(
      ({ level, kind, at }) => `${level} ${kind} @${((at ?? Number.NaN) - start) / MINUTE}`,
    );

  for (const [name, make] of Object.entries(toolsets)) {
    const tools = make();
    const open = (command: string, minutes: number): Story => {
      const story = new Story().at(start).start().turn();
      const act = tools.run(command, 'done');
      const id = story.call(act, 'r');
      return story.after(minutes * MINUTE).result(id, act);
    };
    it(`\`vi notes.txt\` open for 50 minutes: w at 2 minutes, then s; named (${name})`, () => {
      const verdicts = verdictsOf(open('vi notes.txt', 50));
      assert.deepEqual(told(verdicts), ['watch hung-call @2', 'stalled hung-call @10']);
      assert.match(verdicts.at(-1)?.reason ?? '', /vi notes\.txt/);
      assert.doesNotMatch(verdicts.at(-1)?.reason ?? '', /no tool is running/);
    });
    it(`a build of 24 minutes: no stall (${name})`, () => {
      assert.deepEqual(told(verdictsOf(open('npm run build', 24))), ['watch hung-call @10']);
    });
    it(`a permission waited for 3 hours: no stall (${name})`, () => {
      const story = new Story().at(start).start().turn();
      const act = tools.run('npm run build', 'done');
      const call = story.call(act, 'r');
      story.push({ ...story.own, type: 'waiting', for: 'permission', call });
      story.after(180 * MINUTE).result(call, act);
      assert.deepEqual(told(verdictsOf(story)), [`waiting wait @${1 / 60}`]);
    });
  }
});

describe('work per event', () => {
  /** Looks at calls, counted as the judge reads when they began, while `size` calls are open. */
  const looksPerEvent = (size: number): number => {
    const judge = new Judge();
    const story = new Story().at(start).start().turn();
    for (const event of story.events) {
      judge.push(event);
    }
    let looks = 0;
    const opened = (i: number): void => {
      judge.push({
        v: 1,
        type: 'tool.call',
        session: 'S',
        at: start + i,
        response: 'r',
        call: `c${i}`,
        tool: 'Bash',
        input: { command: `make part${i}` },
      });
      judge.nextDeadline();
    };
    for (let i = 0; i < size; i++) {
      opened(i);
    }
    for (const call of judge.sessions.get('S')?.openStep?.calls ?? []) {
      Object.defineProperty(call, 'result', {
        configurable: true,
        get: () => {
          looks += 1;
          return undefined;
        },
        set: (value: unknown) => {
          Object.defineProperty(call, 'result', { value, writable: true });
        },
      });
    }
    const events = 50;
    for (let i = 0; i < events; i++) {
      opened(size + i);
      judge.push({ v: 1, type: 'message', session: 'S', at: start + size + i, text: `part ${i}` });
      judge.push({
        v: 1,
        type: 'tool.result',
        session: 'S',
        at: start + size + i,
        call: `c${size + i}`,
        ok: true,
        output: `made part ${i}`,
      });
    }
    return looks / (3 * events);
  };

  it('does not grow with the number of open calls', () => {
    const [few, many] = [looksPerEvent(50), looksPerEvent(20_000)];
    assert.ok(many <= few + 1, `${few} looks at open calls an event, then ${many}`);
  });
});
