/** A named text of a call: cut to a sensible height until all of it is requested. It can be copied, and its paths opened. */
import type { ShownText } from '../../src/protocol/view.js';
import { el, setAttribute, setText, show } from '../ui/dom.js';
import type { Page } from '../page/page.js';
import { escapeControls } from '../../src/core/escape-controls.js';

/** Paths with a folder and an extension as tools print them, optionally with line and column. Not parts of web addresses. */
const pathPattern =
  /(?<![\w./:@-])(?:\.{0,2}\/)?(?:[\w@.+-]{1,80}\/){1,20}[\w@+-][\w@.+-]{0,80}\.[A-Za-z]\w{0,7}(?::(\d{1,6})(?::\d{1,6})?)?(?![\w/])/g;
const MAX_LINKS = 40;
/** Characters laid out until the whole text is requested. */
const PREVIEW_CHARACTERS = 12_000;
/** A text with more lines or characters than this is likely to be higher than the style sheet's limit. */
const HIGH_LINES = 12;
const HIGH_CHARACTERS = 900;
const COPIED_MS = 2000;

interface BlockOptions {
  name: string;
  copy: string;
  /** The whole text is wanted, or no longer. */
  changed(): void;
}

export class TextBlock {
  readonly element = el('div', 'block');
  private readonly copy = el('button', 'link-button');
  private readonly pre = el('pre');
  private readonly count = el('span');
  private readonly more = el('button', 'link-button');
  private readonly foot = el('p', 'meta block-foot', this.count, this.more);
  private shown: ShownText | undefined;
  private shownSource: string | undefined;
  private isExpanded = false;
  private copyWhenWhole = false;

  constructor(
    private readonly page: Page,
    private readonly options: BlockOptions,
  ) {
    const name = el('span', 'block-name');
    setText(name, options.name);
    for (const button of [this.copy, this.more]) {
      button.type = 'button';
    }
    setText(this.copy, options.copy);
    this.copy.addEventListener('click', () => {
      this.copyAll();
    });
    this.more.addEventListener('click', () => {
      this.toggle(!this.isExpanded);
    });
    this.pre.tabIndex = 0;
    this.pre.setAttribute('role', 'region');
    this.pre.setAttribute('aria-label', options.name);
    this.pre.dir = 'ltr';
    this.element.append(el('div', 'block-head', name, this.copy), this.pre, this.foot);
  }

  /** The whole text is needed: to be shown or to be copied. */
  get wantsWhole(): boolean {
    return this.isExpanded || this.copyWhenWhole;
  }

  set(shown: ShownText): void {
    const { texts } = this.page;
    this.shown = shown;
    const source = this.isExpanded ? shown.text : shown.text.slice(0, PREVIEW_CHARACTERS);
    if (this.shownSource !== source) {
      this.shownSource = source;
      const text = escapeControls(source);
      if (text === '') {
        setText(this.pre, texts.get('label.noOutput'));
      } else {
        this.pre.replaceChildren(...this.linked(text));
      }
      setAttribute(this.pre, 'data-empty', text === '' ? '' : undefined);
    }
    const isCut = hasMore(shown);
    const left = shown.length - source.length;
    const isHigh =
      isCut ||
      shown.text.length > HIGH_CHARACTERS ||
      shown.text.split('\n', HIGH_LINES + 1).length > HIGH_LINES;
    // redaction changes a text's length a little: only a real cut is reported
    const lost = isCut || source.length < shown.text.length || left > source.length / 100 + 200;
    setAttribute(this.pre, 'data-all', this.isExpanded ? '' : undefined);
    setText(this.count, lost ? texts.get('label.cut', { count: texts.number(left) }) : '');
    setText(this.more, texts.get(this.isExpanded ? 'action.showLess' : 'action.showAll'));
    show(this.more, isHigh);
    show(this.copy, shown.text !== '');
    show(this.foot, isHigh || lost);
    if (this.copyWhenWhole && !isCut) {
      this.copyWhenWhole = false;
      this.write(shown.text);
    }
  }

  private toggle(all: boolean): void {
    this.isExpanded = all;
    if (!all) {
      this.pre.scrollTop = 0;
    }
    this.options.changed();
  }

  /** Copies the whole text, even while only a part of it is shown. */
  private copyAll(): void {
    if (this.shown === undefined) {
      return;
    }
    if (!hasMore(this.shown)) {
      this.write(this.shown.text);
      return;
    }
    this.copyWhenWhole = true;
    this.options.changed();
  }

  private write(text: string): void {
    void navigator.clipboard.writeText(escapeControls(text)).then(
      () => {
        setText(this.copy, this.page.texts.get('action.copied'));
        setTimeout(() => {
          setText(this.copy, this.options.copy);
        }, COPIED_MS);
      },
      () => {},
    );
  }

  private linked(text: string): Node[] {
    const nodes: Node[] = [];
    let end = 0;
    for (const found of text.matchAll(pathPattern)) {
      if (nodes.length > MAX_LINKS * 2) {
        break;
      }
      const [shown, line] = found;
      const path = line === undefined ? shown : shown.slice(0, shown.indexOf(':'));
      const link = el('button', 'path', shown);
      link.type = 'button';
      link.title = this.page.texts.get('action.openFile', { path });
      link.addEventListener('click', () => {
        this.page.openFile({ path, changes: false }, line === undefined ? undefined : Number(line));
      });
      nodes.push(document.createTextNode(text.slice(end, found.index)), link);
      end = found.index + shown.length;
    }
    nodes.push(document.createTextNode(text.slice(end)));
    return nodes;
  }
}

/** The host has more of the text than it sent. */
function hasMore({ text, kept }: ShownText): boolean {
  return text.length < kept - 1;
}
