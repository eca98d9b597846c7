/**
 * Lines of files that were shown, by content: where it is not known which lines of a file a call shows, it brings something only
 * if one of them is new. Lines are hashed only once such a call comes.
 */
import { hashText } from './hash.js';
import { withoutLineNumber } from './coverage.js';
import { SeenSet } from './seen-set.js';

const LINES = 8192;
/** Outputs that wait to be hashed, and characters of each. */
const WAITING = 16;
const LONGEST = 32_768;
/** Lines of an output that are compared. */
const COMPARED = 2000;
/** A window of fewer known lines may be equal to others by chance. */
const FEWEST = 2;

interface Output {
  path: string;
  text: string;
  step: number;
}

/** `again`: known lines, shown for the first time since there was reason to look again. */
export type Shown = 'new' | 'again' | 'known';

export class ShownLines {
  private readonly lines = new SeenSet(LINES);
  /** Those shown since there was reason to look again. */
  private readonly recent = new SeenSet(LINES);
  private readonly waiting: Output[] = [];
  private since = 0;

  /** Any file changed: what is shown now is another version. */
  forget(): void {
    if (!this.lines.isEmpty) {
      this.lines.clear();
      this.recent.clear();
    }
    this.waiting.length = 0;
  }

  /** A call showed these lines of a file. */
  show(path: string, text: string, step: number): void {
    if (text.length <= LONGEST) {
      this.waiting.push({ path, text, step });
      if (this.waiting.length > WAITING) {
        this.waiting.shift();
      }
    }
  }

  /**
   * What these lines bring; undefined for an output that is too short to say. Its first and last lines may be a frame with the numbers
   * of the lines.
   * @param path undefined: of whatever file
   * @param since a step in which there was reason to look again
   */
  see(path: string | undefined, text: string, step: number, since: number): Shown | undefined {
    for (const output of this.waiting.splice(0)) {
      this.add(output);
    }
    if (since > this.since) {
      this.since = since;
      this.recent.clear();
    }
    const told = toldLines(text);
    const keys = told.map((line) => makeLineKey(path, line));
    const isNew = keys.map((key) => this.lines.isNew(key, step));
    const isAgain = since > 0 && keys.some((key) => this.recent.isNew(key, step));
    this.add({ path: path ?? '', text, step });
    const last = told.length - 1;
    if (isNew.some((each, i) => each && !((i === 0 || i === last) && /\d/.test(told[i] ?? '')))) {
      return 'new';
    }
    if (isNew.filter((each) => !each).length < FEWEST) {
      return undefined;
    }
    return isAgain ? 'again' : 'known';
  }

  private add({ path, text, step }: Output): void {
    for (const line of toldLines(text)) {
      this.remember(makeLineKey(undefined, line), step);
      if (path !== '') {
        this.remember(makeLineKey(path, line), step);
      }
    }
  }

  private remember(key: string, step: number): void {
    this.lines.add(key, step);
    if (step >= this.since) {
      this.recent.add(key, step);
    }
  }
}

function makeLineKey(path: string | undefined, line: string): string {
  return hashText(path === undefined ? line : `${path}\0${line}`);
}

/** Without blank lines and line numbers. */
function toldLines(text: string): string[] {
  return text
    .split('\n', COMPARED)
    .map((line) => withoutLineNumber(line))
    .filter((line) => line !== '');
}
