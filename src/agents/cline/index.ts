/** Cline: hooks steer its sessions; message files show them. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { knownCline } from './known.js';
import { clineFormat } from './messages.js';
import { isOwnPayload, readHook } from './payload.js';

export const cline: Agent = {
  ...knownCline,
  log: { kind: 'document', read: (document, file) => clineFormat.read(document, file) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  createMerge: () => new LiveMerge(),
};
