/** The part of a call's full texts that one answer to the page contains. */
import type { KeptText, KeptTexts } from '../core/view/full-text.js';
import { cut } from '../core/redact.js';
import type { CallTexts, ShownText } from '../protocol/view.js';

/** Characters shown of an input or result until the person requests all of it: about two screens. */
const EXCERPT = 4000;

export function shownTexts({ input, output, missing }: KeptTexts, whole: boolean): CallTexts {
  return {
    input: input && shownText(input, whole),
    output: output && shownText(output, whole),
    missing,
  };
}

function shownText({ text, length }: KeptText, whole: boolean): ShownText {
  return { text: whole ? text : cut(text, EXCERPT), kept: text.length, length };
}
