// `npm run manifest`: writes what src/core/thresholds.ts and threshold-texts.ts say into package.json and package.nls.json.
// A unit test holds the three against each other.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const load = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const save = (name, value) => writeFileSync(join(root, name), `${JSON.stringify(value, null, 2)}\n`);

const sources = "export * from './thresholds.ts'; export * from './threshold-texts.ts';";
const { outputFiles } = await build({ stdin: { contents: sources, resolveDir: join(root, 'src/core') }, bundle: true, write: false, format: 'esm' });
const { presets, presetTexts, thresholdSpecs, thresholdTexts } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);

const manifest = load('package.json');
const nls = load('package.nls.json');
const byAgent = 'turnwatch.thresholds.byAgent';
const section = manifest.contributes.configuration.find(({ title }) => title === '%config.thresholds%');
const others = Object.entries(section.properties).filter(([id]) => (!id.startsWith('turnwatch.thresholds.') || id === byAgent) && id !== 'turnwatch.preset');
for (const id of Object.keys(nls)) {
  if (id.startsWith('threshold.') || id.startsWith('setting.preset.')) { delete nls[id]; }
}

const preset = { ...section.properties['turnwatch.preset'], enum: [...presets], markdownEnumDescriptions: presets.map((id) => `%setting.preset.${id}%`) };
for (const id of presets) { nls[`setting.preset.${id}`] = presetTexts[id]; }
const thresholds = Object.entries(thresholdSpecs).map(([key, { default: value, min, max }], i) => {
  nls[`threshold.${key}`] = thresholdTexts[key];
  return [`turnwatch.thresholds.${key}`, {
    type: 'integer', default: value, minimum: min, maximum: max, scope: 'window', order: preset.order + 1 + i, markdownDescription: `%threshold.${key}%`,
  }];
});
// for one agent the same keys with the same bounds
const own = Object.fromEntries(Object.entries(thresholdSpecs).map(([key, { min, max }]) => [key, { type: 'integer', minimum: min, maximum: max, markdownDescription: `%threshold.${key}%` }]));
section.properties[byAgent].additionalProperties = { type: 'object', properties: own, additionalProperties: false };
// other settings of the section stand after the thresholds, in the order they had
const last = preset.order + thresholds.length;
section.properties = Object.fromEntries([['turnwatch.preset', preset], ...thresholds, ...others.map(([id, each], i) => [id, { ...each, order: last + 1 + i }])]);

save('package.json', manifest);
save('package.nls.json', nls);
