/** The action buttons. What cannot be done for this agent is disabled or hidden, and the tooltips say what really happens. */
import type { SessionDetail, Snapshot } from '../../src/core/view/snapshot.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import type { PageCommand } from '../../src/protocol/view.js';
import { el, setText, show } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { whenLazyPartsLoaded } from '../page/lazy-loader.js';
import type { Menu } from '../ui/menu.js';
import type { Page } from '../page/page.js';
import { toolkitButton, type ToolkitButton } from '../ui/toolkit.js';
import { isIgnored, possibleActions, type PossibleActions } from './possible-actions.js';

export class ActionButtons {
  readonly element = el('div', 'button-row');
  /** What Force respond does with this agent. */
  readonly forceText = el('p', 'truth');
  readonly menu = el('div', 'menu-anchor');
  private readonly moreButton = toolkitButton('icon');
  private moreMenu: Menu | undefined;
  private readonly forceButton: ToolkitButton;
  private readonly guideButton = toolkitButton('secondary');
  private readonly snoozeButton = toolkitButton('secondary');
  private readonly snoozeAnchor = el('div', 'menu-anchor');
  private snoozeMenu: Menu | undefined;
  private readonly keepButton: ToolkitButton;
  private readonly connectButton: ToolkitButton;
  /** What the first button does. */
  private first: PageCommand = 'forceRespond';
  private isSnoozed = false;
  private possible: PossibleActions | undefined;

  constructor(private readonly page: Page) {
    this.forceButton = this.button('primary', () => this.first);
    this.keepButton = this.button('secondary', () => 'keepWaiting');
    this.connectButton = this.button('secondary', () =>
      this.possible?.connectAndForce === true ? 'forceRespond' : 'connect',
    );
    this.guideButton.element.addEventListener('click', () => {
      page.openGuide();
    });
    this.snoozeButton.element.addEventListener('click', () => {
      this.toggleSnooze();
    });
    this.moreButton.element.addEventListener('click', () => {
      this.openMore();
    });
    for (const button of [this.moreButton, this.snoozeButton]) {
      button.setPopup();
      button.setExpanded(false);
    }
    this.moreButton.element.append(icon('ellipsis'));
    this.menu.append(this.moreButton.element);
    this.snoozeAnchor.append(this.snoozeButton.element);
    this.forceButton.element.classList.add('grow');
    this.connectButton.element.classList.add('grow');
    this.element.append(
      this.forceButton.element,
      this.keepButton.element,
      this.connectButton.element,
      this.guideButton.element,
      this.snoozeAnchor,
    );
  }

  /** Opens the menu of durations, or ends the current snooze. */
  toggleSnooze(): void {
    if (this.isSnoozed) {
      this.page.command('snooze', { steps: 0 });
      return;
    }
    whenLazyPartsLoaded((parts) => {
      this.snoozeMenu ??= new parts.Menu(this.snoozeAnchor, this.snoozeButton);
      this.snoozeMenu.update(this.page.texts.get('action.snooze'), parts.snoozeEntries(this.page));
      this.snoozeMenu.toggle();
    });
  }

  private openMore(): void {
    whenLazyPartsLoaded((parts) => {
      if (this.possible === undefined) {
        return;
      }
      this.moreMenu ??= new parts.Menu(this.menu, this.moreButton);
      this.moreMenu.update(
        this.page.texts.get('action.more'),
        parts.moreEntries(this.page, this.possible),
      );
      this.moreMenu.toggle();
    });
  }

  update(detail: SessionDetail, snapshot: Snapshot): void {
    const { texts } = this.page;
    const can = possibleActions(detail, snapshot);
    this.possible = can;
    const needsAction = detail.state === 'stalled' || detail.state === 'escalated';
    const stopsFirst = can.stop && (isIgnored(detail) || detail.verdict?.advice === 'stopTurn');
    this.first = stopsFirst ? 'stopTurn' : can.answerThere ? 'showTerminal' : 'forceRespond';
    const forces = this.first === 'forceRespond';
    const forceText = forces ? texts.get(truth(detail, can)) : '';
    this.isSnoozed = detail.state === 'snoozed';
    label(
      this.forceButton,
      texts.get(firstAction(this.first, can.keepWaiting)),
      forceText,
      forces ? 'F' : '',
    );
    label(this.keepButton, texts.get('action.keepWaiting'), texts.get('action.keepWaiting.text'));
    if (can.connectAndForce) {
      label(this.connectButton, texts.get('action.connectAndForce'), forceText, 'F');
    } else {
      label(this.connectButton, texts.get('action.connect'), texts.get('empty.connect'));
    }
    label(this.guideButton, texts.get('action.guide'), '', 'G');
    if (this.isSnoozed) {
      label(this.snoozeButton, texts.get('action.endSnooze'), '', 'S');
    } else {
      label(this.snoozeButton, texts.get('action.snooze'), texts.get('action.snooze.text'), 'S');
    }
    const look =
      needsAction || can.answerThere || detail.state === 'watch' || detail.state === 'reminded'
        ? 'primary'
        : 'secondary';
    this.forceButton.setLook(look);
    this.connectButton.setLook(look);
    this.forceButton.setEnabled(!forces || can.force);
    this.guideButton.setEnabled(can.guide);
    this.snoozeButton.setEnabled(can.snooze);
    setText(this.forceText, forceText);
    // between turns there is nothing to act on, and in a recorded run only where the sample teaches it
    const isRecorded = snapshot.playback !== undefined;
    const canAct = detail.open && (!isRecorded || can.force);
    show(this.forceText, needsAction && forceText !== '' && canAct);
    show(this.element, canAct);
    this.choose(can, isRecorded);
    const more = texts.get('action.more');
    this.moreButton.setNames(more, more);
  }

  /** Shows the buttons that make sense. */
  private choose({ connect, keepWaiting }: PossibleActions, isRecorded: boolean): void {
    show(this.connectButton.element, connect);
    show(this.forceButton.element, !connect);
    show(this.guideButton.element, !connect && !keepWaiting && !isRecorded);
    show(this.snoozeAnchor, !keepWaiting && !isRecorded);
    show(this.keepButton.element, keepWaiting);
  }

  private button(look: 'primary' | 'secondary', command: () => PageCommand): ToolkitButton {
    const button = toolkitButton(look);
    button.element.addEventListener('click', () => {
      this.page.command(command());
    });
    return button;
  }
}

/** What the first button really does for this agent. */
function truth({ capabilities }: SessionDetail, { connectAndForce }: PossibleActions): PageTextId {
  return connectAndForce
    ? 'action.connectAndForce.text'
    : `action.forceRespond.${capabilities.textOnly}`;
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

/** Sets the text, a tooltip that names the shortcut, and a label for screen readers with the description. */
function label(button: ToolkitButton, text: string, description = '', key = ''): void {
  setText(button.element, text);
  const withKey = key === '' ? text : `${text} (${key})`;
  button.setNames(
    description === '' ? text : `${text}. ${description}`,
    description === '' ? withKey : `${withKey}\n${description}`,
  );
}
