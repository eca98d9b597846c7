/** What this session took out of files, by its words: that a search finds none of them any more is what it wants to see. */
import type { WrittenText } from '../identity/edits/written-text.js';
import type { QuestionWord } from '../identity/tool/question.js';
import { SeenSet } from '../identity/seen-set.js';

const KEPT = 2048;
/** Words of one edit. */
const MOST = 128;
/** Shorter words stand anywhere. */
const words = /[\p{L}_$][\p{L}\p{N}_$]{3,}/gu;
/** Classes and edges in a pattern: their letters are no part of a word. */
const escapes = /\\[bBdDsSwW<>]/g;

export class RemovedWords {
  private readonly removed = new SeenSet(KEPT);

  note({ put, replaced }: WrittenText, step: number): void {
    if (replaced === '') {
      return;
    }
    const stays = new Set(put.match(words));
    const gone = (replaced.replace(escapes, ' ').match(words) ?? []).filter(
      (word) => !stays.has(word),
    );
    for (const word of gone.slice(0, MOST)) {
      this.removed.add(word, step);
    }
  }

  /** Whether one of them is what is looked for. */
  isAskedFor(question: readonly QuestionWord[]): boolean {
    return (
      !this.removed.isEmpty &&
      question.some(
        ({ text, asks }) =>
          asks === 'guess' &&
          (text.replace(escapes, ' ').match(words) ?? []).some((word) => this.removed.has(word)),
      )
    );
  }
}
