/** The context of every part of the page: the texts, and the actions on the page and the host. */
import type { FeedbackAnswer } from '../../src/core/events.js';
import type { CallRow } from '../../src/core/view/timeline/rows.js';
import type { SessionSummary } from '../../src/core/view/snapshot.js';
import type { FileChange, FromPage, PageCommand } from '../../src/protocol/view.js';
import type { CallTextStore } from '../timeline/call-text-store.js';
import type { RowFile } from '../timeline/row-file.js';
import type { Texts } from '../ui/texts.js';
import type { ShownState } from './shown-state.js';

export interface Page {
  readonly texts: Texts;
  readonly callTexts: CallTextStore;
  post(message: FromPage): void;
  /** Requests a command for the selected session. */
  command(
    command: PageCommand,
    more?: { intervention?: string; steps?: number; text?: string },
  ): void;
  /** Opens a field for a sentence to the agent. */
  openGuide(): void;
  /** Requests from the host what answering the current verdict would change. */
  previewAnswer(answer: FeedbackAnswer): void;
  openHelp(): void;
  /** Draws the newest snapshot again. */
  redraw(): void;
  /** Scrolls the timeline to the step of a call and focuses it. */
  jumpToCall(call: number): void;
  jumpToStep(step: number): void;
  /** Opens a file that the agent named in the editor. `line`: 1-based. */
  openFile(file: RowFile, line?: number): void;
  /** Lines of these files that differ from HEAD; empty until the host has answered. */
  findChanges(paths: readonly string[]): readonly FileChange[];
  /** Puts the command or the result of a call on the clipboard. */
  copyOfCall(call: number, what: 'command' | 'result'): void;
  /** Marks all steps that call the same as this one, and goes to the next older one. */
  markSameSteps(key: string): void;
  /** The sub-agents that a call of the selected session started. */
  startedBy(call: CallRow): SessionSummary[];
  /** Undefined for a call whose row the page does not hold. */
  findCall(call: number): FoundCall | undefined;
}

export interface FoundCall {
  step: number;
  call: CallRow;
}

/** What the parts of the page are drawn from. */
export interface PageProps {
  page: Page;
  state: ShownState;
}
