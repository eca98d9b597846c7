/** One threshold: its meaning, its value in the chosen scope, the value in force, and what a value would have done. */
import {
  thresholdSpecs,
  type Preset,
  type ThresholdKey,
  type ThresholdOrigin,
} from '../../src/core/thresholds/thresholds.js';
import type { Scope, ThresholdState, WhatIfAnswer } from '../../src/protocol/thresholds.js';
import { el, setAttribute, setText, show } from '../ui/dom.js';
import { numberField } from '../ui/toolkit-fields.js';
import { ofDraft, ofThreshold } from './outcome.js';
import type { PanelWords } from './panel-words.js';

interface RowContext {
  words: PanelWords;
  scope: Scope;
  agent: string | undefined;
}

interface RowEvents {
  /** The value being edited; undefined: it is no longer edited or not valid. */
  draft(key: ThresholdKey, value: number | undefined): void;
  save(key: ThresholdKey, value: number | undefined): void;
  forget(key: ThresholdKey): void;
}

export class ThresholdRow {
  private readonly events: RowEvents;
  readonly element = el('li', 'row');
  private readonly title: HTMLElement;
  private readonly otherScope = el('span', 'also');
  private readonly reset = el('button', 'link');
  private readonly meaning = el('p', 'meaning');
  private readonly field = numberField();
  private readonly unit = el('span', 'unit');
  private readonly bounds = el('span', 'bounds');
  private readonly origin = el('p', 'origin');
  private readonly forget = el('button', 'link');
  private readonly otherAgents = el('p', 'others');
  private readonly error = el('p', 'wrong');
  private readonly outcome = el('p', 'outcome');
  private readonly hint = el('p', 'hint');
  private readonly preset: Preset;
  private context: RowContext | undefined;
  /** The value in the field while it is not edited. */
  private savedValue = 0;
  private inForce = 0;
  private editing = false;

  /** `heading`: the level below the heading that the row is under. */
  constructor(
    readonly key: ThresholdKey,
    heading: 'h3' | 'h4',
    events: RowEvents,
  ) {
    this.events = events;
    this.title = el(heading, 'title');
    this.preset = thresholdSpecs[key].preset;
    this.element.dataset['key'] = key;
    this.outcome.setAttribute('aria-live', 'polite');
    this.error.setAttribute('role', 'alert');
    this.origin.append(el('span'), this.forget);
    this.element.append(
      el('div', 'row-head', this.title, this.otherScope, this.reset),
      this.meaning,
      el('div', 'control', this.field.element, this.unit, this.bounds, this.outcome),
      this.error,
      this.hint,
      this.origin,
      this.otherAgents,
    );
    this.field.element.addEventListener('input', () => this.onInput());
    this.field.element.addEventListener('focusout', () => this.save());
    this.field.element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') {
        this.save();
      }
      if (event.key === 'Escape') {
        this.cancel();
      }
    });
    this.reset.addEventListener('click', () => {
      this.cancel();
      events.save(key, undefined);
    });
    this.forget.addEventListener('click', () => events.forget(key));
  }

  show(context: RowContext, state: ThresholdState): void {
    const { words, scope, agent } = context;
    const { key } = this;
    const { default: usual, min, max, unit } = thresholdSpecs[key];
    this.context = context;
    const title = words.title(key);
    const own = state[scope];
    setText(this.title, title);
    setText(this.meaning, words.meaning(key));
    setText(this.unit, words.get(`unit.${unit}`));
    setText(this.bounds, words.get('row.bounds', { min, max, usual }));
    setAttribute(this.element, 'data-set', own === undefined ? undefined : scope);
    show(this.reset, own !== undefined);
    setText(this.reset, words.get('row.reset'));
    const resetText = words.get(`row.reset.${scope}`, { title });
    setAttribute(this.reset, 'aria-label', resetText);
    setAttribute(this.reset, 'title', resetText);
    const other = scope === 'user' ? state.workspace : state.user;
    setText(
      this.otherScope,
      other === undefined
        ? ''
        : words.get(scope === 'user' ? 'row.alsoWorkspace' : 'row.alsoUser', { value: other }),
    );
    this.inForce = state.inForce;
    this.savedValue = own ?? this.inherited(state, context) ?? usual;
    if (!this.editing) {
      this.field.setValue(this.savedValue);
    }
    this.field.setBounds(min, max);
    this.field.setLabel(
      words.get('row.label', { title, unit: words.get(`unit.${unit}`), min, max }),
    );
    const saysNothingNew =
      state.inForce === this.savedValue &&
      (state.origin === 'default' || state.origin === (agent === undefined ? scope : 'agent'));
    show(this.origin, !saysNothingNew);
    setText(
      this.origin.firstElementChild ?? this.origin,
      `${words.get('row.inForce', { value: state.inForce, origin: origin(words, state.origin) })} `,
    );
    setText(this.forget, words.get('row.forget'));
    show(this.forget, agent !== undefined && state.origin === 'learned');
    show(this.otherAgents, state.others.length > 0);
    setText(
      this.otherAgents,
      words.get('row.others', {
        list: state.others
          .map((each) =>
            words.get('row.other', {
              agent: each.agent,
              value: each.value,
              origin: origin(words, each.origin),
            }),
          )
          .join(', '),
      }),
    );
    setText(this.hint, words.get('row.saveHint'));
    this.validate();
  }

  showOutcome(answer: WhatIfAnswer | undefined): void {
    if (this.context === undefined) {
      return;
    }
    const { words } = this.context;
    const tried =
      this.editing && this.isValid
        ? ofDraft(words, answer, this.preset, this.key, this.inForce)
        : undefined;
    const found = tried ?? ofThreshold(words, answer, this.preset, this.key);
    show(this.outcome, found !== undefined);
    setText(this.outcome, found?.text ?? '');
    setAttribute(this.outcome, 'data-tone', found?.tone);
    setAttribute(this.outcome, 'data-tried', tried === undefined ? undefined : '');
  }

  /** The value that applies where this scope sets none. */
  private inherited(
    { user, inForce, origin }: ThresholdState,
    { scope, agent }: RowContext,
  ): number | undefined {
    if (agent !== undefined) {
      return inForce;
    }
    if (scope === 'workspace') {
      return user;
    }
    return origin === 'profile' ? inForce : undefined;
  }

  private onInput(): void {
    this.editing = this.field.value !== this.savedValue;
    this.validate();
    this.events.draft(this.key, this.editing && this.isValid ? this.field.value : undefined);
  }

  private get isValid(): boolean {
    const { value } = this.field;
    const { min, max } = thresholdSpecs[this.key];
    return value !== undefined && Number.isInteger(value) && value >= min && value <= max;
  }

  /** An invalid value stays in the field, with a message, and is not saved. */
  private save(): void {
    if (!this.editing || !this.isValid) {
      return;
    }
    const { value } = this.field;
    this.editing = false;
    this.validate();
    this.events.draft(this.key, undefined);
    this.events.save(this.key, value);
  }

  private cancel(): void {
    if (!this.editing) {
      return;
    }
    this.editing = false;
    this.field.setValue(this.savedValue);
    this.validate();
    this.events.draft(this.key, undefined);
  }

  private validate(): void {
    const { min, max } = thresholdSpecs[this.key];
    const isInvalid = this.editing && !this.isValid;
    this.field.setInvalid(isInvalid);
    show(this.error, isInvalid);
    setText(
      this.error,
      isInvalid ? (this.context?.words.get('row.wrong', { min, max }) ?? '') : '',
    );
    show(this.hint, this.editing && !isInvalid);
    setAttribute(this.element, 'data-editing', this.editing ? '' : undefined);
  }
}

function origin(words: PanelWords, from: ThresholdOrigin): string {
  return words.get(`origin.${from}`);
}
