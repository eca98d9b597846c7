/** Typed messages between the extension host and the page. The host checks what the page posts; the page trusts its host. */
import type { FeedbackAnswer } from '../core/events.js';
import type { Missing, OlderRows } from '../core/view/full-text.js';
import type { LineCounts } from '../core/view/timeline/rows.js';
import type { Snapshot, PlaybackSpeed } from '../core/view/snapshot.js';

/** Commands that the page may run; anything else is refused and logged. */
export const pageCommands = [
  'forceRespond',
  'guide',
  'snooze',
  'stopTurn',
  'keepWaiting',
  'undo',
  'falseAlarm',
  'reallyStuck',
  'connect',
  'resume',
  'copyDraft',
  'copyReport',
  'shareTurn',
  'exportTurn',
  'openSample',
  'closeRecordedRun',
  'showTerminal',
  'sendBack',
  'changesSince',
  'restoreFiles',
  'resumeThen',
] as const;
export type PageCommand = (typeof pageCommands)[number];

/** VS Code's own commands that the page may run. */
export const editorCommands = {
  openFolder: 'vscode.openFolder',
  manageTrust: 'workbench.trust.manage',
  initGit: 'git.init',
} as const;
export type EditorCommand = keyof typeof editorCommands;

/** Look at the logs of this machine, end that, never offer it again, open a stall at its first bad call, or go back to the sessions. */
export const pastOrders = ['look', 'stop', 'dismiss', 'open', 'close'] as const;
export type PastOrder = (typeof pastOrders)[number];

/** Characters of a sentence to an agent. */
export const GUIDE_LIMIT = 500;

/** What the menu of a row offers. */
export type RowAction =
  | 'openFile'
  | 'openChanges'
  | 'copyCommand'
  | 'copyResult'
  | 'firstOccurrence'
  | 'sameSteps';

/** Commands of the player of a recorded run. `stop`: 0-based number of a stop of the selected session. */
export type PlayerCommand =
  | { to: (typeof plainPlayerCommands)[number] }
  | { to: 'stop'; stop: number }
  | { to: 'speed'; speed: PlaybackSpeed };
/** Commands without a parameter. */
export const plainPlayerCommands = [
  'play',
  'pause',
  'back',
  'forward',
  'previousVerdict',
  'nextVerdict',
] as const;

/** Redacted. `kept`: characters available with `whole`; `length`: original characters. */
export interface ShownText {
  text: string;
  kept: number;
  length: number;
}
/** `output` is absent until seen. */
export interface CallTexts {
  input?: ShownText | undefined;
  output?: ShownText | undefined;
  missing?: Missing | undefined;
}

export type ToPage =
  /** `texts` holds both this file's and core's templates, localised. */
  | { type: 'texts'; locale: string; texts: Record<string, string> }
  | SnapshotMessage
  /** Answer to `older`. */
  | ({ type: 'older'; session: string; before: number } & OlderRows)
  /** Answer to `details`. */
  | ({ type: 'details'; session: string; call: number; whole: boolean } & CallTexts)
  /** Answer to `teach`: what the answer to a verdict would change, or (`done`) has changed, as a localised sentence. */
  | Lesson
  /** Answer to `changes`. */
  | { type: 'changes'; session: string; files: FileChange[] }
  /** Chosen from the menu of a row, by the key that the page gave it. */
  | { type: 'row'; action: RowAction; key: string }
  /** Opens the field for a sentence to the agent, which begins with `draft`. */
  | { type: 'guide'; session: string; draft: string }
  /** Answer to `alive`. */
  | { type: 'alive' };

/** `lines`: absent where they are not known. */
export interface FileChange {
  path: string;
  lines?: LineCounts | undefined;
}

/** `rows`: those of the selected session, as the bytes of their JSON, a line each; `snapshot` itself has none. */
export interface SnapshotMessage {
  type: 'snapshot';
  snapshot: Snapshot;
  rows: Uint8Array<ArrayBuffer>;
}

export interface Lesson {
  type: 'lesson';
  session: string;
  verdict: string;
  answer: FeedbackAnswer;
  done: boolean;
  text: string;
  canUndo: boolean;
}

/** An optional field may be absent or undefined: messages between host and page travel as JSON. */
export type FromPage =
  | PromptReply
  | { type: 'ready' }
  /** Whether the host responds. */
  | { type: 'alive' }
  | { type: 'select'; session: string }
  /** What the logs of this machine tell. `stall`: the one to open. */
  | { type: 'past'; order: PastOrder; stall?: number | undefined }
  /** Shows the steps of a session of another folder here, or that folder in a window of its own. */
  | { type: 'elsewhere'; session: string; show: 'steps' | 'folder' }
  /** `steps`: of a snooze, 0 ends it; `text`: of guidance. */
  | {
      type: 'command';
      command: PageCommand;
      session?: string | undefined;
      intervention?: string | undefined;
      steps?: number | undefined;
      text?: string | undefined;
    }
  | { type: 'editor'; command: EditorCommand }
  | Teach
  /** Rows before row number `before` of a session (0-based; `olderRows` of a snapshot is that of its oldest row). */
  | { type: 'older'; session: string; before: number }
  | { type: 'player'; order: PlayerCommand }
  /** Input and result of a call, by its number; cut unless `whole`. */
  | { type: 'details'; session: string; call: number; whole: boolean }
  /** A file named by a call, as the agent wrote it; `changes`: against git HEAD. `line`: 1-based. */
  | { type: 'open'; session: string; path: string; changes: boolean; line?: number | undefined }
  /** Lines that these files, as a row names them, have more and less than at git HEAD. */
  | { type: 'changes'; session: string; paths: string[] }
  /** To the clipboard: the command or the result of a call, by its number. */
  | { type: 'copy'; session: string; call: number; what: 'command' | 'result' }
  /** How long the page took, in milliseconds: for the log and the benchmark. */
  | { type: 'painted'; ms: number; rows: number };

/**
 * A person's click on a prompt. `shown`: the text that they saw. `terminal`: they answer where the agent asks. `reason` and `options` belong
 * to `deny` and `choose`.
 */
export interface PromptReply {
  type: 'prompt';
  id: string;
  shown: string;
  answer: (typeof promptAnswers)[number];
  reason: string;
  options: number[];
}
export const promptAnswers = ['allow', 'deny', 'choose', 'terminal'] as const;

/** A person's answer to a verdict; unless `sure`, it only previews what would change. */
export interface Teach {
  type: 'teach';
  session: string;
  verdict: string;
  answer: FeedbackAnswer;
  sure: boolean;
}
