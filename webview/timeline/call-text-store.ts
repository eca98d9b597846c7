/** Inputs and results of opened calls, requested from the host. */
import type { CallOutcome, CallRow } from '../../src/core/view/timeline/rows.js';
import type { CallTexts, FromPage } from '../../src/protocol/view.js';

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
  of({ call, outcome }: CallRow, whole: boolean): CallTexts | undefined {
    let entry = this.entries.get(call);
    if (this.session !== undefined && (entry?.outcome !== outcome || (whole && !entry.whole))) {
      entry = { outcome, whole: whole || entry?.whole === true, texts: entry?.texts };
      this.entries.delete(call);
      this.entries.set(call, entry);
      for (const oldest of this.entries.keys()) {
        if (this.entries.size > MAX_CALLS) {
          this.entries.delete(oldest);
        }
      }
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
