/** The player of a recorded run: play, step, scrub, speed. It shows the host's position, and while dragged the pointer's. */
import { useRef, useState } from 'preact/hooks';
import {
  playbackSpeeds,
  PROGRESS_CELLS,
  type PlaybackState,
} from '../../src/core/view/snapshot.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import type { PlayerCommand } from '../../src/protocol/view.js';
import type { Texts } from '../ui/texts.js';
import type { Page } from './page.js';

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

interface PlayerProps {
  page: Page;
  playback: PlaybackState;
}

export function Player({ page, playback }: PlayerProps) {
  const { texts } = page;
  const { lesson, playing, stop, lastStop, verdicts } = playback;
  const post = (order: PlayerCommand): void => {
    page.post({ type: 'player', order });
  };
  const button = (shape: Shape, name: PageTextId, order: PlayerCommand, enabled = true) => (
    <button
      type="button"
      class="player-button"
      aria-label={texts.get(name)}
      title={texts.get(name)}
      // not `disabled`: a button that disables itself would lose the focus
      aria-disabled={enabled ? undefined : 'true'}
      onClick={() => {
        post(order);
      }}
    >
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={shapes[shape]} />
      </svg>
    </button>
  );
  return (
    <div class="player" role="group" aria-label={texts.get('player.label')}>
      {lesson !== undefined && <p class="player-caption">{texts.get(`lesson.${lesson}`)}</p>}
      <Scrubber playback={playback} texts={texts} post={post} />
      <div class="player-buttons">
        {button(
          'previousVerdict',
          'player.previousVerdict',
          { to: 'previousVerdict' },
          verdicts.some((verdict) => verdict.stop < stop),
        )}
        {button('back', 'player.back', { to: 'back' }, stop > 0)}
        {playing
          ? button('pause', 'player.pause', { to: 'pause' })
          : button('play', 'player.play', { to: 'play' })}
        {button('forward', 'player.forward', { to: 'forward' }, stop < lastStop)}
        {button(
          'nextVerdict',
          'player.nextVerdict',
          { to: 'nextVerdict' },
          verdicts.some((verdict) => verdict.stop > stop),
        )}
        <select
          class="player-speed"
          aria-label={texts.get('player.speed')}
          title={texts.get('player.speed')}
          value={String(playback.speed)}
          onChange={({ currentTarget }) => {
            const speed = playbackSpeeds[currentTarget.selectedIndex];
            if (speed !== undefined) {
              post({ to: 'speed', speed });
            }
          }}
        >
          {playbackSpeeds.map((speed) => (
            <option key={speed} value={String(speed)}>
              {speed === 'max' ? texts.get('player.fastest') : `${texts.number(speed)}×`}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

interface ScrubberProps {
  playback: PlaybackState;
  texts: Texts;
  post: (order: PlayerCommand) => void;
}

function Scrubber({ playback, texts, post }: ScrubberProps) {
  const marks = useRef<HTMLDivElement>(null);
  /** The stop under the pointer while dragging. */
  const [draggedStop, setDraggedStop] = useState<number>();
  const { lastStop, progress, verdicts, busy } = playback;
  const stop = draggedStop ?? playback.stop;
  const drag = ({ clientX }: PointerEvent): void => {
    const { left = 0, width = 0 } = marks.current?.getBoundingClientRect() ?? {};
    const share = Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)));
    const next = Math.round(share * lastStop);
    if (next !== draggedStop) {
      setDraggedStop(next);
      post({ to: 'stop', stop: next });
    }
  };
  const drop = (): void => {
    setDraggedStop(undefined);
  };
  const text = stopText(playback, texts);
  return (
    <div
      class="scrubber"
      role="slider"
      tabIndex={0}
      aria-label={texts.get('player.place')}
      aria-valuemin={0}
      aria-valuemax={lastStop}
      aria-valuenow={stop}
      aria-valuetext={text}
      title={text}
      data-busy={busy ? '' : undefined}
      style={{ '--at': lastStop === 0 ? 1 : stop / lastStop }}
      onPointerDown={(event) => {
        if (event.button === 0) {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }
      }}
      onPointerMove={(event) => {
        if (draggedStop !== undefined) {
          drag(event);
        }
      }}
      onPointerUp={drop}
      onPointerCancel={drop}
      onKeyDown={(event) => {
        const order =
          event.ctrlKey || event.metaKey || event.altKey
            ? undefined
            : readOrder(event.key, playback);
        if (order !== undefined) {
          event.preventDefault();
          event.stopPropagation();
          post(order);
        }
      }}
    >
      <div class="scrub-track" />
      <svg
        class="scrub-progress"
        viewBox={`0 0 ${PROGRESS_CELLS} 1`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={progress.map((cell) => `M${cell} 0h1v1h-1z`).join('')} />
      </svg>
      <div class="scrub-marks" ref={marks}>
        {verdicts.map(({ stop: at, level }, index) => (
          <i
            key={index}
            class="scrub-verdict"
            data-tone={level === 'stalled' ? 'bad' : 'watch'}
            data-level={level}
            style={{ '--at': at / Math.max(1, lastStop) }}
          />
        ))}
      </div>
      <div class="scrub-thumb" />
    </div>
  );
}

/** The position, and the verdict there. */
function stopText(playback: PlaybackState, texts: Texts): string {
  const place = placeText(playback, texts);
  const verdict = playback.verdicts.find(({ stop }) => stop === playback.stop);
  return verdict === undefined ? place : `${place} · ${texts.get(`state.${verdict.level}`)}`;
}

function readOrder(
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

/** The position in a recorded run, in words. */
export function placeText({ step, lastStep }: PlaybackState, texts: Texts): string {
  return step < 1
    ? texts.get('player.start')
    : texts.get('player.step', { step: texts.number(step), last: texts.number(lastStep) });
}
