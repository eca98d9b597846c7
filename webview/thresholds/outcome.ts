/** What-if results in words: when a threshold or a whole preset would have fired, with the values in force and with the one being edited. */
import type { Preset, ThresholdKey } from '../../src/core/thresholds/thresholds.js';
import type { WhatIf } from '../../src/core/thresholds/what-if.js';
import type { WhatIfAnswer } from '../../src/protocol/thresholds.js';
import type { PanelWords } from './panel-words.js';

type Firings = WhatIf['verdicts'];

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
      step: (stalled ?? watch)?.step ?? '',
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

/** The draft's value compared with the one in force: for the threshold itself if it can fire, else for the turn. */
export function ofDraft(
  words: PanelWords,
  answer: WhatIfAnswer | undefined,
  preset: Preset,
  key: ThresholdKey,
): WhatIfOutcome | undefined {
  const edited = answer?.edited;
  const current = answer?.presets[preset];
  if (edited?.draft.key !== key || current === undefined) {
    return undefined;
  }
  const ownFirings = !isSupporting(key);
  const [before, after] = ownFirings
    ? stepsAtSameLevel(current.byKey[key], edited.result.byKey[key])
    : stepsAtSameLevel(current.verdicts, edited.result.verdicts);
  const change = changeOf(before, after);
  return {
    text: words.get(ownFirings ? `whatIf.edited.${change}` : `whatIf.edited.turn.${change}`, {
      step: after ?? '',
      before: before ?? '',
    }),
    tone: changeTones[change],
  };
}

/** A warning is compared with a warning, a stall with a stall: by the most serious level on either side. */
function stepsAtSameLevel(
  before: Firings = {},
  after: Firings = {},
): [before: number | undefined, after: number | undefined] {
  const level =
    (['stalled', 'waiting', 'watch'] as const).find(
      (each) => before[each] !== undefined || after[each] !== undefined,
    ) ?? 'stalled';
  return [before[level]?.step, after[level]?.step];
}

type Change = 'quiet' | 'not' | 'now' | 'same' | 'instead';

const changeTones: Record<Change, WhatIfOutcome['tone']> = {
  quiet: 'dim',
  not: 'dim',
  now: 'bad',
  same: 'info',
  instead: 'bad',
};

function changeOf(before: number | undefined, after: number | undefined): Change {
  if (after === undefined) {
    return before === undefined ? 'quiet' : 'not';
  }
  if (before === undefined) {
    return 'now';
  }
  return after === before ? 'same' : 'instead';
}

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
