/** The preset `stuck-heuristics`: what is searched, when it is judged, what is told once, and how the report agrees with its reason. */
import assert from 'node:assert/strict';
import { HopLog } from '../../../src/live/turn-log.js';
import { reportMarkdown } from '../../../src/core/view/report/escalation-report.js';
import { bash, brief, failing, judged, read, Story, type Act } from '../support/story.js';
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

const alternating = (count: number): Act[] =>
  Array.from({ length: count }, (_, i) => (i % 2 === 0 ? look : search));

function watched(story: Story, overrides = exact): Watch {
  const watch = newWatch({ overrides, mode: () => 'observe' });
  for (const event of story.events) {
    watch.push(event, event.at ?? 0);
  }
  return watch;
}

describe('seed 2: the run', () => {
  const after = (count: number, set = {}): string[] =>
    verdicts(
      every(began(), 20 * SECOND, [...times(3, look), ...alternating(count)]),
      limits({ 'stuckHeuristics.maxHops': 4, ...set }),
    );
  it('is searched in all kept actions, and may lie anywhere in them', () => {
    const story = every(began(), SECOND, [look, search, ...times(3, look), ...alternating(40)]);
    assert.deepEqual(verdicts(story.after(9 * MINUTE).step(search)), ['stalled at 45']);
  });
  it('is forgotten with the oldest kept action', () => {
    const story = (count: number): string[] =>
      verdicts(
        every(began(), SECOND, [...times(3, look), search, ...alternating(count)])
          .after(9 * MINUTE)
          .step(look),
      );
    assert.deepEqual(story(45), ['stalled at 49']);
    assert.deepEqual(story(46), []);
    assert.deepEqual(after(20, { 'stuckHeuristics.history': 6 }), []);
  });
});

describe('seed 2: when it is judged', () => {
  it('at the ends of steps: time alone finds nothing', () => {
    const story = every(began(), 10 * SECOND, times(20, look)).at(T + 9 * MINUTE);
    assert.deepEqual(verdicts(story.say('Hm.')), []);
    assert.deepEqual(verdicts(story.step(look)), ['stalled at 20']);
  });
  it('only at hops once a dispatcher tells them', () => {
    const story = hop(every(began(), MINUTE, times(8, look)), { count: 5 });
    every(story, MINUTE, times(30, look));
    assert.deepEqual(verdicts(story), []);
    assert.deepEqual(verdicts(hop(story, { count: 20 })), ['stalled at 37']);
  });
  it('without any time, if nothing ever was progress', () => {
    const story = new Story()
      .start()
      .turn()
      .repeat(20, () => failing(read('/w/none', 'ENOENT')));
    assert.deepEqual(verdicts(story), ['stalled at 19']);
  });
});

describe('seed 2: a change of state', () => {
  /** Each hop is a turn of its own with the dispatcher's prompt. */
  const dispatched = (hops: number): Story => {
    const story = every(began(), 2 * MINUTE, times(8, look)).end();
    for (let i = 0; i < hops; i++) {
      hop(story.after(MINUTE), { count: 20 + i }).turn(`Hand-over ${i + 1}: go on with the bead.`);
      every(story, MINUTE, times(2, look)).end();
    }
    return story;
  };
  it('is told once, whatever a hop says and however many follow', () => {
    assert.deepEqual(verdicts(dispatched(1)), ['stalled at 7']);
    const { verdicts: given, cleared } = judged(dispatched(6), exact);
    assert.deepEqual(brief(given), ['stalled at 7']);
    assert.deepEqual(cleared, []);
  });
  it('is told once where the prompt comes before its hop', () => {
    const story = hop(every(began(), 2 * MINUTE, times(8, look)).end(), { count: 20 });
    for (let i = 0; i < 3; i++) {
      hop(story.turn(`Hand-over ${i}: once more.`).after(MINUTE).step(look).end());
    }
    assert.deepEqual(verdicts(story), ['stalled at 7']);
  });
  it('is told once for all sessions of a task', () => {
    const first = hop(every(onTask('A', 'bead-1'), 2 * MINUTE, times(8, look)).end(), {
      count: 20,
    });
    const second = onTask('B', 'bead-1', first.events).at(T + 40 * MINUTE);
    hop(every(second, MINUTE, times(3, look)));
    assert.deepEqual(
      judged(second, exact).verdicts.map(({ session }) => session),
      ['A'],
    );
  });
  it('is told again after progress', () => {
    const story = dispatched(2).turn('Now the tests.').step(bash('make', 'built')).end();
    const { cleared } = judged(story, exact);
    assert.deepEqual(brief(cleared), ['stalled at 7']);
    hop(every(story.turn('And?'), 2 * MINUTE, times(4, look)).after(6 * MINUTE), { count: 30 });
    assert.deepEqual(verdicts(story), ['stalled at 7', 'stalled at 16']);
  });
  it('is told again once other actions have pushed the run out', () => {
    const story = hop(every(began(), MINUTE, times(8, look)), { count: 20 });
    const others = Array.from({ length: 60 }, (_, i) => failing(read(`/w/none${i % 7}`, 'ENOENT')));
    hop(every(story, SECOND, others));
    hop(every(story, SECOND, times(3, look)));
    assert.deepEqual(verdicts(story), ['stalled at 7', 'stalled at 70']);
  });
  it('begins a new account of the person, who dispatches nothing', () => {
    const story = every(began(), MINUTE, times(20, look)).end().turn('Try the other file.');
    assert.deepEqual(verdicts(every(story, MINUTE, [look])), ['stalled at 19', 'stalled at 20']);
  });
  it('past the limit, work is told of once, whatever the age of the last progress', () => {
    const story = every(began(), 2 * MINUTE, alternating(30));
    const watch = watched(story);
    const session = watch.sessions.get('S');
    assert.ok(session !== undefined);
    assert.equal(watch.views.continues(session, story.clock ?? 0), true, 'an hour ago');
    const log = new HopLog();
    const line = (): string | undefined =>
      log.continuing(
        'S',
        watch.views.hops(session),
        watch.views.metrics(session),
        story.clock ?? 0,
      );
    assert.match(line() ?? '', /^S has 30 hops but is making progress, .*\(last: 56m ago\)$/);
    assert.equal(line(), undefined);
  });
  it('work between hops is told of at the hop, though no turn is open', () => {
    const story = hop(every(began(), MINUTE, alternating(8)).end(), { count: 25 });
    const watch = watched(story);
    const session = watch.sessions.get('S');
    assert.equal(session && watch.views.continues(session, story.clock ?? 0), true);
  });
});

describe('seed 2: the report', () => {
  it('names the run that its reason names, and its count', () => {
    const story = every(began(), 10 * SECOND, [...times(4, search), ...alternating(20)]);
    every(story.after(10 * MINUTE), MINUTE, [look]);
    const now = story.clock ?? 0;
    const report = watched(story).views.report('S', now);
    assert.match(String(report?.reason.params?.['count']), /^4$/);
    assert.deepEqual(
      [report?.repeated?.type, report?.repeated?.title, report?.repeated?.times],
      ['search', 'API documentation', 4],
    );
    every(story, MINUTE, times(9, look));
    const later = watched(story).views.report('S', story.clock ?? 0);
    assert.deepEqual(
      [later?.repeated?.title, later?.repeated?.times],
      ['API documentation', 4],
      'what the open escalation said stays',
    );
  });
  it('shows as many actions as are kept', () => {
    const shown = (set: Record<string, number>): number => {
      const story = every(began(), MINUTE, times(90, look));
      const report = watched(story, limits(set)).views.report('S', story.clock ?? 0);
      return (report?.history ?? []).reduce((all, { repeats }) => all + repeats, 0);
    };
    assert.equal(shown({}), 50);
    assert.equal(shown({ 'stuckHeuristics.history': 80 }), 80);
    assert.equal(shown({ 'stuckHeuristics.history': 10 }), 10);
    assert.equal(shown({ 'stuckHeuristics.history': 4, 'stuckHeuristics.repeats': 4 }), 8);
  });
  it('a wait for the person stops its clock, in the reason and in the report alike', () => {
    const story = every(began(), MINUTE, times(10, look));
    story.push({ ...story.own, type: 'waiting', for: 'permission' }).after(60 * MINUTE);
    story.push({ ...story.own, type: 'resumed' });
    every(story, MINUTE, times(10, look));
    const now = story.clock ?? 0;
    const report = watched(story).views.report('S', now);
    assert.match(
      judged(story, exact).verdicts[0]?.reason ?? '',
      /20 times in a row and no progress for 18m/,
    );
    assert.equal(report?.sinceProgressMs, 18 * MINUTE);
    const text = report === undefined ? '' : reportMarkdown(report, now);
    assert.match(text, /\(last: 18m ago\)/);
    story.push({ ...story.own, type: 'waiting', for: 'input' });
    const waiting = watched(story).views.report('S', now + 30 * MINUTE);
    assert.equal(waiting?.sinceProgressMs, 18 * MINUTE, 'also of a wait that goes on');
  });
  it('unknown tools count as commands', () => {
    const act = (i: number): Act => ({ tool: 'frobnicate', input: { i }, output: `${i}` });
    const story = every(began(), MINUTE, [act(1), act(2), bash('ls', 'a')]);
    const session = watched(story).sessions.get('S');
    assert.equal(session && watched(story).views.metrics(session).commandsExecuted, 3);
  });
});
