/** The player of a recorded run: play, step, scrub, speed. It shows the host's position, and while dragged the pointer's. */
import {
  playbackSpeeds,
  PROGRESS_CELLS,
  type PlaybackState,
} from '../../src/core/view/playback-state.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import type { PlayerCommand } from '../../src/protocol/view.js';
import { el, KeyedChildren, setAttribute, setStyle, setText, show } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import type { Texts } from '../ui/texts.js';
import type { Page } from './page.js';
import type { ShownState } from './shown-state.js';

const shapes = {
  play: 'M5 3.2v9.6l7.5-4.8z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  back: 'M10.5 3.2v9.6L4 8z',
  forward: 'M5.5 3.2v9.6L12 8z',
  previousVerdict: 'M3.5 3.2v9.6M12.5 3.2v9.6L6 8z',
  nextVerdict: 'M12.5 3.2v9.6M3.5 3.2v9.6L10 8z',
} as const;
type Shape = keyof typeof shapes;

/** Page Up and Page Down move by this share of the run. */
const PAGE_SHARE = 0.1;

const SVG = 'http://www.w3.org/2000/svg';

class IconButton {
  readonly element = el('button', 'player-button');
  private readonly icon = icon('pause');

  constructor(shape: Shape, run: () => void) {
    this.element.type = 'button';
    this.element.append(this.icon);
    this.element.addEventListener('click', run);
    this.setShape(shape);
  }

  setShape(shape: Shape): void {
    const path = this.icon.firstElementChild;
    if (path !== null) {
      setAttribute(path, 'd', shapes[shape]);
    }
  }

  set(name: string, enabled: boolean): void {
    setAttribute(this.element, 'aria-label', name);
    setAttribute(this.element, 'title', name);
    // not `disabled`: a button that disables itself would lose the focus
    setAttribute(this.element, 'aria-disabled', enabled ? undefined : 'true');
  }
}

export class Player {
  readonly element = el('div', 'player');
  private readonly caption = el('p', 'player-caption');
  private readonly scrubber = el('div', 'scrubber');
  private readonly marks = el('div', 'scrub-marks');
  private readonly progress = document.createElementNS(SVG, 'path');
  private readonly play: IconButton;
  private readonly back: IconButton;
  private readonly forward: IconButton;
  private readonly previous: IconButton;
  private readonly next: IconButton;
  private readonly speed = el('select', 'player-speed');
  private readonly verdicts: KeyedChildren<
    { at: number; level: string },
    { readonly element: HTMLElement }
  >;
  private state: PlaybackState | undefined;
  /** The stop under the pointer while dragging. */
  private draggedStop: number | undefined;

  constructor(private readonly page: Page) {
    this.previous = new IconButton('previousVerdict', () => {
      this.post({ to: 'previousVerdict' });
    });
    this.back = new IconButton('back', () => {
      this.post({ to: 'back' });
    });
    this.play = new IconButton('play', () => {
      this.post({ to: this.state?.playing === true ? 'pause' : 'play' });
    });
    this.forward = new IconButton('forward', () => {
      this.post({ to: 'forward' });
    });
    this.next = new IconButton('nextVerdict', () => {
      this.post({ to: 'nextVerdict' });
    });
    this.speed.append(...playbackSpeeds.map((speed) => new Option('', String(speed))));
    this.speed.addEventListener('change', () => {
      const speed = playbackSpeeds[this.speed.selectedIndex];
      if (speed !== undefined) {
        this.post({ to: 'speed', speed });
      }
    });
    const cells = document.createElementNS(SVG, 'svg');
    cells.setAttribute('viewBox', `0 0 ${PROGRESS_CELLS} 1`);
    cells.setAttribute('preserveAspectRatio', 'none');
    cells.setAttribute('class', 'scrub-progress');
    cells.setAttribute('aria-hidden', 'true');
    cells.append(this.progress);
    this.verdicts = new KeyedChildren(
      this.marks,
      () => ({ element: el('i', 'scrub-verdict') }),
      ({ element }, { at, level }) => {
        setAttribute(element, 'data-tone', level === 'stalled' ? 'bad' : 'watch');
        setAttribute(element, 'data-level', level);
        setStyle(element, '--at', String(at));
      },
    );
    setAttribute(this.element, 'role', 'group');
    setAttribute(this.scrubber, 'role', 'slider');
    setAttribute(this.scrubber, 'aria-valuemin', '0');
    this.scrubber.tabIndex = 0;
    this.scrubber.append(el('div', 'scrub-track'), cells, this.marks, el('div', 'scrub-thumb'));
    this.listen();
    this.element.append(
      this.caption,
      this.scrubber,
      el(
        'div',
        'player-buttons',
        this.previous.element,
        this.back.element,
        this.play.element,
        this.forward.element,
        this.next.element,
        this.speed,
      ),
    );
  }

  update({ snapshot }: ShownState): void {
    const state = (this.state = snapshot.playback);
    if (state === undefined) {
      return;
    }
    const word = (id: PageTextId) => this.page.texts.get(id);
    setText(this.caption, state.lesson === undefined ? '' : word(`lesson.${state.lesson}`));
    show(this.caption, state.lesson !== undefined);
    setAttribute(this.element, 'aria-label', word('player.label'));
    setAttribute(this.scrubber, 'aria-label', word('player.place'));
    this.play.setShape(state.playing ? 'pause' : 'play');
    this.play.set(word(state.playing ? 'player.pause' : 'player.play'), true);
    this.back.set(word('player.back'), state.stop > 0);
    this.forward.set(word('player.forward'), state.stop < state.lastStop);
    this.previous.set(
      word('player.previousVerdict'),
      state.verdicts.some(({ stop }) => stop < state.stop),
    );
    this.next.set(
      word('player.nextVerdict'),
      state.verdicts.some(({ stop }) => stop > state.stop),
    );
    setAttribute(this.speed, 'aria-label', word('player.speed'));
    setAttribute(this.speed, 'title', word('player.speed'));
    for (const [i, speed] of playbackSpeeds.entries()) {
      const option = this.speed.options[i];
      if (option !== undefined) {
        setText(
          option,
          speed === 'max' ? word('player.fastest') : `${this.page.texts.number(speed)}×`,
        );
      }
      if (speed === state.speed && this.speed.selectedIndex !== i) {
        this.speed.selectedIndex = i;
      }
    }
    const last = Math.max(1, state.lastStop);
    setAttribute(this.progress, 'd', state.progress.map((cell) => `M${cell} 0h1v1h-1z`).join(''));
    this.verdicts.set(
      state.verdicts.map(({ stop, level }, i) => [`${i}`, { at: stop / last, level }]),
    );
    setAttribute(this.scrubber, 'data-busy', state.busy ? '' : undefined);
    this.showPosition();
  }

  /** Places the thumb and says for screen readers where it is. */
  private showPosition(): void {
    const state = this.state;
    if (state === undefined) {
      return;
    }
    const stop = this.draggedStop ?? state.stop;
    setAttribute(this.scrubber, 'aria-valuemax', String(state.lastStop));
    setAttribute(this.scrubber, 'aria-valuenow', String(stop));
    setStyle(this.scrubber, '--at', String(state.lastStop === 0 ? 1 : stop / state.lastStop));
    const verdict = state.verdicts.find((each) => each.stop === state.stop);
    const place = placeText(state, this.page.texts);
    const text =
      verdict === undefined
        ? place
        : `${place} · ${this.page.texts.get(verdict.level === 'watch' ? 'state.watch' : verdict.level === 'stalled' ? 'state.stalled' : 'state.waiting')}`;
    setAttribute(this.scrubber, 'aria-valuetext', text);
    setAttribute(this.scrubber, 'title', text);
  }

  private listen(): void {
    const element = this.scrubber;
    element.addEventListener('keydown', (event) => {
      this.onKey(event);
    });
    element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) {
        return;
      }
      element.setPointerCapture(event.pointerId);
      this.drag(event);
    });
    element.addEventListener('pointermove', (event) => {
      if (this.draggedStop !== undefined) {
        this.drag(event);
      }
    });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      element.addEventListener(end, () => {
        this.draggedStop = undefined;
        this.showPosition();
      });
    }
  }

  private drag({ clientX }: PointerEvent): void {
    const state = this.state;
    if (state === undefined) {
      return;
    }
    const { left, width } = this.marks.getBoundingClientRect();
    const stop = Math.round(
      Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width))) * state.lastStop,
    );
    if (stop === this.draggedStop) {
      return;
    }
    this.draggedStop = stop;
    this.showPosition();
    this.post({ to: 'stop', stop });
  }

  private onKey(event: KeyboardEvent): void {
    const state = this.state;
    if (state === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const order = this.readOrder(event.key, state);
    if (order === undefined) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.post(order);
  }

  private readOrder(
    key: string,
    { stop, lastStop, playing }: PlaybackState,
  ): PlayerCommand | undefined {
    const page = Math.max(1, Math.round(lastStop * PAGE_SHARE));
    switch (key) {
      case 'ArrowLeft':
      case 'ArrowDown':
        return { to: 'back' };
      case 'ArrowRight':
      case 'ArrowUp':
        return { to: 'forward' };
      case 'PageDown':
        return { to: 'stop', stop: Math.max(0, stop - page) };
      case 'PageUp':
        return { to: 'stop', stop: Math.min(lastStop, stop + page) };
      case 'Home':
        return { to: 'stop', stop: 0 };
      case 'End':
        return { to: 'stop', stop: lastStop };
      case ' ':
        return { to: playing ? 'pause' : 'play' };
      default:
        return undefined;
    }
  }

  private post(order: PlayerCommand): void {
    this.page.post({ type: 'player', order });
  }
}

/** The position in a recorded run, in words. */
export function placeText({ step, lastStep }: PlaybackState, texts: Texts): string {
  return step < 0
    ? texts.get('player.start')
    : texts.get('player.step', { step: texts.number(step), last: texts.number(lastStep) });
}
