/** What opens below the buttons, one at a time: a field for a sentence to the agent, or what an answer to a verdict changes. */
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { GUIDE_LIMIT, type Lesson } from '../../src/protocol/view.js';
import { el, placeChildren, setText, show } from '../ui/dom.js';
import type { Page } from '../page/page.js';
import { toolkitButton, type ToolkitButton } from '../ui/toolkit.js';

let idCount = 0;

export class Drawer {
  readonly element = el('div', 'drawer');
  /** The turn that the open content is about. */
  private subject: { session: string; turn: number } | undefined;
  /** Gets the focus back on closing. */
  private opener: Element | null = null;

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
  openGuide(detail: SessionDetail): void {
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

  /** What an answer would change, to be confirmed; or what it has changed, to be undone. */
  openLesson(lesson: Lesson, detail: SessionDetail): void {
    const { texts } = this.page;
    const text = el('p', undefined, lesson.text);
    const { session, verdict, answer } = lesson;
    const giveAnswer = (given: Lesson['answer']) => () => {
      this.page.post({ type: 'teach', session, verdict, answer: given, sure: true });
    };
    const first = !lesson.done
      ? this.button(
          'primary',
          texts.get(
            answer === 'false-alarm' ? 'action.falseAlarm.sure' : 'action.reallyStuck.sure',
          ),
          giveAnswer(answer),
        )
      : lesson.canUndo
        ? this.button(
            'secondary',
            texts.get('action.undo'),
            giveAnswer(answer === 'false-alarm' ? 'really-stuck' : 'false-alarm'),
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

  /** Closes when another session is selected or another turn begins. */
  update(detail: SessionDetail | undefined): void {
    if (
      this.subject !== undefined &&
      (detail?.session !== this.subject.session || detail.turn !== this.subject.turn)
    ) {
      this.close();
    }
  }

  close(): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.subject = undefined;
    show(this.element, false);
    placeChildren(this.element, []);
    if (hadFocus && this.opener instanceof HTMLElement) {
      this.opener.focus();
    }
  }

  private open({ session, turn }: SessionDetail, ...children: Element[]): void {
    if (!this.element.contains(document.activeElement)) {
      this.opener = document.activeElement;
    }
    this.subject = { session, turn };
    placeChildren(this.element, children);
    show(this.element, true);
  }

  private describe(target: Element, by: HTMLElement): void {
    idCount += 1;
    by.id = `drawer-${idCount}`;
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
