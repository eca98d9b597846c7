/** What the view shows of its place in a recorded run: part of the snapshot. */
import type { VerdictLevel } from '../verdict.js';

/** Times as fast as it happened; `max`: as fast as it can be shown. */
export const playbackSpeeds = [0.5, 1, 2, 8, 'max'] as const;
export type PlaybackSpeed = (typeof playbackSpeeds)[number];

/** Equal parts of a recorded run, each marked by whether there was progress in it. */
export const PROGRESS_CELLS = 100;

/** The view's place in a recorded run. Stops are the places of the selected session to seek to: turns and ends of steps. */
export interface PlaybackState {
  /** Its name without folders. */
  file: string;
  /** Events up to here, and in all. */
  played: number;
  total: number;
  playing: boolean;
  speed: PlaybackSpeed;
  /** The rows still belong to another place: they follow. */
  busy: boolean;
  /** How much of a way that takes long is done, 0 to 1. */
  reached?: number | undefined;
  /** Number of the stop at or before this place, and of the last one; both 0-based. */
  stop: number;
  lastStop: number;
  /** Number of the newest finished step, −1 before the first; and of the last one of the session. */
  step: number;
  lastStep: number;
  /** Where verdicts fell, in order; of very many only some. */
  verdicts: { stop: number; level: VerdictLevel }[];
  /** Those of PROGRESS_CELLS equal parts of the stops in which something counted as progress, ascending. */
  progress: number[];
  /** Where the bundled sample is in what it teaches; absent for any other run. */
  lesson?: LessonPart | undefined;
  /** The run is the log of this session of another folder; it follows the log while the end is shown. */
  elsewhere?: { session: string; folder: string; path: string; canOpen: boolean } | undefined;
}

/** Before the stall; stalled, so that the person can end it; from their order on; answered. */
export type LessonPart = 'start' | 'stalled' | 'forced' | 'answered';
