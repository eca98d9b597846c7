/** The rows of each snapshot. A row whose line is as it was is the same object as before: what did not change is neither parsed nor drawn again. */
import type { Row } from '../../src/core/view/timeline/rows.js';

const decoder = new TextDecoder();

export class ReceivedRows {
  /** Those of the last snapshot, by the line that each was read from. */
  private known = new Map<string, Row>();

  /** `bytes`: as in `SnapshotMessage`. Throws on a line that is no JSON. */
  read(bytes: Uint8Array): Row[] {
    const next = new Map<string, Row>();
    const text = decoder.decode(bytes);
    const rows = (text === '' ? [] : text.split('\n')).map((line) => {
      const row = this.known.get(line) ?? (JSON.parse(line) as Row);
      next.set(line, row);
      return row;
    });
    this.known = next;
    return rows;
  }
}
