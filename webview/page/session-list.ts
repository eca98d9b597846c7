/**
 * All sessions to switch between, sub-agents under their parents, and below them those of other folders. It sticks to the bottom of the
 * page.
 */
import type { SessionSummary, Snapshot } from '../../src/core/view/snapshot.js';
import { el, KeyedChildren, setAttribute, setText, show } from '../ui/dom.js';
import { ArrowKeys } from '../ui/arrow-keys.js';
import { icon } from '../ui/icons.js';
import type { Page } from './page.js';
import { SessionRow, type ListedSession } from './session-row.js';
import { nestSessions, splitFinished } from './session-tree.js';
import type { ShownState } from './shown-state.js';

/** One finished session is no shorter behind a line of its own. */
const MIN_FOLD = 2;

/** Sessions behind a line that tells how many they are. */
class Fold {
  readonly element = el('ul');
  readonly line = el('button', 'session session-fold');
  isOpen = false;
  private readonly text = el('span', 'fold-text');

  constructor(toggled: () => void) {
    this.line.type = 'button';
    this.line.append(icon('chevron', 'twistie'), this.text);
    this.line.addEventListener('click', () => {
      this.isOpen = !this.isOpen;
      toggled();
    });
  }

  /** `isFolded`: else there is no line, and the sessions show. */
  update(text: string, isFolded: boolean): void {
    setText(this.text, text);
    setAttribute(this.line, 'title', text);
    setAttribute(this.line, 'aria-expanded', String(this.isOpen));
    show(this.line, isFolded);
    show(this.element, this.isOpen || !isFolded);
  }
}

export class SessionList {
  readonly element = el('nav', 'sessions');
  private readonly name = el('span', 'sessions-name');
  private readonly badge = el('span', 'badge');
  private readonly details = el('details');
  private readonly active: KeyedChildren<ListedSession, SessionRow>;
  private readonly finished: KeyedChildren<ListedSession, SessionRow>;
  private readonly elsewhere: KeyedChildren<ListedSession, SessionRow>;
  private readonly finishedFold: Fold;
  private readonly elsewhereFold: Fold;
  private readonly keys: ArrowKeys;
  private state: ShownState | undefined;

  constructor(private readonly page: Page) {
    const toggled = (): void => {
      if (this.state !== undefined) {
        this.update(this.state);
      }
    };
    const activeList = el('ul');
    const finished = (this.finishedFold = new Fold(toggled));
    const elsewhere = (this.elsewhereFold = new Fold(toggled));
    this.active = sessionRows(activeList, page);
    this.finished = sessionRows(finished.element, page);
    this.elsewhere = sessionRows(elsewhere.element, page);
    const lists = el(
      'div',
      'session-lists',
      activeList,
      finished.line,
      finished.element,
      elsewhere.line,
      elsewhere.element,
    );
    this.keys = new ArrowKeys(lists, '.session', '[aria-current]');
    this.details.open = true;
    this.details.append(
      el('summary', 'heading', icon('chevron', 'twistie'), this.name, this.badge),
      lists,
    );
    this.element.append(this.details);
  }

  update(state: ShownState): void {
    const { selected, elsewhere, playback } = state.snapshot;
    // the one whose log is shown stands among those elsewhere
    const sessions = state.snapshot.sessions.filter(
      ({ session }) => session !== playback?.elsewhere?.session,
    );
    const { texts } = this.page;
    this.state = state;
    const others = sessions.some((session) => session.session !== selected?.session);
    show(this.element, others || elsewhere !== undefined);
    if (!others && elsewhere === undefined) {
      return;
    }
    setAttribute(this.element, 'aria-label', texts.get('label.sessions'));
    setText(this.name, texts.get('label.sessions'));
    const calling = sessions.filter((session) => session.needsPerson).length;
    setText(this.badge, String(calling));
    setAttribute(this.badge, 'title', texts.get('label.needPerson', { count: calling }));
    show(this.badge, calling > 0);
    const { active, finished } = splitFinished(sessions, selected?.session);
    this.finishedFold.update(
      texts.get('label.finished', { count: texts.number(finished.length) }),
      finished.length >= MIN_FOLD,
    );
    // folders are told where they differ
    const severalFolders = new Set(sessions.map(({ folder }) => folder)).size > 1;
    const items = (shown: SessionSummary[]) =>
      nestSessions(shown).map(
        (placed) =>
          [
            placed.session.session,
            {
              ...placed,
              current: placed.session.session === selected?.session,
              severalFolders,
              state,
            },
          ] as const,
      );
    this.active.set(items(active));
    this.finished.set(items(finished));
    this.updateElsewhere(state);
    this.keys.refresh();
  }

  tick(state: ShownState): void {
    for (const session of state.snapshot.sessions) {
      const row = this.active.get(session.session) ?? this.finished.get(session.session);
      row?.tick(session, state);
    }
    const { elsewhere } = state.snapshot;
    for (const session of elsewhere?.sessions ?? []) {
      this.elsewhere.get(session.session)?.tick(session, liveState(state));
    }
  }

  private updateElsewhere(state: ShownState): void {
    const { elsewhere, playback } = state.snapshot;
    const sessions = elsewhere?.sessions ?? [];
    const { texts } = this.page;
    this.elsewhereFold.update(
      texts.get('label.elsewhere', { count: texts.number(sessions.length) }),
      true,
    );
    show(this.elsewhereFold.line, sessions.length > 0);
    this.elsewhere.set(
      sessions.map((session) => [
        session.session,
        {
          session,
          depth: 0,
          current: playback?.elsewhere?.session === session.session,
          severalFolders: true,
          state: liveState(state),
          elsewhere: { path: session.path, waitingFor: session.waitingFor },
        },
      ]),
    );
  }
}

/** Also while a recorded run is shown, whose clock stands still: the sessions elsewhere go on. */
function liveState(state: ShownState): ShownState {
  const { snapshot, now } = state;
  const live: Snapshot = { ...snapshot, playback: undefined, paused: false };
  return {
    ...state,
    snapshot: live,
    now: now - snapshot.at + (snapshot.elsewhere?.at ?? snapshot.at),
  };
}

function sessionRows(list: HTMLElement, page: Page): KeyedChildren<ListedSession, SessionRow> {
  return new KeyedChildren(
    list,
    () => new SessionRow(page),
    (row, item) => {
      row.update(item);
    },
  );
}
