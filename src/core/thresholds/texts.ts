/** Names and descriptions of presets and thresholds, for the manifest and the thresholds panel. Not loaded at activation. */
import type { Detector, DetectorThreshold } from '../detect/detector.js';
import { detectors } from '../detect/index.js';
import { presets, thresholdGroups, type Preset, type ThresholdGroup } from './thresholds.js';

export const presetTitles: Record<Preset, string> = {
  balanced: 'Balanced',
  'progress-detector': 'Progress detector',
  'stuck-heuristics': 'Stuck heuristics',
  'group-loops': 'Group loops',
  patterns: 'Patterns',
};

export const presetTexts: Record<Preset, string> = {
  balanced:
    'Turnwatch’s own rules: they compare content rather than form, warn early and tolerate genuine searching.',
  'progress-detector':
    'One rule: too many steps in a row without a repository change, an edit or a long new result.',
  'stuck-heuristics':
    'One rule: after many hops of a task, the same action several times in a row and no progress for some minutes.',
  'group-loops':
    'One rule: the latest responses, some with several calls, make the same calls with the same results or errors.',
  patterns:
    'Five simple patterns: same result, same failing action, same message, two alternating steps, repeated context compaction.',
};

const groupTitles: Record<ThresholdGroup, string> = {
  loops: 'Loops',
  progress: 'Progress',
  edits: 'Edits and tests',
  turns: 'Turns',
  children: 'Sub-agents',
  limits: 'Your own limits',
  context: 'Context, silence and waiting',
};

const appliesWhile = {
  en: (preset: Preset) => `Applies while \`#turnwatch.preset#\` is \`${preset}\`.`,
  de: (preset: Preset) => `Gilt, solange \`#turnwatch.preset#\` auf \`${preset}\` steht.`,
};
export type Language = keyof typeof appliesWhile;

export interface DeclaredThreshold extends DetectorThreshold {
  key: string;
  preset: Preset;
  title: Record<Language, string>;
}

/** All thresholds as the detectors declare them, by preset and group. */
export function listThresholds(): DeclaredThreshold[] {
  const words = Object.assign(
    {},
    ...Object.values(detectors)
      .flat()
      .map((each) => each.words),
  ) as Detector['words'];
  return presets.flatMap((preset) =>
    [...thresholdGroups, undefined].flatMap((group) =>
      detectors[preset].flatMap(({ thresholds = {} }) =>
        Object.entries(thresholds)
          .filter(([, threshold]) => threshold.group === group)
          .map(([key, threshold]) => {
            const title = threshold.title ?? (threshold.name && words[threshold.name]);
            if (title === undefined) {
              throw new Error(`${key} has no title`);
            }
            return { ...threshold, key, preset, title };
          }),
      ),
    ),
  );
}

/** Markdown for the settings page, where each threshold is listed alone: it names the preset it applies to. */
export function settingText({ text, preset }: DeclaredThreshold, language: Language): string {
  return `${text[language]} ${appliesWhile[language](preset)}`;
}

/** Every text by its id in the panel. */
export function thresholdTextsById(): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const id of presets) {
    texts[`preset.${id}`] = presetTitles[id];
    texts[`preset.${id}.text`] = presetTexts[id];
  }
  for (const { key, title, text } of listThresholds()) {
    texts[`threshold.${key}`] = title.en;
    texts[`threshold.${key}.text`] = text.en;
  }
  for (const id of thresholdGroups) {
    texts[`group.${id}`] = groupTitles[id];
  }
  return texts;
}
