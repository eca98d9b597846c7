/** Kimi Code: wire logs show its sessions, a hook can deny calls, and `kimi web` can steer the sessions that it runs. */
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { isOwnPayload, readHook } from './payload.js';
import { kimiCodeFormat } from './wire-log.js';
import { tasksOfKimiCode } from './tasks.js';

export const live: LiveAgent = {
  log: { kind: 'lines', open: (file) => kimiCodeFormat.open(file) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  // loaded when a turn begins: few sessions run in a server
  server: { find: async (where, session) => (await import('./server.js')).find(where, session) },
  readTasks: tasksOfKimiCode,
  createMerge: () => new LiveMerge(),
};
