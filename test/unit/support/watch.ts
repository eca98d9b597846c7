/** A watch that has received all events of a story. */
import type { Overrides } from '../../../src/core/judge.js';
import { Watch } from '../../../src/core/watch.js';
import type { Story } from './story.js';

export function fold({ events }: Story, overrides: Overrides = { set: {} }): Watch {
  const watch = new Watch({
    overrides,
    mode: () => 'ask',
    remindFirst: () => false,
    capabilities: () => ({ textOnly: 'deny', stop: true, guide: true }),
    agentName: (agent) => agent,
  });
  for (const event of events) {
    watch.push(event, 0);
  }
  return watch;
}
