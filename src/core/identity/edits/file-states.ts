/** The contents of files so far: whether an edit writes new content, changes nothing, or restores earlier content. */
import { baseName } from '../../paths.js';
import { hashText } from '../hash.js';
import { Recent, SeenSet } from '../recent.js';
import { samePlace, type EditPlace, type FileEdit } from './file-edit.js';

/**
 * `new`: content that the file did not have in this session. `same`: the current content. `back`: earlier content.
 * `again`: an edit that was already applied, so another writer may have reverted it.
 */
export type EditState = 'new' | 'same' | 'back' | 'again';

export interface EditValue {
  path: string;
  state: EditState;
  /** How many times this content came back, was applied again or was written without a change, since the file last got a new one. */
  count: number;
  /** Numbers of the steps that wrote the content. */
  steps: number[];
  /** How often the replaced text had been replaced before and had reappeared, although no observed edit restored it. */
  undone: number;
  /** The edit only added or removed prints. */
  prints: boolean;
}

/** With the place of the edit that last wrote it, and the text it replaced. */
interface Content extends EditPlace {
  state: EditState;
  steps: number[];
  inPlace: boolean;
  replaced: string | undefined;
  count: number;
  undone: number;
}

/** A text that was replaced, by what kind of edit and in which steps it was found there again. */
interface Replaced extends EditPlace {
  step: number;
  again: readonly number[];
}

const KEPT_STEPS = 16;
const never: readonly number[] = [];
/** It was there before the first observed edit. */
const BEFORE_ALL = -1;

export class FileStates {
  /** By path and content, hashed: an edit adds two. */
  private readonly contents = new Recent<Content>(2048);
  /** By path and content: what was replaced. */
  private readonly gone = new Recent<Replaced>(2048);
  /** By path: the step that last wrote new content. Content restored after other work is no oscillation. */
  private readonly renewed = new Recent<number>(2048);
  private readonly names = new SeenSet(256);
  private readonly written = new Recent<{
    step: number;
    content: string;
    before: string | undefined;
  }>(2048);

  /** Remembers an edit that succeeded in `step`; a second call in the same step returns the same. Undefined if the new text is unknown. */
  see(edit: FileEdit, step: number): EditValue | undefined {
    const { path, before, after, whole, above, below } = edit;
    if (after === undefined) {
      return undefined;
    }
    const key = hashText(`${path}\0${whole ? 'whole ' : ''}${after}`);
    const known = this.contents.get(key);
    const prints = edit.prints === true;
    if (known?.steps.at(-1) === step) {
      return value(path, known, prints);
    }
    const undone =
      before !== undefined && before !== after
        ? this.replace(edit, hashText(`${path}\0${before}`), step)
        : 0;
    const state = this.stateOf(edit, known, step);
    // a different kind of return starts a count of its own; the first sight is no return
    const goesOn =
      known !== undefined && state !== 'new' && (known.state === state || known.state === 'new');
    const steps =
      state === 'new'
        ? [step]
        : [...(goesOn ? known.steps : [BEFORE_ALL]), step].slice(-KEPT_STEPS);
    if (state === 'new') {
      this.renewed.set(path, step);
    }
    const content: Content = {
      state,
      steps,
      inPlace: true,
      replaced: before,
      above,
      below,
      undone,
      count: state === 'new' ? 0 : this.sinceNew(path, steps),
    };
    this.contents.set(key, content);
    if (whole) {
      this.names.add(baseName(path));
      this.written.set(path, { step, content: after, before: this.writtenBefore(path, step) });
    }
    return value(path, content, prints);
  }

  private sinceNew(path: string, steps: readonly number[]): number {
    const renewed = this.renewed.get(path) ?? BEFORE_ALL;
    return steps.filter((each) => each > renewed).length;
  }

  /** Whether this session wrote a whole file of this name; folders do not count, as they are written in many ways. */
  wrote(path: string): boolean {
    return !this.names.isEmpty && this.names.has(baseName(path));
  }

  private stateOf(edit: FileEdit, known: Content | undefined, step: number): EditState {
    const { path, before, after, whole } = edit;
    if (before === after) {
      return 'same';
    }
    if (known === undefined) {
      return 'new';
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
    return known.replaced === before ? 'again' : 'new';
  }

  private writtenBefore(path: string, step: number): string | undefined {
    const written = this.written.get(path);
    return written?.step === step ? written.before : written?.content;
  }

  /** @returns how many times the text was there again. */
  private replace(edit: FileEdit, key: string, step: number): number {
    const content = this.contents.get(key);
    const known = this.gone.get(key);
    const isBack =
      known !== undefined &&
      known.step !== step &&
      content?.inPlace === false &&
      samePlace(known, edit);
    const again = isBack
      ? [...known.again.filter((each) => each !== step), step].slice(-KEPT_STEPS)
      : never;
    this.gone.set(key, { above: edit.above, below: edit.below, step, again });
    if (content === undefined) {
      this.contents.set(key, {
        state: 'new',
        steps: [BEFORE_ALL],
        inPlace: false,
        replaced: undefined,
        count: 0,
        undone: 0,
      });
    } else {
      content.inPlace = false;
    }
    return again.length;
  }
}

function value(path: string, { state, steps, count, undone }: Content, prints: boolean): EditValue {
  return { path, state, count, steps, undone, prints };
}
