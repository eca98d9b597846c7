/** The model's provider makes an agent wait: no stall, and nothing that the person has to answer. */
import assert from 'node:assert/strict';
import type { TurnEvent, Waiting } from '../../../src/core/events.js';
import { parseEvent } from '../../../src/core/parse.js';
import type { SessionSummary } from '../../../src/core/view/snapshot.js';
import { fold, type Watch } from '../support/watch.js';
import { bash, Story } from '../support/story.js';

const T = 1_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a wait for the provider', () => {
  const begun = (session = 'S'): Story =>
    new Story(session).at(T).start().turn().step(bash('ls', 'a'));
  const limited = (story: Story, more: Partial<Waiting> = {}): Story =>
    story.push({ v: 1, type: 'waiting', session: 'S', at: T, for: 'limit', ...more });
  const shown = (story: Story): SessionSummary => summary(fold(story));
  const summary = (watch: Watch): SessionSummary => {
    const session = watch.sessions.get('S');
    assert.ok(session !== undefined);
    return watch.views.summary(session);
  };
  /** What is found while nothing comes for so long. */
  const found = (story: Story, ms: number): string[] => {
    const watch = fold(story);
    const { verdicts } = watch.push({ v: 1, type: 'tick', at: T + ms }, T + ms);
    return verdicts.map(({ level, what }) => `${level} ${what.id}`);
  };

  it('is told with its end and the next try, and needs nobody', () => {
    const overload: TurnEvent = {
      v: 1,
      type: 'waiting',
      session: 'S',
      at: T,
      for: 'overload',
      until: T + 9000,
      attempt: 4,
    };
    const { state, limit, needsPerson, waitingFor, waitsSince } = shown(begun().push(overload));
    assert.equal(state, 'waiting');
    assert.deepEqual(limit, { for: 'overload', until: T + 9000, attempt: 4 });
    assert.equal(needsPerson, false);
    assert.deepEqual(waitingFor, { id: 'verdict.wait.overload' });
    assert.equal(waitsSince, undefined);
  });

  it('is one wait, however often the provider is asked', () => {
    const watch = fold(begun());
    const told: string[] = [];
    for (let attempt = 1; attempt <= 9; attempt++) {
      const at = T + attempt * MINUTE;
      const until = at + MINUTE;
      const next = { v: 1, session: 'S', at, type: 'waiting', for: 'limit', until } as const;
      const { verdicts } = watch.push({ ...next, attempt }, at);
      told.push(...verdicts.map(({ level, what }) => `${level} ${what.id}`));
    }
    assert.deepEqual(told, ['waiting verdict.wait.limit']);
    assert.deepEqual(summary(watch).limit, { for: 'limit', until: T + 10 * MINUTE, attempt: 9 });
  });

  it('is over once the model writes or calls, or the turn is over; no result ends it', () => {
    const open = begun();
    const call = open.call(bash('sleep 9 &'));
    limited(open, { until: T + 9000, attempt: 1 }).result(call, bash('', 'done'));
    assert.equal(shown(open).state, 'waiting');
    assert.equal(shown(limited(begun()).say('I see.')).limit, undefined);
    assert.equal(shown(limited(begun()).step(bash('ls b', 'b'))).limit, undefined);
    assert.equal(shown(limited(begun()).end()).limit, undefined);
    assert.equal(shown(limited(begun()).end('interrupted')).limit, undefined);
    assert.equal(shown(limited(begun()).turn('Another')).limit, undefined);
  });

  it('takes no permission’s place', () => {
    const story = begun();
    const call = story.call(bash('npm publish'));
    story.push({ v: 1, type: 'waiting', session: 'S', for: 'permission', call });
    const { limit, needsPerson } = shown(limited(story));
    assert.equal(limit, undefined);
    assert.equal(needsPerson, true);
  });

  it('is no silence, until the agent was to ask again', () => {
    const until = T + 3 * HOUR;
    assert.deepEqual(found(limited(begun(), { until }), 3 * HOUR), ['waiting verdict.wait.limit']);
    assert.deepEqual(found(limited(begun()), 9 * HOUR), ['waiting verdict.wait.limit']);
    assert.deepEqual(found(limited(begun(), { until }), 4 * HOUR), [
      'waiting verdict.wait.limit',
      'watch verdict.silence',
      'stalled verdict.silence',
    ]);
  });

  it('of a sub-agent holds up whoever started it', () => {
    const story = begun();
    const call = story.call({ tool: 'Task', class: 'task', input: { prompt: 'Look' }, output: '' });
    const child = new Story('S/c', story.events).at(T);
    child.start({ parent: 'S' }).turn('Look').step(bash('ls', 'a'));
    child.push({ v: 1, type: 'waiting', session: 'S/c', at: T, for: 'limit', until: T + HOUR });
    assert.deepEqual(
      found(story, HOUR).filter((each) => !each.startsWith('waiting')),
      [],
    );
    assert.equal(shown(story).needsPerson, false);
    child.say('Done.').end();
    story.result(call, bash('', 'Done.'));
    assert.equal(shown(story).state, 'progressing');
  });

  it('goes on after the end that it leads to, until it is over or the next turn begins', () => {
    const until = T + HOUR;
    const ended = (): Story => limited(begun(), { until }).end('error');
    assert.deepEqual(shown(ended()).limit, { for: 'limit', until });
    assert.equal(shown(ended()).state, 'idle');
    assert.equal(shown(ended().turn('Go on')).limit, undefined);
    assert.deepEqual(found(ended(), HOUR - 1), []);
    assert.deepEqual(found(ended(), HOUR), ['waiting verdict.wait.limitOver']);
    const later = fold(ended());
    later.push({ v: 1, type: 'tick', at: T + HOUR }, T + HOUR);
    assert.deepEqual(later.push({ v: 1, type: 'tick', at: T + 9 * HOUR }, T).verdicts, []);
  });

  it('may be told after that end', () => {
    const until = T + HOUR;
    assert.deepEqual(shown(limited(begun().end('error'), { until })).limit, {
      for: 'limit',
      until,
    });
    // the hook tells the limit only, the log its end, whichever comes first
    assert.deepEqual(shown(limited(limited(begun(), { until }).end('error'))).limit, {
      for: 'limit',
      until,
    });
    assert.equal(shown(limited(begun().end())).limit, undefined);
    assert.equal(shown(limited(begun().end())).open, false);
  });

  it('that was given up ends at no time that the last try had', () => {
    const tried = { until: T + 9000, attempt: 10 };
    assert.deepEqual(shown(limited(limited(begun(), tried)).end('error')).limit, {
      for: 'limit',
      until: undefined,
    });
  });

  it('has no end that no clock can show', () => {
    assert.equal(shown(limited(begun(), { until: 1e300 })).limit?.until, undefined);
    assert.equal(shown(limited(begun().end('error'), { until: 1e300 })).limit?.until, undefined);
  });

  it('is read from a recording as it was told, and judged the same', () => {
    const story = limited(begun(), { until: T + HOUR, attempt: 2 });
    const recorded = story.events.map((event) => parseEvent(JSON.parse(JSON.stringify(event))));
    assert.deepEqual(
      recorded,
      story.events.map((event) => ({ event })),
    );
    const odd = { v: 1, type: 'waiting', session: 'S', for: 'limit', until: 'soon', attempt: null };
    assert.deepEqual(parseEvent(odd), {
      event: { v: 1, type: 'waiting', session: 'S', for: 'limit' },
    });
  });

  it('begins no turn', () => {
    assert.equal(shown(limited(new Story().at(T).start())).open, false);
  });
});
