/** The agent's to-do list: what stands on it, and in words what a call does to it. */
import { oneLine } from '../escape-controls.js';
import { summarizePlan, type PlanItem } from '../identity/tool/bookkeeping.js';
import { readTaskChanges, type TaskChange } from '../identity/tool/task-changes.js';
import { shown } from '../redact.js';
import type { Call } from '../turns/session.js';
import type { Achieved } from './snapshot.js';
import type { Message } from './words/wording.js';

/** More tasks are not told apart. */
const MOST_TASKS = 256;
const NAME_LIMIT = 120;

/** By number, or by place in a list that is written whole. */
type Items = ReadonlyMap<string, PlanItem>;

export class TaskList {
  private items: Items = new Map();

  /** False for a call that says nothing about tasks. */
  take(call: Call): boolean {
    const changes = readChanges(call);
    this.items = changes.reduce(apply, this.items);
    return changes.some(
      (change) => change.kind === 'list' || (change.id !== undefined && this.items.has(change.id)),
    );
  }

  /** What a call does to the list as it is now; undefined where that has no words. */
  describe(call: Call): Message | undefined {
    const changes = readChanges(call);
    const [change] = changes;
    if (change === undefined) {
      return undefined;
    }
    if (changes.length === 1) {
      return this.describeOne(change);
    }
    return changes.every(({ kind }) => kind === 'add')
      ? planned(changes.length)
      : summarize(changes.reduce(apply, this.items));
  }

  /** The task that a call takes up. */
  findStarted(call: Call): string | undefined {
    const names = readChanges(call).flatMap((change) => {
      switch (change.kind) {
        case 'list':
          return change.items.findLast(isActive)?.text ?? [];
        case 'add':
          return isActive(change) ? change.text : [];
        case 'update':
          return isActive(change) ? (this.items.get(change.id)?.text ?? []) : [];
        case 'look':
          return [];
      }
    });
    return names.at(-1);
  }

  get summary(): Achieved['tasks'] {
    const plan = summarizePlan([...this.items.values()]);
    return (
      plan && {
        done: plan.done,
        total: plan.total,
        ...(plan.done < plan.total && { name: plan.item.text }),
      }
    );
  }

  private describeOne(change: TaskChange): Message | undefined {
    switch (change.kind) {
      case 'list':
        return this.describeList(change.items);
      case 'add':
        return { id: 'task.added', params: { task: change.text } };
      case 'look':
        return change.id === undefined
          ? summarize(this.items)
          : { id: 'task.looked', params: { task: this.findName(change.id) } };
      case 'update': {
        const before = this.items.get(change.id)?.state;
        return { id: nameChange(change.state, before), params: { task: this.findName(change.id) } };
      }
    }
  }

  /** One thing at most, and that the person cares most about; else how far the list is. */
  private describeList(items: readonly PlanItem[]): Message | undefined {
    const before = new Map([...this.items.values()].map(({ text, state }) => [text, state]));
    const after = apply(this.items, { kind: 'list', items });
    if (items.length === 0) {
      return { id: 'task.none' };
    }
    const isNew = items.every(({ text }) => !before.has(text));
    if (isNew && items.length > 1 && items.every(({ state }) => state !== 'done')) {
      return planned(items.length);
    }
    const changed = items.filter(({ text, state }) => before.get(text) !== state);
    const done = changed.filter(({ state }) => state === 'done');
    const [task = changed.findLast(isActive) ?? changed.find(({ text }) => !before.has(text))] =
      done;
    return done.length > 1 || task === undefined
      ? summarize(after)
      : {
          id:
            isActive(task) || task.state === 'done' ? nameChange(task.state, 'open') : 'task.added',
          params: { task: task.text },
        };
  }

  private findName(id: string): string {
    return this.items.get(id)?.text ?? `#${oneLine(shown(id, NAME_LIMIT))}`;
  }
}

function readChanges({ tool, input, result }: Call): TaskChange[] {
  return readTaskChanges(tool, input, result?.output).map((change) =>
    change.kind === 'list'
      ? { ...change, items: change.items.slice(0, MOST_TASKS).map(named) }
      : change.kind === 'add'
        ? named(change)
        : change,
  );
}

function apply(items: Items, change: TaskChange): Items {
  switch (change.kind) {
    case 'list':
      return new Map(change.items.map((item, index) => [`${index}`, item]));
    case 'add': {
      const { id, text, state } = change;
      const isOver = [...items.values()].every((item) => isSettled(item));
      const kept = isOver ? [] : items; // else a new list begins
      return id === undefined || (!isOver && items.size >= MOST_TASKS)
        ? new Map(kept)
        : new Map([...kept, [id, { text, state }]]);
    }
    case 'update': {
      const item = items.get(change.id);
      if (item === undefined || change.state === undefined) {
        return items;
      }
      const changed = new Map(items);
      // the newest comes last
      changed.delete(change.id);
      return changed.set(change.id, { ...item, state: change.state });
    }
    case 'look':
      return items;
  }
}

function nameChange(
  state: PlanItem['state'] | undefined,
  before: PlanItem['state'] | undefined,
): Message['id'] {
  switch (state) {
    case 'done':
      return 'task.done';
    case 'active':
      return 'task.begun';
    case 'dropped':
      return 'task.dropped';
    case 'open':
      return before === undefined || before === 'open' ? 'task.changed' : 'task.reopened';
    case undefined:
      return 'task.changed';
  }
}

function planned(count: number): Message {
  return { id: 'task.planned', params: { count } };
}

function summarize(items: Items): Message | undefined {
  const plan = summarizePlan([...items.values()]);
  return plan && { id: 'task.list', params: { done: plan.done, count: plan.total } };
}

function isActive({ state }: { state: PlanItem['state'] | undefined }): boolean {
  return state === 'active';
}

function isSettled({ state }: PlanItem): boolean {
  return state === 'done' || state === 'dropped';
}

/** One line, without secrets. */
function named<T extends { text: string }>(item: T): T {
  return { ...item, text: oneLine(shown(item.text, NAME_LIMIT)) };
}
