/** Blocks of lines that were put into files: whether the same one is put into the same file again. */
import { Recent } from '../recent.js';
import type { BlockKind } from './file-edit.js';

export interface BlockValue {
  kind: BlockKind;
  /** How many steps put it into this file before. */
  before: number;
  /** It was taken out of the file since, or lines that are not known were. */
  cut: boolean;
}

interface Put {
  step: number;
  before: number;
  cut: boolean;
}

const KEPT = 512;

export class Blocks {
  private readonly puts = new Recent<Put>(KEPT);
  /** By path: the newest step that took out lines that are not known. */
  private readonly removed = new Recent<number>(KEPT);

  /** An edit of the file whose texts are not known: it may have taken the block out. */
  unknownEdit(path: string, step: number): void {
    this.removed.set(path, step);
  }

  /** @param isOut the block is known not to be in the file any more */
  put(path: string, key: string, kind: BlockKind, step: number, isOut: boolean): BlockValue {
    const known = this.puts.get(key);
    if (known?.step === step) {
      return { kind, before: known.before, cut: known.cut };
    }
    const cut = isOut || (this.removed.get(path) ?? -1) > (known?.step ?? -1);
    const before = known === undefined ? 0 : known.before + 1;
    this.puts.set(key, { step, before, cut });
    return { kind, before, cut };
  }
}
