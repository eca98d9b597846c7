/** What the agent answered when it had to: its first four lines, until all of it is wanted. */
import { escapeControls } from '../../src/core/escape-controls.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import type { Page } from '../page/page.js';
import { el, setAttribute, setText, show } from '../ui/dom.js';

/** Certain to fit into the lines that are shown at first, also in a narrow side bar. */
const SHORT_LINES = 4;
const SHORT_CHARACTERS = 80;

export class AnswerView {
  readonly element = el('div', 'answer');
  private readonly words = el('p', 'answer-text');
  private readonly all = linkButton(() => {
    this.isWhole = !this.isWhole;
    this.show();
  });
  private readonly copy = linkButton(() => {
    this.copyText();
  });
  private readonly terminal = linkButton(() => {
    this.page.command('showTerminal');
  });
  private text = '';
  private isWhole = false;

  constructor(private readonly page: Page) {
    this.words.dir = 'auto';
    this.element.append(
      this.words,
      el('div', 'answer-actions', this.all, this.copy, this.terminal),
    );
  }

  /** `terminal`: one is known to run the session's agent. */
  update(answer: string, { terminal }: SessionDetail): void {
    setText(this.terminal, this.page.texts.get('action.showTerminal'));
    show(this.terminal, terminal === true);
    const text = escapeControls(answer);
    if (text !== this.text) {
      this.text = text;
      this.show();
    }
  }

  private show(): void {
    const { texts } = this.page;
    const isShort =
      this.text.length <= SHORT_CHARACTERS && this.text.split('\n').length <= SHORT_LINES;
    // empty lines would take the room of words
    setText(this.words, this.isWhole ? this.text : this.text.replace(/\n\s*\n/g, '\n'));
    setAttribute(this.words, 'data-all', this.isWhole ? '' : undefined);
    setText(this.all, texts.get(this.isWhole ? 'action.showLess' : 'action.showAll'));
    show(this.all, !isShort);
    setText(this.copy, texts.get('action.copy'));
  }

  private copyText(): void {
    void navigator.clipboard.writeText(this.text).then(
      () => {
        setText(this.copy, this.page.texts.get('action.copied'));
      },
      () => {},
    );
  }
}

function linkButton(act: () => void): HTMLButtonElement {
  const button = el('button', 'link-button');
  button.type = 'button';
  button.addEventListener('click', act);
  return button;
}
