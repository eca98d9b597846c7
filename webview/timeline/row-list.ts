/** The rows of the selected session as list items: folded, with the held history, and which of them are open. Pure. */
import {
  chapterKey,
  hasChapters,
  listChapters,
  passesFilter,
  type RowFilter,
} from '../../src/core/view/timeline/chapter-rows.js';
import { foldRows, type Item, type KeyedRow } from '../../src/core/view/timeline/fold-rows.js';
import type { Row } from '../../src/core/view/timeline/rows.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import type { FoundCall } from '../page/page.js';
import type { SavedView } from '../page/saved-view.js';
import { RowHistory } from './row-history.js';

/** Number of open rows that are remembered. */
const MAX_SAVED_KEYS = 100;

export class RowList {
  readonly history = new RowHistory();
  private rows: readonly KeyedRow[] = [];
  private _items: readonly Item[] = [];
  private _openKeys: Set<string>;
  private session: string | undefined;
  /** Rows that pass any of these are shown alone; all where there is none. */
  private _filters: ReadonlySet<RowFilter> = new Set();
  /** The newest chapter, and earlier ones that were so when the person looked at their rows. */
  private openedByItself = new Set<string>();

  constructor({ session, open }: SavedView) {
    this.session = session;
    this._openKeys = new Set(open);
  }

  /** Newest first. */
  get items(): readonly Item[] {
    return this._items;
  }

  get openKeys(): ReadonlySet<string> {
    return this._openKeys;
  }

  get saved(): SavedView {
    return { session: this.session, open: [...this._openKeys].slice(-MAX_SAVED_KEYS) };
  }

  /** True if another session is shown than before: its rows start closed. */
  selectSession(session: string): boolean {
    if (session === this.session) {
      return false;
    }
    this.session = session;
    this._openKeys = new Set();
    this._filters = new Set();
    this.openedByItself = new Set();
    return true;
  }

  /** `isLooking`: the person reads rows, so that none may go. */
  update(detail: SessionDetail | undefined, isLooking: boolean): void {
    const rows = (this.rows = detail === undefined ? [] : this.history.update(detail));
    // evidence stays outside folds: what the current verdict and earlier ones name
    const evidence = new Set(detail?.verdict?.calls);
    for (const { row } of rows) {
      if (row.kind === 'verdict') {
        for (const call of row.calls) {
          evidence.add(call);
        }
      }
    }
    const listed = rows.filter(isListed);
    const newest = listed[0]?.row;
    // until something comes after it, the card says the same
    const level = detail?.state === 'waiting' ? 'waiting' : detail?.verdict?.level;
    const isOnCard = newest?.kind === 'verdict' && newest.level === level;
    this._items = this.listItems(isOnCard ? listed.slice(1) : listed, evidence, isLooking);
  }

  private listItems(
    rows: readonly KeyedRow[],
    evidence: ReadonlySet<number>,
    isLooking: boolean,
  ): Item[] {
    const { _filters: filters } = this;
    if (filters.size > 0) {
      return rows.filter(({ row }) => [...filters].some((filter) => passesFilter(row, filter)));
    }
    if (!hasChapters(rows, this.history.left)) {
      return foldRows(rows, evidence, this._openKeys);
    }
    const [newest] = rows;
    if (newest !== undefined) {
      this.openedByItself = new Set(isLooking ? this.openedByItself : []).add(
        chapterKey(newest.row),
      );
    }
    return listChapters(
      rows,
      (key, members) =>
        this._openKeys.has(key) ||
        (!this._openKeys.has(closed(key)) && members.some((each) => this.isInSight(each))),
      evidence,
      this._openKeys,
    );
  }

  /** What holds it is open: its chapter is, or it is itself. */
  private isInSight({ key, row }: KeyedRow): boolean {
    const chapter = chapterKey(row);
    return (
      this.openedByItself.has(chapter) || this._openKeys.has(chapter) || this._openKeys.has(key)
    );
  }

  get filters(): ReadonlySet<RowFilter> {
    return this._filters;
  }

  toggleFilter(filter: RowFilter): void {
    const filters = new Set(this._filters);
    if (!filters.delete(filter)) {
      filters.add(filter);
    }
    this._filters = filters;
  }

  showAll(): void {
    this._filters = new Set();
  }

  /** Opens a closed row or fold, closes an open one. The items follow with the next update. */
  toggle(key: string): void {
    const item = this._items.find((each) => each.key === key);
    if (item?.kind === 'chapter') {
      // the newest one is open without a key
      const [now, before] = item.open ? [closed(key), key] : [key, closed(key)];
      this._openKeys.delete(before);
      this._openKeys.add(now);
      return;
    }
    if (!this._openKeys.delete(key)) {
      this._openKeys.add(key);
    }
  }

  /** Keys of the steps that make the same call as this one, newest first; itself among them. */
  sameSteps(key: string): string[] {
    const wanted = this.rows.find((each) => each.key === key);
    const same = wanted === undefined ? undefined : findCall(wanted.row);
    return same === undefined
      ? []
      : this.rows.flatMap((each) => (findCall(each.row) === same ? [each.key] : []));
  }

  has(key: string): boolean {
    return this._items.some((item) => item.key === key);
  }

  /** The key of the closed chapter or fold that hides a row. */
  foldHiding(key: string): string | undefined {
    return this._items.find(
      (item) => item.kind !== 'row' && !item.open && item.members.includes(key),
    )?.key;
  }

  findCall(call: number): (FoundCall & { key: string }) | undefined {
    for (const { key, row } of this.rows) {
      if (row.kind === 'step') {
        const found = row.calls.find((each) => each.call === call);
        if (found !== undefined) {
          return { step: row.step, call: found, key };
        }
      }
    }
    return undefined;
  }
}

/** A chapter that the person closed. */
function closed(key: string): string {
  return `closed:${key}`;
}

/** Equal for steps whose first calls are the same; undefined for other rows. */
function findCall(row: Row): string | undefined {
  const [call] = row.kind === 'step' ? row.calls : [];
  return call === undefined ? undefined : `${call.tool}\0${call.title}`;
}

/** That the person was asked is said by the verdict below, and by the card. */
function isListed({ row }: KeyedRow): boolean {
  return row.kind !== 'intervention' || row.intervention !== 'escalate';
}
