/** The rows that the page holds: the newest from each snapshot, and older ones as far as they were asked for. Pure. */
import type { Missing, OlderRows } from '../../src/core/view/full-text.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { keyRows, type KeyedRow } from '../../src/core/view/fold-rows.js';

/** Beyond this many rows the oldest ones have to be asked for again. */
const HELD_ROWS = 20_000;

export class RowHistory {
  private session: string | undefined;
  private rows: KeyedRow[] = [];
  /** Number of the oldest row held, from the session's first as 0. */
  private first = 0;
  /** From the first request on, rows that leave the snapshot are kept, so that no gap can open. */
  private keeps = false;
  private pending: number | undefined;
  /** The answer to it is late: it may be asked for again. */
  private late = false;
  private _ended: Missing | undefined;

  /** Newest first. Joins the snapshot's rows with the older ones held, or drops these if a gap lies between. */
  take(detail: SessionDetail): readonly KeyedRow[] {
    if (detail.session !== this.session) {
      this.session = detail.session;
      this.keeps = false;
      this.rows = [];
    }
    const fresh = keyRows(detail.rows);
    const last = fresh.at(-1)?.key;
    const joint = this.keeps ? this.rows.findIndex(({ key }) => key === last) : -1;
    if (joint < 0) {
      this.keeps = false;
      this.pending = undefined;
      this._ended = undefined;
      this.first = detail.olderRows;
      this.rows = fresh;
    } else {
      this.hold(fresh.concat(this.rows.slice(joint + 1)));
    }
    return this.rows;
  }

  /** Rows of the session that are not held and can be asked for. */
  get left(): number {
    return this.rows.length >= HELD_ROWS || this._ended !== undefined ? 0 : this.first;
  }

  /** Why there are no older rows, though there were some. */
  get ended(): Missing | undefined {
    return this._ended;
  }

  /** The row number to ask with; undefined while an answer is awaited or nothing is left. */
  ask(): number | undefined {
    if ((this.pending !== undefined && !this.late) || this.left === 0) {
      return undefined;
    }
    this.keeps = true;
    this.late = false;
    this.pending = this.first;
    return this.pending;
  }

  /** The answer has not come yet; it is taken if it comes after all. */
  giveUp(before: number): void {
    if (this.pending === before) {
      this.late = true;
    }
  }

  /** Takes the answer to the last request, and nothing else. */
  add(session: string, before: number, { rows, ended }: OlderRows): boolean {
    if (session !== this.session || before !== this.pending) {
      return false;
    }
    this.pending = undefined;
    this._ended = ended ?? (rows.length === 0 ? 'gone' : undefined);
    const held = new Set(this.rows.map(({ key }) => key));
    // equal rows of two answers have equal keys: the older one gets its number
    const added = keyRows(rows).map((row, i) => ({
      ...row,
      key: held.has(row.key) ? `${row.key}@${before - 1 - i}` : row.key,
      joint: i === 0,
    }));
    this.first = Math.max(0, before - rows.length);
    this.hold(this.rows.concat(added));
    return true;
  }

  private hold(rows: KeyedRow[]): void {
    this.first += Math.max(0, rows.length - HELD_ROWS);
    this.rows = rows.slice(0, HELD_ROWS);
  }
}
