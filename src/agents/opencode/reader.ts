/** Reads and answers opencode and the programs built from it: our plugin steers them; their database suffices to observe them. */
import type { Agent, KnownAgent } from '../agent.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { LiveDatabase } from './live-database.js';
import { createHookReader, isOwnPayload } from './payload.js';
import { endOfSession, recentSessions } from './stored-sessions.js';

export function distributionAgent(known: KnownAgent): Agent {
  return {
    ...known,
    log: {
      kind: 'database',
      open: (file) => new LiveDatabase(known.id, file),
      recent: recentSessions,
      readEnd: (file, session) => endOfSession(known.id, file, session),
    },
    hooks: {
      isOwn: isOwnPayload,
      read: createHookReader(known),
      answer: answerHook,
    },
    createMerge: () => new LiveMerge(),
  };
}
