/** Watches folders in which logs may lie: those that exist, and for those that do not, the place where they would appear. */
import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../core/error-words.js';

/** The names that matter in a folder; undefined: all, it holds logs itself. */
type Names = Set<string> | undefined;

export interface WatchedFoldersOptions {
  /** Something happened to this file of a folder that holds logs. `renamed`: it came, went or took another name. */
  onFile: (file: string, renamed: boolean) => void;
  /** A folder has come or gone: all are to be looked at again. */
  onStale: () => void;
}

export class WatchedFolders {
  private readonly watched = new Map<string, { watcher: FSWatcher; names: Names }>();
  private closed = false;

  constructor(private readonly options: WatchedFoldersOptions) {}

  /**
   * Watches these folders and no others.
   * @returns those that exist; `again`: one more look is needed, since something may have come before its watch began.
   */
  async set(folders: readonly string[]): Promise<{ existing: string[]; again: boolean }> {
    const wanted = new Map<string, Names>();
    const missing: string[] = [];
    for (const folder of folders) {
      if (await isFolder(folder)) {
        wanted.set(folder, undefined);
      } else {
        missing.push(folder);
      }
    }
    for (const folder of missing) {
      await wantAncestor(folder, wanted);
    }
    let again = this.watchOnly(wanted);
    const existing: string[] = [];
    for (const [folder, names] of wanted) {
      if (names === undefined) {
        existing.push(folder);
      } else if (await holdsOne(folder, names)) {
        again = true;
      }
    }
    return { existing, again };
  }

  close(): void {
    this.closed = true;
    for (const { watcher } of this.watched.values()) {
      watcher.close();
    }
    this.watched.clear();
  }

  /** Whether a folder that holds logs is watched from now on, or one has gone meanwhile. */
  private watchOnly(wanted: ReadonlyMap<string, Names>): boolean {
    let begun = false;
    for (const [folder, { watcher }] of this.watched) {
      if (wanted.has(folder)) {
        continue;
      }
      watcher.close();
      this.watched.delete(folder);
    }
    for (const [folder, names] of wanted) {
      const known = this.watched.get(folder);
      if (known !== undefined) {
        known.names = names;
        continue;
      }
      if (this.closed) {
        return false;
      }
      try {
        const watcher = watch(folder, { persistent: false }, (event, name) =>
          this.changed(folder, event, name),
        );
        watcher.on('error', () => this.unwatch(folder));
        this.watched.set(folder, { watcher, names });
        begun ||= names === undefined;
      } catch (error) {
        // Gone again: where it would appear is to be watched instead. Where the system has no watchers left the regular look serves.
        begun ||= codeOf(error) === 'ENOENT';
      }
    }
    return begun;
  }

  private unwatch(folder: string): void {
    this.watched.get(folder)?.watcher.close();
    this.watched.delete(folder);
    this.options.onStale();
  }

  private changed(folder: string, event: string, name: string | null): void {
    const names = this.watched.get(folder)?.names;
    if (name === null || name === basename(folder)) {
      this.unwatch(folder);
    } else if (names === undefined) {
      this.options.onFile(join(folder, name), event === 'rename');
    } else if (names.has(name)) {
      this.options.onStale();
    }
  }
}

/** The nearest folder that exists above a missing one, with the name that has to appear in it. */
async function wantAncestor(folder: string, wanted: Map<string, Names>): Promise<void> {
  let child = folder;
  for (let parent = dirname(child); parent !== child; child = parent, parent = dirname(child)) {
    if (!(await isFolder(parent))) {
      continue;
    }
    if (wanted.has(parent) && wanted.get(parent) === undefined) {
      return;
    }
    wanted.set(parent, (wanted.get(parent) ?? new Set<string>()).add(basename(child)));
    return;
  }
}

/** A missing folder may have appeared before the watch on its parent began. */
async function holdsOne(folder: string, names: ReadonlySet<string>): Promise<boolean> {
  for (const name of names) {
    if (await isFolder(join(folder, name))) {
      return true;
    }
  }
  return false;
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
