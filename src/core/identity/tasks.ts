/** Background tasks as a signal of progress: a `task` event's fingerprint names each with its status, `id:status`, sorted. */
import { hashText } from './hash.js';

/** An agent's background shell or job, or a task of the editor. */
export interface BackgroundTask {
  id: string;
  status: string;
}

/** The status of a task whose end the agent is not told by itself: it may be over by now. */
export const STARTED = 'started';

const NONE = 'none';
/** Longer lists are hashed, which hides whether anything still runs. */
const READABLE = 1000;

const running =
  'running|pending|queued|active|in[-_ ]?progress|start(?:ing|ed)|waiting|open|created|busy';
const alive = new RegExp(`[:=,]\\s*"?(?:${running})\\b`, 'i');
const isAlive = new RegExp(`^(?:${running})\\b`, 'i');
/** Nothing can be read from a hash. */
const opaque = /^[\w+/=-]{16,}$/;

/** Independent of order. If an id is listed twice, the last status counts. */
export function taskFingerprint(tasks: Iterable<BackgroundTask>): string {
  const statuses = new Map<string, string>();
  for (const { id, status } of tasks) {
    statuses.set(id, status);
  }
  if (statuses.size === 0) {
    return NONE;
  }
  const pairs = [...statuses]
    .map((pair) => pair.map(escaped).join(':'))
    .sort()
    .join(',');
  return pairs.length > READABLE ? `tasks-${hashText(pairs)}` : pairs;
}

/** The tasks of a fingerprint; undefined for one of another form, and for a hash. */
export function tasksIn(fingerprint: string): BackgroundTask[] | undefined {
  if (fingerprint === NONE) {
    return [];
  }
  const tasks = fingerprint.split(',').flatMap((pair) => {
    const [id = '', status, ...more] = pair.split(':').map(unescaped);
    return id === '' || status === undefined || more.length > 0 ? [] : [{ id, status }];
  });
  return tasks.length === 0 ? undefined : tasks;
}

function escaped(text: string): string {
  return text.replace(/[%:,]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}
function unescaped(text: string): string {
  return text.replace(/%(25|3a|2c)/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

export function isRunning({ status }: BackgroundTask): boolean {
  return isAlive.test(status);
}

/** The names of those that certainly run; none where the fingerprint does not say. */
export function listRunning(fingerprint: string): string[] {
  return (tasksIn(fingerprint) ?? [])
    .filter((task) => isRunning(task) && task.status !== STARTED)
    .map(({ id }) => id);
}

/** Whether all tasks are over; undefined where the fingerprint does not say. */
export function noTaskRuns(fingerprint: string): boolean | undefined {
  if (alive.test(fingerprint)) {
    return false;
  }
  return opaque.test(fingerprint) ? undefined : true;
}

/**
 * Whether the job that a call looks at is gone. Where tasks are listed by name, only the end of one that the call names says so:
 * another one may end while the agent waits for a build on a server.
 */
export function isJobGone(fingerprint: string, look: string): boolean {
  const listed = tasksIn(fingerprint) ?? [];
  return (
    noTaskRuns(fingerprint) === true &&
    (listed.length === 0 || listed.some(({ id }) => look.includes(id)))
  );
}
