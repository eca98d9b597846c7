/** The notices at the very top: paused, not connected, recorded run. */
import { el, setText, show } from '../ui/dom.js';
import { Icon, type IconName } from '../ui/icons.js';
import { oneLine } from '../../src/core/escape-controls.js';
import { toolkitButton } from '../ui/toolkit.js';
import type { Page } from './page.js';
import { placeText, Player } from './player.js';
import type { ShownState } from './shown-state.js';

class Notice {
  readonly element = el('div', 'notice');
  private readonly icon: Icon;
  private readonly title = el('strong');
  private readonly text = el('span', 'notice-text');
  private readonly button = toolkitButton('secondary');

  constructor(iconName: IconName, tone: string, run: () => void) {
    this.icon = new Icon(iconName, 'status');
    this.element.setAttribute('data-tone', tone);
    this.button.element.addEventListener('click', run);
    this.element.append(
      this.icon.element,
      el('div', 'notice-body', this.title, this.text),
      this.button.element,
    );
  }

  set(title: string, text: string, action: string): void {
    setText(this.title, title);
    setText(this.text, text);
    this.text.title = text;
    setText(this.button.element, action);
    this.button.setNames(action, action);
  }
}

export class Notices {
  readonly element = el('div', 'notices');
  private readonly paused: Notice;
  private readonly broken: Notice;
  private readonly recorded: Notice;
  private player: Player | undefined;

  constructor(private readonly page: Page) {
    this.paused = new Notice('pause', 'dim', () => {
      page.command('resume');
    });
    this.broken = new Notice('unplugged', 'watch', () => {
      page.command('connect');
    });
    this.recorded = new Notice('recording', 'info', () => {
      page.command('closeRecordedRun');
    });
    this.element.append(this.recorded.element, this.paused.element, this.broken.element);
  }

  update(state: ShownState): void {
    const { texts } = this.page;
    const { snapshot, now } = state;
    const { link, playback } = snapshot;
    show(this.paused.element, snapshot.paused);
    this.paused.set(
      texts.get('state.paused'),
      texts.get('label.notWatching'),
      texts.get('action.resume'),
    );

    const hook =
      link.lastHookAt === undefined
        ? ''
        : texts.get('label.lastHook', { time: texts.elapsed(now - link.lastHookAt) });
    show(this.broken.element, link.state === 'not-connected' && playback === undefined);
    this.broken.set(
      texts.get('state.not-connected'),
      [oneLine(link.detail ?? '', 200), hook].filter((part) => part !== '').join(' · '),
      texts.get('action.fix'),
    );

    show(this.recorded.element, playback !== undefined);
    if (this.player !== undefined) {
      show(this.player.element, playback !== undefined);
    }
    if (playback !== undefined) {
      const { reached } = playback;
      const place = placeText(playback, texts);
      const going =
        reached === undefined
          ? place
          : texts.get('player.going', { place, percent: Math.floor(reached * 100) });
      this.recorded.set(
        texts.get('state.recorded'),
        `${going} · ${oneLine(playback.file, 200)}`,
        texts.get('action.closeRecordedRun'),
      );
      if (this.player === undefined) {
        this.recorded.element.after((this.player = new Player(this.page)).element);
      }
      this.player.update(state);
    }
  }
}
