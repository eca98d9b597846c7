/** VS Code's own agents: hooks steer them; transcripts, where written, show them. Based on documentation and source, not on recordings. */
import type { LiveAgent } from '../../definition.js';
import { LiveMerge } from '../../live/live-merge.js';
import { answerHook } from './answer.js';
import { isOwnPayload, readHook } from './payload.js';
import { openTranscript } from './transcript.js';

export const live: LiveAgent = {
  log: { kind: 'lines', open: openTranscript },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  createMerge: () => new LiveMerge(),
};
