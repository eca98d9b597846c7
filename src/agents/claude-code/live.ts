/** Claude Code: hooks steer it; transcripts suffice to observe it. */
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { isOwnPayload, readHook } from './payload.js';
import { openTranscript } from './transcript.js';
import { tasksOfClaudeCode } from './tasks.js';

/** Milliseconds: Claude Code notifies of a prompt that stands for six seconds. */
const REMINDED_AFTER = 10_000;

export const live: LiveAgent = {
  log: { kind: 'lines', open: openTranscript },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  readTasks: tasksOfClaudeCode,
  // PreCompact runs earlier, even if nothing is compacted
  createMerge: () => new LiveMerge({ compaction: 'log', remindedAfter: REMINDED_AFTER }),
};
