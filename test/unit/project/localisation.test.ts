/** Every text for people is translated with the same placeholders, and there are no stale translations. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { contains } from '../../contains.js';
import type { PageTextId } from '../../../src/protocol/page-texts.js';
import { bundleTexts, strings } from './texts.js';

/** Texts that are the same in the other language, and why. */
const same: Record<string, ReadonlyMap<string, string>> = {
  de: new Map([
    ['Turnwatch', 'the name'],
    ['Agent', 'the German word is the same'],
    ['IDs', 'the German word is the same'],
    ['Prompt', 'the German word is the same'],
    ['{agent}', 'a place alone'],
    ['{name}: {value} ({from})', 'places alone'],
    ['{value} min', 'the German abbreviation is the same'],
    ['{value} s', 'the German abbreviation is the same'],
    ['Turn {0}', 'the German word is the same'],
    ['Turns', 'the German word is the same'],
  ]),
};

/** What both the page and VS Code's own menus and palette offer: the page's text and the command's title. */
const offeredTwice: Partial<Record<PageTextId, string>> = {
  'action.forceRespond': 'forceRespond',
  'action.snooze': 'snooze',
  'action.stop': 'stopTurn',
  'action.keepWaiting': 'keepWaiting',
  'action.falseAlarm': 'falseAlarm',
  'action.reallyStuck': 'reallyStuck',
  'action.showTerminal': 'showTerminal',
  'action.sendBack': 'sendBack',
  'action.copyDraft': 'copyDraft',
  'action.copyReport': 'copyReport',
  'action.shareTurn': 'shareTurn',
  'action.exportTurn': 'exportTurn',
  'action.rowFile': 'openFile',
  'action.rowChanges': 'openChanges',
  'action.rowCommand': 'copyCommand',
  'action.copyResult': 'copyResult',
};

const bundle = (locale: string): string => `media/l10n/bundle.l10n.${locale}.json`;
const manifest = (locale: string): string => `package.nls.${locale}.json`;

describe('localisation', () => {
  const sources = bundleTexts();
  const nls = strings('package.nls.json');
  const localesIn = (folder: string, pattern: RegExp): string[] =>
    readdirSync(folder)
      .flatMap((name) => pattern.exec(name)?.[1] ?? [])
      .sort();
  const locales = localesIn('media/l10n', /^bundle\.l10n\.([\w-]+)\.json$/);

  it('finds the texts', () => {
    assert.ok(
      sources.length > 200 && Object.keys(nls).length > 60,
      `${sources.length} and ${Object.keys(nls).length} texts`,
    );
  });

  it('has both files of each language', () => {
    contains(locales, 'de');
    assert.deepEqual(localesIn('.', /^package\.nls\.([\w-]+)\.json$/), locales);
  });

  it('has one name for what two menus offer', () => {
    // VS Code writes commands in title case, and "…" says only where one more question comes
    const plain = (text: unknown): string => String(text).toLowerCase().replace('…', '');
    for (const [id, command] of Object.entries(offeredTwice)) {
      const { english } = sources.find(({ where }) => where === id) ?? { english: id };
      assert.equal(plain(english), plain(nls[`command.${command}`]));
      for (const locale of locales) {
        const title = strings(manifest(locale))[`command.${command}`];
        assert.equal(plain(strings(bundle(locale))[english]), plain(title));
      }
    }
  });

  for (const locale of locales) {
    const translated = strings(bundle(locale));
    const translatedNls = strings(manifest(locale));

    it(`has every text in ${locale}`, () => {
      const missing = sources
        .filter(({ english }) => !Object.hasOwn(translated, english))
        .map(({ where, english }) => `${where}: ${english}`);
      const missingNls = Object.entries(nls)
        .filter(([key]) => !Object.hasOwn(translatedNls, key))
        .map(([key, english]) => `${key}: ${english}`);
      assert.deepEqual(missing, [], `missing in ${bundle(locale)}`);
      assert.deepEqual(missingNls, [], `missing in ${manifest(locale)}`);
    });

    it(`has no text in ${locale} without a source`, () => {
      const known = new Set(sources.map(({ english }) => english));
      assert.deepEqual(
        Object.keys(translated).filter((english) => !known.has(english)),
        [],
      );
      assert.deepEqual(
        Object.keys(translatedNls).filter((key) => !Object.hasOwn(nls, key)),
        [],
      );
    });

    it(`keeps the places of every text in ${locale}`, () => {
      const pairs = [
        ...Object.entries(translated),
        ...Object.entries(nls).map(
          ([key, english]) => [english, translatedNls[key] ?? english] as const,
        ),
      ];
      assert.deepEqual(
        pairs.filter(([english, text]) => places(english) !== places(text)),
        [],
      );
    });

    it(`translates every text into ${locale}`, () => {
      const alike = [
        ...Object.entries(translated),
        ...Object.entries(nls).map(([key, english]) => [english, translatedNls[key]] as const),
      ].flatMap(([english, text]) => (english === text ? [english] : []));
      assert.deepEqual([...new Set(alike)].sort(), [...(same[locale]?.keys() ?? [])].sort());
    });
  }
});

/** What a translation may move but neither lose nor add: `{names}`, code, links to settings, icons. */
function places(text: string): string {
  return [...text.matchAll(/\{[\w.-]+\}|`[^`]*`|\$\([\w-]+\)|\bcommand:[\w.]+/g)]
    .map(([place]) => place)
    .sort()
    .join(' ');
}
