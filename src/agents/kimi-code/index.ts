/** Kimi Code: its wire logs show its sessions, a hook denies their calls. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live-merge.js';
import { answerHook } from './answer.js';
import { knownKimiCode } from './known.js';
import { isOwnPayload, readHook } from './payload.js';
import { kimiCodeFormat } from './wire-log.js';

export const kimiCode: Agent = {
  ...knownKimiCode,
  log: { kind: 'lines', open: (file) => kimiCodeFormat.open(file) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  createMerge: () => new LiveMerge(),
};
