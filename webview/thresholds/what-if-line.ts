/** The turn that settings are tried on, and when it stalls with the values in force. */
import type { Preset } from '../../src/core/thresholds/thresholds.js';
import type { WhatIfAnswer } from '../../src/protocol/thresholds.js';
import { el, setAttribute, setText, show } from '../ui/dom.js';
import { ofPreset } from './outcome.js';
import type { PanelWords } from './panel-words.js';

export class WhatIfLine {
  readonly element = el('section', 'what-if');
  private readonly title = el('h2', 'label');
  private readonly basis = el('p', 'basis');
  private readonly outcome = el('p', 'outcome');
  private readonly sentence = el('p', 'meaning');
  private readonly coverage = el('p', 'meaning');

  constructor() {
    this.element.append(this.title, this.basis, this.outcome, this.sentence, this.coverage);
  }

  show(words: PanelWords, answer: WhatIfAnswer | undefined, inForce: Preset): void {
    setText(this.title, words.get('whatIf.title'));
    const basis = answer?.basis;
    setText(
      this.basis,
      basis === undefined
        ? words.get('whatIf.none')
        : basis.kind === 'live'
          ? words.get('whatIf.live', { agent: basis.agent, steps: basis.steps })
          : words.get('whatIf.recorded', { file: basis.file ?? '', steps: basis.steps }),
    );
    const found = ofPreset(words, answer, inForce, inForce);
    setAttribute(this.element, 'data-tone', found?.tone);
    show(this.outcome, found !== undefined);
    setText(this.outcome, found?.text ?? '');
    const verdicts = answer?.presets[inForce]?.verdicts;
    const why = verdicts?.stalled ?? verdicts?.watch;
    setText(this.sentence, why === undefined ? '' : words.say(why.what));
    setText(this.coverage, coverageText(words, basis?.covers));
  }
}

function coverageText(words: PanelWords, covers: WhatIfAnswer['basis']['covers']): string {
  switch (covers?.part) {
    case 'newest':
      return words.get('whatIf.newest', { count: covers.count });
    case 'before-end':
      return words.get('whatIf.ended');
    case 'first':
      return words.get('whatIf.slow', { count: covers.count });
    case undefined:
      return '';
  }
}
