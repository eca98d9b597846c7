/** The notices at the very top: paused, not connected, recorded run. */
import type { PlaybackState } from '../../src/core/view/playback-state.js';
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

  /** Without an action, there is no button. */
  set(title: string, text: string, action = '', tooltip = text): void {
    setText(this.title, title);
    setText(this.text, text);
    this.text.title = tooltip;
    show(this.button.element, action !== '');
    setText(this.button.element, action);
    this.button.setNames(action, action);
  }
}

export class Notices {
  readonly element = el('div', 'notices');
  private readonly paused: Notice;
  private readonly broken: Notice;
  private readonly recorded: Notice;
  private readonly elsewhere: Notice;
  private session = '';
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
    this.elsewhere = new Notice('eye', 'info', () => {
      page.post({ type: 'elsewhere', session: this.session, show: 'folder' });
    });
    this.element.append(
      this.recorded.element,
      this.elsewhere.element,
      this.paused.element,
      this.broken.element,
    );
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

    this.updateElsewhere(playback?.elsewhere);
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
        texts.get(playback.elsewhere === undefined ? 'state.recorded' : 'state.log'),
        `${going} · ${oneLine(playback.file, 200)}`,
        texts.get('action.closeRecordedRun'),
      );
      if (this.player === undefined) {
        this.recorded.element.after((this.player = new Player(this.page)).element);
      }
      this.player.update(state);
    }
  }

  private updateElsewhere(elsewhere: PlaybackState['elsewhere']): void {
    const { texts } = this.page;
    show(this.elsewhere.element, elsewhere !== undefined);
    if (elsewhere === undefined) {
      return;
    }
    const { session, folder, path, canOpen } = elsewhere;
    this.session = session;
    this.elsewhere.set(
      texts.get('state.elsewhere'),
      texts.get(canOpen ? 'elsewhere.steer' : 'elsewhere.gone', { folder: oneLine(folder, 60) }),
      canOpen ? texts.get('action.openFolder') : '',
      oneLine(path, 400),
    );
  }
}
