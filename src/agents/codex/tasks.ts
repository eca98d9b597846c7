/** Processes that Codex leaves running, from the frame around the output of a command or of a look at one. */
import type { Json } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import type { BackgroundTask } from '../../core/identity/tasks.js';
import { resultIn } from '../reading/content.js';
import { readTask, TASK_HEAD } from '../reading/task-text.js';

const running = /(?:^|\n)Process running with session ID (\d{1,12})(?:\n|$)/;

/** `looked`: the process that the call looked at; it is over once the call has an exit code. */
export function readProcess(
  output: unknown,
  exitCode: number | undefined,
  looked: Json | undefined,
): BackgroundTask[] {
  const text = resultIn(isObject(output) ? (output['content'] ?? output['output']) : output);
  const [head = ''] = text.slice(0, TASK_HEAD).split('\nOutput:\n');
  const id = running.exec(head)?.[1];
  return id === undefined && exitCode !== undefined
    ? readTask(looked, `exit ${exitCode}`)
    : readTask(id, 'running');
}
