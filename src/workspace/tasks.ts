/** Background tasks as a signal of progress: the fingerprint changes when a task starts, ends or changes its status. Pure. */
import type { WorkspaceEvent } from '../core/events.js';
import { hashOf } from './porcelain.js';

export interface BackgroundTask {
  /** From the agent (Claude's `background_tasks`) or from VS Code (a task or a terminal's shell execution). */
  id: string;
  status: string;
}

/** Longer lists are hashed, which hides whether anything still runs. */
const READABLE = 1000;

/** Independent of order. If an id is listed twice, the last status counts. */
export function taskFingerprint(tasks: Iterable<BackgroundTask>): string {
  const statuses = new Map<string, string>();
  for (const { id, status } of tasks) {
    statuses.set(id, status);
  }
  const pairs = [...statuses].map((pair) => JSON.stringify(pair)).sort();
  return pairs.reduce((length, pair) => length + pair.length, 0) > READABLE
    ? hashOf(pairs)
    : pairs.join(' ');
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
