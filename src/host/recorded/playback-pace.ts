/** How fast a recorded run is played. */
import type { PlaybackSpeed } from '../../core/view/snapshot.js';

/** Between two events, at the speed of the run (milliseconds). */
const LONGEST_PAUSE = 1200;
/** Between two events of a run without times (milliseconds). */
const UNKNOWN_PAUSE = 150;
/** Events closer together than this many milliseconds are shown together. */
const LEAST_PAUSE = 15;
/** Events shown together when playing as fast as possible. */
const FAST_EVENTS = 200;

/** The next position to play to from event number `from`, and the milliseconds until then. */
export function nextPlace(
  events: readonly { at?: number | undefined }[],
  from: number,
  speed: PlaybackSpeed,
): { place: number; pause: number } {
  if (speed === 'max') {
    return { place: Math.min(events.length, from + FAST_EVENTS), pause: LEAST_PAUSE };
  }
  let [place, pause] = [from, 0];
  while (place < events.length && pause < LEAST_PAUSE) {
    pause += pauseBetween(events[place - 1]?.at, events[place]?.at) / speed;
    place += 1;
  }
  return { place, pause };
}

/** As it happened, with long pauses shortened. */
function pauseBetween(before: number | undefined, next: number | undefined): number {
  return before === undefined || next === undefined
    ? UNKNOWN_PAUSE
    : Math.min(LONGEST_PAUSE, Math.max(0, next - before));
}
