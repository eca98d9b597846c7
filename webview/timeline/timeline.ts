/** The timeline: a windowed list. Only the rows in and near the view are in the document. */
import type { RowFilter } from '../../src/core/view/timeline/chapter-rows.js';
import type { Row } from '../../src/core/view/timeline/rows.js';
import type { Item } from '../../src/core/view/timeline/fold-rows.js';
import type { Page } from '../page/page.js';
import { lazyParts } from '../page/lazy-loader.js';
import { el, setAttribute, setStyle, setText, show } from '../ui/dom.js';
import { DrawnRows } from './window/drawn-rows.js';
import { NewerSteps, ListEnd, type OlderRowsState } from './list-end.js';
import { listAction } from './list-keys.js';
import type { HoverActions } from './row-actions.js';
import { RowFilters } from './row-filters.js';
import { Heights, ScrollAnchor, Viewport } from './window/viewport.js';

/** Older rows are requested this many rows before the end of those held. */
const NEAR_END = 100;

interface TimelineEvents {
  toggle(key: string): void;
  filter(filter: RowFilter): void;
  requestOlder(): void;
  /** Opens the file that a row names; false if it names none. */
  openFile(row: Row): boolean;
}

export class Timeline {
  readonly element = el('section', 'timeline');
  private readonly heading = el('h2', 'heading');
  private readonly list = el('div', 'list');
  private readonly filters = new RowFilters((filter) => {
    this.events.filter(filter);
  });
  private readonly listEnd: ListEnd;
  private items: readonly Item[] = [];
  private openKeys: ReadonlySet<string> = new Set();
  private readonly heights = new Heights();
  private readonly anchor = new ScrollAnchor(this.list, this.heights);
  private readonly viewport: Viewport;
  private readonly rows: DrawnRows;
  private activeKey: string | undefined;
  /** The row that the person jumped to or opened: until they are back at the top, it stays where it is. */
  private lookedKey: string | undefined;
  /** Steps that the person looked for. */
  private marked: ReadonlySet<string> = new Set();
  private hover: HoverActions | undefined;
  private readonly newer = new NewerSteps(() => {
    this.goToNewest();
  });
  private now = 0;
  private drawnFrom = 0;
  private drawnTo = 0;

  /** `covered`: see Viewport. */
  constructor(
    private readonly page: Page,
    private readonly events: TimelineEvents,
    covered: () => { top: number; bottom: number },
  ) {
    this.viewport = new Viewport(this.list, this.heights, covered);
    this.rows = new DrawnRows(this.list, this.heights, page, () => {
      this.remeasure();
    });
    this.list.setAttribute('role', 'list');
    this.listEnd = new ListEnd(() => {
      events.requestOlder();
    });
    this.list.addEventListener('click', (event) => {
      this.onClick(event);
    });
    this.list.addEventListener('keydown', (event) => {
      this.onKey(event);
    });
    this.list.addEventListener('focusin', (event) => {
      this.onFocus(event);
    });
    this.list.addEventListener('pointerover', (event) => {
      this.onHover(event);
    });
    this.list.addEventListener('pointerleave', () => {
      this.hover?.element.remove();
    });
    this.element.append(
      this.newer.element,
      el('div', 'list-head', this.heading, this.filters.element),
      this.list,
      this.filters.none,
      ...this.listEnd.elements,
    );
    const draw = () => {
      this.draw();
    };
    const scrolled = () => {
      if (window.scrollY === 0) {
        this.lookedKey = undefined;
      }
      const { from, to } = this.viewport.drawn;
      if (from !== this.drawnFrom || to !== this.drawnTo) {
        this.draw();
      }
      this.countNewer();
      this.requestNearEnd();
    };
    window.addEventListener('scroll', scrolled, { passive: true });
    window.addEventListener('resize', draw, { passive: true });
  }

  /** Marks these rows until others are marked, or Escape is pressed. */
  mark(keys: readonly string[]): void {
    this.marked = new Set(keys);
    this.showHeading();
    this.draw();
  }

  private showHeading(): void {
    const { texts } = this.page;
    const { size } = this.marked;
    const marked = size > 0 ? [texts.get('label.same', { count: texts.number(size) })] : [];
    setText(this.heading, [texts.get('label.timeline'), ...marked].join(' · '));
    setAttribute(
      this.heading,
      'data-short',
      [texts.get('label.timelineShort'), ...marked].join(' · '),
    );
  }

  /** Another session is shown. */
  forgetPlace(): void {
    this.marked = new Set();
    this.lookedKey = undefined;
    this.newer.reset();
  }

  /** Call before anything in the page changes: keeps the content at the top of the view in place. */
  holdPlace(): void {
    this.anchor.hold(this.items, this.viewport.top, this.lookedKey);
  }

  update(
    items: readonly Item[],
    { open, filters }: { open: ReadonlySet<string>; filters: ReadonlySet<RowFilter> },
    older: OlderRowsState,
    now: number,
  ): void {
    const { texts } = this.page;
    this.now = now;
    this.openKeys = open;
    const refocus = this.hasFocus() ? this.activeKey : undefined;
    const before = this.activeIndex();
    this.items = items;
    this.heights.set(
      items.map((item) => item.key),
      (key) => this.isOpen(key),
    );
    this.showHeading();
    setAttribute(this.list, 'aria-label', texts.get('label.timeline'));
    setStyle(this.list, '--digits', `${Math.max(2, String(this.newestStep()).length)}ch`);
    this.listEnd.update(older, texts);
    this.filters.update(filters, items.length === 0, texts);
    show(this.element, items.length > 0 || filters.size > 0);
    if (this.activeKey !== undefined && !this.heights.has(this.activeKey)) {
      this.activeKey = this.findSuccessor(this.activeKey, before);
    }
    this.anchor.restore(this.viewport.top);
    // read before the rows are drawn: after that it costs a second layout
    const place = this.readPlace();
    this.draw();
    this.countNewer(place);
    if (refocus !== undefined && !this.hasFocus()) {
      this.activeButton()?.focus({ preventScroll: true });
    }
  }

  /** Scrolls a row into view, focuses it and marks it as found. */
  goTo(key: string): void {
    this.activeKey = key;
    this.lookedKey = key;
    this.viewport.reveal(key);
    this.draw();
    const button = this.activeButton();
    button?.focus({ preventScroll: true });
    const row = button?.closest('.row');
    row?.removeAttribute('data-found');
    requestAnimationFrame(() => row?.setAttribute('data-found', ''));
  }

  /** Draws the rows in view; also called every second for the clocks of running steps. */
  draw(now = this.now): void {
    this.now = now;
    const { from, to } = this.viewport.drawn;
    this.drawnFrom = from;
    this.drawnTo = to;
    const active = this.activeIndex();
    const indices: number[] = [];
    for (let index = from; index <= to; index += 1) {
      indices.push(index);
    }
    // the active row keeps the focus: it stays in the document wherever the view is
    if (active >= 0 && active < from) {
      indices.unshift(active);
    } else if (active > to) {
      indices.push(active);
    }
    this.rows.draw(
      indices.flatMap((index) => {
        const item = this.items[index];
        return item === undefined
          ? []
          : [
              {
                item,
                state: {
                  index,
                  count: this.items.length,
                  active: index === active,
                  open: this.isOpen(item.key),
                  marked: this.marked.has(item.key),
                  now,
                },
              },
            ];
      }),
    );
  }

  /** The person reads rows or is in the list: none of them may go. */
  get isLooking(): boolean {
    return !this.viewport.showsStart || this.lookedKey !== undefined || this.hasFocus();
  }

  private goToNewest(): void {
    this.lookedKey = undefined;
    this.activeKey = undefined;
    window.scrollTo({ top: 0, behavior: 'instant' });
    this.draw();
    this.countNewer();
    this.activeButton()?.focus({ preventScroll: true });
  }

  /** −1 for none. */
  private newestStep(): number {
    for (const item of this.items) {
      if (item.kind === 'row' && item.row.kind === 'step') {
        return item.row.step;
      }
      if (item.kind === 'chapter' && item.to > 0) {
        return item.to;
      }
    }
    return -1;
  }

  private readPlace(): { top: number; isNewestInView: boolean } {
    const { top, showsStart } = this.viewport;
    return { top, isNewestInView: this.lookedKey === undefined && showsStart };
  }

  private countNewer({ top, isNewestInView } = this.readPlace()): void {
    this.newer.update(this.newestStep(), isNewestInView, top, this.page.texts);
  }

  private remeasure(): void {
    this.holdPlace();
    this.rows.place();
    this.anchor.restore(this.viewport.top);
  }

  private isOpen(key: string): boolean {
    return this.openKeys.has(key) && !/^(?:fold|chapter|turn):/.test(key);
  }

  private activeIndex(): number {
    if (this.items.length === 0) {
      return -1;
    }
    return this.activeKey === undefined ? 0 : this.heights.findIndex(this.activeKey);
  }

  /** Which row becomes active when the active one has gone: the fold that now hides it, or its nearest neighbour. */
  private findSuccessor(key: string, index: number): string | undefined {
    const fold = this.items.find(
      (item) => item.kind !== 'row' && !item.open && item.members.includes(key),
    );
    return (fold ?? this.items[Math.min(index, this.items.length - 1)])?.key;
  }

  private activeButton(): HTMLButtonElement | undefined {
    const item = this.items[this.activeIndex()];
    return item === undefined ? undefined : this.rows.get(item.key)?.line.button;
  }

  private hasFocus(): boolean {
    return this.list.contains(document.activeElement);
  }

  private onClick(event: Event): void {
    const row = this.rows.rowAt(event.target);
    if (
      row === undefined ||
      !(event.target instanceof Node) ||
      !row.line.button.contains(event.target)
    ) {
      return;
    }
    this.activeKey = row.key;
    this.toggle(row.key);
  }

  private toggle(key: string): void {
    const item = this.items[this.heights.findIndex(key)];
    const isOpen = item === undefined || item.kind === 'row' ? this.openKeys.has(key) : item.open;
    this.lookedKey = isOpen ? undefined : key;
    this.events.toggle(key);
  }

  private onHover({ target, pointerType }: PointerEvent): void {
    const row = pointerType === 'mouse' ? this.rows.rowAt(target) : undefined;
    const item = this.items.find(({ key }) => key === row?.key);
    const parts = lazyParts();
    if (row === undefined || item?.kind !== 'row' || parts === undefined) {
      this.hover?.element.remove();
      return;
    }
    this.hover ??= new parts.HoverActions(this.page);
    this.hover.showOn(row.element, item.key, item.row);
  }

  private onFocus(event: Event): void {
    const row = this.rows.rowAt(event.target);
    if (row === undefined || row.key === this.activeKey) {
      return;
    }
    this.activeKey = row.key;
    this.rows.setTabStop(row);
  }

  private onKey(event: KeyboardEvent): void {
    const row = this.rows.rowAt(event.target);
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const { button } = row.line;
    if (event.target !== button) {
      // inside an open row: Escape leads back to its line, all other keys are its own
      if (event.key === 'Escape') {
        button.focus();
        event.preventDefault();
      }
      return;
    }
    if (event.key === 'Escape' && this.marked.size > 0) {
      this.mark([]);
      event.preventDefault();
      return;
    }
    const isExpanded = button.getAttribute('aria-expanded') === 'true';
    if (this.act(event.key, row.key, isExpanded)) {
      event.preventDefault();
    }
  }

  /** False if the key keeps its usual meaning: Enter then toggles the line. */
  private act(pressed: string, key: string, isExpanded: boolean): boolean {
    const index = this.activeIndex();
    const action = listAction(pressed, {
      index,
      last: this.items.length - 1,
      page: this.viewport.rowsPerPage,
    });
    switch (action?.type) {
      case undefined:
        return false;
      case 'move':
        this.move(action.to);
        return true;
      case 'open-file': {
        const item = this.items[index];
        return item?.kind === 'row' && this.events.openFile(item.row);
      }
      case 'expand':
      case 'collapse':
        if (isExpanded === (action.type === 'collapse')) {
          this.toggle(key);
        } else {
          this.move(isExpanded ? index + 1 : this.findParent(index));
        }
        return true;
    }
  }

  /** The line of the chapter that a row is in, or of the turn that a chapter is in; the row itself where there is none. */
  private findParent(index: number): number {
    const own = this.items[index];
    const isParent = (item: Item): boolean =>
      item.kind === 'chapter' && (own?.kind !== 'chapter' || (item.isTurn && !own.isTurn));
    const at = this.items.slice(0, index).findLastIndex(isParent);
    return at < 0 ? index : at;
  }

  private move(index: number): void {
    const item = this.items[Math.max(0, Math.min(this.items.length - 1, index))];
    if (item === undefined) {
      return;
    }
    this.activeKey = item.key;
    this.viewport.reveal(item.key);
    this.draw();
    this.activeButton()?.focus({ preventScroll: true });
    this.requestNearEnd();
  }

  /** Fetches older rows before the person reaches the end. Only on movement: a list that fits the view requests nothing. */
  private requestNearEnd(): void {
    if (this.listEnd.hasMore && this.drawnTo >= this.items.length - NEAR_END) {
      this.events.requestOlder();
    }
  }
}
