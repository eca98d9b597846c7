/** Claude Code: hooks steer it; transcripts suffice to observe it. */
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook, answerPrompt } from './answer.js';
import { isOwnPayload, readHook, readPrompt } from './payload.js';
import { openTranscript } from './transcript.js';
import { readTask, TASK_HEAD, taskIdIn, type TaskReader } from '../reading/task-text.js';
import { taggedIn } from '../reading/tagged.js';

const started =
  /(?:^|\n)Command (?:running in background with ID: |was manually backgrounded by user with ID: |did not complete within [^\n]{1,100} moved to the background \(ID: )([\w-]{1,100})/;

/** Background commands, from the results of calls. */
const readTasks: TaskReader = ({ tool, input }, output) => {
  switch (tool) {
    case 'Bash':
    case 'PowerShell': {
      const id = started.exec(output.slice(0, TASK_HEAD))?.[1];
      return readTask(id, 'running');
    }
    case 'BashOutput':
    case 'TaskOutput': {
      const head = output.slice(0, TASK_HEAD);
      return readTask(
        taskIdIn(input, 'task_id', 'bash_id', 'shell_id') ?? taggedIn(head, 'task_id'),
        taggedIn(head, 'status'),
      );
    }
    case 'KillBash':
    case 'KillShell':
    case 'TaskStop':
      return readTask(taskIdIn(input, 'task_id', 'shell_id', 'bash_id'), 'killed');
    default:
      return [];
  }
};

/** Milliseconds: Claude Code notifies of a prompt that stands for six seconds. */
const REMINDED_AFTER = 10_000;

export const live: LiveAgent = {
  log: { kind: 'lines', open: openTranscript },
  hooks: {
    isOwn: isOwnPayload,
    read: readHook,
    answer: answerHook,
    prompts: { read: readPrompt, answer: answerPrompt, isConfirmed: true },
  },
  resume: { program: 'claude', words: ['--resume'] },
  readTasks,
  // PreCompact runs earlier, even if nothing is compacted
  createMerge: () => new LiveMerge({ compaction: 'log', remindedAfter: REMINDED_AFTER }),
};
