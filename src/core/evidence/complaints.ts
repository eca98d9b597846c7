/** Answers that tell of a failure, or that nothing is there: whether one of them says anything that no earlier one did. */
import type { JsonObject } from '../events.js';
import { SeenSet } from '../identity/seen-set.js';

export interface Complaint {
  /** Some word of it is in no earlier complaint. */
  readonly saysNew: boolean;
  /** Nothing went wrong: a warning is what the person wants to be rid of. */
  readonly ofWarning: boolean;
  /** It is about a file or a place that no earlier complaint was about. */
  readonly isElsewhere: boolean;
  /** The line that says what is wrong, without its numbers; empty where none stands out. */
  readonly subject: string;
  /** What has digits in that line, but for places: times, too, as they may be what is wrong. */
  readonly measured: string;
  /** How much it tells: its different words, and its lines. */
  readonly words: number;
  readonly lines: number;
  /** Its numbers, each by what is told before it in its line. */
  readonly figures: ReadonlyMap<string, number>;
}

const KEPT = 4096;
const LONGEST_INPUT = 16_384;
/** The newest lines of a long answer: what went wrong stands at its end. */
const LINES = 200;
const MOST_FIGURES = 32;
/** Characters before a number that say what it is. */
const NAME = 16;

/** Words with digits are ids. */
const word = /(?<![\p{L}\p{N}_])[\p{L}_][\p{L}_-]*(?![\p{L}\p{N}_])/gu;
const place = /\bline \d+|:\d+(?::\d+)?\b|\(\d+(?:,\d+)?\)|^\d+[:\t]|\bL\d+/g;
/** A number, with a unit or without. */
const measure = /(?<![\w.])[-+]?(\d+(?:\.\d+)?)(?=[a-zA-Zµ%]{0,3}(?!\w))/g;
const withDigits = /[\w.]*\d[\w.]*/g;
/** A number with what it counts, or a name with a number. */
const quantity = /(?<![\w.])[a-z_.-]*\d+(?:[.,]\d+)*[a-zµ%]{0,3}(?![\w.])/gi;
const duration = /\d+(?:\.\d+)? ?(?:[mµn]?s|sec(?:ond)?s?|min(?:ute)?s?)\b/g;
/** What these name is no place. */
const ofRefs = /\bgit (?:-\S+ (?:\S+ )?)*(?:push|branch|switch|tag|checkout -b)\b/;
const path = /[\w@~.-]*\/[\w@~./-]+|\b[\w-]+\.[a-z]\w{0,4}\b/gi;

/** Which worker it was says nothing of what is wrong. A later iteration, request or job may be progress. */
const carrier =
  /\b(?:executor|worker|container|pod|replica|revision|deployment|invocation|execution)s?[ :#=-]{1,3}\d+\b/gi;
/** `5.5 GB of 5.5 GB`: all of it is used up, however much there is. */
const usedUp = /(?<![\w.])(\d[\d.,]*)( ?[a-z]{1,12})? ?(?:of|out of|\/) ?\1(?![\w.]*\d)/gi;

/** A line that warns, and the line that says of what. */
const warning = /^.*(?:warning|deprecat|^stderr \|).*(?:\n.*)?/gim;

interface AnswerText {
  readonly text: string;
  readonly normal: string;
}

export class Complaints {
  private readonly words = new SeenSet(KEPT);
  private readonly places = new SeenSet(KEPT);

  /** Undefined where nothing is warned of. */
  readWarnings(
    { text, normal }: AnswerText,
    input: JsonObject,
    step: number,
  ): Complaint | undefined {
    const [warnings, plain] = [text, normal].map((each) => (each.match(warning) ?? []).join('\n'));
    return warnings && plain
      ? this.read({ text: warnings, normal: plain }, plain.split('\n', 1)[0], input, step, true)
      : undefined;
  }

  /**
   * @param text the answer, and without noise
   * @param telling the line of it that says what is wrong, without noise
   * @param input what was asked
   * @param step its number: one that is judged again comes to the same result
   */
  read(
    { text, normal }: AnswerText,
    telling: string | undefined,
    input: JsonObject,
    step: number,
    ofWarning = false,
  ): Complaint {
    const lines = normal
      .split('\n')
      .filter((line) => /[\p{L}\d]/u.test(line))
      .slice(-LINES);
    const words = new Set(lines.flatMap((line) => line.toLowerCase().match(word) ?? []));
    const fresh = [...words].filter((each) => this.words.add(each, step));
    const asked = JSON.stringify(input).slice(0, LONGEST_INPUT).replace(/\d+/g, '#');
    const said = asked.toLowerCase();
    const named = ofRefs.test(asked) ? [] : (asked.match(path) ?? []);
    const elsewhere = named.filter((each) => this.places.add(each, step));
    const wrong = withoutIncidental(telling ?? '');
    const times = wrong.includes('<time>') ? text.match(duration) : null;
    return {
      ofWarning,
      saysNew: fresh.some((each) => !said.includes(each)),
      isElsewhere: elsewhere.length > 0,
      subject: wrong.replace(withDigits, '#'),
      measured: [...(wrong.match(quantity) ?? []), ...(times ?? [])].join(' '),
      words: words.size,
      lines: lines.length,
      figures: readFigures(lines),
    };
  }
}

/** Without the numbers that say nothing of what is wrong. */
function withoutIncidental(text: string): string {
  return text.replace(place, '@').replace(carrier, '@').replace(usedUp, '@');
}

function readFigures(lines: readonly string[]): ReadonlyMap<string, number> {
  const figures = new Map<string, number>();
  for (const line of lines) {
    const text = withoutIncidental(line);
    for (const { 1: figure, index } of text.matchAll(measure)) {
      if (figures.size >= MOST_FIGURES) {
        return figures;
      }
      if (figure !== undefined) {
        const before = text.slice(Math.max(0, index - 2 * NAME), index);
        figures.set(before.replace(withDigits, '#').slice(-NAME), Number(figure));
      }
    }
  }
  return figures;
}
