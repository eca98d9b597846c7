/** The rows that the page holds: the newest from each snapshot, and older ones that were requested. Pure. */
import type { Missing, OlderRows } from '../../src/core/view/full-text.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import type { Row } from '../../src/core/view/timeline/rows.js';
import { keyRows, type KeyedRow } from '../../src/core/view/timeline/fold-rows.js';

/** Beyond this many rows the oldest ones are dropped. */
const MAX_ROWS = 20_000;

export class RowHistory {
  private session: string | undefined;
  private rows: KeyedRow[] = [];
  /** Those of the last snapshot. */
  private newest = new Map<Row, KeyedRow>();
  /** Number of the oldest row held; the session's first row is 0. */
  private first = 0;
  /** From the first request on, rows that leave the snapshot are kept, so that no gap opens. */
  private keepsRows = false;
  private pending: number | undefined;
  /** The pending request has timed out: it may be repeated. */
  private timedOut = false;
  private _ended: Missing | undefined;

  /** Joins the snapshot's rows with the older ones held, or drops those if there is a gap between. Returns all rows, newest first. */
  update(detail: SessionDetail): readonly KeyedRow[] {
    if (detail.session !== this.session) {
      this.session = detail.session;
      this.keepsRows = false;
      this.rows = [];
    }
    const fresh = keyRows(detail.rows, this.newest);
    this.newest = new Map();
    for (const keyed of fresh) {
      this.newest.set(keyed.row, keyed);
    }
    const last = fresh.at(-1)?.key;
    const joint = this.keepsRows ? this.rows.findIndex(({ key }) => key === last) : -1;
    if (joint < 0) {
      this.keepsRows = false;
      this.pending = undefined;
      this._ended = undefined;
      this.first = detail.olderRows;
      this.rows = fresh;
    } else {
      this.hold(fresh.concat(this.rows.slice(joint + 1)));
    }
    return this.rows;
  }

  /** Number of older rows that can be requested. */
  get left(): number {
    return this.rows.length >= MAX_ROWS || this._ended !== undefined ? 0 : this.first;
  }

  /** Why older rows are no longer available, though there were some. */
  get ended(): Missing | undefined {
    return this._ended;
  }

  /** The row number to request older rows with; undefined while a request is pending or nothing is left. */
  request(): number | undefined {
    if ((this.pending !== undefined && !this.timedOut) || this.left === 0) {
      return undefined;
    }
    this.keepsRows = true;
    this.timedOut = false;
    this.pending = this.first;
    return this.pending;
  }

  /** Allows the request to be repeated. A late answer is still accepted. */
  requestTimedOut(before: number): void {
    if (this.pending === before) {
      this.timedOut = true;
    }
  }

  /** Accepts only the answer to the pending request. */
  add(session: string, before: number, { rows, ended }: OlderRows): boolean {
    if (session !== this.session || before !== this.pending) {
      return false;
    }
    this.pending = undefined;
    this._ended = ended ?? (rows.length === 0 ? 'gone' : undefined);
    const held = new Set(this.rows.map(({ key }) => key));
    // rows of equal content have equal keys: the row number distinguishes the older one
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
    this.first += Math.max(0, rows.length - MAX_ROWS);
    this.rows = rows.slice(0, MAX_ROWS);
  }
}
