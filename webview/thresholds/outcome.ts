/** What-if results in words: when a threshold or a whole preset would have fired, with the values in force and with the one being edited. */
import { countFromOne } from '../../src/core/view/timeline/rows.js';
import type { Preset, ThresholdKey } from '../../src/core/thresholds/thresholds.js';
import type { WhatIfAnswer } from '../../src/protocol/thresholds.js';
import { el, setAttribute, setText, show } from '../ui/dom.js';
import type { PanelWords } from './panel-words.js';

export interface WhatIfOutcome {
  text: string;
  /** A CSS tone. */
  tone: 'dim' | 'info' | 'watch' | 'bad';
}

/** When the turn stalls under a preset (if it is in force) or would stall. Undefined until the host has computed it. */
export function ofPreset(
  words: PanelWords,
  answer: WhatIfAnswer | undefined,
  preset: Preset,
  inForce: Preset,
): WhatIfOutcome | undefined {
  const verdicts = answer?.presets[preset]?.verdicts;
  if (verdicts === undefined) {
    return undefined;
  }
  const { stalled, watch } = verdicts;
  const [id, tone] =
    stalled !== undefined
      ? (['stalled', 'bad'] as const)
      : watch !== undefined
        ? (['watch', 'watch'] as const)
        : (['quiet', 'dim'] as const);
  return {
    text: words.get(preset === inForce ? `whatIf.now.${id}` : `whatIf.turn.${id}`, {
      step: shownStep(stalled ?? watch) ?? '',
    }),
    tone,
  };
}

/** When a threshold fires with the values in force. Undefined for one that never fires itself. */
export function ofThreshold(
  words: PanelWords,
  answer: WhatIfAnswer | undefined,
  preset: Preset,
  key: ThresholdKey,
): WhatIfOutcome | undefined {
  const result = answer?.presets[preset];
  if (result === undefined || isSupporting(key)) {
    return undefined;
  }
  const { stalled, waiting, watch } = result.byKey[key] ?? {};
  if (stalled !== undefined) {
    return { text: words.get('whatIf.stalled', { step: countFromOne(stalled.step) }), tone: 'bad' };
  }
  if (waiting !== undefined) {
    return { text: words.get('whatIf.waited', { step: countFromOne(waiting.step) }), tone: 'info' };
  }
  if (watch !== undefined) {
    return { text: words.get('whatIf.watch', { step: countFromOne(watch.step) }), tone: 'watch' };
  }
  return { text: words.get('whatIf.quiet'), tone: 'dim' };
}

/** The draft's value compared with the one in force: for the threshold itself if it can fire, else for the turn. */
export function ofDraft(
  words: PanelWords,
  answer: WhatIfAnswer | undefined,
  preset: Preset,
  key: ThresholdKey,
  inForce: number,
): WhatIfOutcome | undefined {
  const edited = answer?.edited;
  const current = answer?.presets[preset];
  if (edited?.draft.key !== key || current === undefined) {
    return undefined;
  }
  const [before = {}, after = {}] = isSupporting(key)
    ? [current.verdicts, edited.result.verdicts]
    : [current.byKey[key], edited.result.byKey[key]];
  // a warning is compared with a warning, a stall with a stall: by the most serious level on either side
  const level =
    levels.find((each) => before[each] !== undefined || after[each] !== undefined) ?? 'stalled';
  const outcome = (step: number | undefined): string =>
    step === undefined
      ? words.get(`whatIf.edited.${level}.none`)
      : words.get(`whatIf.edited.${level}`, { step });
  const [stepBefore, stepAfter] = [shownStep(before[level]), shownStep(after[level])];
  return {
    text: words.get('whatIf.edited', {
      value: edited.draft.value,
      outcome: outcome(stepAfter),
      inForce,
      before: outcome(stepBefore),
    }),
    tone: stepAfter === undefined ? 'dim' : stepAfter === stepBefore ? 'info' : 'bad',
  };
}

function shownStep(firing: { step: number } | undefined): number | undefined {
  return firing && countFromOne(firing.step);
}

const levels = ['stalled', 'waiting', 'watch'] as const;

/** Thresholds that only support another one never fire themselves. */
function isSupporting(key: ThresholdKey): boolean {
  switch (key) {
    case 'progressDetector.minLength':
    case 'stuckHeuristics.repeats':
    case 'stuckHeuristics.windowSeconds':
    case 'stuckHeuristics.history':
    case 'groupLoops.minEvents':
      return true;
    default:
      return false;
  }
}

/** The turn that settings are tried on, and when it stalls with the values in force. */
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
