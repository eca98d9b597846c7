/** Background tasks as a signal of progress: a task that starts, ends or changes its status changes the fingerprint. Pure. */
import type { WorkspaceEvent } from '../core/events.js';
import { hashOf } from './porcelain.js';

export interface BackgroundTask {
  /** From the agent (Claude's `background_tasks`) or from VS Code (a task or a terminal's shell execution). */
  id: string;
  status: string;
}

/** Longer lists are hashed: then it is not told whether anything still runs. */
const READABLE = 1000;

/** The same for the same ids and statuses, in whatever order they come. Of one id listed twice, the last counts. */
export function taskFingerprint(tasks: Iterable<BackgroundTask>): string {
  const statuses = new Map<string, string>();
  for (const { id, status } of tasks) {
    statuses.set(id, status);
  }
  const told = [...statuses].map((pair) => JSON.stringify(pair)).sort();
  return told.reduce((length, pair) => length + pair.length, 0) > READABLE
    ? hashOf(told)
    : told.join(' ');
}

/** `at`: milliseconds since the epoch. A task always belongs to a session. */
export function taskEvent(
  root: string,
  session: string,
  tasks: Iterable<BackgroundTask>,
  at: number,
): WorkspaceEvent {
  return {
    v: 1,
    type: 'workspace',
    signal: 'task',
    root,
    session,
    at,
    fingerprint: taskFingerprint(tasks),
  };
}
