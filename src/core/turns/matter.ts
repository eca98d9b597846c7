/**
 * Whether a person's messages go on about one thing that does not get right. No word tells that for certain: people name the same
 * symptom in ever other words. So each message is weighed by how it says so and by how much of it was said before, and the weights
 * add up until one is about something else. They are rounded logarithms of how much more often such messages stood in 76
 * conversations that got nowhere than in 119 that did.
 */
import type { Remark } from './remark.js';
import { pushNewest } from '../push-newest.js';

/** Newest messages whose words are known. */
const KEPT = 6;
const [MOST, LEAST] = [3, -3];
/** Whoever complains in the same words again uses no more than these. */
const SHORT = 8;
/** With more words that did not come before, a message tells the agent something. */
const TELLING = 10;
/** A message of this weight is about something else. */
const SOMETHING_ELSE = -2;
/** For saying so plainly, or by a hint. */
const [PLAINLY, HINTED] = [2, 1];
/** A number, or a name out of code, that came before; another one instead. */
const [KNOWN_NAME, OTHER_NAME] = [2, -2];
/** Most words came before; none did; none did, and nothing else says so. */
const [KNOWN_WORDS, OTHER_WORDS, ONLY_OTHER_WORDS] = [1, -1, -2];
/** It is said to be better, with a name that came before. */
const BETTER_BUT_NAMED = -1;
/** Something more is asked for, or it is so at another place. */
const MORE = -2;

export class Matter {
  private readonly recent: Remark[] = [];
  private sum = 0;
  private messages = 0;
  /** Those of them that say so themselves, or nothing but what was said before. */
  private sure = 0;

  /** Messages in a row about the same thing. They count only as far as half of them are sure, and the sum of their weights is larger than their number. */
  get count(): number {
    return Math.min(this.messages, this.sum - 1, this.sure * 2);
  }

  /** There may be such a row. */
  get isOpen(): boolean {
    return this.sum > 0;
  }

  /** @param isAnswered the agent did something after the message before */
  hear(remark: Remark, isAnswered: boolean): void {
    const known = this.countKnown('words', remark.words);
    const weight = isAnswered && !remark.agrees ? this.weigh(remark, known) : 0;
    this.sum += weight;
    if (weight > 0) {
      this.messages += 1;
      this.sure += isSaid(remark) || known === remark.words.size ? 1 : 0;
    }
    if (weight <= SOMETHING_ELSE || this.sum <= 0) {
      this.settle();
    }
    if (!remark.isList) {
      pushNewest(this.recent, remark, KEPT);
    }
  }

  /** Something has changed. */
  settle(): void {
    this.sum = this.messages = this.sure = 0;
  }

  private weigh(remark: Remark, known: number): number {
    const { unchanged, moved, proposes, asks, words, names } = remark;
    if (unchanged === 'again' || this.isRepeated(remark)) {
      return 0;
    }
    if (moved && unchanged !== 'plainly' && !proposes) {
      return this.countKnown('names', names) > 0 ? BETTER_BUT_NAMED : LEAST;
    }
    if (asks && known < words.size) {
      return LEAST;
    }
    const sum =
      (unchanged === 'plainly' ? PLAINLY : unchanged === 'hinted' ? HINTED : 0) +
      this.weighNames(remark) +
      this.weighWords(remark, known) +
      (unchanged !== 'plainly' && this.wantsMore(remark, known) ? MORE : 0);
    const most = chooseMost(remark, known);
    return Math.max(proposes ? 0 : LEAST, Math.min(most, sum));
  }

  /** The same order again may come by schedule, or from a program: see `turn-circle`. */
  private isRepeated({ key, unchanged, words }: Remark): boolean {
    const isShort = words.size <= SHORT;
    const complains = isShort && (unchanged === 'plainly' || unchanged === 'hinted');
    return !complains && this.recent.some((each) => each.key === key);
  }

  private weighNames({ unchanged, names, namesExactly }: Remark): number {
    if (this.countKnown('names', names) > 0) {
      return KNOWN_NAME;
    }
    const isOther = namesExactly || (names.size > 0 && unchanged === undefined);
    return isOther && this.recent.some((each) => each.names.size > 0) ? OTHER_NAME : 0;
  }

  private weighWords(remark: Remark, known: number): number {
    const { size } = remark.words;
    if (known > 0 || size === 0) {
      return known > 0 && known * 2 >= size ? KNOWN_WORDS : 0;
    }
    if (!isSaid(remark)) {
      return ONLY_OTHER_WORDS;
    }
    // the first one tells what is seen instead
    return this.isOpen ? OTHER_WORDS : 0;
  }

  private wantsMore({ unchanged, ordered, places }: Remark, known: number): boolean {
    const isElsewhere = unchanged === 'hinted' && known > 0 && this.hasOther(places);
    return isElsewhere || this.hasOther(ordered);
  }

  private hasOther(words: ReadonlySet<string>): boolean {
    return this.countKnown('words', words) < words.size;
  }

  /** How many of them came before. */
  private countKnown(of: 'words' | 'names', said: ReadonlySet<string>): number {
    return [...said].filter((each) => this.recent.some((earlier) => earlier[of].has(each))).length;
  }
}

/** A wish is no complaint, and a message that tells the agent something new is one only if it says so plainly. */
function chooseMost({ isOrder, unchanged, words }: Remark, known: number): number {
  if (isOrder && unchanged === undefined) {
    return 0;
  }
  if (words.size - known > TELLING) {
    return unchanged === 'plainly' ? 1 : 0;
  }
  return MOST;
}

function isSaid({ unchanged }: Remark): boolean {
  return unchanged === 'plainly' || unchanged === 'hinted';
}
