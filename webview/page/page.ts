/** What every part of the page is given, and the moment that it shows. */
import type { FeedbackAnswer } from '../../src/core/events.js';
import type {
  CallRow,
  SessionDetail,
  SessionSummary,
  Snapshot,
} from '../../src/core/view/snapshot.js';
import type { FromPage, PageCommand } from '../../src/protocol/view.js';
import type { CallTextStore } from '../timeline/call-texts.js';
import type { RowFile } from '../timeline/row-file.js';
import type { Texts } from '../ui/texts.js';

export interface Page {
  readonly texts: Texts;
  readonly callTexts: CallTextStore;
  post(message: FromPage): void;
  /** A command for the session that is shown. */
  command(
    command: PageCommand,
    more?: { intervention?: string; steps?: number; text?: string },
  ): void;
  /** Opens a field for a sentence to the agent. */
  guide(): void;
  /** Asks what an answer to the verdict that stands would change. */
  teach(answer: FeedbackAnswer): void;
  help(): void;
  /** Draws the newest snapshot again. */
  redraw(): void;
  /** Opens the timeline at the step of a call. */
  jumpToCall(call: number): void;
  jumpToStep(step: number): void;
  /** Opens a file that the agent named, in the editor. `line`: 1-based. */
  openFile(file: RowFile, line?: number): void;
  /** The sub-agents that a call of the session shown has started. */
  startedBy(call: CallRow): SessionSummary[];
  /** Undefined for a call that is in no row held here. */
  stepOfCall(call: number): number | undefined;
}

export interface ShownState {
  snapshot: Snapshot;
  detail: SessionDetail | undefined;
  /** The host's clock, counted on by the page; milliseconds since the epoch. */
  now: number;
}

/** How long the turn runs or ran, in milliseconds. It stands still where the agent waits, is done or was recorded. */
export function turnTime(session: SessionSummary, moment: ShownState): number | undefined {
  if (session.turnStartedAt === undefined) {
    return undefined;
  }
  const runs =
    session.open &&
    session.state !== 'waiting' &&
    moment.snapshot.playback === undefined &&
    !moment.snapshot.paused;
  const end = runs ? moment.now : session.lastEventAt;
  return end === undefined ? undefined : Math.max(0, end - session.turnStartedAt);
}
