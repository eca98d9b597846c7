/** A named text of a call: cut at a sensible height until all of it is asked for, to be copied, its paths to be opened. */
import type { ShownText } from '../../src/protocol/view.js';
import { el, setAttribute, setText, show } from '../ui/dom.js';
import type { Page } from '../page/page.js';
import { escapeControls } from '../ui/plain.js';

/** Paths with a folder and an ending, as tools print them, with a line behind. No part of a web address. */
const pathLike =
  /(?<![\w./:@-])(?:\.{0,2}\/)?(?:[\w@.+-]{1,80}\/){1,20}[\w@+-][\w@.+-]{0,80}\.[A-Za-z]\w{0,7}(?::(\d{1,6})(?::\d{1,6})?)?(?![\w/])/g;
const MOST_LINKS = 40;
/** Characters laid out until all is asked for, and what of them is about as high as the style sheet lets it be. */
const SHOWN = 12_000;
const LINES = 12;
const CHARACTERS = 900;
const COPIED_MS = 2000;

export interface BlockTexts {
  name: string;
  copy: string;
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
  private source: string | undefined;
  private _all = false;
  private copyWhenWhole = false;

  constructor(
    private readonly page: Page,
    private readonly own: BlockTexts,
  ) {
    const name = el('span', 'block-name');
    setText(name, own.name);
    for (const button of [this.copy, this.more]) {
      button.type = 'button';
    }
    setText(this.copy, own.copy);
    this.copy.addEventListener('click', () => {
      this.copyAll();
    });
    this.more.addEventListener('click', () => {
      this.toggle(!this._all);
    });
    this.pre.tabIndex = 0;
    this.pre.setAttribute('role', 'region');
    this.pre.setAttribute('aria-label', own.name);
    this.pre.dir = 'ltr';
    this.element.append(el('div', 'block-head', name, this.copy), this.pre, this.foot);
  }

  /** All of the text is wanted. */
  get all(): boolean {
    return this._all || this.copyWhenWhole;
  }

  set(shown: ShownText): void {
    const { texts } = this.page;
    this.shown = shown;
    const source = this._all ? shown.text : shown.text.slice(0, SHOWN);
    if (this.source !== source) {
      this.source = source;
      const text = escapeControls(source);
      if (text === '') {
        setText(this.pre, texts.get('label.noOutput'));
      } else {
        this.pre.replaceChildren(...this.linked(text));
      }
      setAttribute(this.pre, 'data-empty', text === '' ? '' : undefined);
    }
    const cut = isCut(shown);
    const left = shown.length - source.length;
    const high =
      cut || shown.text.length > CHARACTERS || shown.text.split('\n', LINES + 1).length > LINES;
    // redaction makes a text a little shorter or longer: only what was cut is told
    const lost = cut || source.length < shown.text.length || left > source.length / 100 + 200;
    setAttribute(this.pre, 'data-all', this._all ? '' : undefined);
    setText(this.count, lost ? texts.get('label.cut', { count: texts.number(left) }) : '');
    setText(this.more, texts.get(this._all ? 'action.showLess' : 'action.showAll'));
    show(this.more, high);
    show(this.copy, shown.text !== '');
    show(this.foot, high || lost);
    if (this.copyWhenWhole && !cut) {
      this.copyWhenWhole = false;
      this.write(shown.text);
    }
  }

  private toggle(all: boolean): void {
    this._all = all;
    if (!all) {
      this.pre.scrollTop = 0;
    }
    this.own.changed();
  }

  /** What is copied is the whole text, also while a part of it is shown. */
  private copyAll(): void {
    if (this.shown === undefined) {
      return;
    }
    if (!isCut(this.shown)) {
      this.write(this.shown.text);
      return;
    }
    this.copyWhenWhole = true;
    this.own.changed();
  }

  private write(text: string): void {
    void navigator.clipboard.writeText(escapeControls(text)).then(
      () => {
        setText(this.copy, this.page.texts.get('action.copied'));
        setTimeout(() => {
          setText(this.copy, this.own.copy);
        }, COPIED_MS);
      },
      () => {},
    );
  }

  private linked(text: string): Node[] {
    const nodes: Node[] = [];
    let end = 0;
    for (const found of text.matchAll(pathLike)) {
      if (nodes.length > MOST_LINKS * 2) {
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

function isCut({ text, kept }: ShownText): boolean {
  return text.length < kept - 1;
}
