/** Blocks of lines that were put into files: whether the same one is put into the same file again. */
import { hashText } from '../hash.js';
import { Recent } from '../recent.js';
import type { BlockKind, PutBlock } from './file-edit.js';

export interface BlockValue {
  /** Identity of file and block together. */
  key: string;
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
  /** By file and block: the newest step that took it out from among other lines. */
  private readonly cuts = new Recent<number>(KEPT);

  /** An edit of the file whose texts are not known: it may have taken the block out. */
  unknownEdit(path: string, step: number): void {
    this.removed.set(path, step);
  }

  cut(path: string, text: string, step: number): void {
    this.cuts.set(identify(path, text), step);
  }

  /** @param isOut the block is known not to be in the file any more */
  put(path: string, { kind, text }: PutBlock, step: number, isOut: boolean): BlockValue {
    const key = identify(path, text);
    const known = this.puts.get(key);
    if (known?.step === step) {
      return { key, kind, before: known.before, cut: known.cut };
    }
    const last = known?.step ?? -1;
    const cut = isOut || (this.removed.get(path) ?? -1) > last || (this.cuts.get(key) ?? -1) > last;
    const before = known === undefined ? 0 : known.before + 1;
    this.puts.set(key, { step, before, cut });
    return { key, kind, before, cut };
  }
}

function identify(path: string, text: string): string {
  return hashText(`${path}\0${text}`);
}
