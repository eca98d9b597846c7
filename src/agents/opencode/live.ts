/** Reads and answers opencode and the programs built from it: our plugin steers them; their database suffices to observe them. */
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import type { Distribution } from './distribution.js';
import { LiveDatabase } from './live-database.js';
import { createHookReader, isOwnPayload } from './payload.js';
import { endOfSession, recentSessions } from './stored-sessions.js';

export function readDistribution(distribution: Distribution): LiveAgent {
  const { id } = distribution;
  return {
    log: {
      kind: 'database',
      open: (file) => new LiveDatabase(id, file),
      recent: recentSessions,
      readEnd: (file, session) => endOfSession(id, file, session),
    },
    hooks: {
      isOwn: isOwnPayload,
      read: createHookReader(distribution),
      answer: answerHook,
    },
    createMerge: () => new LiveMerge(),
  };
}
