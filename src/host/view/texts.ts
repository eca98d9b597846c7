/** The page's texts and core's sentences, in the person's language. */
import * as vscode from 'vscode';
import { fill, personTexts, type Message } from '../../core/view/words/wording.js';
import { pageTexts } from '../../protocol/page-texts.js';

const SOFT_HYPHEN = '\u00ad';

let texts: Record<string, string> | undefined;

/** Templates by id, from core and the page. */
export function localisedTexts(): Record<string, string> {
  return (texts ??= Object.fromEntries(
    Object.entries(textsForPage()).map(([id, text]) => [id, text.replaceAll(SOFT_HYPHEN, '')]),
  ));
}

/** The same for the page, whose narrow lines break within words. Elsewhere, what is searched or read aloud has each word whole. */
export function textsForPage(): Record<string, string> {
  return localised({ ...personTexts, ...pageTexts });
}

/** The only place that localises something other than a literal; a test finds the tables. */
export function localised(table: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(table).map(([id, english]) => [id, vscode.l10n.t(english)]),
  );
}

export function say(message: Message): string {
  return fill(localisedTexts()[message.id] ?? personTexts[message.id], message.params);
}
