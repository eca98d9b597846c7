/** The temporary home in which a fault is played, and what has to end with it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class Stage {
  /** Short: the path of a socket below it has about a hundred characters at most. */
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'turnwatch-fault-')));
  private readonly endings: (() => unknown)[] = [];

  folder(...names: string[]): string {
    const path = join(this.home, ...names);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** Runs at the end, the last one first. */
  atEnd(end: () => unknown): void {
    this.endings.push(end);
  }

  async clear(): Promise<void> {
    for (const end of this.endings.splice(0).reverse()) {
      try {
        await end();
      } catch {
        // the others have to end all the same
      }
    }
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}
