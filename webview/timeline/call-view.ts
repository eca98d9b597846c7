/** One call of an opened step: what it was, what came of it and why it counted, its input and its result. */
import type { CallRow, SessionSummary } from '../../src/core/view/snapshot.js';
import type { ShownText } from '../../src/protocol/view.js';
import { el, KeyedChildren, setAttribute, setText, show } from '../ui/dom.js';
import { Icon } from '../ui/icons.js';
import { outcomeLook } from '../ui/looks.js';
import type { Page } from '../page/page.js';
import { oneLine } from '../ui/plain.js';
import { fileOfCall } from './row-file.js';
import { TextBlock } from './text-block.js';

/** Of a step with very many calls the texts of the first are asked for, of the others on demand. */
const ASKED_CALLS = 20;

export class CallView {
  readonly element = el('section', 'call');
  private readonly icon = new Icon('dot', 'status');
  private readonly tool = el('span', 'tool');
  private readonly meta = el('span', 'meta');
  private readonly title = el('p', 'call-title');
  private readonly file = el('button', 'path');
  private readonly note = el('p', 'reason');
  private readonly noteText = el('span');
  private readonly jump = el('button', 'chip');
  private readonly childPlace = el('div', 'children');
  private readonly children: KeyedChildren<SessionSummary, { element: HTMLButtonElement }>;
  private readonly missing = el('p', 'meta');
  private readonly input: TextBlock;
  private readonly output: TextBlock;
  private sameStep: number | undefined;
  private call: CallRow | undefined;
  private place = 0;

  constructor(private readonly page: Page) {
    const { texts } = page;
    const changed = (): void => {
      if (this.call !== undefined) {
        this.update(this.call, this.place);
      }
    };
    this.input = new TextBlock(page, {
      name: texts.get('label.input'),
      copy: texts.get('action.copyInput'),
      changed,
    });
    this.output = new TextBlock(page, {
      name: texts.get('label.output'),
      copy: texts.get('action.copyResult'),
      changed,
    });
    this.jump.type = 'button';
    this.jump.addEventListener('click', () => {
      if (this.sameStep !== undefined) {
        page.jumpToStep(this.sameStep);
      }
    });
    this.file.type = 'button';
    this.file.addEventListener('click', () => {
      const file = this.call && fileOfCall(this.call);
      if (file !== undefined) {
        page.openFile(file);
      }
    });
    this.children = new KeyedChildren(
      this.childPlace,
      ({ session }) => {
        const element = el('button', 'chip');
        element.type = 'button';
        element.addEventListener('click', () => {
          page.post({ type: 'select', session });
        });
        return { element };
      },
      ({ element }) => {
        setText(element, texts.get('action.openChild'));
      },
    );
    this.note.append(this.noteText, this.jump);
    this.element.append(
      el('div', 'call-head', this.icon.element, this.tool, this.meta),
      this.title,
      this.file,
      this.note,
      this.childPlace,
      this.input.element,
      this.output.element,
      this.missing,
    );
  }

  /** `place`: 0-based, among the calls of its step. */
  update(call: CallRow, place: number): void {
    const { page } = this;
    const { texts } = page;
    this.call = call;
    this.place = place;
    const look = call.progress
      ? ({ icon: 'check', tone: 'good' } as const)
      : outcomeLook(call.outcome);
    this.icon.set(look.icon);
    setAttribute(this.element, 'data-tone', look.tone);
    setText(this.tool, oneLine(call.tool, 80));
    setText(
      this.meta,
      [
        texts.get(`outcome.${call.outcome}`),
        call.exitCode === undefined ? '' : texts.get('label.exit', { code: call.exitCode }),
        call.durationMs === undefined ? '' : texts.duration(call.durationMs),
        call.at === undefined ? '' : texts.clock(call.at),
      ]
        .filter((part) => part !== '')
        .join(' · '),
    );
    const step = call.note?.id === 'idle.same' ? call.note.params?.['step'] : undefined;
    this.sameStep = typeof step === 'number' ? step : undefined;
    setText(this.noteText, call.note === undefined ? '' : texts.say(call.note));
    setText(
      this.jump,
      this.sameStep === undefined ? '' : texts.get('label.jump', { step: this.sameStep }),
    );
    show(this.jump, this.sameStep !== undefined);
    show(this.note, call.note !== undefined);
    const children = page.startedBy(call);
    this.children.set(children.map((child) => [child.session, child]));
    show(this.childPlace, children.length > 0);

    const whole = this.input.all || this.output.all;
    const asked = whole || place < ASKED_CALLS ? page.callTexts.of(call, whole) : undefined;
    const input = asked?.input ?? preview(call.input === '' ? call.title : call.input);
    this.input.set(input);
    this.output.set(asked?.output ?? preview(call.output));
    show(this.output.element, call.outcome !== 'running');
    const cutShort = asked?.missing !== undefined && (isCut(call.input) || isCut(call.output));
    setText(
      this.missing,
      cutShort ? texts.get(asked.missing === 'unreadable' ? 'label.notRead' : 'label.notKept') : '',
    );
    show(this.missing, cutShort);
    this.nameFile(call, input.text);
  }

  /** The title is what the row could not show whole; where the input says it, once is enough. */
  private nameFile(call: CallRow, input: string): void {
    const { texts } = this.page;
    const file = fileOfCall(call);
    const title = oneLine(call.title);
    setText(this.title, title);
    show(
      this.title,
      title !== '' &&
        file?.path !== call.title &&
        !oneLine(input, 4000).includes(title.replace(/…$/, '')),
    );
    const path = oneLine(file?.path ?? '', 400);
    setText(
      this.file,
      file === undefined
        ? ''
        : texts.get(file.changes ? 'action.openChanges' : 'action.openFile', { path }),
    );
    show(this.file, file !== undefined);
  }
}

/** What the row itself holds, until more is known. */
function preview(text: string): ShownText {
  return { text, kept: text.length, length: text.length };
}

function isCut(text: string): boolean {
  return text.endsWith('…') || /\n… \d+ characters …\n/.test(text);
}
