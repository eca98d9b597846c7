/**
 * All sessions to switch between, sub-agents under their parents, and below them those of other folders.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { oneLine } from '../../src/core/escape-controls.js';
import { compareByNeed } from '../../src/core/view/need-order.js';
import { shownName } from '../../src/core/view/words/shown-words.js';
import type { SessionSummary, Snapshot } from '../../src/core/view/snapshot.js';
import { ArrowKeys } from '../ui/arrow-keys.js';
import { AgentMark, branchLabel, BranchName, Icon } from '../ui/icon.js';
import { factLook } from '../ui/looks.js';
import type { Texts } from '../ui/texts.js';
import type { Page, PageProps } from './page.js';
import { nestSessions, splitFinished, splitNeedy, type PlacedSession } from './session-tree.js';
import { hasSeveralAgents, turnTime, stateNow, type ShownState } from './shown-state.js';

/** One finished session is no shorter behind a line of its own. */
const MIN_FOLD = 2;

export function SessionList({ page, state }: PageProps) {
  const { texts } = page;
  const { selected, elsewhere, playback } = state.snapshot;
  // the one whose log is shown is among those elsewhere
  const sessions = state.snapshot.sessions
    .filter(({ session }) => session !== playback?.elsewhere?.session)
    .sort(compareByNeed);
  const others = sessions.some((session) => session.session !== selected?.session);
  if (!others && elsewhere === undefined) {
    return null;
  }
  const calling = sessions.filter((session) => session.needsPerson).length;
  return (
    <nav class="sessions" aria-label={texts.get('label.sessions')}>
      <details open>
        <summary class="heading">
          <Icon name="chevron" class="twistie" />
          <span class="sessions-name">{texts.get('label.sessions')}</span>
          {calling > 0 && (
            <span class="badge" title={texts.get('label.needPerson', { count: calling })}>
              {calling}
            </span>
          )}
        </summary>
        <SessionLists page={page} state={state} sessions={sessions} />
      </details>
    </nav>
  );
}

function SessionLists({ page, state, sessions }: PageProps & { sessions: SessionSummary[] }) {
  const { texts } = page;
  const { selected, elsewhere } = state.snapshot;
  const lists = useRef<HTMLDivElement>(null);
  const keys = useRef<ArrowKeys>(undefined);
  useLayoutEffect(() => {
    if (lists.current !== null) {
      keys.current ??= new ArrowKeys(lists.current, '.session', '[aria-current]');
      keys.current.refresh();
    }
  });
  const { active, finished } = splitFinished(sessions, selected?.session);
  // folders are told where they differ
  const severalFolders = new Set(sessions.map(({ folder }) => folder)).size > 1;
  const place = (shown: SessionSummary[]): ListedSession[] =>
    nestSessions(shown).map((placed) => ({
      ...placed,
      current: placed.session.session === selected?.session,
      severalFolders,
      state,
    }));
  const { needy, rest } = splitNeedy(place(active));
  const hasGroups = needy.length > 0 && rest.length > 0;
  return (
    <div ref={lists} class="session-lists">
      {hasGroups ? (
        <>
          <h3 class="session-group">{texts.get('label.needYou')}</h3>
          <Rows page={page} sessions={needy} />
          <h3 class="session-group">
            {/* the one that is shown stays there once its turn is over */}
            {texts.get(rest.every(({ session }) => session.open) ? 'label.atWork' : 'label.others')}
          </h3>
          <Rows page={page} sessions={rest} />
        </>
      ) : (
        <Rows page={page} sessions={[...needy, ...rest]} />
      )}
      <Fold
        page={page}
        text={texts.get('label.finished', { count: texts.number(finished.length) })}
        // below a heading that says otherwise a single one would seem to be at work
        isFolded={finished.length >= (hasGroups ? 1 : MIN_FOLD)}
        sessions={place(finished)}
      />
      <Fold
        page={page}
        text={texts.get('label.elsewhere', {
          count: texts.number(elsewhere?.sessions.length ?? 0),
        })}
        isFolded={(elsewhere?.sessions.length ?? 0) > 0}
        sessions={placeElsewhere(state)}
      />
    </div>
  );
}

function Rows({ page, sessions }: { page: Page; sessions: readonly ListedSession[] }) {
  return (
    <ul>
      {sessions.map((listed) => (
        <SessionRow key={listed.session.session} page={page} {...listed} />
      ))}
    </ul>
  );
}

interface FoldProps {
  page: Page;
  text: string;
  /** Else there is no line, and the sessions show. */
  isFolded: boolean;
  sessions: readonly ListedSession[];
}

/** Sessions behind a line that tells how many they are. */
function Fold({ page, text, isFolded, sessions }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isFolded && (
        <button
          type="button"
          class="session session-fold"
          title={text}
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          <Icon name="chevron" class="twistie" />
          <span class="fold-text">{text}</span>
        </button>
      )}
      {(isOpen || !isFolded) && <Rows page={page} sessions={sessions} />}
    </>
  );
}

function placeElsewhere(state: ShownState): ListedSession[] {
  const { elsewhere, playback } = state.snapshot;
  const live = liveState(state);
  return (elsewhere?.sessions ?? []).map((session) => ({
    session,
    depth: 0,
    current: playback?.elsewhere?.session === session.session,
    severalFolders: true,
    state: live,
    elsewhere: { path: session.path },
  }));
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

type ListedSession = PlacedSession & {
  current: boolean;
  severalFolders: boolean;
  state: ShownState;
  /** A session of another folder: its list tells the last sign of it, not the time of its turn. */
  elsewhere?: { path: string };
};

/** One session in the list: its state, name, folder, branch and clock. A click shows it. */
function SessionRow({ page, ...listed }: ListedSession & { page: Page }) {
  const { texts } = page;
  const { session, depth, current, severalFolders, state, elsewhere } = listed;
  const facts = session.end?.facts ?? [];
  const { word, look } = stateNow(session, state, texts);
  const [first] = facts;
  const { icon, tone } = first === undefined ? look : factLook(first);
  return (
    <li>
      <button
        type="button"
        class="session"
        data-elsewhere={elsewhere && ''}
        data-state={session.state}
        data-depth={Math.min(3, depth)}
        data-tone={tone}
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
        <Icon name={icon} class="status" />
        {hasSeveralAgents(state.snapshot) && <AgentMark agentName={session.agentName} />}
        <span class="session-name">{shownName(session)}</span>
        {severalFolders && (session.branch === undefined || elsewhere !== undefined) && (
          <span class="session-folder">{oneLine(session.folder, 60)}</span>
        )}
        <BranchName branch={session.branch} texts={texts} />
        {session.foreign === true && (
          <span class="session-folder" data-foreign="">
            {texts.get('label.foreign')}
          </span>
        )}
        <span class="session-state" data-facts={first && ''}>
          {first === undefined
            ? (askedFor(session, texts) ?? word)
            : facts.map((fact) => texts.say(fact)).join(' · ')}
        </span>
        <span class="session-steps">
          {/* the whole log of another folder's session is not read until it is opened */}
          {elsewhere === undefined && stepsText(session, texts)}
        </span>
        <span class="session-clock">{timeText(listed, texts)}</span>
      </button>
    </li>
  );
}

/** What a session that waits for the person wants of them, in a word. */
function askedFor({ state, waitingFor }: SessionSummary, texts: Texts): string | undefined {
  switch (state === 'waiting' ? waitingFor?.id : undefined) {
    case 'wait.permission':
    case 'verdict.wait.permission':
      return texts.get('state.waiting.permission');
    case 'wait.question':
    case 'wait.questions':
      return texts.get('state.waiting.question');
    default:
      return undefined;
  }
}

function stepsText({ end, steps }: SessionSummary, texts: Texts): string {
  return end === undefined ? texts.steps(steps) : texts.endSteps(end);
}

function timeText({ session, state, elsewhere }: ListedSession, texts: Texts): string {
  if (elsewhere !== undefined) {
    return agoText(state.now - (session.lastEventAt ?? state.now), texts.locale);
  }
  // a limit's own time says more
  const isHeldUp = session.limit !== undefined && /^(?:waiting|idle)$/.test(session.state);
  const ms = isHeldUp ? undefined : turnTime(session, state);
  return ms === undefined ? '' : texts.elapsed(ms);
}

function makeTitle(
  session: SessionSummary,
  elsewhere: ListedSession['elsewhere'],
  texts: Texts,
): string {
  const { waitingFor, end } = session;
  return [
    shownName(session),
    oneLine(session.agentName, 60),
    oneLine(elsewhere?.path ?? session.folder, 120),
    branchLabel(session.branch, texts),
    session.foreign === true ? texts.get('label.foreign') : undefined,
    waitingFor && texts.say(waitingFor),
    ...(end?.facts ?? []).map((fact) => texts.say(fact)),
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
