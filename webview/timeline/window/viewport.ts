/** The part of the window in which the timeline is seen: which rows are there, and scrolling a row into it. */
import { ROW_HEIGHT, type Heights } from './heights.js';

/** Pixels drawn beyond each edge of the view. */
const OVERSCAN = 220;

export class Viewport {
  /** `covered`: how many pixels of the window other parts of the page cover at the top and at the bottom. */
  constructor(
    private readonly list: HTMLElement,
    private readonly heights: Heights,
    private readonly covered: () => { top: number; bottom: number },
  ) {}

  /** Pixels from the window's top. */
  get top(): number {
    return this.covered().top;
  }

  /** The list begins in view. */
  get showsStart(): boolean {
    return this.list.getBoundingClientRect().top >= this.top;
  }

  /** Indices of the first and the last row in view or near it. */
  get drawn(): { from: number; to: number } {
    const { top, bottom } = this.covered();
    const listTop = this.list.getBoundingClientRect().top;
    return {
      from: this.heights.at(top - OVERSCAN - listTop),
      to: this.heights.at(window.innerHeight - bottom + OVERSCAN - listTop),
    };
  }

  /** How many closed rows a page down moves by. */
  get rowsPerPage(): number {
    const { top, bottom } = this.covered();
    return Math.max(1, Math.floor((window.innerHeight - top - bottom) / ROW_HEIGHT) - 1);
  }

  reveal(key: string): void {
    const { top, bottom } = this.covered();
    const rowTop = this.list.getBoundingClientRect().top + this.heights.measureTop(key);
    const rowBottom = rowTop + ROW_HEIGHT;
    if (rowTop < top) {
      window.scrollBy({ top: rowTop - top, behavior: 'instant' });
    } else if (rowBottom > window.innerHeight - bottom) {
      window.scrollBy({ top: rowBottom - window.innerHeight + bottom, behavior: 'instant' });
    }
  }
}
