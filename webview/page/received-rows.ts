/** The rows of each snapshot. One that did not change is the same object as before, so that it is not drawn again. */
import type { Row } from '../../src/core/view/timeline/rows.js';
import type { SnapshotMessage } from '../../src/protocol/view.js';

export class ReceivedRows {
  private rows: Row[] = [];
  private number = 0;

  /** Undefined for a message that builds on one which never came. Throws on a row that is no JSON. */
  read({ number, rows }: Pick<SnapshotMessage, 'number' | 'rows'>): Row[] | undefined {
    if (number !== 1 && number !== this.number + 1) {
      return undefined;
    }
    this.rows = rows.flatMap((part) =>
      typeof part === 'string'
        ? [JSON.parse(part) as Row]
        : this.rows.slice(part.from, part.from + part.count),
    );
    this.number = number;
    return this.rows;
  }
}
