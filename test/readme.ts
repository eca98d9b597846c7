/** The README's tables of settings, from the manifest and the thresholds: what stands between `<!-- NAME -->` and `<!-- /NAME -->` is written, not edited. */
import { isObject } from '../src/core/json.js';
import { presetTexts, presetTitles, thresholdTexts } from '../src/core/thresholds/texts.js';
import { presets, thresholdKeys, thresholdSpecs } from '../src/core/thresholds/thresholds.js';

const THRESHOLDS = 'turnwatch.thresholds.';

/** `readme` with its tables as they ought to be. `manifest`, `nls`: package.json and package.nls.json, parsed. */
export function withTables(readme: string, manifest: unknown, nls: unknown): string {
  const tables = { settings: settingsTable(manifest, nls), thresholds: thresholdTables() };
  return Object.entries(tables).reduce((text, [name, table]) => {
    const [begin, end] = [`<!-- ${name}: written by npm run manifest -->\n`, `<!-- /${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) {
      throw new Error(`the README has no place for ${name}`);
    }
    return `${text.slice(0, from + begin.length)}\n${table}\n\n${text.slice(to)}`;
  }, readme);
}

function settingsTable(manifest: unknown, nls: unknown): string {
  const rows = settings(manifest)
    .filter(([id]) => !id.startsWith(THRESHOLDS) || id === `${THRESHOLDS}byAgent`)
    .map(([id, setting]) => {
      const values = isList(setting['enum'])
        ? ` One of ${setting['enum'].map((value) => code(String(value))).join(', ')}.`
        : '';
      return `| ${code(id)} | ${code(JSON.stringify(setting['default']))} | ${cell(`${text(nls, setting['markdownDescription'])}${values}`)} |`;
    });
  return ['| setting | default | |', '|---|---|---|', ...rows].join('\n');
}

/** All settings in the order of the settings page. */
function settings(manifest: unknown): [string, Record<string, unknown>][] {
  const contributes = isObject(manifest) ? manifest['contributes'] : undefined;
  const sections =
    isObject(contributes) && isList(contributes['configuration'])
      ? contributes['configuration']
      : [];
  return sections.flatMap((section) => {
    const properties =
      isObject(section) && isObject(section['properties']) ? section['properties'] : {};
    return Object.entries(properties).flatMap(
      ([id, setting]): [string, Record<string, unknown>][] =>
        isObject(setting) ? [[id, setting]] : [],
    );
  });
}

function thresholdTables(): string {
  return presets
    .map((preset) => {
      const rows = thresholdKeys
        .filter((key) => thresholdSpecs[key].preset === preset)
        .map((key) => {
          const { default: value, min, max } = thresholdSpecs[key];
          return `| ${code(key)} | ${value} | ${min} to ${max} | ${cell(thresholdTexts[key].text)} |`;
        });
      const head = `<details><summary>${presetTitles[preset]} (<code>${preset}</code>)</summary>\n\n${presetTexts[preset]}`;
      return [
        `${head}\n`,
        '| threshold | default | bounds | |',
        '|---|---|---|---|',
        ...rows,
        '\n</details>',
      ].join('\n');
    })
    .join('\n\n');
}

/** What a `%placeholder%` of the manifest stands for; a link to a setting becomes its name. */
function text(nls: unknown, placeholder: unknown): string {
  const id = typeof placeholder === 'string' ? placeholder.slice(1, -1) : '';
  const found = isObject(nls) ? nls[id] : undefined;
  if (typeof found !== 'string') {
    throw new Error(`package.nls.json has no text for ${String(placeholder)}`);
  }
  return found.replace(/`#([\w.]+)#`/g, '`$1`');
}

const code = (value: string): string => `\`${value}\``;
const cell = (value: string): string => value.replaceAll('|', '\\|');
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
