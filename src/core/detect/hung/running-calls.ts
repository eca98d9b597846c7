/**
 * The running calls of a session, the one to be looked at next first. A call costs the logarithm of their number, however many are
 * open: those that are over are dropped when their turn comes.
 */
import { isOpen, type Call } from '../../turns/session.js';

interface RunningCall {
  call: Call;
  /** When to look at it: milliseconds since the epoch. */
  at: number;
}

export class RunningCalls {
  /** A binary heap by `at`. */
  private readonly heap: RunningCall[] = [];

  /** The next call to look at, and when. */
  get next(): Readonly<RunningCall> | undefined {
    for (let first = this.heap[0]; first !== undefined; first = this.heap[0]) {
      if (isOpen(first.call)) {
        return first;
      }
      this.dropNext();
    }
    return undefined;
  }

  add(call: Call, at: number): void {
    const { heap } = this;
    let i = heap.length;
    const entry = { call, at };
    heap.push(entry);
    while (i > 0) {
      const up = (i - 1) >> 1;
      const above = heap[up];
      if (above === undefined || !comesBefore(entry, above)) {
        break;
      }
      heap[i] = above;
      i = up;
    }
    heap[i] = entry;
  }

  /** Looks at the next one no more, until it is added again. */
  dropNext(): void {
    const { heap } = this;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) {
      return;
    }
    let i = 0;
    for (;;) {
      const left = 2 * i + 1;
      const smaller = comesBefore(heap[left + 1], heap[left]) ? left + 1 : left;
      const below = heap[smaller];
      if (below === undefined || !comesBefore(below, last)) {
        break;
      }
      heap[i] = below;
      i = smaller;
    }
    heap[i] = last;
  }

  clear(): void {
    this.heap.length = 0;
  }
}

function comesBefore(one: RunningCall | undefined, other: RunningCall | undefined): boolean {
  if (one === undefined || other === undefined) {
    return one !== undefined;
  }
  return one.at === other.at ? one.call.number < other.call.number : one.at < other.at;
}
