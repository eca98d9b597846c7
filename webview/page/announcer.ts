/** One polite live region: it announces changes of state and nothing else. The first snapshot is not a change. */
import type { SessionDetail, SessionSummary, Snapshot } from '../../src/core/view/snapshot.js';
import { shownName, verdictSentence } from '../../src/core/view/words/shown-words.js';
import type { Texts } from '../ui/texts.js';

export class Announcer {
  private states: Map<string, string> | undefined;
  private paused = false;
  private linkState = '';

  /** `element`: the live region; it must be in the page before anything is announced. */
  constructor(
    private readonly element: HTMLElement,
    private readonly texts: Texts,
  ) {}

  update(snapshot: Snapshot): void {
    const { texts } = this;
    const before = this.states;
    const announcements: string[] = [];
    this.states = new Map(snapshot.sessions.map((session) => [session.session, session.state]));
    if (before !== undefined && snapshot.playback === undefined) {
      for (const session of snapshot.sessions) {
        const old = before.get(session.session);
        if (old === undefined || old === session.state) {
          continue;
        }
        announcements.push(this.changed(session, snapshot.selected));
      }
      if (snapshot.paused && !this.paused) {
        announcements.push(texts.get('state.paused'));
      }
      if (snapshot.link.state === 'not-connected' && this.linkState !== 'not-connected') {
        announcements.push(texts.get('state.not-connected'));
      }
    }
    this.paused = snapshot.paused;
    this.linkState = snapshot.link.state;
    if (announcements.length > 0) {
      this.element.textContent = announcements.join(' ');
    }
  }

  /** The session's state has changed: its word, and why. */
  private changed(session: SessionSummary, selected: SessionDetail | undefined): string {
    const { texts } = this;
    const { end, state } = session;
    const detail = selected?.session === session.session ? selected : undefined;
    const word =
      end === undefined
        ? texts.state(state, detail?.waitingFor)
        : [
            texts.get(`end.${end.how}`),
            texts.endSteps(end),
            ...(end.facts ?? []).map((fact) => texts.say(fact)),
          ].join(', ');
    const why =
      state === 'waiting'
        ? detail?.waitingFor
        : state === 'progressing' || state === 'idle'
          ? undefined
          : detail?.verdict && verdictSentence(detail.verdict);
    return `${shownName(session)}: ${word}.${why === undefined ? '' : ` ${texts.say(why)}`}`;
  }
}
