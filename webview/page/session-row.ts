/** One session in the list: its state, name, folder, branch and clock. A click shows it. */
import type { SessionSummary } from '../../src/core/view/snapshot.js';
import type { Message } from '../../src/core/view/wording.js';
import { el, setAttribute, setText, show } from '../ui/dom.js';
import { AgentMark } from '../ui/agent-mark.js';
import { branchLabel, BranchName } from '../ui/branch-name.js';
import { Icon } from '../ui/icons.js';
import { oneLine } from '../../src/core/escape-controls.js';
import { shownName } from '../../src/core/view/shown-name.js';
import type { Texts } from '../ui/texts.js';
import type { Page } from './page.js';
import type { PlacedSession } from './session-tree.js';
import { stateNow } from './state-now.js';
import { turnTime, type ShownState } from './shown-state.js';

export type ListedSession = PlacedSession & {
  current: boolean;
  severalFolders: boolean;
  state: ShownState;
  /** What it waits for, where the session is of another folder: its list tells the last sign of it, not the time of its turn. */
  elsewhere?: { path: string; waitingFor: Message | undefined };
};

export class SessionRow {
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
  private elsewhere: ListedSession['elsewhere'];

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

  update({ session, depth, current, severalFolders, state, elsewhere }: ListedSession): void {
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
    setAttribute(this.button, 'title', makeTitle(session, elsewhere, texts));
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

function makeTitle(
  session: SessionSummary,
  elsewhere: ListedSession['elsewhere'],
  texts: Texts,
): string {
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
