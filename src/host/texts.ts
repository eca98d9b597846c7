/** The page's texts and core's sentences, in the person's language. */
import * as vscode from 'vscode';
import { fill, personTexts, type Message } from '../core/wording.js';
import { pageTexts } from '../protocol.js';

let texts: Record<string, string> | undefined;

/** Templates by id: those of core and those of the page. */
export function localisedTexts(): Record<string, string> {
  texts ??= Object.fromEntries(Object.entries({ ...personTexts, ...pageTexts }).map(([id, english]) => [id, vscode.l10n.t(english)]));
  return texts;
}

export function say(message: Message): string {
  return fill(localisedTexts()[message.id] ?? personTexts[message.id], message.params);
}
