/** The action buttons. What cannot be done for this agent is disabled or hidden, and the tooltips say what really happens. */
import type { Ref } from 'preact';
import type { SessionDetail, Snapshot } from '../../src/core/view/snapshot.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import type { PageCommand } from '../../src/protocol/view.js';
import type { Page } from '../page/page.js';
import { shownName } from '../../src/core/view/words/shown-words.js';
import { oneLine } from '../../src/core/escape-controls.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import type { Texts } from '../ui/texts.js';
import { MenuButton, type MenuHandle } from '../ui/menu.js';
import {
  moreEntries,
  snoozeEntries,
  isCalm,
  isIgnored,
  possibleActions,
  type PossibleActions,
} from './possible-actions.js';

interface ActionProps {
  page: Page;
  detail: SessionDetail;
  snapshot: Snapshot;
}

function isUrgent(detail: SessionDetail): boolean {
  return needsAction(detail) || detail.state === 'watch' || detail.state === 'reminded';
}

export function ActionButtons({
  page,
  detail,
  snapshot,
  snooze,
}: ActionProps & { snooze: Ref<MenuHandle> }) {
  const { texts } = page;
  const can = possibleActions(detail, snapshot);
  const isRecorded = snapshot.playback !== undefined;
  if (isCalm(detail) || !canAct(detail, snapshot, can)) {
    return null;
  }
  const first = firstCommand(detail, can);
  const forces = first === 'forceRespond';
  const truthText = forces ? texts.get(truth(detail, can)) : '';
  const look = isUrgent(detail) || can.answerThere ? 'primary' : 'secondary';
  return (
    <>
      <div class="button-row">
        {can.connect ? (
          <Button
            key="connect"
            look={look}
            grows
            {...(can.connectAndForce
              ? names(texts.get('action.connectAndForce'), truthText, 'F')
              : names(texts.get('action.connect'), texts.get('empty.connect')))}
            run={() => {
              page.command(can.connectAndForce ? 'forceRespond' : 'connect');
            }}
          />
        ) : (
          <Button
            key="first"
            look={look}
            grows
            isEnabled={!forces || can.force}
            {...names(texts.get(firstAction(first, can.keepWaiting)), truthText, forces ? 'F' : '')}
            run={() => {
              page.command(first);
            }}
          />
        )}
        {can.keepWaiting && (
          <Button
            look="secondary"
            {...names(texts.get('action.keepWaiting'), texts.get('action.keepWaiting.text'))}
            run={() => {
              page.command('keepWaiting');
            }}
          />
        )}
        {!can.connect && !can.keepWaiting && !isRecorded && (
          <Button
            key="guide"
            look="secondary"
            isEnabled={can.guide}
            {...names(texts.get('action.guide'), '', 'G')}
            run={() => {
              page.openGuide();
            }}
          />
        )}
        <SnoozeButton page={page} detail={detail} snapshot={snapshot} snooze={snooze} can={can} />
      </div>
      {can.connectAndForce && <p class="truth">{truthText}</p>}
      {can.awaits !== undefined && <p class="truth">{awaitsText(can.awaits, detail, texts)}</p>}
    </>
  );
}

/** Where an answer ends a wait, there is nothing to put off. */
function SnoozeButton({
  page,
  detail,
  snapshot,
  snooze,
  can,
}: ActionProps & { snooze: Ref<MenuHandle>; can: PossibleActions }) {
  if (can.keepWaiting || can.answerThere || snapshot.playback !== undefined) {
    return null;
  }
  const { texts } = page;
  const isSnoozed = detail.state === 'snoozed';
  return (
    <MenuButton
      look="secondary"
      isEnabled={can.snooze}
      {...(isSnoozed
        ? names(texts.get('action.endSnooze'), '', 'S')
        : names(texts.get('action.snooze'), texts.get('action.snooze.text'), 'S'))}
      menuLabel={texts.get('action.snooze')}
      entries={snoozeEntries(page)}
      instead={
        isSnoozed
          ? () => {
              page.command('snooze', { steps: 0 });
            }
          : undefined
      }
      handle={snooze}
    />
  );
}

function awaitsText(
  awaits: NonNullable<PossibleActions['awaits']>,
  detail: SessionDetail,
  texts: Texts,
): string {
  return texts.get(`label.awaits.${awaits}`, {
    name: shownName(detail),
    agent: oneLine(detail.agentName, 60),
  });
}

/** While all is well, the offer to connect stands below everything else, and so does what comes of it. */
export function ConnectFoot({ page, snapshot }: Omit<ActionProps, 'detail'>) {
  const { selected } = snapshot;
  if (selected === undefined || !isCalm(selected)) {
    return null;
  }
  const { texts } = page;
  const { awaits, connect } = possibleActions(selected, snapshot);
  if (awaits !== undefined) {
    return <div class="connect-foot">{awaitsText(awaits, selected, texts)}</div>;
  }
  return (
    connect && (
      <div class="connect-foot">
        <span title={texts.get('empty.connect')}>{texts.get('label.onlyWatched')}</span>
        <button
          type="button"
          class="link-button"
          title={texts.get('empty.connect')}
          onClick={() => {
            page.command('connect');
          }}
        >
          {texts.get('action.connect')}
        </button>
      </div>
    )
  );
}

export function MoreActions({ page, detail, snapshot }: ActionProps) {
  const text = page.texts.get('action.more');
  return (
    <MenuButton
      look="icon"
      text={text}
      menuLabel={text}
      entries={moreEntries(page, possibleActions(detail, snapshot), isCalm(detail))}
    >
      <Icon name="ellipsis" />
    </MenuButton>
  );
}

/** What Force respond does with this agent; undefined where that is not said. */
export function forceText({ page, detail, snapshot }: ActionProps): string | undefined {
  const can = possibleActions(detail, snapshot);
  return needsAction(detail) &&
    firstCommand(detail, can) === 'forceRespond' &&
    canAct(detail, snapshot, can)
    ? page.texts.get(truth(detail, can))
    : undefined;
}

function needsAction({ state }: SessionDetail): boolean {
  return state === 'stalled' || state === 'escalated';
}

/** Between turns there is nothing to act on, and in a recorded run only where the sample teaches it. */
function canAct({ open }: SessionDetail, { playback }: Snapshot, can: PossibleActions): boolean {
  return open && (playback === undefined || can.force);
}

/** What the first button does. */
function firstCommand(detail: SessionDetail, can: PossibleActions): PageCommand {
  const stopsFirst = can.stop && (isIgnored(detail) || detail.verdict?.advice === 'stopTurn');
  return stopsFirst ? 'stopTurn' : can.answerThere ? 'showTerminal' : 'forceRespond';
}

/** What the first button really does for this agent. */
function truth(
  { capabilities }: SessionDetail,
  { connectAndForce, awaits }: PossibleActions,
): PageTextId {
  return connectAndForce
    ? 'action.connectAndForce.text'
    : `action.forceRespond.${awaits ?? capabilities.textOnly}`;
}

function firstAction(first: PageCommand, isCountingDown: boolean): PageTextId {
  return first === 'stopTurn'
    ? isCountingDown
      ? 'action.stopNow'
      : 'action.stop'
    : first === 'showTerminal'
      ? 'action.showTerminal'
      : 'action.forceRespond';
}

/** The text, a tooltip that names the shortcut, and a label for screen readers with the description. */
function names(
  text: string,
  description = '',
  key = '',
): { text: string; label: string; tooltip: string } {
  const withKey = key === '' ? text : `${text} (${key})`;
  return {
    text,
    label: description === '' ? text : `${text}. ${description}`,
    tooltip: description === '' ? withKey : `${withKey}\n${description}`,
  };
}
