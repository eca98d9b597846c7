/** The buttons, which tell the truth: what cannot be done for this agent is off, and the tooltip says what really happens. */
import type { SessionDetail, Snapshot } from '../../src/core/view/snapshot.js';
import type { PageCommand } from '../../src/protocol/view.js';
import { el, setText, show } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { whenLoaded } from '../page/later.js';
import type { Menu } from '../ui/menu.js';
import type { Page } from '../page/page.js';
import { toolkitButton, type ToolkitButton } from '../ui/toolkit.js';

/** What may be asked for now. */
export interface Possible {
  force: boolean;
  guide: boolean;
  snooze: boolean;
  stop: boolean;
  report: boolean;
  connect: boolean;
  answer: boolean;
}

export function possible(detail: SessionDetail, snapshot: Snapshot): Possible {
  const heard = snapshot.playback === undefined && !snapshot.paused;
  const live = heard && detail.open;
  const under = detail.receipts.some(
    (receipt) =>
      receipt.rung === 'text-only' &&
      (receipt.state === 'requested' || receipt.state === 'delivered'),
  );
  const { textOnly, guide, stop } = detail.capabilities;
  return {
    force: live && textOnly !== 'none' && !under,
    guide: live && guide,
    snooze: live,
    stop: live && stop,
    report: detail.report !== undefined,
    connect: snapshot.playback === undefined && textOnly === 'none' && detail.open,
    answer: heard && detail.verdict !== undefined,
  };
}

export class ActionButtons {
  readonly element = el('div', 'button-row');
  /** What Force respond truly does, in words. */
  readonly truth = el('p', 'truth');
  readonly menu = el('div', 'menu-anchor');
  private readonly more = toolkitButton('icon');
  private moreMenu: Menu | undefined;
  private readonly force: ToolkitButton;
  private readonly guide = toolkitButton('secondary');
  private readonly _snooze = toolkitButton('secondary');
  private readonly snoozeAnchor = el('div', 'menu-anchor');
  private snoozeMenu: Menu | undefined;
  private readonly connect: ToolkitButton;
  private snoozed = false;
  private can: Possible | undefined;

  constructor(private readonly page: Page) {
    this.force = this.button('forceRespond', 'primary');
    this.connect = this.button('connect', 'secondary');
    this.guide.element.addEventListener('click', () => {
      page.guide();
    });
    this._snooze.element.addEventListener('click', () => {
      this.snooze();
    });
    this.more.element.addEventListener('click', () => {
      this.openMore();
    });
    for (const button of [this.more, this._snooze]) {
      button.setPopup();
      button.setExpanded(false);
    }
    this.more.element.append(icon('ellipsis'));
    this.menu.append(this.more.element);
    this.snoozeAnchor.append(this._snooze.element);
    this.force.element.classList.add('grow');
    this.connect.element.classList.add('grow');
    this.element.append(
      this.force.element,
      this.connect.element,
      this.guide.element,
      this.snoozeAnchor,
    );
  }

  /** Opens the menu of lengths, or ends the snooze that holds. */
  snooze(): void {
    if (this.snoozed) {
      this.page.command('snooze', { steps: 0 });
      return;
    }
    whenLoaded((parts) => {
      this.snoozeMenu ??= new parts.Menu(this.snoozeAnchor, this._snooze);
      this.snoozeMenu.update(this.page.texts.get('action.snooze'), parts.snoozeEntries(this.page));
      this.snoozeMenu.toggle();
    });
  }

  private openMore(): void {
    whenLoaded((parts) => {
      if (this.can === undefined) {
        return;
      }
      this.moreMenu ??= new parts.Menu(this.menu, this.more);
      this.moreMenu.update(
        this.page.texts.get('action.more'),
        parts.moreEntries(this.page, this.can),
      );
      this.moreMenu.toggle();
    });
  }

  update(detail: SessionDetail, snapshot: Snapshot): void {
    const { texts } = this.page;
    const can = possible(detail, snapshot);
    this.can = can;
    const pressing = detail.state === 'stalled' || detail.state === 'escalated';
    const truth = texts.get(`action.forceRespond.${detail.capabilities.textOnly}`);
    this.snoozed = detail.state === 'snoozed';
    name(this.force, texts.get('action.forceRespond'), truth, 'F');
    name(this.connect, texts.get('action.connect'), texts.get('empty.connect'));
    name(this.guide, texts.get('action.guide'), '', 'G');
    if (this.snoozed) {
      name(this._snooze, texts.get('action.endSnooze'), '', 'S');
    } else {
      name(this._snooze, texts.get('action.snooze'), texts.get('action.snooze.text'), 'S');
    }
    this.force.setLook(
      pressing || detail.state === 'watch' || detail.state === 'reminded' ? 'primary' : 'secondary',
    );
    this.force.setEnabled(can.force);
    this.guide.setEnabled(can.guide);
    this._snooze.setEnabled(can.snooze);
    show(this.connect.element, can.connect);
    show(this.force.element, !can.connect);
    show(this.guide.element, !can.connect);
    setText(this.truth, truth);
    show(this.truth, pressing && detail.open && snapshot.playback === undefined);
    // between turns there is nothing to step in to
    show(this.element, snapshot.playback === undefined && detail.open);
    const more = texts.get('action.more');
    this.more.setNames(more, more);
  }

  private button(command: PageCommand, look: 'primary' | 'secondary'): ToolkitButton {
    const button = toolkitButton(look);
    button.element.addEventListener('click', () => {
      this.page.command(command);
    });
    return button;
  }
}

/** Text, tooltip with the key, and one label for screen readers that says all of it. */
function name(button: ToolkitButton, label: string, description = '', key = ''): void {
  setText(button.element, label);
  const withKey = key === '' ? label : `${label} (${key})`;
  button.setNames(
    description === '' ? label : `${label}. ${description}`,
    description === '' ? withKey : `${withKey}\n${description}`,
  );
}
