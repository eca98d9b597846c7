/** Reports changes of one file that is read as a whole, throttled so that reading it again stays cheap. */
import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { readErrorMessage } from '../core/error-words.js';
import type { LogLine } from '../core/throttled-log.js';

export interface ChangesOptions {
  file: string;
  /** Suffixes of neighbouring files whose changes count as well. */
  beside: readonly string[];
  /** Called once at the start, then after changes. */
  onChange: () => void;
  log: LogLine;
  /** Minimum milliseconds between two calls. Default 100. */
  pauseMs?: number;
  /** Polling interval where the system reports no changes; six times longer where it does. Default 500 ms. */
  pollMs?: number;
}

const PAUSE_MS = 100;
const POLL_MS = 500;

export class Changes {
  private readonly names: Set<string>;
  private watcher: FSWatcher | undefined;
  private timer: NodeJS.Timeout | undefined;
  private looking = false;
  /** A change was reported during the look, which may have missed it; so it looks again. */
  private again = false;
  private seen = '';
  private lookedAt = 0;
  private stopped = false;

  constructor(private readonly options: ChangesOptions) {
    this.names = new Set(['', ...options.beside].map((ending) => basename(options.file) + ending));
  }

  start(): void {
    this.watch();
    this.lookIn(0);
  }

  stop(): Promise<void> {
    this.stopped = true;
    this.watcher?.close();
    clearTimeout(this.timer);
    return Promise.resolve();
  }

  /** Watches the folder, so that a replacement of the file is noticed. */
  private watch(): void {
    try {
      const watcher = watch(dirname(this.options.file), { persistent: false }, (_event, name) => {
        if (name === null || this.names.has(name)) {
          this.lookSoon();
        }
      });
      watcher.on('error', () => {
        watcher.close();
        this.watcher = undefined;
      });
      this.watcher = watcher;
    } catch {
      // the system is out of watchers: fall back to polling
    }
  }

  private lookSoon(): void {
    const { pauseMs = PAUSE_MS } = this.options;
    this.lookIn(Math.max(0, pauseMs - (Date.now() - this.lookedAt)));
  }

  private lookIn(ms: number): void {
    if (this.stopped) {
      return;
    }
    if (this.looking) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), ms);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    this.looking = true;
    this.lookedAt = Date.now();
    const seen = await this.state();
    this.looking = false;
    if (this.stopped) {
      return;
    }
    const { pollMs = POLL_MS, pauseMs = PAUSE_MS } = this.options;
    this.lookIn(
      this.again || seen !== this.seen ? pauseMs : this.watcher === undefined ? pollMs : pollMs * 6,
    );
    this.again = false;
    if (seen === this.seen) {
      return;
    }
    this.seen = seen;
    try {
      this.options.onChange();
    } catch (error) {
      this.options.log(`changes: ${this.options.file}: ${readErrorMessage(error)}`);
    }
  }

  private async state(): Promise<string> {
    const all = await Promise.all(
      ['', ...this.options.beside].map((ending) =>
        stat(this.options.file + ending).then(
          ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
          () => 'none',
        ),
      ),
    );
    return all.join(', ');
  }
}
