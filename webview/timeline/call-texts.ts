/** Inputs and results of opened calls, as far as the host was asked for them. */
import type { CallRow } from '../../src/core/view/snapshot.js';
import type { CallTexts, FromPage } from '../../src/protocol/view.js';

interface Held {
  asked: string;
  whole: boolean;
  texts?: CallTexts;
}

/** Calls whose texts are held; the longest ago opened go. */
const HELD_CALLS = 120;

export class CallTextStore {
  private session: string | undefined;
  private readonly held = new Map<number, Held>();

  constructor(private readonly post: (message: FromPage) => void) {}

  show(session: string | undefined): void {
    if (session !== this.session) {
      this.held.clear();
    }
    this.session = session;
  }

  /** What is known of them; asks for them first, and again when the call has moved on. */
  of({ call, outcome }: CallRow, whole: boolean): CallTexts | undefined {
    let held = this.held.get(call);
    if (this.session !== undefined && (held?.asked !== outcome || (whole && !held.whole))) {
      held = { asked: outcome, whole: whole || held?.whole === true, texts: held?.texts };
      this.held.delete(call);
      this.held.set(call, held);
      for (const oldest of this.held.keys()) {
        if (this.held.size > HELD_CALLS) {
          this.held.delete(oldest);
        }
      }
      this.post({ type: 'details', session: this.session, call, whole: held.whole });
    }
    return held?.texts;
  }

  /** False for an answer that nobody waits for. */
  add(session: string, call: number, whole: boolean, texts: CallTexts): boolean {
    const held = this.held.get(call);
    if (session !== this.session || held === undefined || held.whole !== whole) {
      return false;
    }
    held.texts = texts;
    return true;
  }
}
