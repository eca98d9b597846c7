/** Cline: hooks steer its sessions; message files show them. */
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { clineFormat } from './messages.js';
import { isOwnPayload, readHook } from './payload.js';

export const live: LiveAgent = {
  log: { kind: 'document', read: (document, file) => clineFormat.read(document, file) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  createMerge: () => new LiveMerge(),
};
