/** What the page requests from the host and keeps: inputs and results of opened calls, and how files changed. */
import { setNewest } from '../../src/core/push-newest.js';
import type { CallOutcome, CallRow } from '../../src/core/view/timeline/rows.js';
import type { CallTexts, FromPage, FileChange } from '../../src/protocol/view.js';

interface Entry {
  /** The call's outcome at the time of the request. */
  outcome: CallOutcome;
  whole: boolean;
  texts: CallTexts | undefined;
}

/** Beyond this many calls the texts of those opened longest ago are dropped. */
const MAX_CALLS = 120;

export class CallTextStore {
  private session: string | undefined;
  private readonly entries = new Map<number, Entry>();

  constructor(private readonly post: (message: FromPage) => void) {}

  /** Drops the texts of another session. */
  selectSession(session: string | undefined): void {
    if (session !== this.session) {
      this.entries.clear();
    }
    this.session = session;
  }

  /** The texts known so far. Requests them the first time, and again when the call's outcome has changed. */
  findTexts({ call, outcome }: CallRow, whole: boolean): CallTexts | undefined {
    let entry = this.entries.get(call);
    if (this.session !== undefined && (entry?.outcome !== outcome || (whole && !entry.whole))) {
      entry = { outcome, whole: whole || entry?.whole === true, texts: entry?.texts };
      setNewest(this.entries, call, entry, MAX_CALLS);
      this.post({ type: 'details', session: this.session, call, whole: entry.whole });
    }
    return entry?.texts;
  }

  /** False for an answer that is not awaited. */
  add(session: string, call: number, whole: boolean, texts: CallTexts): boolean {
    const entry = this.entries.get(call);
    if (session !== this.session || entry === undefined || entry.whole !== whole) {
      return false;
    }
    entry.texts = texts;
    return true;
  }
}

/** Beyond this many lists those requested longest ago are dropped. */
const MAX_LISTS = 60;

/** How many lines of files were added and removed since HEAD: requested from the host when a row is opened. */
export class ChangeStore {
  private readonly lists = new Map<string, readonly FileChange[]>();

  constructor(private readonly request: (paths: string[]) => void) {}

  clear(): void {
    this.lists.clear();
  }

  /** Empty until the host has answered. */
  findChanges(paths: readonly string[]): readonly FileChange[] {
    const key = makeKey(paths);
    const known = this.lists.get(key);
    if (known !== undefined) {
      return known;
    }
    this.lists.set(key, []);
    for (const oldest of this.lists.keys()) {
      if (this.lists.size > MAX_LISTS) {
        this.lists.delete(oldest);
      }
    }
    this.request([...paths]);
    return [];
  }

  add(files: readonly FileChange[]): void {
    this.lists.set(makeKey(files.map(({ path }) => path)), files);
  }
}

function makeKey(paths: readonly string[]): string {
  return paths.join('\0');
}
