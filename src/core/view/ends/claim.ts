/** What an answer claims of its tests, in English or German: only quoted beside the fact, never a reason for anything. */
import { oneLine } from '../../escape-controls.js';
import { shown } from '../../redact.js';

const claims =
  /\b(?:all|the|every|unit|\d+)\b[^.!?\n]{0,40}\btests?\b[^.!?\n]{0,30}\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|green)\b|\b(?:alle|die|sämtliche|\d+)\b[^.!?\n]{0,40}\btests?\b[^.!?\n]{0,40}(?:\bgrün\b|bestanden|erfolgreich|\blaufen durch\b|durchgelaufen)/i;
const denied = /\b(?:not|no|none|once|if|until|nicht|kein\w*|sobald|wenn|bis)\b|n['’]t\b/i;
/** Characters of a claim that are shown, and of an answer that are read. */
const LONGEST = 120;
const READ = 8000;

/** The sentence that claims it, redacted; undefined if there is none. */
export function findClaim(text: string): string | undefined {
  const sentence = text
    .slice(-READ)
    .split(/(?<=[.!?])\s+|\n+/)
    .findLast((each) => claims.test(each) && !denied.test(each));
  return sentence === undefined
    ? undefined
    : shown(oneLine(sentence.replace(/^[\s>#*_-]+|[\s*_]+$/g, '')), LONGEST);
}
