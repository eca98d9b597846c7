/**
 * A hook whose time ran out leaves a stamp in our folder, and while it lies there no hook asks. So a window that stands still costs an
 * agent one second once. The window takes the stamp away as soon as it works again: its event loop hears of the file no earlier.
 */
import { existsSync, lstatSync, watch, type FSWatcher } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorMessage } from '../core/error-words.js';
import type { LogLine } from '../core/log.js';

const NAME = 'silent';
/** Milliseconds for which a window must work again. */
const SETTLED_MS = 1000;
/** Milliseconds between looks where the folder cannot be watched. */
const LOOK_MS = 5000;

interface UnansweredListener {
  /** An agent has just waited in vain. */
  found: () => void;
}

export class UnansweredMarker {
  private watcher: FSWatcher | undefined;
  private looks: NodeJS.Timeout | undefined;
  private removal: NodeJS.Timeout | undefined;

  constructor(
    private readonly dir: string,
    private readonly log: LogLine,
    private readonly finder: UnansweredListener,
  ) {}

  /** The window works from now on. */
  async start(): Promise<void> {
    try {
      this.watcher = watch(this.dir, { persistent: false }, (_, name) => {
        if (name === null || name === NAME) {
          this.notice();
        }
      });
      this.watcher.on('error', () => this.lookNowAndThen());
    } catch {
      this.lookNowAndThen();
    }
    await this.remove();
  }

  stop(): void {
    this.watcher?.close();
    clearInterval(this.looks);
    clearTimeout(this.removal);
  }

  private lookNowAndThen(): void {
    this.watcher?.close();
    this.looks ??= setInterval(() => this.notice(), LOOK_MS).unref();
  }

  /** The folder is watched, but a change may be missed. */
  notice(): void {
    if (existsSync(join(this.dir, NAME))) {
      this.finder.found();
      this.removeSoon();
    }
  }

  /** Hooks leave a file: a folder is somebody else's work. */
  isForged(): boolean {
    return lstatSync(join(this.dir, NAME), { throwIfNoEntry: false })?.isDirectory() === true;
  }

  private removeSoon(): void {
    this.removal ??= setTimeout(() => {
      this.removal = undefined;
      void this.remove();
    }, SETTLED_MS).unref();
  }

  async remove(): Promise<void> {
    await rm(join(this.dir, NAME), { force: true, recursive: true }).catch((error: unknown) =>
      this.log(`bridge: ${readErrorMessage(error)}`),
    );
  }
}
