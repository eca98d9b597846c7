/** The buttons, which tell the truth: what cannot be done for this agent is off, and the tooltip says what really happens. */
import type { PageCommand } from '../../src/protocol.js';
import type { SessionDetail, Snapshot } from '../../src/core/snapshot.js';
import { el, setText, show } from './dom.js';
import { Menu } from './menu.js';
import type { Page } from './page.js';
import { toolkitButton, type ToolkitButton } from './toolkit.js';

/** What may be asked for now. */
export interface Possible { force: boolean; guide: boolean; snooze: boolean; stop: boolean; report: boolean; connect: boolean }

export function possible(detail: SessionDetail, snapshot: Snapshot): Possible {
  const live = snapshot.playback === undefined && !snapshot.paused && detail.open;
  const under = detail.receipts.some((receipt) => receipt.rung === 'text-only' && (receipt.state === 'requested' || receipt.state === 'delivered'));
  const { textOnly, guide, stop } = detail.capabilities;
  return {
    force: live && textOnly !== 'none' && !under,
    guide: live && guide,
    snooze: live && detail.state !== 'snoozed',
    stop: live && stop,
    report: detail.report !== undefined,
    connect: snapshot.playback === undefined && textOnly === 'none' && detail.open,
  };
}

export class Actions {
  readonly element = el('div', 'button-row');
  /** What Force respond truly does, in words. */
  readonly truth = el('p', 'truth');
  readonly menu: Menu;
  readonly #force: ToolkitButton;
  readonly #guide: ToolkitButton;
  readonly #snooze: ToolkitButton;
  readonly #connect: ToolkitButton;

  constructor(private readonly page: Page) {
    this.#force = this.#button('forceRespond', 'primary');
    this.#connect = this.#button('connect', 'secondary');
    this.#guide = this.#button('guide', 'secondary');
    this.#snooze = this.#button('snooze', 'secondary');
    this.menu = new Menu(page);
    this.#force.element.classList.add('grow');
    this.#connect.element.classList.add('grow');
    this.element.append(this.#force.element, this.#connect.element, this.#guide.element, this.#snooze.element);
  }

  update(detail: SessionDetail, snapshot: Snapshot): void {
    const { texts } = this.page;
    const can = possible(detail, snapshot);
    const pressing = detail.state === 'stalled' || detail.state === 'escalated' || detail.state === 'watch' || detail.state === 'reminded';
    const truth = texts.get(`action.forceRespond.${detail.capabilities.textOnly}`);
    name(this.#force, texts.get('action.forceRespond'), truth, 'F');
    name(this.#connect, texts.get('action.connect'), texts.get('empty.connect'));
    name(this.#guide, texts.get('action.guide'));
    name(this.#snooze, texts.get('action.snooze'), '', 'S');
    this.#force.setLook(pressing ? 'primary' : 'secondary');
    this.#force.setEnabled(can.force);
    this.#guide.setEnabled(can.guide);
    this.#snooze.setEnabled(can.snooze);
    show(this.#connect.element, can.connect);
    show(this.#force.element, !can.connect);
    setText(this.truth, truth);
    show(this.truth, pressing && detail.open && snapshot.playback === undefined);
    // between turns there is nothing to step in to
    show(this.element, snapshot.playback === undefined && detail.open);
    this.menu.update([
      { command: 'stopTurn', text: 'action.stop', enabled: can.stop },
      { command: 'copyReport', text: 'action.copyReport', enabled: can.report },
      { command: 'shareTurn', text: 'action.shareTurn', enabled: true },
      { command: 'exportTurn', text: 'action.exportTurn', enabled: true },
      { command: 'showLog', text: 'action.showLog', enabled: true },
      { command: 'openSettings', text: 'action.openSettings', enabled: true },
    ]);
  }

  #button(command: PageCommand, look: 'primary' | 'secondary'): ToolkitButton {
    const button = toolkitButton(look);
    button.element.addEventListener('click', () => { this.page.command(command); });
    return button;
  }
}

/** Text, tooltip with the key, and one label for screen readers that says all of it. */
function name(button: ToolkitButton, label: string, description = '', key = ''): void {
  setText(button.element, label);
  const withKey = key === '' ? label : `${label} (${key})`;
  button.setNames(description === '' ? label : `${label}. ${description}`, description === '' ? withKey : `${withKey}\n${description}`);
}


