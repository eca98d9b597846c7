/** All sessions to switch between, sub-agents under their parents. It sticks to the bottom of the page. */
import type { SessionSummary } from '../../src/core/view/snapshot.js';
import type { Message } from '../../src/core/view/wording.js';
import { el, KeyedChildren, setAttribute, setText, show } from '../ui/dom.js';
import { ArrowKeys } from '../ui/arrow-keys.js';
import { AgentMark } from '../ui/agent-mark.js';
import { branchLabel, BranchName } from '../ui/branch-name.js';
import { Icon, icon } from '../ui/icons.js';
import { oneLine } from '../../src/core/escape-controls.js';
import { shownName } from '../../src/core/view/shown-name.js';
import type { Page } from './page.js';
import { nestSessions, splitFinished, type PlacedSession } from './session-tree.js';
import { stateNow } from './state-now.js';
import { turnTime, type ShownState } from './shown-state.js';

type Item = PlacedSession & { current: boolean; severalFolders: boolean; state: ShownState };

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

  constructor(private readonly page: Page) {
    this.button.type = 'button';
    this.button.addEventListener('click', () => {
      page.post({ type: 'select', session: this.session });
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

  update({ session, depth, current, severalFolders, state }: Item): void {
    const { texts } = this.page;
    this.session = session.session;
    setAttribute(this.button, 'data-state', session.state);
    setAttribute(this.button, 'data-depth', String(Math.min(3, depth)));
    setAttribute(this.button, 'aria-current', current ? 'true' : undefined);
    this.agent.set(session.agentName);
    setText(this.name, shownName(session));
    setText(this.folder, severalFolders ? oneLine(session.folder, 60) : '');
    show(this.folder, severalFolders && session.branch === undefined);
    this.branch.update(session, texts);
    setText(
      this.steps,
      session.end === undefined ? texts.steps(session.steps) : texts.endSteps(session.end),
    );
    setAttribute(
      this.button,
      'title',
      [
        shownName(session),
        oneLine(session.agentName, 60),
        oneLine(session.folder, 120),
        branchLabel(session.branch, texts),
      ]
        .filter((part) => part !== undefined)
        .join(' · '),
    );
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
    const waitingFor: Message | undefined =
      session.state === 'waiting' && !session.needsPerson ? { id: 'verdict.wait.job' } : undefined;
    const { word, look } = stateNow(session, waitingFor, state, this.page.texts);
    this.icon.set(look.icon);
    setAttribute(this.button, 'data-tone', look.tone);
    setText(this.state, word);
    const ms = turnTime(session, state);
    setText(this.clock, ms === undefined ? '' : this.page.texts.elapsed(ms));
  }
}

/** One finished session is no shorter behind a line of its own. */
const MIN_FOLD = 2;

export class SessionList {
  readonly element = el('nav', 'sessions');
  private readonly name = el('span', 'sessions-name');
  private readonly badge = el('span', 'badge');
  private readonly details = el('details');
  private readonly active: KeyedChildren<Item, SessionView>;
  private readonly finished: KeyedChildren<Item, SessionView>;
  private readonly finishedList = el('ul');
  private readonly fold = el('button', 'session session-fold');
  private readonly foldText = el('span');
  private readonly keys: ArrowKeys;
  private isFinishedShown = false;
  private state: ShownState | undefined;

  constructor(private readonly page: Page) {
    const activeList = el('ul');
    this.active = sessionViews(activeList, page);
    this.finished = sessionViews(this.finishedList, page);
    this.fold.type = 'button';
    this.fold.append(icon('chevron', 'twistie'), this.foldText);
    this.fold.addEventListener('click', () => {
      this.isFinishedShown = !this.isFinishedShown;
      if (this.state !== undefined) {
        this.update(this.state);
      }
    });
    const lists = el('div', 'session-lists', activeList, this.fold, this.finishedList);
    this.keys = new ArrowKeys(lists, '.session', '[aria-current]');
    this.details.open = true;
    this.details.append(
      el('summary', 'heading', icon('chevron', 'twistie'), this.name, this.badge),
      lists,
    );
    this.element.append(this.details);
  }

  update(state: ShownState): void {
    const { sessions, selected } = state.snapshot;
    const { texts } = this.page;
    this.state = state;
    const others = sessions.some((session) => session.session !== selected?.session);
    show(this.element, others);
    if (!others) {
      return;
    }
    setAttribute(this.element, 'aria-label', texts.get('label.sessions'));
    setText(this.name, texts.get('label.sessions'));
    const calling = sessions.filter((session) => session.needsPerson).length;
    setText(this.badge, String(calling));
    setAttribute(this.badge, 'title', texts.get('label.needPerson', { count: calling }));
    show(this.badge, calling > 0);
    const { active, finished } = splitFinished(sessions, selected?.session);
    const isFolded = finished.length >= MIN_FOLD;
    setText(this.foldText, texts.get('label.finished', { count: texts.number(finished.length) }));
    setAttribute(this.fold, 'aria-expanded', String(this.isFinishedShown));
    show(this.fold, isFolded);
    show(this.finishedList, this.isFinishedShown || !isFolded);
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
    this.keys.refresh();
  }

  tick(state: ShownState): void {
    for (const session of state.snapshot.sessions) {
      const view = this.active.get(session.session) ?? this.finished.get(session.session);
      view?.tick(session, state);
    }
  }
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
