/**
 * Chapters: the steps of one task of the agent's, or of what it said it would do. Where one begins is decided once, as the row comes, so
 * that it stays the same however many rows a page holds.
 */
import { oneLine } from '../../escape-controls.js';
import { withoutMarks, type ChapterHead, type Row } from './rows.js';

/** A message begins a chapter only after some steps: more of them the longer the session is, so that it reads as about 60. */
const [FEWEST, MOST, SHARE] = [8, 40, 30];
/** A task's own chapter is longer before a message divides it. */
const OF_TASK = 3;
const TITLE_LIMIT = 160;

export class Chapters {
  private number = 0;
  /** Steps of the session, and of the current chapter. */
  private steps = 0;
  private size = 0;
  private task: string | undefined;

  /** Call it with each new row, before it is kept. */
  place(row: Row): void {
    if (row.kind === 'prompt') {
      this.task = undefined;
      this.begin(row, { by: 'prompt', text: oneLine(row.text, TITLE_LIMIT) });
    } else if (row.kind === 'message' && this.isLong) {
      this.begin(row, { by: 'message', text: nameMessage(row.text) });
    } else if (row.kind === 'step') {
      this.steps += 1;
      this.size += 1;
    }
    row.chapter = this.number;
  }

  /**
   * The step of the newest row took up a task. `before`: the row above it, which is the task's if it only announces it.
   * @returns the row above as it is to stand there now
   */
  startTask(task: string, row: Row, before: Row | undefined): Row | undefined {
    const isOther = task !== this.task;
    this.task = task;
    if (!isOther || row.chapter !== this.number) {
      return before;
    }
    const head: ChapterHead = { by: 'task', text: oneLine(task, TITLE_LIMIT) };
    if (before?.kind !== 'message' || before.chapter !== this.number) {
      if (this.size > 1) {
        this.begin(row, head);
        this.size = 1;
      }
      return before;
    }
    const first = { ...before, begins: head };
    if (before.begins === undefined) {
      this.begin(first, head);
      row.chapter = this.number;
      this.size = 1;
    }
    return first;
  }

  private get isLong(): boolean {
    const enough = Math.min(MOST, FEWEST + Math.floor(this.steps / SHARE));
    return this.size >= (this.task === undefined ? enough : enough * OF_TASK);
  }

  private begin(row: Row, head: ChapterHead): void {
    // rows before the first of these belong to the session's beginning
    this.number += 1;
    this.size = 0;
    row.chapter = this.number;
    row.begins = head;
  }
}

/** The first line of a message, without marks of Markdown. */
function nameMessage(text: string): string {
  const [line = ''] = text.split('\n').filter((each) => /\w/.test(each));
  return oneLine(withoutMarks(line).replace(/:\s*$/, ''), TITLE_LIMIT);
}
