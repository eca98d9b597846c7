/** What-if in words: when a threshold or a whole preset would have fired, now and with the value that is being edited. */
import type { Preset, ThresholdKey } from '../../src/core/thresholds/thresholds.js';
import type { WhatIfAnswer } from '../../src/protocol/thresholds.js';
import type { PanelWords } from './words.js';

/** `tone`: names of CSS tones; always beside a word. */
export interface WhatIfOutcome {
  text: string;
  tone: 'dim' | 'info' | 'watch' | 'bad';
}

/** Of a preset as it is set: when the turn stalls by it, if it is the one in force, or would stall. Undefined until it is worked out. */
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
      step: (stalled ?? watch)?.step ?? '',
    }),
    tone,
  };
}

/** Of one threshold as it is set. Thresholds that only support another fire by none of their own. */
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
    return { text: words.get('whatIf.stalled', { step: stalled.step }), tone: 'bad' };
  }
  if (waiting !== undefined) {
    return { text: words.get('whatIf.waited', { step: waiting.step }), tone: 'info' };
  }
  if (watch !== undefined) {
    return { text: words.get('whatIf.watch', { step: watch.step }), tone: 'watch' };
  }
  return { text: words.get('whatIf.quiet'), tone: 'dim' };
}

/** With the draft against what is in force: of the threshold where it fires itself, else of the turn. */
export function ofDraft(
  words: PanelWords,
  answer: WhatIfAnswer | undefined,
  preset: Preset,
  key: ThresholdKey,
): WhatIfOutcome | undefined {
  const edited = answer?.edited;
  const now = answer?.presets[preset];
  if (edited?.draft.key !== key || now === undefined) {
    return undefined;
  }
  const own = !isSupporting(key);
  const [old = {}, next = {}] = own
    ? [now.byKey[key], edited.result.byKey[key]]
    : [now.verdicts, edited.result.verdicts];
  // a warning is compared with a warning, a stall with a stall
  const level =
    (['stalled', 'waiting', 'watch'] as const).find(
      (each) => old[each] !== undefined || next[each] !== undefined,
    ) ?? 'stalled';
  const [before, step] = [old[level]?.step, next[level]?.step];
  const tone = step === undefined ? 'dim' : step === before ? 'info' : 'bad';
  const id =
    step === undefined
      ? before === undefined
        ? 'quiet'
        : 'not'
      : before === undefined
        ? 'now'
        : step === before
          ? 'same'
          : 'instead';
  return {
    text: words.get(own ? `whatIf.edited.${id}` : `whatIf.edited.turn.${id}`, {
      step: step ?? '',
      before: before ?? '',
    }),
    tone,
  };
}

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
