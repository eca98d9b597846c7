/** What a session wrote and ran, as far as later runs are judged by it. */
import { Recent } from '../identity/recent.js';
import { SeenSet } from '../identity/seen-set.js';
import { isScript, findStem } from '../identity/script-name.js';
import { freshIn, type WrittenText } from '../identity/edits/written-text.js';
import { baseName } from '../paths.js';
import { pushNewest } from '../push-newest.js';
import { copied } from '../redact.js';

const LINES = 4096;
const SCRIPTS = 256;
const FILES = 256;
/** Texts of the newest edits: what they hold literally is no news when a run prints it. */
const TEXTS = 8;
const ALIASES = 64;
const NEVER = -1;
const wholeWords = /\w{2,}/g;
/** Longer edits change the program, shorter ones try a value. */
const LONGEST_TRIED = 200;
/** Characters of an answer that are compared. */
const COMPARED = 2000;
const triedWords = /[\w.+-]*\d[\w.+-]*|[\w.+-]{4,}/g;
/** Share of a line's words by which another is taken for a form of it, and lines that are looked at. */
const [MOSTLY, MOST_COMPARED] = [0.6, 32];

function hasMost(line: string, words: ReadonlySet<string>): boolean {
  const shared = new Set(line.match(wholeWords)?.filter((word) => words.has(word)));
  return shared.size >= words.size * MOSTLY;
}

interface Script {
  writtenIn: number;
  ranIn: number;
  /** The newest step before `ranIn` that ran it: a step that is judged again comes to the same result. */
  ranBefore: number;
  speaks: boolean;
}

export interface EditedFile {
  path: string;
  step: number;
  /** The call named it from the root. */
  fromRoot: boolean;
}

export class RunMemory {
  /** Lines that runs printed, hashed. */
  readonly lines = new SeenSet(LINES);
  /** Code that runs pointed at, hashed. */
  readonly spots = new SeenSet(LINES);
  /** By stem: scripts that this session wrote, in files or in commands. */
  private readonly scripts = new Recent<Script>(SCRIPTS);
  /** By name: the newest path that was edited. */
  private readonly edited = new Recent<EditedFile>(FILES);
  /** Pairs of roots that lead to the same folder. */
  private readonly aliases = new SeenSet(ALIASES);
  private readonly texts: { call: number; text: string; replaced: string | undefined }[] = [];
  /** What the newest edit replaced, and by what. */
  newest: WrittenText | undefined;
  /** The newest step that added prints, to whatever file. */
  printedIn = NEVER;
  get hasPrinted(): boolean {
    return this.printedIn !== NEVER;
  }
  /** The newest step that built, installed or copied something. */
  builtIn = NEVER;

  /** @param replaced undefined if nothing of the text came into being with this edit */
  wroteText(text: string, replaced: string | undefined, call: number): void {
    if (this.texts.at(-1)?.call === call) {
      return;
    }
    const entry = { call, text: copied(text), replaced: replaced && copied(replaced) };
    pushNewest(this.texts, entry, TEXTS);
  }

  edit(file: EditedFile): void {
    this.edited.set(baseName(file.path), file);
  }

  wroteScript(path: string, speaks: boolean, step: number): void {
    if (isScript(path)) {
      this.script(findStem(path), step).speaks ||= speaks;
    }
  }

  /** A program in a command's own words. */
  wroteInline(key: string, speaks: boolean, step: number): void {
    const known = this.scripts.get(key);
    if (known === undefined) {
      this.script(key, step).speaks = speaks;
    }
  }

  /** A script that somebody else wrote, once prints were added anywhere: false before. */
  adoptSilent(stem: string): boolean {
    if (!this.hasPrinted) {
      return false;
    }
    this.script(stem, NEVER);
    return true;
  }

  isOwn(stem: string): boolean {
    return this.scripts.has(stem);
  }

  /** Whether the script, or a print anywhere, was written since it last ran, and whether it is expected to print. */
  ran(stem: string, step: number): { rewritten: boolean; speaks: boolean } {
    const script = this.scripts.get(stem);
    if (script === undefined) {
      return { rewritten: false, speaks: false };
    }
    if (script.ranIn !== step) {
      script.ranBefore = script.ranIn;
      script.ranIn = step;
    }
    return {
      rewritten: script.writtenIn >= script.ranBefore,
      speaks: script.speaks || this.printedIn >= Math.max(script.ranBefore, 0),
    };
  }

  alias(root: string, other: string): void {
    this.aliases.add(`${root}\0${other}`);
  }

  areAliases(root: string, other: string): boolean {
    return this.aliases.has(`${root}\0${other}`);
  }

  get hasEdited(): boolean {
    return !this.edited.isEmpty;
  }

  /** The newest file of this name that was edited since anything was built, installed or copied. */
  editedAs(name: string): EditedFile | undefined {
    const file = this.edited.get(name);
    return file !== undefined && file.step > this.builtIn ? file : undefined;
  }

  /** Whether one of the newest edits put in a text that holds the line. */
  isWritten(line: string): boolean {
    return this.texts.some(({ text }) => text.includes(line));
  }

  /** Whether the line came into being with one of the newest edits. */
  isFresh(line: string): boolean {
    return this.texts.some(
      ({ text, replaced }) =>
        replaced !== undefined &&
        text.includes(line) &&
        freshIn({ put: text, replaced }).includes(line),
    );
  }

  /** The text without the value that the newest edit put in, a short one; undefined if the text does not name it. */
  withoutTried(text: string): string | undefined {
    const { put = '', replaced = '' } = this.newest ?? {};
    if (replaced === '' || put.length > LONGEST_TRIED) {
      return undefined;
    }
    const tried = put
      .match(triedWords)
      ?.filter((word) => !replaced.includes(word) && text.includes(word));
    return tried === undefined || tried.length === 0
      ? undefined
      : tried.reduce((rest, word) => rest.replaceAll(word, '<tried>'), text.slice(0, COMPARED));
  }

  /** Whether a line is replaced that one of the newest edits put in, as it was or nearly so. */
  reworks({ put, replaced }: WrittenText): boolean {
    const stays = new Set(put.split('\n').map((line) => line.trim()));
    return replaced
      .split('\n', MOST_COMPARED)
      .some((line) => !stays.has(line.trim()) && this.resemblesFresh(line.match(wholeWords) ?? []));
  }

  /** Whether one of the newest edits put in a line with most of these words. */
  private resemblesFresh(words: readonly string[]): boolean {
    const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '');
    const wanted = new Set(words);
    return (
      longest !== '' &&
      this.texts.some(
        ({ text, replaced = '' }) =>
          // most edits are about something else
          text.includes(longest) &&
          freshIn({ put: text, replaced })
            .split('\n')
            .some((line) => line.includes(longest) && hasMost(line, wanted)),
      )
    );
  }

  private script(stem: string, step: number): Script {
    let script = this.scripts.get(stem);
    if (script === undefined) {
      script = { writtenIn: step, ranIn: NEVER, ranBefore: NEVER, speaks: false };
      this.scripts.set(stem, script);
    }
    script.writtenIn = step;
    return script;
  }
}
