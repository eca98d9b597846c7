/** One session in the list: its state, name, folder, branch and clock. A click shows it. */
import type { SessionSummary } from '../../src/core/view/snapshot.js';
import type { Message } from '../../src/core/view/wording.js';
import { AgentMark } from '../ui/agent-mark.js';
import { branchLabel, BranchName } from '../ui/branch-name.js';
import { Icon } from '../ui/icon.js';
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

export function SessionRow({ page, ...listed }: ListedSession & { page: Page }) {
  const { texts } = page;
  const { session, depth, current, severalFolders, state, elsewhere } = listed;
  // a session that waits, but not for the person, waits for a job or a sub-agent
  const job: Message | undefined =
    session.state === 'waiting' && !session.needsPerson ? { id: 'verdict.wait.job' } : undefined;
  const waitingFor = elsewhere === undefined ? job : elsewhere.waitingFor;
  const { word, look } = stateNow(session, waitingFor, state, texts);
  return (
    <li>
      <button
        type="button"
        class="session"
        data-elsewhere={elsewhere && ''}
        data-state={session.state}
        data-depth={Math.min(3, depth)}
        data-tone={look.tone}
        aria-current={current ? 'true' : undefined}
        title={makeTitle(session, elsewhere, texts)}
        data-vscode-context={
          session.terminal === true
            ? JSON.stringify({
                webviewSection: 'turnwatchSession',
                preventDefaultContextMenuItems: true,
                turnwatchSession: session.session,
              })
            : undefined
        }
        onClick={() => {
          page.post(
            elsewhere === undefined
              ? { type: 'select', session: session.session }
              : { type: 'elsewhere', session: session.session, show: 'steps' },
          );
        }}
      >
        <Icon name={look.icon} class="status" />
        <AgentMark agentName={session.agentName} />
        <span class="session-name">{shownName(session)}</span>
        {severalFolders && (session.branch === undefined || elsewhere !== undefined) && (
          <span class="session-folder">{oneLine(session.folder, 60)}</span>
        )}
        <BranchName branch={session.branch} texts={texts} />
        <span class="session-state">{word}</span>
        <span class="session-steps">
          {/* the whole log of another folder's session is not read until it is opened */}
          {elsewhere === undefined && stepsText(session, texts)}
        </span>
        <span class="session-clock">{timeText(listed, texts)}</span>
      </button>
    </li>
  );
}

function stepsText({ end, steps }: SessionSummary, texts: Texts): string {
  return end === undefined ? texts.steps(steps) : texts.endSteps(end);
}

function timeText({ session, state, elsewhere }: ListedSession, texts: Texts): string {
  if (elsewhere !== undefined) {
    return agoText(state.now - (session.lastEventAt ?? state.now), texts.locale);
  }
  const ms = turnTime(session, state);
  return ms === undefined ? '' : texts.elapsed(ms);
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
