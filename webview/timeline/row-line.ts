/** One line of the timeline: icon, number, what, outcome, time. */
import { el, setAttribute, setText, show } from '../ui/dom.js';
import type { Item } from '../../src/core/view/timeline/fold-rows.js';
import { Icon } from '../ui/icons.js';
import { rowLook } from '../ui/looks.js';
import type { Texts } from '../ui/texts.js';
import { makeLine, type Line } from './line-text.js';

/** A title of at most this many characters is shown whole next to a tool with a longer name. */
const BRIEF_TITLE = 8;

export class RowLine {
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

  update(item: Item, open: boolean, now: number, texts: Texts): void {
    const { button } = this;
    const look =
      item.kind === 'fold' ? ({ icon: 'chevron', tone: 'dim' } as const) : rowLook(item.row);
    setAttribute(button, 'aria-expanded', String(open));
    setAttribute(button, 'data-tone', look.tone);
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
    setAttribute(this.note, 'data-plain', line.plainNote ? '' : undefined);
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
