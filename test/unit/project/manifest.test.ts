/** package.json agrees with ids.ts and thresholds.ts, in both directions. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isObject } from '../../../src/core/json.js';
import {
  defaultNotifications,
  notificationChannels,
  notifiedStates,
} from '../../../src/core/interventions/notification-policy.js';
import { modes } from '../../../src/core/interventions/stall-state.js';
import {
  defaultPreset,
  presets,
  thresholdGroups,
  thresholdKeys,
  thresholdSpecs,
} from '../../../src/core/thresholds/thresholds.js';
import { detectorHints, detectorTexts } from '../../../src/core/view/words/detector-texts.js';
import {
  commands,
  contextKeys,
  panels,
  settings,
  THRESHOLD_PREFIX,
  views,
  tools,
} from '../../../src/ids.js';
import { STATUS_TOOL_TEXT } from '../../../src/live/asked-status.js';
import * as declared from '../../manifest/declared.js';
import { pageCommands } from '../../../src/protocol/view.js';

type Fields = Record<string, unknown>;
const nlsFiles = [
  ['package.nls.json', 'en'],
  ['package.nls.de.json', 'de'],
] as const;
const root = process.cwd();

function load(file: string): Fields {
  const value: unknown = JSON.parse(readFileSync(`${root}/${file}`, 'utf8'));
  assert.ok(isObject(value), `${file} holds an object`);
  return value;
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((each, key) => (isObject(each) ? each[key] : undefined), value);
}

function list(value: unknown): Fields[] {
  assert.ok(Array.isArray(value), 'a list');
  return value.filter(isObject);
}

/** Every text of the manifest, wherever it stands. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  if (Array.isArray(value)) {
    return value.flatMap(texts);
  }
  return isObject(value) ? Object.values(value).flatMap(texts) : [];
}

describe('the manifest', () => {
  const manifest = load('package.json');
  const contributes = manifest['contributes'];
  const properties = Object.assign(
    {},
    ...list(at(contributes, 'configuration')).map((section) => section['properties']),
  ) as Fields;

  it('names the same commands as ids.ts', () => {
    const declared = list(at(contributes, 'commands')).map((command) => command['command']);
    assert.deepEqual([...declared].sort(), Object.values(commands).sort());
  });

  it('names the same tools for agents as ids.ts, in the words of the MCP server', () => {
    const declared = list(at(contributes, 'languageModelTools'));
    assert.deepEqual(
      declared.map((tool) => tool['name']),
      Object.values(tools),
    );
    assert.equal(declared[0]?.['modelDescription'], STATUS_TOOL_TEXT);
  });

  it('names the same views as ids.ts', () => {
    assert.deepEqual(
      list(at(contributes, 'viewsContainers', 'activitybar')).map((each) => each['id']),
      [views.container],
    );
    assert.deepEqual(
      list(at(contributes, 'views', views.container)).map((each) => each['id']),
      [views.timeline],
    );
  });

  it('is activated for the panels of ids.ts: they come back with their window', () => {
    assert.deepEqual(manifest['activationEvents'], [
      'onStartupFinished',
      ...Object.values(panels).map((id) => `onWebviewPanel:${id}`),
    ]);
  });

  it('has the settings of ids.ts and thresholds.ts and no others', () => {
    const known = [
      ...Object.values(settings),
      ...thresholdKeys.map((key) => THRESHOLD_PREFIX + key),
    ];
    assert.deepEqual(Object.keys(properties).sort(), known.sort());
  });

  for (const key of thresholdKeys) {
    it(`has the default, bounds and description of ${key}`, () => {
      const spec = thresholdSpecs[key];
      const setting = properties[THRESHOLD_PREFIX + key];
      assert.equal(at(setting, 'default'), spec.default);
      assert.equal(at(setting, 'minimum'), spec.min);
      assert.equal(at(setting, 'maximum'), spec.max);
      assert.equal(at(setting, 'type'), 'integer');
      for (const [file, language] of nlsFiles) {
        const text = at(load(file), `threshold.${key}`);
        assert.equal(text, declared.manifestTexts(language)[`threshold.${key}`], file);
      }
    });
  }

  it('has what the detectors declare in the tables that are read without them', () => {
    const specs = Object.entries(thresholdSpecs).map(([key, spec]) => {
      const { preset, default: usual, unit, min, max, name, group } = spec;
      return [key, [preset, usual, unit, min, max, name, ...(group ? [group] : [])]];
    });
    assert.deepEqual(Object.fromEntries(specs), declared.thresholdTable);
    assert.deepEqual(detectorTexts, declared.detectorTexts);
    assert.deepEqual(detectorHints, declared.detectorHints);
    const german = load('media/l10n/bundle.l10n.de.json');
    for (const [english, text] of Object.entries(declared.translations)) {
      assert.equal(german[english], text);
    }
  });

  it('groups the settings as the presets group the thresholds', () => {
    const sections = list(at(contributes, 'configuration'));
    assert.deepEqual(
      sections.map((section) => section['order']),
      sections.map((_, i) => i + 1),
      'in their order',
    );
    for (const preset of presets) {
      const section = sections.find(({ title }) => title === `%config.thresholds.${preset}%`);
      const keys = thresholdKeys
        .filter((key) => thresholdSpecs[key].preset === preset)
        .map((key) => THRESHOLD_PREFIX + key);
      assert.deepEqual(Object.keys(at(section, 'properties') ?? {}), keys);
    }
    for (const { key, preset, group } of declared.thresholds) {
      assert.equal(group !== undefined, preset === defaultPreset, `${key} stands in a group`);
    }
    assert.deepEqual(
      [...new Set(thresholdKeys.flatMap((key) => thresholdSpecs[key].group ?? []))],
      [...thresholdGroups],
    );
  });

  it('offers the modes and presets that exist', () => {
    assert.deepEqual(at(properties[settings.mode], 'enum'), [...modes]);
    const states = properties[settings.notifications];
    assert.deepEqual(Object.keys(at(states, 'properties') ?? {}), [...notifiedStates]);
    for (const state of notifiedStates) {
      const channels = at(states, 'properties', state, 'items', 'enum');
      assert.deepEqual(channels, [...notificationChannels], state);
    }
    assert.deepEqual(at(states, 'default'), defaultNotifications);
    assert.deepEqual(at(properties[settings.preset], 'enum'), [...presets]);
    for (const [id, text] of Object.entries(declared.presetEntries)) {
      assert.equal(at(load('package.nls.json'), id), text);
    }
    assert.equal(at(properties[settings.preset], 'default'), defaultPreset);
  });

  it('uses only context keys of ids.ts in its conditions', () => {
    const known: string[] = Object.values(contextKeys);
    const conditions = texts([
      at(contributes, 'menus'),
      list(at(contributes, 'commands')).map((command) => command['enablement']),
    ]);
    const completions = texts(at(contributes, 'walkthroughs')).filter((text) =>
      text.startsWith('onContext:'),
    );
    const used = [...conditions, ...completions].flatMap((text) =>
      [...text.matchAll(/(?<=^|[!\s(]|^onContext:)turnwatch\.\w+/g)].map(([key]) => key),
    );
    const ids: string[] = [...Object.values(commands), views.timeline];
    assert.deepEqual(
      used.filter((key) => !known.includes(key) && !ids.includes(key)),
      [],
    );
    assert.deepEqual(
      known.filter((key) => !used.includes(key)),
      ['turnwatch.needsPerson'],
      'every key but the one for key bindings of a person is used',
    );
  });

  it('has a text for every placeholder, and no text without use', () => {
    const used = new Set(
      texts(manifest).flatMap((text) => [...text.matchAll(/^%(.+)%$/g)].map(([, id]) => id ?? '')),
    );
    assert.deepEqual([...used].sort(), Object.keys(load('package.nls.json')).sort());
  });

  it('restricts what an untrusted workspace may set', () => {
    const restricted = at(
      manifest,
      'capabilities',
      'untrustedWorkspaces',
      'restrictedConfigurations',
    );
    assert.deepEqual(restricted, [
      settings.mode,
      settings.modeByAgent,
      settings.remindFirst,
      settings.sendBack,
      settings.answerPrompts,
      settings.notifications,
      settings.doneMinutes,
      settings.quietHours,
      settings.notificationCommand,
      settings.prices,
      settings.caps,
      settings.resumeLatest,
      settings.resumeMostUsed,
      settings.preset,
      settings.endpointPort,
      settings.claudeConfigDir,
      settings.claudeOtherConfigDirs,
      settings.logFolders,
      settings.otlpEndpoint,
      settings.otlpRepositoryNames,
      settings.relayPort,
      settings.relayUpstreams,
      settings.thresholdsByAgent,
      ...thresholdKeys.map((key) => `turnwatch.thresholds.${key}`),
    ]);
    for (const setting of [
      settings.answerPrompts,
      settings.doneMinutes,
      settings.quietHours,
      settings.notificationCommand,
      settings.prices,
      settings.caps,
      settings.endpointPort,
      settings.relayPort,
      settings.relayUpstreams,
      settings.otlpEndpoint,
      settings.otlpRepositoryNames,
      settings.claudeConfigDir,
      settings.claudeOtherConfigDirs,
      settings.logFolders,
    ]) {
      assert.equal(at(properties[setting], 'scope'), 'machine', setting);
    }
  });

  it('lets the page ask for commands that exist', () => {
    for (const command of pageCommands) {
      assert.ok(Object.hasOwn(commands, command), command);
    }
  });
});
