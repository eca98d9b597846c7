/** VS Code's own agents: hooks steer them; transcripts, where written, show them. Based on documentation and source, not on recordings. */
import type { Agent } from '../../agent.js';
import { LiveMerge } from '../../live/live-merge.js';
import { answerHook } from './answer.js';
import { knownVsCodeChat } from './known.js';
import { isOwnPayload, readHook } from './payload.js';
import { openTranscript } from './transcript.js';

export const vsCodeChat: Agent = {
  ...knownVsCodeChat,
  log: { kind: 'lines', open: openTranscript },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  createMerge: () => new LiveMerge(),
};
