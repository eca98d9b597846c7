/** A content that a file had: which steps wrote it, whether it is still there, and what an edit that writes it comes to. */
import type { BlockValue } from './blocks.js';
import type { EditPlace, FileEdit } from './file-edit.js';

/** Steps that are remembered of a content. */
export const KEPT_STEPS = 16;
/** It was there before the first observed edit. */
export const BEFORE_ALL = -1;

/**
 * `new`: content that the file did not have in this session. `same`: the current content. `back`: earlier content.
 * `again`: an edit that was already applied, so another writer may have reverted it.
 */
export type EditState = 'new' | 'same' | 'back' | 'again';

export interface EditValue {
  path: string;
  /** Identity of file and content together. */
  key: string;
  state: EditState;
  /** How many times this content came back, was applied again or was written without a change, since the file last got a new one. */
  count: number;
  /** Numbers of the steps that wrote the content. */
  steps: number[];
  /** The step since which it was gone, or that last wrote what is written again. */
  since: number;
  /** A text is replaced by itself. */
  isIdle: boolean;
  /** A restoration of the file had removed it. */
  isRestored: boolean;
  /** How often the replaced text had been replaced before and had reappeared, although no observed edit restored it. */
  undone: number;
  /** What replaced it held it, and is not what replaces it now: it need not have been brought back. */
  mayHaveStayed: boolean;
  /** The edit only added or removed prints. */
  prints: boolean;
  /** Only for edits that put in a block of lines. */
  block: BlockValue | undefined;
  /** A block that was cut out came back, as far as is known elsewhere in the file. */
  moved: boolean;
}

/** With the place of the edit that last wrote it, and the text it replaced. */
export interface Content extends EditPlace {
  state: EditState;
  steps: number[];
  since: number;
  isIdle: boolean;
  isRestored: boolean;
  inPlace: boolean;
  /** The step that last replaced it. */
  left: number;
  replaced: string | undefined;
  count: number;
  undone: number;
  mayHaveStayed: boolean;
  block: BlockValue | undefined;
  moved: boolean;
  /** When it was last seen: see `Restorations`. */
  at: number;
}

/** A content that was there before the first edit, and is replaced by it. */
export function foundContent({ above, below }: FileEdit, left: number, at: number): Content {
  return {
    state: 'new',
    steps: [BEFORE_ALL],
    since: BEFORE_ALL,
    isIdle: false,
    isRestored: false,
    inPlace: false,
    left,
    replaced: undefined,
    above,
    below,
    line: undefined,
    around: undefined,
    undone: 0,
    mayHaveStayed: false,
    count: 0,
    block: undefined,
    moved: false,
    at,
  };
}

/** A different kind of return starts a count of its own; the first sight is no return. */
export function readSteps(known: Content | undefined, state: EditState, step: number): number[] {
  if (state === 'new') {
    return [step];
  }
  const goesOn = known !== undefined && (known.state === state || known.state === 'new');
  return [...(goesOn ? known.steps : [BEFORE_ALL]), step].slice(-KEPT_STEPS);
}

export function readValue(path: string, key: string, content: Content, prints: boolean): EditValue {
  const { state, count, steps, since, isIdle, isRestored, undone, mayHaveStayed, block, moved } =
    content;
  return {
    path,
    key,
    state,
    count,
    steps,
    since,
    isIdle,
    isRestored,
    undone,
    mayHaveStayed,
    prints,
    block,
    moved,
  };
}
