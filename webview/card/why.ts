/**
 * Why a verdict was reached: what the calls have in common, what was ignored in the comparison, the limit and what
 * the phase changed about it, where it began, and what clears it.
 */
import type { ShownVerdict } from '../../src/core/view/snapshot.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import { el, setText, show } from '../ui/dom.js';
import type { Page } from '../page/page.js';

export class Why {
  readonly element = el('dl', 'why');
  private readonly first = el('button', 'link-button');
  private readonly rows;
  private call: number | undefined;

  constructor(private readonly page: Page) {
    this.rows = {
      rule: this.row('why.rule'),
      equal: this.row('why.equal'),
      leftOut: this.row('why.leftOut'),
      limit: this.row('why.limit'),
      phase: this.row('why.phase'),
      first: this.row('why.first'),
      clears: this.row('why.clears'),
    };
    this.first.type = 'button';
    this.first.addEventListener('click', () => {
      if (this.call !== undefined) {
        page.jumpToCall(this.call);
      }
    });
    this.rows.first.value.append(this.first);
  }

  /** Where the card names what repeats, the rule's own sentence is told here. */
  update({ repeated, what, why }: ShownVerdict): void {
    const { equal, leftOut, limit, phase, firstCall, clears } = why;
    const { texts } = this.page;
    const { rows } = this;
    const set = (row: { element: HTMLElement; value: HTMLElement }, text: string): void => {
      setText(row.value, text);
      show(row.element, text !== '');
    };
    set(rows.rule, repeated === undefined ? '' : texts.say(what));
    set(rows.equal, equal === undefined ? '' : texts.say(equal));
    set(rows.leftOut, texts.list(leftOut.map((kind) => texts.say(kind))));
    set(
      rows.limit,
      limit === undefined
        ? ''
        : texts.get(limit.setting === undefined ? 'why.limit.value' : 'why.limit.derived', {
            name: texts.say(limit.name),
            value: texts.amount(limit.value),
            from: texts.say(limit.from),
            ...(limit.setting !== undefined && { setting: texts.amount(limit.setting) }),
          }),
    );
    set(rows.phase, phase === undefined ? '' : texts.say(phase));
    const step = firstCall === undefined ? undefined : this.page.stepOfCall(firstCall);
    this.call = firstCall;
    setText(this.first, step === undefined ? '' : texts.get('label.step', { step }));
    show(rows.first.element, step !== undefined);
    set(rows.clears, texts.say(clears));
  }

  private row(name: PageTextId): { element: HTMLElement; value: HTMLElement } {
    const value = el('dd');
    const element = el('div', 'why-part', el('dt', undefined, this.page.texts.get(name)), value);
    this.element.append(element);
    return { element, value };
  }
}
