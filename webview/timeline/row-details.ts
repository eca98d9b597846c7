/** What a row opens to: the calls of a step, the whole text of a message, the evidence of a verdict. */
import type { CallRow, Row } from '../../src/core/view/timeline/rows.js';
import { ChangedFiles } from './changed-files.js';
import { CallView } from './call-view.js';
import { stepChips } from '../page/step-chips.js';
import { el, KeyedChildren, setAttribute, setText, show } from '../ui/dom.js';
import type { Page } from '../page/page.js';
import { cut } from '../../src/core/escape-controls.js';
import { stepTokens, tokensText } from '../ui/tokens.js';

/** Characters shown of a message: enough to judge it, and quick to lay out. */
const MAX_CHARACTERS = 12_000;

export class RowDetails {
  readonly element = el('div', 'details');
  private readonly time = el('p', 'meta');
  private readonly text = el('div', 'text');
  private readonly callList = el('div', 'calls');
  private readonly calls: KeyedChildren<{ call: CallRow; index: number }, CallView>;
  private readonly tokens = el('p', 'meta');
  private readonly chips;
  private readonly changed: ChangedFiles;

  constructor(private readonly page: Page) {
    this.chips = stepChips(page);
    this.calls = new KeyedChildren(
      this.callList,
      () => new CallView(page),
      (view, { call, index }) => {
        view.update(call, index);
      },
    );
    this.changed = new ChangedFiles(page);
    this.element.append(
      this.time,
      this.tokens,
      this.text,
      this.chips.element,
      this.callList,
      this.changed.element,
    );
  }

  update(row: Row): void {
    const { texts } = this.page;
    setText(this.time, row.at === undefined || row.kind === 'step' ? '' : texts.clock(row.at));
    show(this.time, this.time.textContent !== '');
    const text = fullText(row, this.page);
    setText(this.text, text);
    show(this.text, text !== '');
    const calls = row.kind === 'step' ? row.calls : [];
    this.calls.set(calls.map((call, index) => [String(call.call), { call, index }]));
    show(this.callList, calls.length > 0);
    const tokens = row.kind === 'step' ? row.tokens : undefined;
    setText(this.tokens, tokens === undefined ? '' : stepTokens(tokens, texts));
    setAttribute(
      this.tokens,
      'title',
      tokens === undefined ? undefined : tokensText(tokens, texts),
    );
    show(this.tokens, tokens !== undefined);
    this.changed.update(row);
    this.chips.update(row.kind === 'verdict' ? row.calls : []);
  }
}

function fullText(row: Row, page: Page): string {
  switch (row.kind) {
    case 'prompt':
    case 'message':
      return cut(row.text, MAX_CHARACTERS).text;
    case 'step':
      return '';
    case 'workspace':
      return `${page.texts.say(row.what)} (${page.texts.get(`author.${row.by}`)})`;
    case 'verdict':
      return page.texts.say(row.what);
    case 'intervention':
      return `${page.texts.get(`rung.${row.rung}`)}: ${page.texts.receipt(row.rung, row.state)}, ${page.texts.get(`by.${row.by}`)}`;
  }
}
