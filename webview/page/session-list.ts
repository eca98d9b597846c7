/**
 * All sessions to switch between, sub-agents under their parents, and below them those of other folders. It sticks to the bottom of the
 * page.
 */
import type { SessionSummary, Snapshot } from '../../src/core/view/snapshot.js';
import type { Message } from '../../src/core/view/wording.js';
import { el, KeyedChildren, setAttribute, setText, show } from '../ui/dom.js';
import { ArrowKeys } from '../ui/arrow-keys.js';
import { AgentMark } from '../ui/agent-mark.js';
import { branchLabel, BranchName } from '../ui/branch-name.js';
import { Icon, icon } from '../ui/icons.js';
import { oneLine } from '../../src/core/escape-controls.js';
import { shownName } from '../../src/core/view/shown-name.js';
import type { Texts } from '../ui/texts.js';
import type { Page } from './page.js';
import { nestSessions, splitFinished, type PlacedSession } from './session-tree.js';
import { stateNow } from './state-now.js';
import { turnTime, type ShownState } from './shown-state.js';

type Item = PlacedSession & {
  current: boolean;
  severalFolders: boolean;
  state: ShownState;
  /** What it waits for, where the session is of another folder: its list tells the last sign of it, not the time of its turn. */
  elsewhere?: { path: string; waitingFor: Message | undefined };
};

class SessionView {
  readonly element = el('li');
  readonly button = el('button', 'session');
  private readonly icon = new Icon('circle', 'status');
  private readonly agent = new AgentMark();
  private readonly name = el('span', 'session-name');
  private readonly folder = el('span', 'session-folder');
  private readonly branch = new BranchName();
  private readonly state = el('span', 'session-state');
  private readonly steps = el('span', 'session-steps');
  private readonly clock = el('span', 'session-clock');
  private session = '';
  private elsewhere: Item['elsewhere'];

  constructor(private readonly page: Page) {
    this.button.type = 'button';
    this.button.addEventListener('click', () => {
      const { session } = this;
      page.post(
        this.elsewhere === undefined
          ? { type: 'select', session }
          : { type: 'elsewhere', session, show: 'steps' },
      );
    });
    this.button.append(
      this.icon.element,
      this.agent.element,
      this.name,
      this.folder,
      this.branch.element,
      this.state,
      this.steps,
      this.clock,
    );
    this.element.append(this.button);
  }

  update({ session, depth, current, severalFolders, state, elsewhere }: Item): void {
    const { texts } = this.page;
    this.session = session.session;
    this.elsewhere = elsewhere;
    setAttribute(this.button, 'data-elsewhere', elsewhere && '');
    setAttribute(this.button, 'data-state', session.state);
    setAttribute(this.button, 'data-depth', String(Math.min(3, depth)));
    setAttribute(this.button, 'aria-current', current ? 'true' : undefined);
    this.agent.set(session.agentName);
    setText(this.name, shownName(session));
    setText(this.folder, severalFolders ? oneLine(session.folder, 60) : '');
    show(this.folder, severalFolders && (session.branch === undefined || elsewhere !== undefined));
    this.branch.update(session, texts);
    // the whole log of another folder's session is not read until it is opened
    const steps =
      session.end === undefined ? texts.steps(session.steps) : texts.endSteps(session.end);
    setText(this.steps, elsewhere === undefined ? steps : '');
    setAttribute(this.button, 'title', titleOf(session, elsewhere, texts));
    setAttribute(
      this.button,
      'data-vscode-context',
      session.terminal === true
        ? JSON.stringify({
            webviewSection: 'turnwatchSession',
            preventDefaultContextMenuItems: true,
            turnwatchSession: session.session,
          })
        : undefined,
    );
    this.tick(session, state);
  }

  tick(session: SessionSummary, state: ShownState): void {
    // a session that waits, but not for the person, waits for a job or a sub-agent
    const job: Message | undefined =
      session.state === 'waiting' && !session.needsPerson ? { id: 'verdict.wait.job' } : undefined;
    const { elsewhere } = this;
    const { word, look } = stateNow(
      session,
      elsewhere === undefined ? job : elsewhere.waitingFor,
      state,
      this.page.texts,
    );
    this.icon.set(look.icon);
    setAttribute(this.button, 'data-tone', look.tone);
    setText(this.state, word);
    setText(this.clock, this.time(session, state));
  }

  private time(session: SessionSummary, state: ShownState): string {
    const { texts } = this.page;
    if (this.elsewhere !== undefined) {
      return agoText(state.now - (session.lastEventAt ?? state.now), texts.locale);
    }
    const ms = turnTime(session, state);
    return ms === undefined ? '' : texts.elapsed(ms);
  }
}

function titleOf(session: SessionSummary, elsewhere: Item['elsewhere'], texts: Texts): string {
  const { waitingFor } = elsewhere ?? {};
  return [
    shownName(session),
    oneLine(session.agentName, 60),
    oneLine(elsewhere?.path ?? session.folder, 120),
    branchLabel(session.branch, texts),
    waitingFor && texts.say(waitingFor),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** `now`, `5m ago`, `3h ago` */
function agoText(ms: number, locale: string): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const format = new Intl.RelativeTimeFormat(locale, { style: 'narrow', numeric: 'auto' });
  if (minutes === 0) {
    return format.format(0, 'second');
  }
  return minutes < 60
    ? format.format(-minutes, 'minute')
    : format.format(-Math.floor(minutes / 60), 'hour');
}

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
  private readonly active: KeyedChildren<Item, SessionView>;
  private readonly finished: KeyedChildren<Item, SessionView>;
  private readonly elsewhere: KeyedChildren<Item, SessionView>;
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
    this.active = sessionViews(activeList, page);
    this.finished = sessionViews(finished.element, page);
    this.elsewhere = sessionViews(elsewhere.element, page);
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
      const view = this.active.get(session.session) ?? this.finished.get(session.session);
      view?.tick(session, state);
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

function sessionViews(list: HTMLElement, page: Page): KeyedChildren<Item, SessionView> {
  return new KeyedChildren(
    list,
    () => new SessionView(page),
    (view, item) => {
      view.update(item);
    },
  );
}
