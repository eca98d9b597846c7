/** Watches folders that may hold logs: existing ones, and the places where missing ones would appear. */
import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readErrorCode } from '../core/error-words.js';

/** Relevant names in a folder; undefined if the folder itself holds logs, so that all are relevant. */
type Names = Set<string> | undefined;

export interface WatchedFoldersOptions {
  /** A file in a folder of logs has changed. `renamed`: it appeared, disappeared or was renamed. */
  onFile: (file: string, renamed: boolean) => void;
  /** A folder appeared or disappeared: scan everything again. */
  onStale: () => void;
}

export class WatchedFolders {
  private readonly watched = new Map<string, { watcher: FSWatcher; names: Names }>();
  private closed = false;

  constructor(private readonly options: WatchedFoldersOptions) {}

  /**
   * Watches exactly these folders.
   * @returns those that exist; `again`: something may have appeared before its watch began, so one more scan is needed.
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

  /** Whether a folder of logs is newly watched or has just disappeared. */
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
        // gone again: the next scan watches its parent; or out of watchers: the regular scan covers it
        begun ||= readErrorCode(error) === 'ENOENT';
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

/** Adds the nearest existing folder above a missing one, with the name expected to appear in it. */
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
