/** The rows of the timeline, as plain data. */
import { oneLine } from '../../escape-controls.js';
import type { InterventionKind, InterventionState, ToolClass } from '../../events.js';
import type { ReachedCap } from '../../money/caps.js';
import type { Tokens } from '../../turns/tokens.js';
import type { VerdictLevel } from '../../verdict.js';
import type { Message, EndFact } from '../words/wording.js';

export interface LineCounts {
  added: number;
  removed: number;
}

export type CallOutcome = 'running' | 'ok' | 'failed' | 'denied' | 'unknown';

export interface CallRow {
  /** 0-based number of the call in its session. */
  call: number;
  id: string;
  tool: string;
  class: ToolClass;
  /** One line: the command, the path, the query. Redacted. */
  title: string;
  /** The title of a call of the agent's to-do list, where it is to be said in the person's language. */
  words?: Message | undefined;
  /** The file it names, as the agent wrote it. */
  path?: string | undefined;
  outcome: CallOutcome;
  at?: number | undefined;
  durationMs?: number | undefined;
  /** Why it counted, or why it did not. Absent while it runs. */
  note?: Message | undefined;
  progress: boolean;
  /** Redacted and cut: enough to judge by; the whole text comes on request. */
  input: string;
  output: string;
  /**
   * The line of the result that tells most, as it stands there; redacted. Absent while it runs, and where none does. One character more
   * than is shown says that the line goes on: with a mark of its own, a text would take twice the memory.
   */
  telling?: string | undefined;
  exitCode?: number | undefined;
  /** The lines of an edit, where its input tells. */
  lines?: LineCounts | undefined;
}

export const TELLING_LIMIT = 200;

/** Empty where no line of the result tells anything. */
export function shownTelling({ telling = '' }: CallRow): string {
  const line = oneLine(telling.slice(0, TELLING_LIMIT));
  return telling.length > TELLING_LIMIT ? `${line}…` : line;
}

export type HowEnded = 'answered' | 'unanswered' | 'stalled' | 'stopped' | 'interrupted' | 'failed';

/** What a chapter is called: by the person's words, a message of the agent's, or its task. */
export interface ChapterHead {
  by: 'prompt' | 'message' | 'task';
  text: string;
  /** How the turn that a prompt began has ended. */
  ended?: HowEnded | undefined;
}

interface InChapter {
  /** Rows of one chapter have the same number. */
  chapter?: number | undefined;
  /** On the first row of a chapter. */
  begins?: ChapterHead | undefined;
}

export type Row = InChapter & ShownRow;

type ShownRow =
  | { kind: 'prompt'; turn: number; at?: number | undefined; text: string }
  | { kind: 'message'; at?: number | undefined; text: string }
  | {
      kind: 'step';
      /** As people count: from 1. */
      step: number;
      at?: number | undefined;
      calls: CallRow[];
      progress: boolean;
      note?: Message | undefined;
      closed: boolean;
      /** Files of the workspace that changed with it, as git or the editor saw it. Absent where nothing did; empty where they are not known. */
      changed?: string[] | undefined;
      tokens?: Tokens | undefined;
    }
  | {
      kind: 'workspace';
      at?: number | undefined;
      what: Message;
      by: 'agent' | 'person' | 'tool' | 'unknown';
      /** The files concerned, where they are known. */
      paths?: string[] | undefined;
    }
  | {
      kind: 'verdict';
      at?: number | undefined;
      level: VerdictLevel;
      what: Message;
      /** What repeats, by name: the row's words where there is one. */
      repeated?: Message | undefined;
      calls: number[];
    }
  | { kind: 'cap'; at?: number | undefined; cap: ReachedCap }
  | {
      kind: 'intervention';
      at?: number | undefined;
      id: string;
      intervention: InterventionKind;
      state: InterventionState;
      by: 'person' | 'auto';
      sendsBack?: boolean;
      /** What spoke against the end of a turn that was sent back. */
      doubts?: EndFact[] | undefined;
    };

/** People count steps from 1; event logs, and all that follows them, from 0. */
export function countFromOne(step: number): number {
  return step + 1;
}

// Steps of evidence, in few characters.

/** Steps as ranges: `8, 10–13`. */
export function stepRanges(steps: Iterable<number>): string {
  const ranges: { from: number; to: number }[] = [];
  for (const step of [...new Set(steps)].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last?.to === step - 1) {
      last.to = step;
    } else {
      ranges.push({ from: step, to: step });
    }
  }
  return ranges
    .map(({ from, to }) =>
      from === to ? String(from) : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`,
    )
    .join(', ');
}

/** A message for a line: without marks of Markdown. */
export function withoutMarks(text: string): string {
  return text.replace(/^[ \t]*(?:[#>*+-]+[ \t]+)+/gm, '').replace(/\*\*|__|`/g, '');
}
