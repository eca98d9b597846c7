/** Watches for tests: empty, or with the events of a story. */
import type { Overrides } from '../../../src/core/judge.js';
import { Watch, type WatchOptions } from '../../../src/core/watch.js';
import type { Story } from './story.js';

/** The progress detector alone, which stalls after three steps without progress. */
export const threeIdleSteps = {
  preset: 'progress-detector',
  set: { 'progressDetector.steps': 3 },
} as const satisfies Overrides;

/** By default it asks the person, and the agent can be steered in every way. */
export function newWatch(options: Partial<WatchOptions> = {}): Watch {
  return new Watch({
    overrides: { set: {} },
    mode: () => 'ask',
    remindFirst: () => false,
    capabilities: () => ({ textOnly: 'deny', stop: true, guide: true }),
    agentName: (agent) => agent,
    ...options,
  });
}

export function fold({ events }: Story, overrides: Overrides = { set: {} }): Watch {
  const watch = newWatch({ overrides });
  for (const event of events) {
    watch.push(event, 0);
  }
  return watch;
}
