/**
 * Snapshots on their way to the page. Left to VS Code, each value of 300 rows would pass through a function and be written
 * twice, milliseconds in which no hook is answered. So the rows travel as bytes, and what does not change is written once.
 */
import type { Row } from '../../core/view/timeline/rows.js';
import type { Snapshot } from '../../core/view/snapshot.js';
import type { SnapshotMessage } from '../../protocol/view.js';

const encoder = new TextEncoder();
const marks = {
  line: encoder.encode('\n'),
  comma: encoder.encode(','),
  end: encoder.encode(']}'),
};

export class SnapshotMessages {
  /** The bytes of a call, or of a row that is no step. The timeline replaces these and never changes them. */
  private readonly written = new WeakMap<object, Uint8Array>();

  makeMessage(snapshot: Snapshot): SnapshotMessage {
    const { selected } = snapshot;
    return {
      type: 'snapshot',
      snapshot:
        selected === undefined ? snapshot : { ...snapshot, selected: { ...selected, rows: [] } },
      rows: joined(list(selected?.rows ?? [], marks.line, (row) => this.row(row))),
    };
  }

  private row(row: Row): Uint8Array[] {
    if (row.kind !== 'step') {
      return [this.once(row)];
    }
    const { calls, ...step } = row;
    return [
      encoder.encode(`${JSON.stringify(step).slice(0, -1)},"calls":[`),
      ...list(calls, marks.comma, (call) => [this.once(call)]),
      marks.end,
    ];
  }

  private once(value: object): Uint8Array {
    const known = this.written.get(value);
    if (known !== undefined) {
      return known;
    }
    const bytes = encoder.encode(JSON.stringify(value));
    this.written.set(value, bytes);
    return bytes;
  }
}

function list<T>(
  items: readonly T[],
  between: Uint8Array,
  parts: (item: T) => Uint8Array[],
): Uint8Array[] {
  return items.flatMap((item, at) => (at === 0 ? parts(item) : [between, ...parts(item)]));
}

/** In a buffer of its own: VS Code passes a part's whole buffer on. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((bytes, part) => bytes + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
