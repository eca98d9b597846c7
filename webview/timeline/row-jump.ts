/** Jumps to a row wherever it is: unfolds what hides it, or requests older rows from the host until it is there. */
import type { FromPage } from '../../src/protocol/view.js';
import type { RowList } from './row-list.js';

/** Without an answer for this long, older rows may be requested again (milliseconds). */
const ANSWER_TIMEOUT_MS = 8000;

interface RowJumpOptions {
  rows: RowList;
  session(): string | undefined;
  /** Takes the filters away, and draws the list. */
  showAll(): void;
  /** Opens a closed row, turn, chapter or fold, and draws the list. */
  toggle(key: string): void;
  /** Scrolls to a row of the list. */
  goTo(key: string): void;
  post(message: FromPage): void;
}

export class RowJump {
  /** The row to jump to once it has been fetched. */
  private target: string | undefined;

  constructor(private readonly options: RowJumpOptions) {}

  to(key: string): void {
    const { rows } = this.options;
    if (rows.filters.size > 0 && !rows.has(key)) {
      this.options.showAll();
    }
    // a fold may lie in a chapter, and that in a turn
    for (let depth = 0; depth < 3; depth += 1) {
      const hiding = rows.foldHiding(key);
      if (hiding !== undefined) {
        this.options.toggle(hiding);
      }
    }
    if (rows.has(key)) {
      this.target = undefined;
      this.options.goTo(key);
    } else {
      this.target = this.requestOlder() ? key : undefined;
    }
  }

  /** Older rows have come and are drawn. */
  goOn(): void {
    if (this.target !== undefined) {
      this.to(this.target);
    }
  }

  /** Another session is shown. */
  forget(): void {
    this.target = undefined;
  }

  /** False if there are no older rows to request. */
  requestOlder(): boolean {
    const session = this.options.session();
    const { history } = this.options.rows;
    const before = history.request();
    if (session === undefined || before === undefined) {
      return history.left > 0;
    }
    this.options.post({ type: 'older', session, before });
    setTimeout(() => {
      history.requestTimedOut(before);
    }, ANSWER_TIMEOUT_MS);
    return true;
  }
}
