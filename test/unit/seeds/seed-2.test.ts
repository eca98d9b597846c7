/** The preset `stuck-heuristics`: seed 2's rule exactly, its four scenarios, its log lines and its escalation. */
import assert from 'node:assert/strict';
import { reportMarkdown } from '../../../src/core/view/escalation-report.js';
import { HopLog } from '../../../src/core/view/hop-log.js';
import { Judge, type Overrides } from '../../../src/core/judge.js';
import { Watch } from '../../../src/core/watch.js';
import { present } from '../support/present.js';
import {
  bash,
  brief,
  edit,
  failing,
  judged,
  read,
  Story,
  write,
  type Act,
} from '../support/story.js';

const T = 1_700_000_000_000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const exact: Overrides = { preset: 'stuck-heuristics', set: {} };
const limits = (set: Overrides['set']): Overrides => ({ ...exact, set });
const verdicts = (story: Story, overrides = exact): string[] =>
  brief(judged(story, overrides).verdicts);

const began = (): Story => new Story().at(T).start().turn();
const look = read('/w/authentication.go', 'package auth');
const search: Act = {
  tool: 'Grep',
  input: { pattern: 'API documentation' },
  output: 'No matches found',
};
/** Steps at equal distances, the first now. */
function every(story: Story, ms: number, acts: readonly (Act | Act[])[]): Story {
  acts.forEach((act, i) => story.after(i === 0 ? 0 : ms).step(...[act].flat()));
  return story;
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
function hop(story: Story, more: { count?: number; task?: string } = {}): Story {
  return story.push({ ...story.own, type: 'hop', ...more });
}
function onTask(session: string, task: string, events: Story['events'] = []): Story {
  const story = new Story(session, events).at(T);
  return story
    .push({ ...story.own, type: 'session.start', agent: 'unknown', cwd: '/w', task })
    .turn();
}

describe('seed 2: the four example scenarios', () => {
  it('active investigation: 25 hops of varied work go on', () => {
    const acts = [
      ...Array.from({ length: 5 }, (_, i) => bash(`tail -n ${i}00 error.log`, `trace ${i}`)),
      ...Array.from({ length: 5 }, (_, i) => read(`/w/suspect${i}.go`, `package s${i}`)),
      ...Array.from({ length: 5 }, (_, i) => edit(`/w/suspect${i}.go`, 'x', `log(${i})`)),
      ...times(5, bash('go test ./...', 'FAIL', { exitCode: 1 })),
      ...Array.from({ length: 5 }, (_, i) => edit(`/w/suspect${i}.go`, `log(${i})`, 'fixed')),
    ];
    assert.equal(acts.length, 25);
    assert.deepEqual(verdicts(every(began(), 40 * SECOND, acts)), []);
  });

  it('stuck loop: the same file read for 20 hops, last progress 12 minutes ago', () => {
    const {
      verdicts: [verdict, ...more],
    } = judged(every(began(), 38 * SECOND, times(20, look)), exact);
    assert.ok(verdict);
    const { level, kind, detector, count, threshold, key, turn, step, call, at, reason, evidence } =
      verdict;
    assert.deepEqual(
      { level, kind, detector, count, threshold, key, turn, step, call, at },
      {
        level: 'stalled',
        kind: 'hops',
        detector: 'stuck-heuristics',
        count: 20,
        threshold: 20,
        key: 'stuckHeuristics.maxHops',
        turn: 0,
        step: 19,
        call: 19,
        at: T + 19 * 38 * SECOND,
      },
    );
    assert.equal(
      reason,
      'The same action 20 times in a row without progress for 12m, after 20 hops (limit 20).',
    );
    assert.deepEqual(
      evidence.calls,
      Array.from({ length: 20 }, (_, i) => i),
    );
    assert.deepEqual(more, []);
  });

  it('iterative testing: test, change and test again for 21 hops go on', () => {
    const test = (output: string): Act => bash('npm test', output, { exitCode: 1 });
    const acts = [
      ...times(3, read('/w/a.test.ts', 'it()')),
      ...times(3, edit('/w/a.test.ts', 'a', 'b')),
      ...times(3, test('fails')),
      ...times(3, edit('/w/a.test.ts', 'b', 'c')),
      ...times(3, test('fails differently')),
      ...times(3, edit('/w/a.test.ts', 'c', 'd')),
      ...times(3, bash('npm test', 'passes')),
      ...times(9, bash('npm test', 'passes')),
    ];
    assert.deepEqual(verdicts(every(began(), 50 * SECOND, acts)), []);
  });

  it('asking the same question: 20 hops of one search, last progress 8 minutes ago', () => {
    const { verdicts: all } = judged(every(began(), 25 * SECOND, times(20, search)), exact);
    assert.deepEqual(brief(all), ['stalled at 19']);
    assert.match(all[0]?.reason ?? '', /20 times in a row without progress for 8m/);
  });
});

describe('seed 2: all conditions must hold', () => {
  it('as many hops as the limit', () => {
    assert.deepEqual(verdicts(every(began(), MINUTE, times(19, look))), []);
    assert.deepEqual(verdicts(every(began(), MINUTE, times(20, look))), ['stalled at 19']);
    assert.deepEqual(
      verdicts(every(began(), MINUTE, times(9, look)), limits({ 'stuckHeuristics.maxHops': 9 })),
      ['stalled at 8'],
    );
  });

  it('the same action three times in a row, the newest ones', () => {
    const others = [...times(10, look), ...times(10, search)];
    // both known and unchanged: no progress after the first of each
    const end = (...acts: Act[]): string[] =>
      verdicts(
        every(began(), MINUTE, [...others, look, search, look, search, ...acts]),
        limits({ 'stuckHeuristics.maxHops': 21 }),
      );
    assert.deepEqual(end(look), []);
    assert.deepEqual(end(look, look), []);
    assert.deepEqual(end(look, look, look), ['stalled at 26']);
    assert.deepEqual(
      verdicts(every(began(), MINUTE, times(30, [look, search])), exact),
      [],
      'two actions taking turns are none in a row',
    );
  });

  it('twice as many actions as repeats', () => {
    const story = (calls: number): Story =>
      hop(every(began(), 2 * MINUTE, times(calls, look)), { count: 20 });
    assert.deepEqual(verdicts(story(5)), []);
    assert.deepEqual(verdicts(story(6)), ['stalled at 5']);
    assert.deepEqual(verdicts(story(6), limits({ 'stuckHeuristics.repeats': 4 })), []);
    assert.deepEqual(verdicts(story(8), limits({ 'stuckHeuristics.repeats': 4 })), [
      'stalled at 7',
    ]);
  });

  it('no progress in the window, to the millisecond', () => {
    const story = (last: number): Story =>
      every(began(), 10 * SECOND, times(19, look))
        .at(T + last)
        .step(look);
    assert.deepEqual(verdicts(story(5 * MINUTE - 1)), []);
    assert.deepEqual(verdicts(story(5 * MINUTE)), ['stalled at 19']);
    assert.deepEqual(
      verdicts(story(5 * MINUTE), limits({ 'stuckHeuristics.windowSeconds': 301 })),
      [],
    );
  });

  it('keeps so many actions as it is told', () => {
    const counted = (set: Overrides['set']): string =>
      judged(
        every(began(), MINUTE, times(70, look)),
        limits({ 'stuckHeuristics.maxHops': 60, ...set }),
      ).verdicts[0]?.reason ?? '';
    assert.match(counted({}), /^The same action 50 times/);
    assert.match(counted({ 'stuckHeuristics.history': 10 }), /^The same action 10 times/);
    assert.match(
      counted({ 'stuckHeuristics.history': 4 }),
      /^The same action 6 times/,
      'never fewer than it needs',
    );
  });

  it('never gives a watch, and one verdict for a stall that goes on', () => {
    assert.deepEqual(verdicts(every(began(), MINUTE, times(60, look))), ['stalled at 19']);
  });
});

describe('seed 2: the time', () => {
  it('passes between events: the window runs out at its own moment', () => {
    const story = (next: number): Story =>
      every(began(), 10 * SECOND, times(20, look))
        .at(T + next)
        .say('Hm.');
    assert.deepEqual(judged(story(5 * MINUTE - 1), exact).verdicts, []);
    const [verdict] = judged(story(9 * MINUTE), exact).verdicts;
    assert.ok(verdict);
    assert.deepEqual([verdict.at, verdict.step, verdict.call], [T + 5 * MINUTE, 19, 19]);
  });
  it('does not run out where nothing follows', () =>
    assert.deepEqual(verdicts(every(began(), 10 * SECOND, times(20, look))), []));
  it('does not run out while a tool runs: that hop is not over', () => {
    const story = every(began(), 10 * SECOND, times(20, look));
    const call = story.after(SECOND).call(bash('make'), 'long');
    story.at(T + 9 * MINUTE).result(call, bash('make', 'built'));
    assert.deepEqual(verdicts(story), []);
  });
  it('does not run out when the turn is over', () => {
    assert.deepEqual(
      verdicts(
        every(began(), 10 * SECOND, times(20, look))
          .end()
          .after(9 * MINUTE)
          .say('Late.'),
      ),
      [],
    );
  });
  it('is unknown in a recording without times', () => {
    assert.deepEqual(
      verdicts(
        new Story()
          .start()
          .turn()
          .repeat(100, () => look),
      ),
      [],
    );
  });
  it('counts from the first known time on', () => {
    const story = new Story()
      .start()
      .turn()
      .repeat(30, () => look);
    assert.deepEqual(
      verdicts(
        story
          .at(T)
          .step(look)
          .at(T + 5 * MINUTE - 1)
          .step(look),
      ),
      [],
    );
    const [verdict] = judged(story.at(T + 5 * MINUTE).step(look), exact).verdicts;
    assert.deepEqual(
      [verdict?.at, verdict?.step],
      [T + 5 * MINUTE, 31],
      'when the time is up, before what comes then',
    );
  });
  it('of progress without a time of its own is known from the next time on', () => {
    const story = every(began(), MINUTE, times(19, look));
    story.clock = undefined;
    story.step(bash('ls', 'new'));
    assert.deepEqual(verdicts(every(story.at(T + 30 * MINUTE), MINUTE, times(5, look))), []);
    assert.deepEqual(verdicts(story.after(MINUTE).step(look)), ['stalled at 24']);
  });
  it('is counted from a result, not from the end of its step', () => {
    const story = every(began(), 10 * SECOND, times(18, look));
    const fresh = bash('ls', 'new');
    const [quick, slow] = [story.call(fresh, 'both'), story.call(look, 'both')];
    story
      .result(quick, fresh)
      .after(4 * MINUTE)
      .result(slow, look)
      .after(30 * SECOND)
      .step(look)
      .after(29 * SECOND)
      .step(look);
    assert.deepEqual(verdicts(story), []);
    assert.deepEqual(verdicts(story.after(SECOND).step(look)), ['stalled at 20']);
  });
  it('stands still while the agent waits', () => {
    const waits = (wait: boolean): string[] => {
      const story = every(began(), 10 * SECOND, times(19, look));
      if (wait) {
        story.push({ ...story.own, type: 'waiting', for: 'permission' });
      }
      story.after(20 * MINUTE);
      if (wait) {
        story.push({ ...story.own, type: 'resumed' });
      }
      return verdicts(story.step(look).after(MINUTE).step(look));
    };
    assert.deepEqual(waits(false), ['stalled at 19']);
    assert.deepEqual(waits(true), []);
  });
  it('gives the same verdicts live, with a tick at each deadline, and replayed', () => {
    const story = every(began(), 10 * SECOND, times(22, look))
      .at(T + 9 * MINUTE)
      .step(bash('ls', 'x'));
    every(story.after(MINUTE), 20 * SECOND, times(8, look))
      .after(20 * MINUTE)
      .say('Done.')
      .end();
    const live = new Judge(exact);
    const told = story.events.flatMap((event) => {
      const before = [];
      for (
        let due = live.nextDeadline();
        due !== undefined && due <= (event.at ?? 0);
        due = live.nextDeadline()
      ) {
        before.push(...live.push({ v: 1, type: 'tick', at: due }).verdicts);
      }
      return [...before, ...live.push(event).verdicts];
    });
    assert.deepEqual(told, judged(story, exact).verdicts);
    assert.deepEqual(
      told.map(({ at }) => at),
      [T + 5 * MINUTE, T + 14 * MINUTE],
    );
  });
});

describe('seed 2: what is progress', () => {
  /** Twenty reads, the act in question, then reads until five minutes after the first: stalled unless the act was progress. */
  const after = (...acts: Act[]): string[] => {
    const story = every(began(), 10 * SECOND, times(16, look))
      .step(bash('ls', 'a b'))
      .step(bash('ls', 'c'))
      .step(...times(3, look));
    for (const act of acts) {
      story.after(4 * MINUTE).step(act);
    }
    return verdicts(every(story.after(SECOND), 20 * SECOND, times(6, look)));
  };
  const progress: Record<string, Act> = {
    'a file edited': edit('/w/a', 'x', 'y'),
    'a file written': write('/w/a', 'x'),
    'a command that is new': bash('ls -l', ''),
    'a command that is new and fails': bash('make', 'error', { exitCode: 2 }),
    'a known command with a new result': bash('ls', 'a b c'),
    'a search that is new': { tool: 'Grep', input: { pattern: 'other' }, output: '' },
    'a file not read before': read('/w/b', ''),
    'a part not read before': { ...look, input: { ...look.input, offset: 200 } },
    'a test run': bash('npm test', 'fails', { exitCode: 1 }),
    'a test run by a tool of its own': { tool: 'run_tests', input: {}, class: 'test', output: '' },
    'the same command written otherwise': bash('cd /w && ls', 'a b'),
  };
  for (const [name, act] of Object.entries(progress)) {
    it(name, () => assert.deepEqual(after(act), []));
  }

  const none: Record<string, Act> = {
    'an edit that fails': failing(edit('/w/a', 'x', 'y')),
    'a file read before': { ...look, output: 'something else' },
    'a file that cannot be read': failing(read('/w/none', 'ENOENT')),
    'a known command with a known result': bash('ls', 'a b'),
    'a to-do list': { tool: 'TodoWrite', input: { todos: ['x'] }, output: 'ok', class: 'todo' },
    'a call that is denied': bash('rm -r x', 'no', { deniedBy: 'person' }),
    'a new command that we deny': bash('ls -l', 'no', { deniedBy: 'turnwatch' }),
  };
  for (const [name, act] of Object.entries(none)) {
    it(`not ${name}`, () => assert.equal(after(act).length, 1));
  }

  it('of any kind ends the stall at once, and only that', () => {
    for (const act of [
      bash('npm test', 'fails', { exitCode: 1 }),
      read('/w/b', 'b'),
      edit('/w/a', 'x', 'y'),
      bash('ls', ''),
    ]) {
      const { verdicts: all, cleared } = judged(
        every(began(), MINUTE, [...times(24, look), act, look]),
        exact,
      );
      assert.deepEqual(
        [brief(all), cleared.map(({ clearedAtCall }) => clearedAtCall)],
        [['stalled at 19'], [24]],
      );
    }
    const { cleared } = judged(
      every(began(), MINUTE, [
        ...times(24, look),
        failing(edit('/w/a', 'x', 'y')),
        failing(read('/w/none', '')),
      ]),
      exact,
    );
    assert.deepEqual(cleared, []);
  });
  it('then the same may be stuck again', () => {
    const story = every(began(), MINUTE, [...times(24, look), bash('ls', ''), ...times(9, look)]);
    assert.deepEqual(verdicts(story), ['stalled at 19', 'stalled at 28']);
  });
  it('a test run counts each time, whatever came of it', () => {
    assert.deepEqual(
      verdicts(every(began(), MINUTE, times(40, bash('npm test', 'fails', { exitCode: 1 })))),
      [],
    );
  });
  it('a file changed outside, by the session, is progress', () => {
    const story = (by?: 'person'): Story =>
      every(began(), MINUTE, times(5, look))
        .save('/w/authentication.go', '0')
        .after(10 * MINUTE)
        .save('/w/authentication.go', '1', present({ by }));
    assert.deepEqual(verdicts(every(story('person'), SECOND, times(20, look))), ['stalled at 19']);
    assert.deepEqual(verdicts(every(story(), SECOND, times(20, look))), []);
  });
  it('our own denials neither end a repetition nor belong to it', () => {
    const denied = bash('ls', 'no', { deniedBy: 'turnwatch' });
    const story = every(began(), MINUTE, [
      ...times(10, [look]),
      ...times(10, search),
      look,
      search,
      look,
      denied,
      look,
      denied,
    ]);
    const limit = limits({ 'stuckHeuristics.maxHops': 21 });
    assert.deepEqual(verdicts(story, limit), []);
    assert.deepEqual(verdicts(story.after(MINUTE).step(look), limit), ['stalled at 26']);
  });
});

describe('seed 2: hops', () => {
  it('are the steps until the first hop event, and from then on only hops', () => {
    const story = every(began(), MINUTE, times(10, look));
    assert.deepEqual(verdicts(hop(every(story, MINUTE, times(9, look)))), []);
    for (let i = 0; i < 18; i++) {
      hop(every(story, MINUTE, [look]));
    }
    assert.deepEqual(verdicts(story), []);
    const {
      verdicts: [verdict],
    } = judged(hop(story), exact);
    assert.equal(verdict?.count, 20);
  });
  it('are what the dispatcher says', () => {
    assert.deepEqual(verdicts(hop(every(began(), MINUTE, times(8, look)), { count: 19 })), []);
    assert.deepEqual(verdicts(hop(hop(every(began(), MINUTE, times(8, look)), { count: 19 }))), [
      'stalled at 7',
    ]);
  });
  it('are judged when the task is handed over, though nothing else happens', () => {
    const story = hop(every(began(), MINUTE, times(8, look)).end().after(MINUTE), { count: 20 });
    const [verdict] = judged(story, exact).verdicts;
    assert.deepEqual([verdict?.step, verdict?.call], [7, 7]);
  });
  it('count a reopened step once', () => {
    const story = began();
    for (let i = 0; i < 19; i++) {
      story.respond(`m${i}`, look).respond(`m${i}`, look).after(MINUTE);
    }
    assert.deepEqual(verdicts(story), []);
    assert.deepEqual(verdicts(story.respond('m', look)), ['stalled at 19']);
  });
  it('and all else are kept across turns; each turn has its own verdict', () => {
    const story = every(began(), MINUTE, times(10, look)).end().turn('Anything else.');
    assert.deepEqual(verdicts(every(story, MINUTE, times(10, look))), ['stalled at 19']);
    assert.deepEqual(verdicts(every(story.end().turn('And now?'), MINUTE, times(2, look))), [
      'stalled at 19',
      'stalled at 20',
    ]);
  });
});

describe('seed 2: a task', () => {
  it('is one over several sessions', () => {
    const first = every(onTask('A', 'bead-1'), MINUTE, times(12, look)).end();
    const second = every(
      onTask('B', 'bead-1', first.events).at(T + 15 * MINUTE),
      MINUTE,
      times(8, look),
    );
    const [verdict, ...more] = judged(second, exact).verdicts;
    assert.ok(verdict);
    assert.deepEqual(more, []);
    assert.deepEqual([verdict.session, verdict.step, verdict.call, verdict.count], ['B', 7, 7, 20]);
    assert.deepEqual(
      verdict.evidence.calls,
      [0, 1, 2, 3, 4, 5, 6, 7],
      'only calls of its own session',
    );
    assert.match(verdict.reason, /^The same action 20 times/);
  });
  it('is not another task, nor another session without one', () => {
    for (const task of ['bead-2', undefined]) {
      const first = every(onTask('A', 'bead-1'), MINUTE, times(12, look)).end();
      const second =
        task === undefined
          ? new Story('B', first.events)
              .at(T + 15 * MINUTE)
              .start()
              .turn()
          : onTask('B', task, first.events).at(T + 15 * MINUTE);
      assert.deepEqual(verdicts(every(second, MINUTE, times(19, look))), []);
    }
  });
  it('takes over what the session did before it was named', () => {
    const story = every(began(), MINUTE, times(12, look));
    assert.deepEqual(verdicts(hop(story, { count: 20, task: 'late' })), ['stalled at 11']);
  });
  it('counts the hops of all its sessions', () => {
    const first = every(onTask('A', 'bead-1'), MINUTE, times(6, look));
    for (let i = 0; i < 15; i++) {
      hop(first);
    }
    const second = onTask('B', 'bead-1', first.end().events).at(T + 15 * MINUTE);
    for (let i = 0; i < 4; i++) {
      hop(second);
    }
    assert.deepEqual(verdicts(second), []);
    const [verdict] = judged(hop(second), exact).verdicts;
    assert.deepEqual(
      [verdict?.session, verdict?.count, verdict?.call, verdict?.callId],
      ['B', 20, -1, null],
    );
  });
});

describe('seed 2: what a person is told', () => {
  function watched(story: Story, overrides = exact): Watch {
    const watch = new Watch({
      overrides,
      mode: () => 'observe',
      remindFirst: () => false,
      capabilities: () => ({ textOnly: 'deny', stop: true, guide: true }),
      agentName: (agent) => agent,
    });
    for (const event of story.events) {
      watch.push(event, event.at ?? 0);
    }
    return watch;
  }
  const stuck = (): Story => {
    const story = every(began(), SECOND, [
      edit('/w/a', 'x', 'y'),
      bash('npm test', '1 failed', { exitCode: 1 }),
      bash('ls', 'a'),
      read('/w/b', 'b'),
    ]);
    return every(story.after(SECOND), 40 * SECOND, times(56, look));
  };

  it('the escalation has its five parts and a next step', () => {
    const story = stuck();
    const now = story.clock ?? 0;
    const report = watched(story).report('S', now);
    assert.ok(report);
    const { filesRead, filesModified, testsRun, commandsExecuted, lastProgress } = report.metrics;
    assert.deepEqual([filesRead, filesModified, testsRun, commandsExecuted], [2, 1, 1, 1]);
    assert.equal(lastProgress?.at, T + 4 * SECOND);
    assert.equal(report.sinceProgressMs, 55 * 40 * SECOND);
    assert.deepEqual(
      report.history.map(({ title, repeats }) => `${title} ${repeats}`),
      ['authentication.go 50'],
      'the last 50 actions',
    );
    assert.deepEqual([report.hops, report.ofTask, report.next.id], [60, true, 'next.repeat']);
    const text = reportMarkdown(report, now);
    assert.match(
      text,
      /\*\*Reason:\*\* The same action 16 times in a row without progress for 10m, after 20 hops \(limit 20\)\./,
    );
    assert.match(
      text,
      /\*\*Progress:\*\* Files read: 2, modified: 1, tests: 1, commands: 1 \(last: 37m ago\)/,
    );
    assert.match(text, /\*\*Hops of the task:\*\* 60/);
    assert.match(text, /\*\*Time since last progress:\*\* 37m/);
    assert.match(text, /\*\*Suggested next step:\*\* Tell it what/);
  });
  it('the escalation is about the task where several sessions work on it', () => {
    const first = every(onTask('A', 'bead-1'), MINUTE, [bash('ls', 'a'), ...times(11, look)]).end();
    const second = every(
      onTask('B', 'bead-1', first.events).at(T + 15 * MINUTE),
      MINUTE,
      times(8, look),
    );
    const report = watched(second).report('B', second.clock ?? 0);
    assert.deepEqual([report?.hops, report?.metrics.commandsExecuted], [20, 1]);
    assert.deepEqual(
      report?.history.map(({ title, repeats }) => `${title} ${repeats}`),
      ['ls 1', 'authentication.go 19'],
    );
  });
  it('it may go on past the limit as long as there was progress in the window', () => {
    const story = every(began(), SECOND, [...times(18, look), edit('/w/a', 'x', 'y')]);
    const goesOn = (at: Story, overrides = exact): boolean => {
      const watch = watched(at, overrides);
      const session = watch.sessions.get('S');
      return session !== undefined && watch.continues(session, at.clock ?? 0);
    };
    assert.equal(goesOn(story), false, '19 hops');
    assert.equal(goesOn(story, limits({ 'stuckHeuristics.maxHops': 19 })), true);
    assert.equal(goesOn(story.after(SECOND).step(look)), true);
    assert.equal(goesOn(story, { preset: 'balanced', set: {} }), true);
    assert.equal(goesOn(story.at(T + 10 * MINUTE).step(look)), false, 'nothing lately');
    assert.equal(goesOn(stuck()), false, 'stuck');
  });
  it('the log says each state once', () => {
    const log = new HopLog();
    const metrics = {
      filesRead: 12,
      filesModified: 5,
      testsRun: 8,
      commandsExecuted: 3,
      lastProgress: { at: T, what: { id: 'progress.edit.unnamed' as const } },
    };
    const going =
      'S has 22 hops but is making progress, allowing to continue. Progress: Files read: 12, modified: 5, tests: 8, commands: 3 (last: 45s ago)';
    const stuckLine =
      'WARNING: S is stuck in loop after 24 hops, escalating: The same action 6 times in a row.';
    const say = {
      going: () => log.continuing('S', 22, metrics, T + 45 * SECOND),
      stuck: () => log.stuck('S', 24, 'The same action 6 times in a row.'),
    };
    assert.deepEqual(
      [say.going(), say.going(), say.stuck(), say.stuck()],
      [going, undefined, stuckLine, undefined],
    );
    log.recovered('S');
    assert.deepEqual([say.stuck(), say.going(), say.stuck()], [stuckLine, going, stuckLine]);
    assert.equal(
      log.continuing('other', 22, metrics, T + 45 * SECOND),
      going.replace('S ', 'other '),
    );
  });
});
