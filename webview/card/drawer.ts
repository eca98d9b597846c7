/** What opens under the buttons, one at a time: a sentence for the agent, or what an answer to a verdict changes. */
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { GUIDE_LIMIT, type Lesson } from '../../src/protocol/view.js';
import { el, placeChildren, setText, show } from '../ui/dom.js';
import type { Page } from '../page/page.js';
import { toolkitButton, type ToolkitButton } from '../ui/toolkit.js';

let made = 0;

export class Drawer {
  readonly element = el('div', 'drawer');
  /** Of what is open. */
  private about: { session: string; turn: number } | undefined;
  /** Where the focus goes back to. */
  private from: Element | null = null;

  constructor(private readonly page: Page) {
    this.element.setAttribute('role', 'group');
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') {
        return;
      }
      this.close();
      event.preventDefault();
      event.stopPropagation();
    });
    show(this.element, false);
  }

  /** A field for one sentence to the agent. */
  guide(detail: SessionDetail): void {
    const { texts } = this.page;
    const field = el('textarea', 'field');
    field.rows = 2;
    field.maxLength = GUIDE_LIMIT;
    field.placeholder = texts.get('guide.label');
    field.setAttribute('aria-label', texts.get('guide.label'));
    const send = (): void => {
      const text = field.value.replace(/\s+/g, ' ').trim();
      if (text === '') {
        return;
      }
      this.page.command('guide', { text });
      this.close();
    };
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) {
        return;
      }
      event.preventDefault();
      send();
    });
    const hint = el('p', 'truth', texts.get('guide.hint'));
    this.open(
      detail,
      field,
      hint,
      this.buttons(
        this.button('primary', texts.get('action.send'), send),
        this.button('secondary', texts.get('action.cancel'), () => {
          this.close();
        }),
      ),
    );
    this.describe(field, hint);
    field.focus();
  }

  /** What an answer would change, to be confirmed; or what it has changed, to be taken back. */
  lesson(lesson: Lesson, detail: SessionDetail): void {
    const { texts } = this.page;
    const text = el('p', undefined, lesson.text);
    const { session, verdict, answer } = lesson;
    const teach = (given: Lesson['answer']) => () => {
      this.page.post({ type: 'teach', session, verdict, answer: given, sure: true });
    };
    const first = !lesson.done
      ? this.button(
          'primary',
          texts.get(
            answer === 'false-alarm' ? 'action.falseAlarm.sure' : 'action.reallyStuck.sure',
          ),
          teach(answer),
        )
      : lesson.canUndo
        ? this.button(
            'secondary',
            texts.get('action.undo'),
            teach(answer === 'false-alarm' ? 'really-stuck' : 'false-alarm'),
          )
        : undefined;
    const last = this.button(
      'secondary',
      texts.get(lesson.done ? 'action.close' : 'action.cancel'),
      () => {
        this.close();
      },
    );
    this.open(detail, text, this.buttons(...(first === undefined ? [] : [first]), last));
    const target = (first ?? last).element;
    this.describe(target, text);
    target.focus();
  }

  /** What is open ends with the session that is shown, and with its turn. */
  update(detail: SessionDetail | undefined): void {
    if (
      this.about !== undefined &&
      (detail?.session !== this.about.session || detail.turn !== this.about.turn)
    ) {
      this.close();
    }
  }

  close(): void {
    const had = this.element.contains(document.activeElement);
    this.about = undefined;
    show(this.element, false);
    placeChildren(this.element, []);
    if (had && this.from instanceof HTMLElement) {
      this.from.focus();
    }
  }

  private open({ session, turn }: SessionDetail, ...children: Element[]): void {
    if (!this.element.contains(document.activeElement)) {
      this.from = document.activeElement;
    }
    this.about = { session, turn };
    placeChildren(this.element, children);
    show(this.element, true);
  }

  private describe(target: Element, by: HTMLElement): void {
    made += 1;
    by.id = `drawer-${made}`;
    target.setAttribute('aria-describedby', by.id);
    this.element.setAttribute('aria-labelledby', by.id);
  }

  private button(look: 'primary' | 'secondary', text: string, run: () => void): ToolkitButton {
    const button = toolkitButton(look);
    setText(button.element, text);
    button.setNames(text, text);
    button.element.addEventListener('click', run);
    return button;
  }

  private buttons(...buttons: ToolkitButton[]): HTMLElement {
    return el('div', 'button-row', ...buttons.map(({ element }) => element));
  }
}
