/** How far runs got in a file: the line that a failure names, and how many lines the session has put in since. */
import { Recent } from '../identity/recent.js';
import { baseName } from '../paths.js';

const FILES = 256;
const NEVER = -1;
/** Characters of an answer in which a place is looked for, at its start or its end. */
const LOOKED = 4096;

/** Lines by which a place may move without being another: what was put in is not always known in full. */
const DRIFT = 3;

interface Place {
  line: number;
  /** The step that told it, and what was known before that step: one that is judged again comes to the same result. */
  step: number;
  before: number;
  /** Lines put in since it was told, and the newest call that did. */
  added: number;
  addedBy: number;
}

/** The last place of a Python trace is where it broke; elsewhere, the first is. */
const traced = /File "([^"\n]{1,300})", line (\d{1,6})/g;
const named =
  /([\w@~./\\+-]{1,300}\.[a-z]\w{0,5})(?::(\d{1,6})\b|\((\d{1,6})(?:,\d+)?\)|["'’]?[:,]? line (\d{1,6})\b)/i;
const bare = /\bline (\d{1,6})\b/i;

export class FurthestPlaces {
  private readonly places = new Recent<Place>(FILES);

  /**
   * @param lines by how many it is longer; undefined if it is not known: then nothing of it is comparable
   * @param call its number: one that is judged again is counted once
   */
  edited(path: string, lines: number | undefined, call: number): void {
    const file = baseName(path);
    const place = this.places.get(file);
    if (place === undefined || place.addedBy === call) {
      return;
    }
    if (lines === undefined) {
      this.places.delete(file);
    } else {
      place.added += Math.max(0, lines);
      place.addedBy = call;
    }
  }

  /**
   * Whether a failure is at a later line of its file than any before, by more than the lines that were put in since.
   * @param key of the action, for a message that names a line and no file
   */
  isFurther(text: string, key: string, step: number): boolean {
    const found = findPlace(text);
    if (found === undefined) {
      return false;
    }
    const file = found.file === undefined ? key : baseName(found.file);
    const known = this.places.get(file);
    if (known === undefined) {
      this.places.set(file, {
        line: found.line,
        step,
        before: Infinity,
        added: 0,
        addedBy: NEVER,
      });
      return false;
    }
    if (known.step !== step) {
      known.before = known.line + known.added;
      known.line = Math.max(known.before, found.line);
      known.added = 0;
      known.step = step;
    }
    return found.line > known.before + DRIFT;
  }
}

function findPlace(text: string): { file: string | undefined; line: number } | undefined {
  const last = [...text.slice(-LOOKED).matchAll(traced)].at(-1);
  if (last !== undefined) {
    return { file: last[1], line: Number(last[2]) };
  }
  const start = text.slice(0, LOOKED);
  const first = named.exec(start);
  if (first !== null) {
    return { file: first[1], line: Number(first[2] ?? first[3] ?? first[4]) };
  }
  const line = bare.exec(start)?.[1];
  return line === undefined ? undefined : { file: undefined, line: Number(line) };
}
