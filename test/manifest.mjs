// `npm run manifest`: writes the settings of src/core/thresholds/ to package.json and package.nls.json. A unit test compares them.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const load = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const save = (name, value) =>
  writeFileSync(join(root, name), `${JSON.stringify(value, null, 2)}\n`);

const sources = "export * from './thresholds.ts'; export * from './texts.ts';";
const { outputFiles } = await build({
  stdin: { contents: sources, resolveDir: join(root, 'src/core/thresholds') },
  bundle: true,
  write: false,
  format: 'esm',
});
const { presets, presetTexts, presetTitles, settingText, thresholdSpecs } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
);

const manifest = load('package.json');
const nls = load('package.nls.json');
const byAgent = 'turnwatch.thresholds.byAgent';
const sections = manifest.contributes.configuration;
const isPresetSection = ({ title }) => title.startsWith('%config.thresholds.');
const section = sections.find(({ title }) => title === '%config.thresholds%');
for (const id of Object.keys(nls)) {
  if (
    id.startsWith('threshold.') ||
    id.startsWith('setting.preset.') ||
    id.startsWith('config.thresholds.')
  ) {
    delete nls[id];
  }
}

const preset = {
  ...section.properties['turnwatch.preset'],
  enum: [...presets],
  enumItemLabels: presets.map((id) => `%setting.preset.${id}.title%`),
  markdownEnumDescriptions: presets.map((id) => `%setting.preset.${id}%`),
};
for (const id of presets) {
  nls[`setting.preset.${id}.title`] = presetTitles[id];
  nls[`setting.preset.${id}`] = presetTexts[id];
}
const specs = Object.entries(thresholdSpecs);
for (const [key] of specs) {
  nls[`threshold.${key}`] = settingText(key);
}

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
  nls[`config.thresholds.${id}`] = `Thresholds: ${presetTitles[id]}`;
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
