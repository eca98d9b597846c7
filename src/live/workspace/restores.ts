/** Files brought back to what they were, and that undone: both write only over what is known to be there. */
import { writeBack, type Trash } from '../../workspace/restore-files.js';
import { MISSING } from '../../workspace/saves.js';
import type { ChangesSince, Refusal, ReturnableFile, WayBack } from './way-back.js';

/** The editor, as far as writing needs it. */
export interface FileDesk extends Trash {
  /** It holds what is not saved. */
  isDirty(path: string): boolean;
  /** The file was written for the person. */
  wrote(path: string): Promise<void>;
}

/** `problem`: the system's words. */
export interface LeftFile {
  name: string;
  why: Refusal | { problem: string };
}

interface RestoredFiles {
  top: string;
  files: readonly ReturnableFile[];
}

export class Restores {
  private newest: RestoredFiles | undefined;
  private isWriting = false;

  constructor(
    private readonly wayBack: Pick<WayBack, 'read' | 'keepNow'>,
    private readonly desk: FileDesk,
  ) {}

  /** What is refused is left as it is. @returns those files; undefined while another is under way */
  async restore({
    top,
    files,
  }: Pick<ChangesSince, 'top' | 'files'>): Promise<LeftFile[] | undefined> {
    const able = files.filter(({ refusal }) => refusal === undefined);
    const left = await this.writeAll(top, able, ({ before, now }) => [now, before]);
    if (left !== undefined) {
      const done = able.filter(({ name }) => !left.some((each) => each.name === name));
      this.newest = done.length === 0 ? undefined : { top, files: done };
    }
    return left;
  }

  /** The newest restore. @returns the files that hold something else by now; undefined if there is none */
  async undo(): Promise<LeftFile[] | undefined> {
    const { newest } = this;
    const left =
      newest && (await this.writeAll(newest.top, newest.files, ({ before, now }) => [before, now]));
    this.newest = left === undefined ? newest : undefined;
    return left;
  }

  private async writeAll(
    top: string,
    files: readonly ReturnableFile[],
    plan: (file: ReturnableFile) => [from: ReturnableFile['now'], to: ReturnableFile['now']],
  ): Promise<LeftFile[] | undefined> {
    if (this.isWriting) {
      return undefined;
    }
    this.isWriting = true;
    try {
      const left: LeftFile[] = [];
      for (const file of files) {
        const why = await this.write(top, file, ...plan(file));
        if (why !== undefined) {
          left.push({ name: file.name, why });
        }
      }
      return left;
    } finally {
      this.isWriting = false;
    }
  }

  /** @returns why it was not written */
  private async write(
    top: string,
    { path, name }: ReturnableFile,
    from: ReturnableFile['now'],
    to: ReturnableFile['now'],
  ): Promise<LeftFile['why'] | undefined> {
    if (this.desk.isDirty(path)) {
      return 'unsaved';
    }
    await this.wayBack.keepNow(path);
    const content = to.mark === MISSING ? undefined : await this.wayBack.read(top, name, to);
    if (content === undefined && to.mark !== MISSING) {
      return 'gone';
    }
    const file = { path, expected: from.mark, content, mode: to.mode };
    const outcome = await writeBack(top, file, this.desk);
    if (outcome.done) {
      await this.desk.wrote(path);
      return undefined;
    }
    return 'problem' in outcome ? outcome : 'somebody';
  }
}
