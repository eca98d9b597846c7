/** Finds a short unit that a text repeats without end. The text may arrive in parts. */
import { copied } from '../redact.js';

/** Characters of the longest unit that counts. */
const LONGEST_UNIT = 400;
/** Room for two of the longest units: the smallest period of such a piece is the unit. */
const PIECE = 2 * LONGEST_UNIT;
/** Short parts are looked at together once they have this many characters. */
const WORTH_A_LOOK = 256;
/** Quoted data and drawings repeat themselves honestly: this many times the length. */
const QUOTED = 4;

const fence = /^[ \t>]*(?:```|~~~)/gm;
/** Words that are only data. */
const literals = /\b(?:null|nil|none|nan|true|false|undefined|void|0x[\da-f]+)\b/gi;

interface Repetition {
  unit: string;
  /** Characters over which the unit is repeated. */
  length: number;
}
interface RepeatedRun extends Repetition {
  from: number;
}

export class RepeatedText {
  /** The end of what came before, as far as a repetition may have begun there. */
  private text = '';
  /** Characters at the end of `text` that were not looked at. */
  private fresh = 0;
  /** `text` begins inside a code block. */
  private inCode = false;

  /** @param least characters over which a unit must be repeated */
  add(part: string, least: number): Repetition | undefined {
    this.text = this.text === '' ? part : this.text + part;
    this.fresh += part.length;
    return this.fresh < WORTH_A_LOOK ? undefined : this.look(least);
  }

  /** The text is over: looks at parts too short to be looked at before. */
  end(least: number): Repetition | undefined {
    const found = this.fresh === 0 ? undefined : this.look(least);
    this.text = '';
    this.fresh = 0;
    this.inCode = false;
    return found;
  }

  private look(least: number): Repetition | undefined {
    this.fresh = 0;
    const { text } = this;
    const runs = runsIn(text, least);
    const found = runs.find(
      ({ from, unit, length }) => length >= QUOTED * least || !isData(unit) || !this.isCodeAt(from),
    );
    const last = runs.at(-1);
    const goesOn = last !== undefined && last.from + last.length === text.length;
    this.keep(Math.min(text.length, goesOn ? QUOTED * least : least));
    return found;
  }

  private keep(length: number): void {
    const dropped = this.text.length - length;
    if (dropped > 0) {
      this.inCode = this.isCodeAt(dropped);
      this.text = copied(this.text.slice(dropped));
    }
  }

  private isCodeAt(place: number): boolean {
    const fences = this.text.slice(0, place).match(fence)?.length ?? 0;
    return this.inCode !== (fences % 2 === 1);
  }
}

/** Runs of at least `least` characters, in order. */
function runsIn(text: string, least: number): RepeatedRun[] {
  const runs: RepeatedRun[] = [];
  // every run that is long enough holds one of these pieces whole
  const step = Math.max(1, least - PIECE);
  for (let at = 0; at + PIECE <= text.length; at += step) {
    const period = periodAt(text, at);
    if (period === 0) {
      continue;
    }
    let [from, to] = [at, at + PIECE];
    while (to < text.length && text.charCodeAt(to) === text.charCodeAt(to - period)) {
      to += 1;
    }
    while (from > 0 && text.charCodeAt(from - 1) === text.charCodeAt(from - 1 + period)) {
      from -= 1;
    }
    if (to - from >= least) {
      runs.push({ from, unit: text.slice(from, from + period), length: to - from });
      at = Math.max(at, to - PIECE);
    }
  }
  return runs;
}

const borders = new Int32Array(PIECE);

/** The smallest period of the piece that begins at `at`, at most half of it; 0 if there is none. */
function periodAt(text: string, at: number): number {
  let border = 0;
  for (let i = 1; i < PIECE; i++) {
    const unit = text.charCodeAt(at + i);
    while (border > 0 && unit !== text.charCodeAt(at + border)) {
      border = borders[border - 1] ?? 0;
    }
    if (unit === text.charCodeAt(at + border)) {
      border += 1;
    }
    borders[i] = border;
  }
  const period = PIECE - border;
  return period <= LONGEST_UNIT ? period : 0;
}

/** No words: numbers, signs, letters without a space between them. */
function isData(unit: string): boolean {
  const words = (unit + unit).replace(literals, '');
  return !/\p{L}{2}/u.test(words) || !/\s|\P{ASCII}/u.test(unit);
}
