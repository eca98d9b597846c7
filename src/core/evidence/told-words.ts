/** Words of answers that find nothing: whether one tells of something that neither its question nor an earlier answer named. */
import type { JsonObject } from '../events.js';
import { collectValues, vocabulary } from '../identity/errors/error-mask.js';
import { SeenSet } from '../identity/seen-set.js';

const KEPT = 4096;
const MOST_WORDS = 200;
/** Words with digits are ids. */
const word = /(?<![\p{L}\p{N}_])\p{L}{4,}(?![\p{L}\p{N}_])/gu;

export class ToldWords {
  private readonly seen = new SeenSet(KEPT);
  private firstIn: number | undefined;

  /**
   * False of the first one: how such answers are worded is not known yet.
   * @param text without noise
   * @param step its number: one that is judged again comes to the same result
   */
  tellsOther(text: string, input: JsonObject, step: number): boolean {
    this.firstIn ??= step;
    const words = (text.match(word) ?? []).slice(0, MOST_WORDS).map((each) => each.toLowerCase());
    const fresh = words.filter((each) => !vocabulary.has(each) && this.seen.add(each, step));
    if (step === this.firstIn || fresh.length === 0) {
      return false;
    }
    const asked = [...collectValues(input)].join('\n').toLowerCase();
    return fresh.some((each) => !asked.includes(each));
  }
}
