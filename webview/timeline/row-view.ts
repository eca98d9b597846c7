/** One row of the timeline: its line, and its details. */
import type { Item } from '../../src/core/view/timeline/fold-rows.js';
import { lazyParts } from '../page/lazy-loader.js';
import type { Page } from '../page/page.js';
import { el, setAttribute, setText, show } from '../ui/dom.js';
import { Icon } from '../ui/icons.js';
import { rowLook } from '../ui/looks.js';
import type { Texts } from '../ui/texts.js';
import { isRunning, makeLine, type Line } from './line-text.js';
import { rowContext } from './row-file.js';

export interface RowState {
  /** 0-based, of how many. */
  index: number;
  count: number;
  /** The list's one tab stop. */
  active: boolean;
  open: boolean;
  /** Among the steps that were looked for. */
  marked: boolean;
  now: number;
}

export class RowView {
  readonly element = el('div', 'row');
  readonly line = new RowLine();
  /** Filled while the row is open. */
  details: HTMLElement | undefined;
  private made: { item: Item; texts: number } | undefined;

  /** `sizes` observes the row while it is open. */
  constructor(
    readonly key: string,
    private readonly page: Page,
    private readonly sizes: ResizeObserver,
  ) {
    this.element.setAttribute('role', 'listitem');
    if (/^(?:chapter|turn):/.test(key)) {
      // to be reached by headings
      this.element.append(el('h3', 'chapter-heading', this.line.button));
    } else {
      this.element.append(this.line.button);
    }
  }

  update(item: Item, { index, count, active, open, marked, now }: RowState): void {
    const { element, line, page } = this;
    if (!this.isMade(item)) {
      this.make(item, now);
    }
    setAttribute(element, 'aria-posinset', String(index + 1));
    setAttribute(element, 'aria-setsize', String(count));
    setAttribute(element, 'data-marked', marked ? '' : undefined);
    setAttribute(line.button, 'tabindex', active ? '0' : '-1');
    setAttribute(line.button, 'aria-expanded', String(item.kind === 'row' ? open : item.open));
    if (item.kind === 'row' && open) {
      const parts = lazyParts();
      if (parts !== undefined && this.details === undefined) {
        this.details = el('div', 'details');
        element.append(this.details);
        this.sizes.observe(element);
      }
      if (this.details !== undefined) {
        parts?.drawRowDetails(this.details, page, item.row);
      }
    } else if (this.details !== undefined) {
      this.details.remove();
      this.details = undefined;
      this.sizes.unobserve(element);
    }
    setAttribute(element, 'data-open', this.details === undefined ? undefined : '');
  }

  /** Nothing that `make` looks at has changed: a row is replaced, never changed. */
  private isMade(item: Item): boolean {
    const before = this.made?.item;
    return (
      item.kind === 'row' &&
      before?.kind === 'row' &&
      item.row === before.row &&
      item.folded === before.folded &&
      item.titled === before.titled &&
      this.made?.texts === this.page.texts.revision &&
      !isRunning(item.row)
    );
  }

  /** What follows from the item alone, and from the time where it is a running step. */
  private make(item: Item, now: number): void {
    const { element, line, page } = this;
    this.made = { item, texts: page.texts.revision };
    setAttribute(element, 'data-key', item.key);
    setAttribute(element, 'data-kind', item.kind === 'row' ? item.row.kind : item.kind);
    setAttribute(element, 'data-folded', item.kind === 'row' && item.folded ? '' : undefined);
    setAttribute(
      element,
      'data-idle',
      item.kind === 'row' && item.row.kind === 'step' && item.row.closed && !item.row.progress
        ? ''
        : undefined,
    );
    setAttribute(
      line.button,
      'data-vscode-context',
      item.kind === 'row' ? rowContext(item.key, item.row) : undefined,
    );
    line.update(item, now, page.texts);
  }
}

/** A title of at most this many characters is shown whole next to a tool with a longer name. */
const BRIEF_TITLE = 8;

/** One line of the timeline: icon, number, what, outcome, time. */
class RowLine {
  readonly button = el('button', 'line');
  private readonly icon = new Icon('dot', 'status');
  private readonly spoken = el('span', 'spoken');
  private readonly number = el('span', 'number');
  private readonly tool = el('span', 'tool');
  private readonly title = el('span', 'title');
  private readonly folder = el('span', 'folder');
  private readonly more = el('span', 'more');
  private readonly added = el('span', 'added');
  private readonly removed = el('span', 'removed');
  private readonly note = el('span', 'note');
  private readonly noteIcon = new Icon('again', 'note-icon');
  private readonly time = el('span', 'time');

  constructor() {
    this.button.type = 'button';
    this.button.tabIndex = -1;
    this.number.setAttribute('aria-hidden', 'true');
    this.button.append(
      this.icon.element,
      this.spoken,
      this.number,
      el('span', 'what', this.tool, this.title, this.folder, this.more),
      this.added,
      this.removed,
      this.note,
      this.noteIcon.element,
      this.time,
    );
  }

  update(item: Item, now: number, texts: Texts): void {
    const { button } = this;
    const look =
      item.kind === 'row' ? rowLook(item.row) : ({ icon: 'chevron', tone: 'dim' } as const);
    setAttribute(button, 'data-tone', look.tone);
    setAttribute(button, 'data-head', item.kind === 'chapter' ? item.head?.by : undefined);
    this.icon.set(look.icon);
    this.set(makeLine(item, now, texts), texts);
  }

  private set(line: Line, texts: Texts): void {
    setText(this.number, line.number);
    setText(this.tool, line.tool);
    show(this.tool, line.tool !== '');
    setText(this.title, line.title);
    setAttribute(
      this.title,
      'data-brief',
      line.title.length <= BRIEF_TITLE && line.tool.length > line.title.length ? '' : undefined,
    );
    setText(this.folder, line.folder);
    show(this.folder, line.folder !== '');
    setText(this.more, line.more > 0 ? `+${texts.number(line.more)}` : '');
    show(this.more, line.more > 0);
    setText(this.added, line.lines === undefined ? '' : `+${texts.number(line.lines.added)}`);
    setText(this.removed, line.lines === undefined ? '' : `−${texts.number(line.lines.removed)}`);
    show(this.added, line.lines !== undefined);
    show(this.removed, line.lines !== undefined);
    setText(this.note, line.note);
    setAttribute(this.note, 'data-said', line.isNoteSaid ? '' : undefined);
    setAttribute(this.note, 'data-short', line.shortNote);
    setAttribute(this.note, 'data-icon', line.noteIcon);
    this.noteIcon.set(line.noteIcon ?? 'again');
    setAttribute(this.noteIcon.element, 'hidden', line.noteIcon === undefined ? '' : undefined);
    setText(this.time, line.time);
    setText(this.spoken, line.kindWord === '' ? '' : `${line.kindWord}: `);
    const what = line.tooltip === '' ? [line.tool, line.title].join(' ').trim() : line.tooltip;
    setAttribute(this.button, 'title', what + (line.note === '' ? '' : `\n${line.note}`));
  }
}
