/** The newest questions of a row of steps. */
import type { QuestionWord } from '../identity/tool/question.js';
import { pushNewest } from '../push-newest.js';

export type QuestionWords = readonly QuestionWord[];

export class AskedQuestions {
  private asked: { step: number; words: QuestionWords }[] = [];

  /** @param kept questions that are compared at most */
  constructor(private readonly kept: number) {}

  /** A step that is judged again asks anew. */
  note(step: number, words: QuestionWords = []): void {
    this.asked = this.asked.filter((each) => each.step !== step);
    pushNewest(this.asked, { step, words }, this.kept);
  }

  newest(count: number): QuestionWords[] {
    return this.asked.slice(-count).map(({ words }) => words);
  }
}
