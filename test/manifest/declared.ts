/** What the detectors and agents declare, in the form of the files that `npm run manifest` writes. */
import { knownAgents } from '../../src/agents/index.js';
import { detectors } from '../../src/core/detect/index.js';
import {
  listThresholds,
  presetTexts,
  presetTitles,
  settingText,
  type DeclaredThreshold,
  type Language,
} from '../../src/core/thresholds/texts.js';
import { counters, gauges, type Labels } from '../../src/core/telemetry/measures.js';
import { presets } from '../../src/core/thresholds/thresholds.js';
import { between, tableRow, withAgents } from '../readme-agents.js';

const words = Object.values(detectors)
  .flat()
  .flatMap((detector) => Object.entries(detector.words));
export const thresholds = listThresholds();
const nameOf = ({ key, name }: DeclaredThreshold): string => name ?? `threshold.${key}`;

/** Rows of `src/core/thresholds/table.ts`: the arguments of `specify`. */
export const thresholdTable = Object.fromEntries(
  thresholds.map((threshold) => {
    const { key, preset, default: usual, min, max, unit, group } = threshold;
    return [key, [preset, usual, unit, min, max, nameOf(threshold), ...(group ? [group] : [])]];
  }),
);

/** Contents of `src/core/view/words/detector-texts.ts`. */
export const detectorTexts = unique([
  ...words.map(([id, { en }]) => [id, en] as const),
  ...thresholds
    .filter(({ name }) => name === undefined)
    .map((threshold) => [nameOf(threshold), threshold.title.en] as const),
]);
export const detectorHints = {
  equal: hints('equal'),
  next: hints('next'),
  clears: hints('clears'),
  tell: hints('tell'),
  cause: hints('cause'),
};

/** Entries of the bundle of a language: its texts by the English ones. */
export const translations = Object.fromEntries([
  ...words.map(([, { en, de }]) => [en, de]),
  ...thresholds.flatMap(({ title, text }) => [
    [title.en, title.de],
    [text.en, text.de],
  ]),
]);

/** Entries of `package.nls.json` and its translations. */
export function manifestTexts(language: Language): Record<string, string> {
  return Object.fromEntries(
    thresholds.map((threshold) => [`threshold.${threshold.key}`, settingText(threshold, language)]),
  );
}

/** Texts of the presets: only the English ones, as no detector declares them. */
export const presetEntries: Record<string, string> = Object.fromEntries(
  presets.flatMap((id) => [
    [`setting.preset.${id}.title`, presetTitles[id]],
    [`setting.preset.${id}`, presetTexts[id]],
    [`config.thresholds.${id}`, `Thresholds: ${presetTitles[id]}`],
  ]),
);

function hints(
  kind: 'equal' | 'next' | 'clears' | 'tell' | 'cause',
): Record<string, string | readonly string[]> {
  return Object.fromEntries(
    words.flatMap(([id, { [kind]: hint }]) => (hint === undefined ? [] : [[id, hint]])),
  );
}

function unique(entries: readonly (readonly [string, string])[]): Record<string, string> {
  const table = Object.fromEntries(entries);
  if (Object.keys(table).length < entries.length) {
    throw new Error('two detectors declare a text of the same id');
  }
  return table;
}

/** The README with the lines of all agents. */
export function writeReadme(readme: string): string {
  return withAgents(readme, knownAgents);
}

/** The table of `media/examples/metrics.md`. */
export function writeMetrics(text: string): string {
  const first = new Map<unknown, string>();
  const rows = Object.entries({ ...counters, ...gauges }).map(([name, measure]) => {
    const { unit, description, series } = measure;
    const known = first.get(series);
    first.set(series, known ?? name);
    const isCounter = Object.hasOwn(counters, name);
    const ending = `${unit === 's' ? '_seconds' : ''}${isCounter ? '_total' : ''}`;
    return [
      code(name),
      code(`${name.replaceAll('.', '_')}${ending}`),
      isCounter ? 'counter' : 'gauge',
      code(unit),
      description,
      known === undefined ? listLabels(series) : `as for ${code(known)}`,
    ];
  });
  return between(text, 'metrics', rows.map(tableRow));
}

function listLabels(series: readonly Labels[]): string {
  const labels = new Map<string, Set<string>>();
  for (const [label, value] of series.flatMap((each) => Object.entries(each))) {
    labels.set(label, (labels.get(label) ?? new Set()).add(code(value)));
  }
  return [...labels]
    .map(([label, values]) => `${code(label)}: ${[...values].join(', ')}`)
    .join('; ');
}

function code(text: string): string {
  return `\`${text}\``;
}
