/** pi's sessions live. */
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { piFormat } from './session-log.js';

export const live: LiveAgent = {
  log: { kind: 'lines', open: (file) => piFormat.open(file) },
  createMerge: () => new LiveMerge(),
};
