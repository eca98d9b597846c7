/** The preset `stuck-heuristics`: seed 2's rule exactly, its four scenarios, its log lines and its escalation. */
import assert from 'node:assert/strict';
import type { Overrides } from '../../../src/core/judge.js';
import { reportMarkdown } from '../../../src/core/view/report/escalation-report.js';
import { HopLog } from '../../../src/live/turn-log.js';
import {
  type Act,
  bash,
  brief,
  edit,
  failing,
  judged,
  read,
  type Story,
} from '../support/story.js';
import { newWatch, type Watch } from '../support/watch.js';
import {
  began,
  every,
  exact,
  hop,
  limits,
  look,
  MINUTE,
  onTask,
  search,
  SECOND,
  T,
  times,
  verdicts,
} from './seed-2-story.js';

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
      'The same action 20 times in a row and no progress for 12m, after 20 hops (limit 20).',
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
    assert.match(all[0]?.reason ?? '', /20 times in a row and no progress for 8m/);
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

  const turns = (count: number): Act[] =>
    Array.from({ length: count }, (_, i) => (i % 2 === 0 ? look : search));
  it('the same action three times in a row', () => {
    // both known and unchanged: no progress after the first of each
    const end = (...acts: Act[]): string[] =>
      verdicts(every(began(), MINUTE, [...turns(24), ...acts]));
    assert.deepEqual(end(look), []);
    assert.deepEqual(end(look, look), []);
    assert.deepEqual(end(look, look, look), ['stalled at 26']);
    assert.deepEqual(
      verdicts(every(began(), MINUTE, times(30, [look, search])), exact),
      [],
      'two actions taking turns are none in a row',
    );
  });

  it('no progress ever needs no time', () => {
    const story = (count: number): Story =>
      every(began(), SECOND, times(count, failing(read('/w/none', 'ENOENT'))));
    assert.deepEqual(verdicts(story(19)), []);
    const [verdict] = judged(story(20), exact).verdicts;
    assert.equal(
      verdict?.reason,
      'The same action 20 times in a row and no progress yet, after 20 hops (limit 20).',
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

  it('keeps the configured number of actions', () => {
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

  it('raises no watch, and one verdict per continuing stall', () => {
    assert.deepEqual(verdicts(every(began(), MINUTE, times(60, look))), ['stalled at 19']);
  });
});

describe('seed 2: reports to the person', () => {
  function watched(story: Story, overrides = exact): Watch {
    const watch = newWatch({ overrides, mode: () => 'observe' });
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
    const report = watched(story).views.report('S', now);
    assert.ok(report);
    const { filesRead, filesModified, testsRun, commandsExecuted, lastProgress } = report.metrics;
    assert.deepEqual([filesRead, filesModified, testsRun, commandsExecuted], [57, 1, 1, 1]);
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
      /\*\*Reason:\*\* The same action 16 times in a row and no progress for 10m, after 20 hops \(limit 20\)\./,
    );
    assert.match(
      text,
      /\*\*Progress:\*\* Files read: 57, modified: 1, tests: 1, commands: 1 \(last: 37m ago\)/,
    );
    assert.match(text, /\*\*Task hops:\*\* 60/);
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
    const report = watched(second).views.report('B', second.clock ?? 0);
    assert.deepEqual([report?.hops, report?.metrics.commandsExecuted], [20, 1]);
    assert.deepEqual(
      report?.history.map(({ title, repeats }) => `${title} ${repeats}`),
      ['ls 1', 'authentication.go 19'],
    );
  });
  it('a turn may exceed the limit as long as the window holds progress', () => {
    const story = every(began(), SECOND, [...times(18, look), edit('/w/a', 'x', 'y')]);
    const goesOn = (at: Story, overrides = exact): boolean => {
      const watch = watched(at, overrides);
      const session = watch.sessions.get('S');
      return session !== undefined && watch.views.continues(session, at.clock ?? 0);
    };
    assert.equal(goesOn(story), false, '19 hops');
    assert.equal(goesOn(story, limits({ 'stuckHeuristics.maxHops': 19 })), true);
    assert.equal(goesOn(story.after(SECOND).step(look)), true);
    assert.equal(goesOn(story, { preset: 'balanced', set: {} }), true);
    assert.equal(goesOn(story.at(T + 10 * MINUTE).step(look)), false, 'nothing lately');
    assert.equal(goesOn(stuck()), false, 'stuck');
  });
  it('the log reports each state once', () => {
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
