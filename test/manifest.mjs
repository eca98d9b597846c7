// `npm run manifest`: writes what the detectors declare to package.json, its texts, their translations, and the tables that are
// read without loading a detector; what the agents declare to the README, and the table of metrics. Unit tests compare them.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { format } from 'oxfmt';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const load = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const save = (name, value) =>
  writeFileSync(join(root, name), `${JSON.stringify(value, null, 2)}\n`);

/** What it writes, it does not read: a table of another time must not hinder it. */
const withoutTables = {
  name: 'without-tables',
  setup({ onLoad }) {
    onLoad({ filter: /\b(?:thresholds.table|view.detector-texts)\.ts$/ }, () => ({
      contents: 'export const thresholdSpecs = {}, detectorTexts = {}, detectorHints = {};',
    }));
  },
};

/** Of an agent only its definition is read. */
const definitionsOnly = {
  name: 'definitions-only',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

const folder = mkdtempSync(join(tmpdir(), 'turnwatch-manifest-'));
const outfile = join(folder, 'declared.mjs');
await build({
  entryPoints: [join(root, 'test/manifest/declared.ts')],
  bundle: true,
  format: 'esm',
  platform: 'node',
  logLevel: 'warning',
  outfile,
  plugins: [withoutTables, definitionsOnly],
});
const declared = await import(pathToFileURL(outfile).href);
rmSync(folder, { recursive: true });
const presets = [...new Set(declared.thresholds.map(({ preset }) => preset))];

async function saveTable(name, what, declarations) {
  const source = `/** ${what} Written by \`npm run manifest\` from the detectors: change them there. */\n${declarations}`;
  const filepath = join(root, name);
  const { code } = await format(name, source, {
    ...load('.oxfmtrc.json'),
    quoteProps: 'as-needed',
  });
  writeFileSync(filepath, code);
}
const rows = Object.entries(declared.thresholdTable).map(
  ([key, row]) =>
    `'${key}': specify(${row.map((value) => (typeof value === 'string' ? `'${value}'` : value)).join(', ')}),`,
);
await saveTable(
  'src/core/thresholds/table.ts',
  'Every threshold.',
  `import { specify } from './threshold-spec.js';\n\n// oxfmt-ignore\nexport const thresholdSpecs = {\n  ${rows.join('\n  ')}\n};\n`,
);
await saveTable(
  'src/core/view/words/detector-texts.ts',
  'The detectors’ English texts, and what follows from the sentences of their verdicts.',
  ['detectorTexts', 'detectorHints']
    .map((table) => `export const ${table} = ${JSON.stringify(declared[table])} as const;`)
    .join('\n\n'),
);

// a translation goes with its last source
const sources = readdirSync(join(root, 'src'), { recursive: true })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join(root, 'src', file), 'utf8'));
const bundle = { ...load('media/l10n/bundle.l10n.de.json'), ...declared.translations };
save(
  'media/l10n/bundle.l10n.de.json',
  Object.fromEntries(
    Object.entries(bundle).filter(([english]) =>
      sources.some((text) => [`'`, `"`, '`'].some((quote) => text.includes(english + quote))),
    ),
  ),
);
const german = load('package.nls.de.json');
save('package.nls.de.json', {
  ...Object.fromEntries(Object.entries(german).filter(([id]) => !id.startsWith('threshold.'))),
  ...declared.manifestTexts('de'),
});

const manifest = load('package.json');
const nls = load('package.nls.json');
const byAgent = 'turnwatch.thresholds.byAgent';
const sections = manifest.contributes.configuration;
const isPresetSection = ({ title }) => title.startsWith('%config.thresholds.');
const section = sections.find(({ title }) => title === '%config.thresholds%');
for (const id of Object.keys(nls)) {
  if (/^(?:threshold|setting\.preset|config\.thresholds)\./.test(id)) {
    delete nls[id];
  }
}
Object.assign(nls, declared.presetEntries, declared.manifestTexts('en'));

const preset = {
  ...section.properties['turnwatch.preset'],
  enum: [...presets],
  enumItemLabels: presets.map((id) => `%setting.preset.${id}.title%`),
  markdownEnumDescriptions: presets.map((id) => `%setting.preset.${id}%`),
};
const specs = declared.thresholds.map((threshold) => [threshold.key, threshold]);

// for one agent the same keys with the same bounds
const own = Object.fromEntries(
  specs.map(([key, { min, max }]) => [
    key,
    { type: 'integer', minimum: min, maximum: max, markdownDescription: `%threshold.${key}%` },
  ]),
);
const perAgent = {
  ...section.properties[byAgent],
  additionalProperties: { type: 'object', properties: own, additionalProperties: false },
};
section.properties = {
  'turnwatch.preset': { ...preset, order: 10 },
  [byAgent]: { ...perAgent, order: 11 },
};

// one section a preset: the settings page shows them separately, in the presets' order
const ofPresets = presets.map((id, i) => {
  const keys = specs.filter(([, spec]) => spec.preset === id);
  return {
    title: `%config.thresholds.${id}%`,
    order: section.order + 1 + i,
    properties: Object.fromEntries(
      keys.map(([key, { default: value, min, max }], at) => [
        `turnwatch.thresholds.${key}`,
        {
          type: 'integer',
          default: value,
          minimum: min,
          maximum: max,
          scope: 'window',
          order: 1 + at,
          markdownDescription: `%threshold.${key}%`,
        },
      ]),
    ),
  };
});
const others = sections.filter((each) => each !== section && !isPresetSection(each));
const after = others
  .filter(({ order }) => order > section.order)
  .map((each, i) => ({ ...each, order: section.order + ofPresets.length + 1 + i }));
manifest.contributes.configuration = [
  ...others.filter(({ order }) => order < section.order),
  section,
  ...ofPresets,
  ...after,
];

// whatever decides how strict the watch is, a workspace may only set once it is trusted
const { untrustedWorkspaces } = manifest.capabilities;
const isThreshold = (id) => id.startsWith('turnwatch.thresholds.') && id !== byAgent;
untrustedWorkspaces.restrictedConfigurations = [
  ...untrustedWorkspaces.restrictedConfigurations.filter((id) => !isThreshold(id)),
  ...specs.map(([key]) => `turnwatch.thresholds.${key}`),
];

save('package.json', manifest);
save('package.nls.json', nls);

const readme = join(root, 'README.md');
writeFileSync(readme, declared.writeReadme(readFileSync(readme, 'utf8')));
const metrics = join(root, 'media/examples/metrics.md');
writeFileSync(metrics, declared.writeMetrics(readFileSync(metrics, 'utf8')));
