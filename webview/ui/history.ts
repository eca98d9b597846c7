/** The rows that the page holds: the newest from each snapshot, and older ones that the person asked for. Pure. */
import type { Row, SessionDetail } from '../../src/core/snapshot.js';
import { keyRows, type KeyedRow } from '../../src/core/fold.js';

/** Beyond this many rows the oldest ones have to be asked for again. */
export const HELD_ROWS = 20_000;

export class History {
  #session: string | undefined;
  #rows: KeyedRow[] = [];
  /** From the first request on, rows that leave the snapshot are kept, so that no gap can open. */
  #keeps = false;
  #pending: number | undefined;

  /** Newest first. Joins the snapshot's rows with the older ones held, or drops these if a gap lies between. */
  take(detail: SessionDetail): readonly KeyedRow[] {
    if (detail.session !== this.#session) {
      this.#session = detail.session;
      this.#keeps = false;
      this.#rows = [];
    }
    const fresh = keyRows(detail.rows);
    const last = fresh.at(-1)?.key;
    const joint = this.#keeps ? this.#rows.findIndex(({ key }) => key === last) : -1;
    if (joint < 0) {
      this.#keeps = false;
      this.#pending = undefined;
    }
    this.#rows = joint < 0 ? fresh : fresh.concat(this.#rows.slice(joint + 1)).slice(0, HELD_ROWS);
    return this.#rows;
  }

  /** Rows of the session that are not held. */
  left(detail: SessionDetail): number {
    return this.#rows.length >= HELD_ROWS ? 0 : Math.max(0, detail.rows.length + detail.olderRows - this.#rows.length);
  }

  /** The `before` to ask with; undefined while an answer is awaited. */
  ask(): number | undefined {
    if (this.#pending !== undefined) { return undefined; }
    this.#keeps = true;
    this.#pending = this.#rows.length;
    return this.#pending;
  }

  /** Takes the answer to the last request, and nothing else. Rows that both sides hold are not doubled. */
  add(session: string, before: number, rows: readonly Row[]): boolean {
    if (session !== this.#session || before !== this.#pending) { return false; }
    this.#pending = undefined;
    const held = new Set(this.#rows.map(({ key }) => key));
    this.#rows = this.#rows.concat(keyRows(rows).filter(({ key }) => !held.has(key))).slice(0, HELD_ROWS);
    return true;
  }
}
