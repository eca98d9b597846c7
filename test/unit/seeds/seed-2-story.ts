/** The stories in which seed 2's rule is tested, with the time between their steps. */
import type { Overrides } from '../../../src/core/judge.js';
import { type Act, brief, judged, read, Story } from '../support/story.js';

export const T = 1_700_000_000_000;

export const SECOND = 1000;

export const MINUTE = 60 * SECOND;

export const exact: Overrides = { preset: 'stuck-heuristics', set: {} };

export const limits = (set: Overrides['set']): Overrides => ({ ...exact, set });

export const verdicts = (story: Story, overrides = exact): string[] =>
  brief(judged(story, overrides).verdicts);

export const began = (): Story => new Story().at(T).start().turn();

export const look = read('/w/authentication.go', 'package auth');

export const search: Act = {
  tool: 'Grep',
  input: { pattern: 'API documentation' },
  output: 'No matches found',
};

/** Steps at equal distances, the first now. */
export function every(story: Story, ms: number, acts: readonly (Act | Act[])[]): Story {
  acts.forEach((act, i) => story.after(i === 0 ? 0 : ms).step(...[act].flat()));
  return story;
}

export const times = <T>(count: number, value: T): T[] =>
  Array.from({ length: count }, () => value);

export function hop(story: Story, more: { count?: number; task?: string } = {}): Story {
  return story.push({ ...story.own, type: 'hop', ...more });
}

export function onTask(session: string, task: string, events: Story['events'] = []): Story {
  const story = new Story(session, events).at(T);
  return story
    .push({ ...story.own, type: 'session.start', agent: 'unknown', cwd: '/w', task })
    .turn();
}
