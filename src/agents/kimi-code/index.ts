/** Kimi Code: its wire logs show its sessions, a hook denies their calls, the server of `kimi web` steers those that it runs. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { knownKimiCode } from './known.js';
import { isOwnPayload, readHook } from './payload.js';
import { kimiCodeFormat } from './wire-log.js';

export const kimiCode: Agent = {
  ...knownKimiCode,
  log: { kind: 'lines', open: (file) => kimiCodeFormat.open(file) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  // few sessions run in one: loaded when a turn begins
  server: { find: async (where, session) => (await import('./server.js')).find(where, session) },
  createMerge: () => new LiveMerge(),
};
