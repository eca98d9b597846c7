/** The receipts of interventions: requested → delivered → answered, each step with its time once it has happened, and Undo while possible. */
import type { Receipt, SessionDetail } from '../../src/core/view/snapshot.js';
import { el, KeyedChildren, placeChildren, setAttribute, setText, show } from '../ui/dom.js';
import { icon, Icon } from '../ui/icons.js';
import { rungLook } from '../ui/looks.js';
import type { Page } from '../page/page.js';
import type { ShownState } from '../page/shown-state.js';
import type { Texts } from '../ui/texts.js';
import { toolkitButton } from '../ui/toolkit.js';
import { AnswerView } from './answer-view.js';
import { currentReceipts } from './current-receipts.js';

interface Step {
  word: string;
  time: string;
}
interface StepView {
  readonly element: HTMLElement;
  word: HTMLElement;
  time: HTMLElement;
}

class ReceiptView {
  readonly element = el('li', 'receipt');
  private readonly icon = new Icon('words', 'status');
  private readonly name = el('span', 'receipt-name');
  private readonly by = el('span', 'receipt-by');
  private readonly steps = el('span', 'receipt-steps');
  private readonly stepViews: KeyedChildren<Step, StepView>;
  private readonly undo = toolkitButton('secondary');
  private readonly body: HTMLElement;
  private answer: AnswerView | undefined;
  private id = '';

  constructor(private readonly page: Page) {
    this.undo.element.addEventListener('click', () => {
      page.command('undo', { intervention: this.id });
    });
    this.stepViews = new KeyedChildren<Step, StepView>(
      this.steps,
      () => {
        const word = el('span');
        const time = el('time');
        return { element: el('span', 'receipt-step', icon('arrow'), word, time), word, time };
      },
      (view, { word, time }) => {
        setText(view.word, word);
        setText(view.time, time);
      },
    );
    const head = el('div', 'receipt-head', this.name, this.by);
    this.body = el('div', 'receipt-body', head, this.steps);
    this.element.append(this.icon.element, this.body, this.undo.element);
  }

  update(receipt: Receipt, detail: SessionDetail): void {
    const { texts } = this.page;
    const look = rungLook(receipt.rung);
    this.id = receipt.id;
    this.icon.set(look.icon);
    setAttribute(
      this.element,
      'data-tone',
      receipt.state === 'ignored' ? 'worst' : receipt.state === 'obeyed' ? 'good' : look.tone,
    );
    setText(this.name, texts.get(`rung.${receipt.rung}`));
    setText(this.by, texts.get(`by.${receipt.by}`));
    const steps = [
      { word: texts.get('receipt.requested'), time: texts.clock(receipt.requestedAt) },
    ];
    if (receipt.deliveredAt !== undefined) {
      steps.push({ word: texts.get('receipt.delivered'), time: texts.clock(receipt.deliveredAt) });
    }
    if (receipt.denials > 0) {
      steps.push({ word: texts.get('receipt.denials', { count: receipt.denials }), time: '' });
    }
    steps.push(...outcome(receipt, texts));
    this.stepViews.set(steps.map((step, index) => [String(index), step]));
    setText(this.undo.element, texts.get('action.undo'));
    this.undo.setNames(
      `${texts.get('action.undo')}: ${texts.get(`rung.${receipt.rung}`)}`,
      texts.get('action.undo'),
    );
    show(this.undo.element, receipt.canUndo);
    this.updateAnswer(receipt, detail);
  }

  private updateAnswer({ answer }: Receipt, detail: SessionDetail): void {
    if (answer !== undefined && this.answer === undefined) {
      this.answer = new AnswerView(this.page);
      this.body.append(this.answer.element);
    }
    this.answer?.update(answer ?? '', detail);
    if (this.answer !== undefined) {
      show(this.answer.element, answer !== undefined);
    }
  }
}

/** What became of it, with the time. */
function outcome({ rung, state, ignored = 0, settledAt }: Receipt, texts: Texts): Step[] {
  const time = settledAt === undefined ? '' : texts.clock(settledAt);
  switch (state) {
    case 'requested':
    case 'delivered':
      return [];
    case 'obeyed':
      return [
        ...(ignored === 0 ? [] : [{ word: timesIgnored(ignored, texts), time: '' }]),
        { word: texts.receipt(rung, state), time },
      ];
    case 'ignored':
    case 'withdrawn':
      return [{ word: texts.get(`receipt.${state}`), time }];
  }
}

function timesIgnored(count: number, texts: Texts): string {
  switch (count) {
    case 1:
      return texts.get('receipt.ignored.once');
    case 2:
      return texts.get('receipt.ignored.twice');
    default:
      return texts.get('receipt.ignored.times', { count });
  }
}

export class Receipts {
  readonly element = el('section', 'receipts');
  private readonly heading = el('h2', 'heading');
  private readonly list = el('ul');
  private readonly receipts: KeyedChildren<
    { receipt: Receipt; detail: SessionDetail },
    ReceiptView
  >;

  constructor(private readonly page: Page) {
    this.receipts = new KeyedChildren(
      this.list,
      () => new ReceiptView(page),
      (view, { receipt, detail }) => {
        view.update(receipt, detail);
      },
    );
    placeChildren(this.element, [this.heading, this.list]);
  }

  update({ detail }: ShownState): void {
    const current =
      detail === undefined
        ? []
        : currentReceipts(detail).map((receipt) => [receipt.id, { receipt, detail }] as const);
    show(this.element, current.length > 0);
    setText(this.heading, this.page.texts.get('label.receipts'));
    this.receipts.set(current);
  }
}
