/**
 * Snapshots on their way to the page. An agent changes a row or two at a time, and a snapshot has 300: the page is sent those that have changed,
 * and told which of the message before it keeps. What does not change is written once.
 */
import type { Row } from '../../core/view/timeline/rows.js';
import type { Snapshot } from '../../core/view/snapshot.js';
import type { RowPart, SnapshotMessage } from '../../protocol/view.js';

export class SnapshotMessages {
  /** The JSON of a call, or of a row that is no step. The timeline replaces these and never changes them. */
  private readonly written = new WeakMap<object, string>();
  /** The rows of the last message: where each was. */
  private sent = new Map<string, number>();
  private number = 0;

  /** The page has begun anew, or has lost a message: the next one builds on none. */
  startOver(): void {
    this.sent = new Map();
    this.number = 0;
  }

  makeMessage(snapshot: Snapshot): SnapshotMessage {
    const { selected } = snapshot;
    const lines = (selected?.rows ?? []).map((row) => this.write(row));
    const rows = makeParts(lines, this.sent);
    this.sent = new Map();
    lines.forEach((line, at) => this.sent.set(line, at));
    this.number += 1;
    return {
      type: 'snapshot',
      snapshot:
        selected === undefined ? snapshot : { ...snapshot, selected: { ...selected, rows: [] } },
      number: this.number,
      rows,
    };
  }

  private write(row: Row): string {
    if (row.kind !== 'step') {
      return this.once(row);
    }
    const { calls, ...step } = row;
    return `${JSON.stringify(step).slice(0, -1)},"calls":[${calls.map((call) => this.once(call)).join(',')}]}`;
  }

  private once(value: object): string {
    const known = this.written.get(value);
    if (known !== undefined) {
      return known;
    }
    const text = JSON.stringify(value);
    this.written.set(value, text);
    return text;
  }
}

function makeParts(lines: readonly string[], sent: ReadonlyMap<string, number>): RowPart[] {
  const parts: RowPart[] = [];
  for (const line of lines) {
    const from = sent.get(line);
    const last = parts.at(-1);
    if (from === undefined) {
      parts.push(line);
    } else if (typeof last === 'object' && last.from + last.count === from) {
      last.count += 1;
    } else {
      parts.push({ from, count: 1 });
    }
  }
  return parts;
}
