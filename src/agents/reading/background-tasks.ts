/**
 * What agents run in the background, as `workspace` events with the signal `task`: read from the results of their calls and from the
 * lists and notices that their readers pass on. Each event names all known tasks of its session, and comes before the result that told
 * of the change, so that it belongs to that step. Hooks and logs may tell the same twice, and late: a task that is over stays over.
 */
import type { Author, JsonObject, TurnEvent, WorkspaceEvent } from '../../core/events.js';
import { Recent } from '../../core/identity/recent.js';
import {
  isRunning,
  taskFingerprint,
  tasksIn,
  type BackgroundTask,
} from '../../core/identity/tasks.js';
import { agentById } from '../loaded.js';
import { PerSession } from './per-session.js';
import { atTime, type Time } from './recorded-values.js';
import type { TaskReader } from './task-text.js';

const CALLS = 1000;
const MOST_TASKS = 64;

interface SessionTasks {
  root: string;
  /** Calls without a result. */
  calls: Recent<{ tool: string; input: JsonObject }>;
  /** Status by id, oldest first. */
  tasks: Map<string, string>;
  /** An event has named the session's tasks: what changes from here on is a change. */
  told: boolean;
}

/** What is said of a session's tasks. `all`: the ones that are not named are over. */
export interface TaskNews {
  session: string;
  tasks: readonly BackgroundTask[];
  at: Time;
  root?: string;
  by?: Author;
  all?: boolean;
}

export class BackgroundTasks {
  private readonly sessions = new PerSession<SessionTasks>(() => ({
    root: '',
    calls: new Recent(CALLS),
    tasks: new Map(),
    told: false,
  }));

  /** @returns the agent's events, with those of its tasks. */
  pass(agent: string, events: readonly TurnEvent[]): TurnEvent[] {
    const read = agentById(agent)?.readTasks;
    return events.flatMap((event) => this.see(event, read));
  }

  /** @returns the event of what is new; before the first one, that of the state before. */
  tell({ session: id, tasks, at, root, by, all = false }: TaskNews): WorkspaceEvent[] {
    const session = this.sessions.of(id);
    session.root = root ?? session.root;
    const before = makeFingerprint(session);
    this.merge(session, tasks);
    if (all) {
      const named = new Set(tasks.map((task) => task.id));
      for (const [task, status] of session.tasks) {
        if (!named.has(task) && isRunning({ id: task, status })) {
          session.tasks.set(task, 'ended');
        }
      }
    }
    const after = makeFingerprint(session);
    if (after === before) {
      return [];
    }
    const event: WorkspaceEvent = {
      v: 1,
      ...atTime(at),
      type: 'workspace',
      signal: 'task',
      fingerprint: after,
      root: session.root,
      session: id,
    };
    const baseline = session.told ? [] : [{ ...event, fingerprint: before }];
    session.told = true;
    return [...baseline, by === undefined ? event : { ...event, by }];
  }

  /** What ran before the turn is no change of it. */
  remember(session: string, tasks: readonly BackgroundTask[]): void {
    this.merge(this.sessions.of(session), tasks);
  }

  private see(event: TurnEvent, read: TaskReader | undefined): TurnEvent[] {
    switch (event.type) {
      case 'session.start':
        this.sessions.of(event.session).root = event.cwd;
        return [event];
      case 'tool.call':
        if (read !== undefined) {
          const { call, tool, input } = event;
          this.sessions.of(event.session).calls.set(call, { tool, input });
        }
        return [event];
      case 'tool.result':
        return read === undefined ? [event] : [...this.resultNews(event, read), event];
      case 'workspace':
        return event.signal === 'task' ? this.notice(event) : [event];
      default:
        return [event];
    }
  }

  private resultNews(
    { session, call: id, output = '', at, ok }: Extract<TurnEvent, { type: 'tool.result' }>,
    read: TaskReader,
  ): WorkspaceEvent[] {
    const { calls } = this.sessions.of(session);
    const call = calls.get(id);
    if (call === undefined) {
      return [];
    }
    calls.delete(id);
    return ok ? this.tell({ session, tasks: read(call, output), at }) : [];
  }

  /** A list that is empty or names a task that runs is of all tasks; any other is of one that is over. */
  private notice(event: WorkspaceEvent): WorkspaceEvent[] {
    const tasks = tasksIn(event.fingerprint);
    const { session, at, root } = event;
    return tasks === undefined || session === undefined
      ? [event]
      : this.tell({
          session,
          tasks,
          at,
          ...(root !== '' && { root, all: tasks.length === 0 || tasks.some(isRunning) }),
        });
  }

  private merge({ tasks: known }: SessionTasks, tasks: readonly BackgroundTask[]): void {
    for (const task of tasks) {
      const status = known.get(task.id);
      const isOver = status !== undefined && !isRunning({ id: task.id, status });
      if (!(isOver && isRunning(task))) {
        known.set(task.id, task.status);
      }
    }
    const over = [...known].filter(([id, status]) => !isRunning({ id, status }));
    for (const [id] of [...over, ...known].slice(0, Math.max(0, known.size - MOST_TASKS))) {
      known.delete(id);
    }
  }
}

function makeFingerprint({ tasks }: SessionTasks): string {
  return taskFingerprint([...tasks].map(([id, status]) => ({ id, status })));
}
