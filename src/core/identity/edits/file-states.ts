/** The contents of files so far: whether an edit writes new content, changes nothing, or restores earlier content. */
import { baseName } from '../../paths.js';
import { hashText } from '../hash.js';
import { Recent } from '../recent.js';
import { SeenSet } from '../seen-set.js';
import { Blocks } from './blocks.js';
import {
  BEFORE_ALL,
  foundContent,
  KEPT_STEPS,
  readSteps,
  readValue,
  type Content,
  type EditState,
  type EditValue,
} from './file-content.js';
import {
  samePlace,
  sameSurroundings,
  surelySamePlace,
  type EditPlace,
  type FileEdit,
} from './file-edit.js';
import { Restorations } from './restorations.js';

/** A text that was replaced, by what kind of edit and in which steps it was found there again. */
interface Replaced extends EditPlace {
  step: number;
  at: number;
  again: readonly number[];
  /** Identity of the text that replaced it, if that still holds it. */
  keptIn: string | undefined;
}

const never: readonly number[] = [];

export class FileStates {
  /** By path and content, hashed: an edit adds two. */
  private readonly contents = new Recent<Content>(2048);
  /** By path and content: what was replaced. */
  private readonly gone = new Recent<Replaced>(2048);
  /** By path: the step that last wrote new content. Content restored after other work is no oscillation. */
  private readonly renewed = new Recent<number>(2048);
  private readonly names = new SeenSet(256);
  /** By path: what the answers to its edits show. */
  private readonly views = new Recent<{ step: number; view: string; before: string | undefined }>(
    256,
  );
  /** By path and pattern: what a text that fits it was last replaced by. */
  private readonly fitting = new Recent<{
    step: number;
    after: string;
    before: string | undefined;
  }>(256);
  private readonly blocks = new Blocks();
  private readonly restorations = new Restorations();
  private readonly written = new Recent<{
    step: number;
    content: string | undefined;
    before: string | undefined;
    at: number;
  }>(2048);

  /** Remembers an edit that succeeded in `step`; a second call in the same step returns the same. Undefined if the new text is unknown. */
  see(told: FileEdit, step: number): EditValue | undefined {
    this.restorations.pass();
    const edit = this.withReplaced(told, step);
    const { path, before, after, whole } = edit;
    if (after === undefined) {
      this.blocks.unknownEdit(path, step);
      return undefined;
    }
    const key = hashText(`${path}\0${whole ? 'whole ' : ''}${after}`);
    const known = this.contents.get(key);
    const prints = edit.prints === true;
    if (known?.steps.at(-1) === step) {
      known.at = this.restorations.time;
      return readValue(path, key, known, prints);
    }
    const content = this.findContent(edit, known, step);
    this.contents.set(key, content);
    if (whole) {
      this.names.add(baseName(path));
      this.write(edit, after, step);
    } else if (before !== after) {
      this.touch(path, step);
    }
    return readValue(path, key, content, prints);
  }

  /** What a pattern replaced: the text that it was replaced by before, if that is still there. */
  private withReplaced(edit: FileEdit, step: number): FileEdit {
    const { path, pattern, after } = edit;
    if (pattern === undefined || after === undefined) {
      return edit;
    }
    const key = `${path}\0${pattern}`;
    const known = this.fitting.get(key);
    const last = known?.step === step ? known.before : known?.after;
    const isThere = last !== undefined && this.contents.get(hashText(`${path}\0${last}`))?.inPlace;
    const before = isThere === true || known?.step === step ? last : undefined;
    this.fitting.set(key, { step, after, before });
    // the same once more: a variable in it may stand for another text
    return before === undefined || before === after ? edit : { ...edit, before };
  }

  private findContent(edit: FileEdit, known: Content | undefined, step: number): Content {
    const { path, before, above, below, line, around } = edit;
    const isStale = known !== undefined && this.restorations.isStale(path, known.at);
    const { undone, mayHaveStayed } = this.replace(edit, step);
    const isMoved = edit.block !== undefined && edit.block.text === edit.cutBlock;
    const isOut = isMoved || (known?.inPlace === false && !isStale);
    const block = edit.block && this.blocks.put(path, edit.block, step, isOut);
    if (edit.cutBlock !== undefined) {
      this.blocks.cut(path, edit.cutBlock, step);
    }
    const state = this.findState(edit, known, isStale, step);
    const steps = readSteps(known, state, step);
    if (state === 'new') {
      this.renewed.set(path, step);
    }
    const isRestored = isStale && state === 'back';
    return {
      state,
      steps,
      since: (state === 'back' && !isRestored ? known?.left : known?.steps.at(-1)) ?? BEFORE_ALL,
      isIdle: before === edit.after,
      isRestored,
      inPlace: true,
      left: BEFORE_ALL,
      replaced: before,
      above,
      below,
      line,
      around,
      undone,
      mayHaveStayed,
      count: state === 'new' ? 0 : this.sinceNew(path, steps),
      block,
      moved: block?.cut === true && (known === undefined || !surelySamePlace(known, edit)),
      at: this.restorations.time,
    };
  }

  /** Whether the answer to an edit shows the file just as the one before did: nothing was changed. @param view its hash */
  looksAsBefore(path: string, view: string, step: number): boolean {
    const known = this.views.get(path);
    const before = known?.step === step ? known.before : known?.view;
    this.views.set(path, { step, view, before });
    return before === view;
  }

  /** These files, or all, got back the state from before the edits. */
  restore(paths: readonly string[] | undefined): void {
    for (const path of paths ?? [undefined]) {
      this.restorations.restore(path);
    }
  }

  private sinceNew(path: string, steps: readonly number[]): number {
    const renewed = this.renewed.get(path) ?? BEFORE_ALL;
    return steps.filter((each) => each > renewed).length;
  }

  /** Whether this session wrote a whole file of this name; folders do not count, as they are written in many ways. */
  wrote(path: string): boolean {
    return !this.names.isEmpty && this.names.has(baseName(path));
  }

  private findState(
    edit: FileEdit,
    known: Content | undefined,
    isStale: boolean,
    step: number,
  ): EditState {
    const { path, before, after, whole } = edit;
    if (before === after) {
      return 'same';
    }
    if (known === undefined) {
      return 'new';
    }
    // what a restoration removed is put in again; what it brought back was there all the time
    if (isStale) {
      return known.steps[0] !== BEFORE_ALL && samePlace(known, edit) ? 'back' : 'new';
    }
    if (whole) {
      return this.writtenBefore(path, step) === after ? 'same' : 'back';
    }
    // the same text elsewhere, or in place of another one, is another edit
    if (!samePlace(known, edit)) {
      return 'new';
    }
    if (!known.inPlace) {
      return 'back';
    }
    return known.replaced === before && sameSurroundings(known, edit) ? 'again' : 'new';
  }

  /** The whole file has this content now. */
  private write({ path }: FileEdit, content: string, step: number): void {
    const before = this.writtenBefore(path, step);
    if (before !== content) {
      this.leave(path, before, step);
    }
    this.written.set(path, { step, content, before, at: this.restorations.time });
  }

  /** A part of the file changed: it has no longer the content that was written. */
  private touch(path: string, step: number): void {
    const written = this.written.get(path);
    if (written !== undefined && written.step !== step) {
      this.leave(path, written.content, step);
      this.written.set(path, {
        step,
        content: undefined,
        before: written.content,
        at: this.restorations.time,
      });
    }
  }

  private leave(path: string, whole: string | undefined, step: number): void {
    const left = this.contents.get(hashText(`${path}\0whole ${whole ?? ''}`));
    if (left !== undefined) {
      left.left = step;
    }
  }

  private writtenBefore(path: string, step: number): string | undefined {
    const written = this.written.get(path);
    if (written !== undefined && this.restorations.isStale(path, written.at)) {
      return undefined;
    }
    return written?.step === step ? written.before : written?.content;
  }

  /** How many times the text was there again, and whether it may have been there all the time. */
  private replace(edit: FileEdit, step: number): { undone: number; mayHaveStayed: boolean } {
    if (edit.before === undefined || edit.before === edit.after) {
      return { undone: 0, mayHaveStayed: false };
    }
    const key = hashText(`${edit.path}\0${edit.before}`);
    const keptIn = edit.keeps === true ? edit.after : undefined;
    const content = this.contents.get(key);
    const known = this.gone.get(key);
    const isBack =
      known !== undefined &&
      known.step !== step &&
      content?.inPlace === false &&
      !this.restorations.isStale(edit.path, known.at) &&
      sameSurroundings(known, edit);
    const again = !isBack
      ? never
      : // it shows no more than what was known
        edit.mayMiss === true
        ? known.again
        : [...known.again.filter((each) => each !== step), step].slice(-KEPT_STEPS);
    const { above, below, line, around } = edit;
    const at = this.restorations.time;
    this.gone.set(key, { above, below, line, around, step, again, at, keptIn });
    if (content === undefined) {
      this.contents.set(key, foundContent(edit, step, this.restorations.time));
    } else {
      content.inPlace = false;
      content.left = step;
      content.at = this.restorations.time;
    }
    const mayHaveStayed = known?.keptIn !== undefined && known.keptIn !== keptIn;
    return { undone: again.length, mayHaveStayed };
  }
}
