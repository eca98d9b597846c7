/** What agents write of their background tasks, and how a reader passes it on. */
import type { JsonObject, WorkspaceEvent } from '../../core/events.js';
import { taskFingerprint, type BackgroundTask } from '../../core/identity/tasks.js';
import { nameIn } from './fields.js';
import { atTime, type Time } from './recorded-values.js';
import { taggedIn } from './tagged.js';

/** The background tasks of which a result tells. */
export type TaskReader = (
  call: { tool: string; input: JsonObject },
  output: string,
) => BackgroundTask[];

const TAG = 'task-notification';
/** Characters of a result that can tell of a task: what follows is the task's own output. */
export const TASK_HEAD = 2000;
const MOST_NOTICES = 20;

/** `<task-notification>` with `<task-id>` and `<status>`, as the harness announces that a task is over. */
export function notifiedTasks(text: string): BackgroundTask[] {
  return text
    .split(`<${TAG}>`)
    .slice(1, 1 + MOST_NOTICES)
    .flatMap((notice) => {
      const head = notice.slice(0, TASK_HEAD);
      return readTask(taggedIn(head, 'task-id'), taggedIn(head, 'status'));
    });
}

/** A reader's news of some tasks, to be passed on by `BackgroundTasks`. */
export function taskNotice(
  session: string,
  at: Time,
  tasks: readonly BackgroundTask[],
): WorkspaceEvent[] {
  return tasks.length === 0
    ? []
    : [
        {
          v: 1,
          ...atTime(at),
          type: 'workspace',
          signal: 'task',
          fingerprint: taskFingerprint(tasks),
          root: '',
          session,
        },
      ];
}

/** The task that a call names, with this status. */
export function readTask(id: unknown, status: string | undefined): BackgroundTask[] {
  const name = typeof id === 'number' ? String(id) : nameIn(id);
  return name === undefined || status === undefined || status === '' || status.length > 100
    ? []
    : [{ id: name, status }];
}

/** The first of the input's fields that names a task. */
export function taskIdIn(input: JsonObject, ...fields: string[]): unknown {
  return fields.map((field) => input[field]).find((value) => value !== undefined);
}
