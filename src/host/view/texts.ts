/** The page's texts and core's sentences, in the person's language. */
import * as vscode from 'vscode';
import { fill, personTexts, type Message } from '../../core/view/wording.js';
import { pageTexts } from '../../protocol/page-texts.js';

let texts: Record<string, string> | undefined;

/** Templates by id, from core and the page. */
export function localisedTexts(): Record<string, string> {
  return (texts ??= localised({ ...personTexts, ...pageTexts }));
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
