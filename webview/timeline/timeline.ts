/** The timeline: only the lines in sight are in the document, each kept while it stays in sight. */
import type { Missing } from '../../src/core/view/full-text.js';
import type { Row } from '../../src/core/view/snapshot.js';
import { el, placeChildren, setAttribute, setStyle, setText, show } from '../ui/dom.js';
import type { Item } from '../../src/core/view/fold-rows.js';
import { Heights, ROW_HEIGHT } from './heights.js';
import { HeldPlace } from './held-place.js';
import type { Page } from '../page/page.js';
import { RowView } from './row-view.js';

/** Pixels drawn beyond each edge of the view. */
const OVERSCAN = 220;
/** Rows before the end of what is held at which older ones are asked for. */
const NEAR_END = 100;

export interface TimelineEvents {
  toggle(key: string): void;
  older(): void;
  /** Opens the file that a row names; false if it names none. */
  open(row: Row): boolean;
}

/** Older rows: how many there are to ask for, or why there are none. */
export interface Rest {
  left: number;
  ended: Missing | undefined;
}

/** Heights of what covers the list at the top and at the bottom, in pixels. */
export type Covered = () => { top: number; bottom: number };

export class TimelineList {
  readonly element = el('section', 'timeline');
  private readonly heading = el('h2', 'heading');
  private readonly list = el('div', 'list');
  private readonly more = el('button', 'link-button');
  private readonly end = el('p', 'meta list-end');
  private items: readonly Item[] = [];
  private openKeys: ReadonlySet<string> = new Set();
  private views = new Map<string, RowView>();
  private readonly heights = new Heights();
  private readonly held = new HeldPlace(this.list, this.heights);
  private activeKey: string | undefined;
  private now = 0;
  private drawnTo = 0;
  private readonly sizes = new ResizeObserver(() => {
    this.remeasure();
  });

  constructor(
    private readonly page: Page,
    private readonly events: TimelineEvents,
    private readonly covered: Covered,
  ) {
    this.list.setAttribute('role', 'list');
    this.more.type = 'button';
    this.more.addEventListener('click', () => {
      events.older();
    });
    this.list.addEventListener('click', (event) => {
      this.clicked(event);
    });
    this.list.addEventListener('keydown', (event) => {
      this.pressed(event);
    });
    this.list.addEventListener('focusin', (event) => {
      this.focused(event);
    });
    this.element.append(this.heading, this.list, this.more, this.end);
    const draw = () => {
      this.draw();
    };
    const scrolled = () => {
      this.draw();
      this.askNearEnd();
    };
    window.addEventListener('scroll', scrolled, { passive: true });
    window.addEventListener('resize', draw, { passive: true });
  }

  /** Before anything of the page changes: remembers what is at the top of the view, if the person has scrolled into the list. */
  holdPlace(): void {
    this.held.hold(this.items, this.covered().top);
  }

  update(
    items: readonly Item[],
    open: ReadonlySet<string>,
    { left, ended }: Rest,
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
    setText(this.heading, texts.get('label.timeline'));
    setAttribute(this.list, 'aria-label', texts.get('label.timeline'));
    const newest = items.find((item) => item.kind === 'row' && item.row.kind === 'step');
    const digits =
      newest?.kind === 'row' && newest.row.kind === 'step' ? String(newest.row.step).length : 1;
    setStyle(this.list, '--digits', `${Math.max(2, digits)}ch`);
    setText(this.more, texts.get('action.older', { count: texts.number(left) }));
    show(this.more, left > 0);
    setText(
      this.end,
      ended === undefined
        ? ''
        : texts.get(ended === 'gone' ? 'label.olderNotKept' : 'label.olderNotRead'),
    );
    show(this.end, ended !== undefined);
    show(this.element, items.length > 0);
    if (this.activeKey !== undefined && !this.heights.has(this.activeKey)) {
      this.activeKey = this.standIn(this.activeKey, before);
    }
    this.held.restore(this.covered().top);
    this.draw();
    if (refocus !== undefined && !this.hasFocus()) {
      this.activeButton()?.focus({ preventScroll: true });
    }
  }

  /** Brings a row into view and gives it the focus. */
  goTo(key: string): void {
    this.activeKey = key;
    this.reveal(key);
    this.draw();
    const button = this.activeButton();
    button?.focus({ preventScroll: true });
    const row = button?.parentElement;
    row?.removeAttribute('data-found');
    requestAnimationFrame(() => row?.setAttribute('data-found', ''));
  }

  /** Draws what is in sight; also once a second for the clocks of running steps. */
  draw(now = this.now): void {
    this.now = now;
    const { top, bottom } = this.covered();
    const listTop = this.list.getBoundingClientRect().top;
    const from = this.heights.at(top - OVERSCAN - listTop);
    const to = this.heights.at(window.innerHeight - bottom + OVERSCAN - listTop);
    this.drawnTo = to;
    const shown: number[] = [];
    const active = this.activeIndex();
    if (active < from) {
      shown.push(active);
    }
    for (let index = from; index <= to && index < this.items.length; index += 1) {
      shown.push(index);
    }
    if (active > to) {
      shown.push(active);
    }

    const next = new Map<string, RowView>();
    const used = shown.filter((index) => index >= 0);
    for (const index of used) {
      const item = this.items[index];
      if (item === undefined) {
        continue;
      }
      const view = this.views.get(item.key) ?? new RowView(item.key, this.page, this.sizes);
      view.update(item, {
        index,
        count: this.items.length,
        active: index === active,
        open: this.isOpen(item.key),
        now,
      });
      next.set(item.key, view);
    }
    for (const [key, view] of this.views) {
      if (next.get(key) !== view) {
        this.sizes.unobserve(view.element);
      }
    }
    this.views = next;
    placeChildren(
      this.list,
      [...next.values()].map((view) => view.element),
    );
    this.place();
  }

  /** Measures open rows, then sets the place of every drawn row and the height of the whole. */
  private place(): void {
    let changed = false;
    for (const [key, view] of this.views) {
      if (view.details !== undefined) {
        changed = this.heights.measure(key, view.element.offsetHeight) || changed;
      }
    }
    if (changed) {
      this.heights.refresh();
    }
    for (const [key, view] of this.views) {
      setStyle(view.element, 'top', `${this.heights.topOf(key)}px`);
    }
    setStyle(this.list, 'height', `${this.heights.total}px`);
  }

  private remeasure(): void {
    this.holdPlace();
    this.place();
    this.held.restore(this.covered().top);
  }

  private isOpen(key: string): boolean {
    return this.openKeys.has(key) && !key.startsWith('fold:');
  }

  private activeIndex(): number {
    if (this.items.length === 0) {
      return -1;
    }
    return this.activeKey === undefined ? 0 : this.heights.indexOf(this.activeKey);
  }

  /** A row may vanish into a fold, or fall out of what is held: the nearest one takes its place. */
  private standIn(key: string, index: number): string | undefined {
    const fold = this.items.find((item) => item.kind === 'fold' && item.members.includes(key));
    return (fold ?? this.items[Math.min(index, this.items.length - 1)])?.key;
  }

  private activeButton(): HTMLButtonElement | undefined {
    const item = this.items[this.activeIndex()];
    return item === undefined ? undefined : this.views.get(item.key)?.line.button;
  }

  private hasFocus(): boolean {
    return this.list.contains(document.activeElement);
  }

  private viewAt(target: EventTarget | null): RowView | undefined {
    const row = target instanceof Element ? target.closest('.row') : null;
    const key = row?.getAttribute('data-key');
    return key === null || key === undefined ? undefined : this.views.get(key);
  }

  private clicked(event: Event): void {
    const view = this.viewAt(event.target);
    if (
      view === undefined ||
      !(event.target instanceof Node) ||
      !view.line.button.contains(event.target)
    ) {
      return;
    }
    this.activeKey = view.key;
    this.events.toggle(view.key);
  }

  private focused(event: Event): void {
    const view = this.viewAt(event.target);
    if (view === undefined || view.key === this.activeKey) {
      return;
    }
    this.activeKey = view.key;
    for (const each of this.views.values()) {
      setAttribute(each.line.button, 'tabindex', each === view ? '0' : '-1');
    }
  }

  private pressed(event: KeyboardEvent): void {
    const view = this.viewAt(event.target);
    if (view === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const onLine = event.target === view.line.button;
    if (!onLine) {
      if (event.key === 'Escape') {
        view.line.button.focus();
        event.preventDefault();
      }
      return;
    }
    const index = this.activeIndex();
    const expanded = view.line.button.getAttribute('aria-expanded') === 'true';
    const page = Math.max(
      1,
      Math.floor((window.innerHeight - this.covered().top - this.covered().bottom) / ROW_HEIGHT) -
        1,
    );
    switch (event.key) {
      case 'ArrowDown':
        this.move(index + 1);
        break;
      case 'ArrowUp':
        this.move(index - 1);
        break;
      case 'PageDown':
        this.move(index + page);
        break;
      case 'PageUp':
        this.move(index - page);
        break;
      case 'Home':
        this.move(0);
        break;
      case 'End':
        this.move(this.items.length - 1);
        break;
      case 'Enter': {
        const item = this.items[index];
        if (item?.kind !== 'row' || !this.events.open(item.row)) {
          return;
        }
        break;
      }
      case 'ArrowRight':
        if (!expanded) {
          this.events.toggle(view.key);
        }
        break;
      case 'ArrowLeft':
        if (expanded) {
          this.events.toggle(view.key);
        }
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  private move(index: number): void {
    const item = this.items[Math.max(0, Math.min(this.items.length - 1, index))];
    if (item === undefined) {
      return;
    }
    this.activeKey = item.key;
    this.reveal(item.key);
    this.draw();
    this.activeButton()?.focus({ preventScroll: true });
    this.askNearEnd();
  }

  /** Older rows are there before the person comes to the end. Only where the person moves: a list that is all in sight asks for nothing. */
  private askNearEnd(): void {
    if (!this.more.hidden && this.drawnTo >= this.items.length - NEAR_END) {
      this.events.older();
    }
  }

  private reveal(key: string): void {
    const { top, bottom } = this.covered();
    const rowTop = this.list.getBoundingClientRect().top + this.heights.topOf(key);
    const rowBottom = rowTop + ROW_HEIGHT;
    if (rowTop < top) {
      window.scrollBy({ top: rowTop - top, behavior: 'instant' });
    } else if (rowBottom > window.innerHeight - bottom) {
      window.scrollBy({ top: rowBottom - window.innerHeight + bottom, behavior: 'instant' });
    }
  }
}
