/** What a row opens to: the calls with input and output, the whole text, the calls that a verdict names. */
import type { CallRow, Row } from '../../src/core/snapshot.js';
import { el, KeyedChildren, setAttribute, setText, show } from './dom.js';
import { Icon } from './icons.js';
import { outcomeLook } from './looks.js';
import { evidenceChips } from './chips.js';
import type { Page } from './page.js';
import { cut, oneLine } from './plain.js';

/** Characters shown of an input, an output or a message: enough to judge by, and quick to lay out. */
const SHOWN = 12_000;

export class RowDetails {
  readonly element = el('div', 'details');
  readonly #time = el('p', 'meta');
  readonly #text = el('div', 'text');
  readonly #callList = el('div', 'calls');
  readonly #calls: KeyedChildren<CallRow, CallView>;
  readonly #chips;

  constructor(private readonly page: Page) {
    this.#chips = evidenceChips(page);
    this.#calls = new KeyedChildren(this.#callList, () => new CallView(page), (view, call) => { view.update(call); });
    this.element.append(this.#time, this.#text, this.#chips.element, this.#callList);
  }

  update(row: Row): void {
    const { texts } = this.page;
    setText(this.#time, row.at === undefined || row.kind === 'step' ? '' : texts.clock(row.at));
    show(this.#time, this.#time.textContent !== '');
    const text = fullText(row, this.page);
    setText(this.#text, text);
    show(this.#text, text !== '');
    const calls = row.kind === 'step' ? row.calls : [];
    this.#calls.set(calls.map((call) => [String(call.call), call]));
    show(this.#callList, calls.length > 0);
    this.#chips.update(row.kind === 'verdict' ? row.calls : []);
  }
}

function fullText(row: Row, page: Page): string {
  switch (row.kind) {
    case 'prompt':
    case 'message': return cut(row.text, SHOWN).text;
    case 'step': return '';
    case 'workspace': return `${page.texts.say(row.what)} (${page.texts.get(`author.${row.by}`)})`;
    case 'verdict': return page.texts.say(row.what);
    case 'intervention':
      return `${page.texts.get(`rung.${row.rung}`)}: ${page.texts.get(`receipt.${row.state}`)}, ${page.texts.get(`by.${row.by}`)}`;
  }
}

class CallView {
  readonly element = el('section', 'call');
  readonly #icon = new Icon('dot', 'status');
  readonly #tool = el('span', 'tool');
  readonly #meta = el('span', 'meta');
  readonly #note = el('p', 'reason');
  readonly #noteText = el('span');
  readonly #jump = el('button', 'chip');
  readonly #input: Block;
  readonly #output: Block;
  #sameStep: number | undefined;

  constructor(private readonly page: Page) {
    const { texts } = page;
    this.#input = new Block(page);
    this.#output = new Block(page);
    this.#jump.type = 'button';
    this.#jump.addEventListener('click', () => { if (this.#sameStep !== undefined) { page.jumpToStep(this.#sameStep); } });
    this.#note.append(this.#noteText, this.#jump);
    this.element.append(el('div', 'call-head', this.#icon.element, this.#tool, this.#meta), this.#note, this.#input.element, this.#output.element);
    this.#input.name(texts.get('label.input'));
    this.#output.name(texts.get('label.output'));
  }

  update(call: CallRow): void {
    const { texts } = this.page;
    const look = call.progress ? { icon: 'check', tone: 'good' } as const : outcomeLook(call.outcome);
    this.#icon.set(look.icon);
    setAttribute(this.element, 'data-tone', look.tone);
    setText(this.#tool, oneLine(call.tool, 80));
    setText(this.#meta, [
      texts.get(`outcome.${call.outcome}`),
      call.exitCode === undefined ? '' : texts.get('label.exit', { code: call.exitCode }),
      call.durationMs === undefined ? '' : texts.duration(call.durationMs),
      call.at === undefined ? '' : texts.clock(call.at),
    ].filter((part) => part !== '').join(' · '));
    const step = call.note?.id === 'idle.same' ? call.note.params?.['step'] : undefined;
    this.#sameStep = typeof step === 'number' ? step : undefined;
    setText(this.#noteText, call.note === undefined ? '' : texts.say(call.note));
    setText(this.#jump, this.#sameStep === undefined ? '' : texts.get('label.jump', { step: this.#sameStep }));
    show(this.#jump, this.#sameStep !== undefined);
    show(this.#note, call.note !== undefined);
    this.#input.set(call.input === '' ? call.title : call.input);
    this.#output.set(call.output);
    show(this.#output.element, call.outcome !== 'running');
  }
}

/** A named, scrolling piece of text. */
class Block {
  readonly element = el('div', 'block');
  readonly #label = el('div', 'block-name');
  readonly #pre = el('pre');
  readonly #rest = el('p', 'meta');
  #source: string | undefined;

  constructor(private readonly page: Page) {
    this.#pre.tabIndex = 0;
    this.#pre.setAttribute('role', 'region');
    this.#pre.dir = 'ltr';
    this.element.append(this.#label, this.#pre, this.#rest);
  }

  name(name: string): void {
    setText(this.#label, name);
    setAttribute(this.#pre, 'aria-label', name);
  }

  set(source: string): void {
    if (source === this.#source) { return; }
    this.#source = source;
    const { text, left } = cut(source, SHOWN);
    const { texts } = this.page;
    setText(this.#pre, text === '' ? texts.get('label.noOutput') : text);
    setAttribute(this.#pre, 'data-empty', text === '' ? '' : undefined);
    setText(this.#rest, left > 0 ? texts.get('label.cut', { count: texts.number(left) }) : '');
    show(this.#rest, left > 0);
  }
}
