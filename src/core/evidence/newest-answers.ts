/** The newest answers: where ever other programs get one and the same, nothing of them is seen, as in a terminal that only shows its prompt. */
import { pushNewest } from '../push-newest.js';
import type { Answer } from './answer.js';
import type { OutcomeEvidence } from './evidence.js';

/** Answers that are compared, programs that must have got them, and answers that are kept, as a step may be judged again. */
const [COMPARED, PROGRAMS, KEPT] = [5, 3, 32];
/** A shorter answer may be right for many questions: a count, a state (characters). */
const SHORTEST = 8;

interface GivenAnswer {
  readonly call: number;
  readonly program: string;
  readonly hash: string;
}

export class NewestAnswers {
  private readonly given: GivenAnswer[] = [];

  /** Whether this answer was given to everything that was asked lately. */
  see(
    { call, command, text, hash }: Answer,
    { says, tellsWell, tellsSuccess }: OutcomeEvidence,
  ): boolean {
    const program = command?.segments.at(0)?.words[0] ?? call.tool;
    if (!this.given.some((each) => each.call === call.number)) {
      pushNewest(this.given, { call: call.number, program, hash }, KEPT);
    }
    const isTelling = says === 'told' && !tellsWell && !tellsSuccess && text.length >= SHORTEST;
    return isTelling && this.isAnswerToAll(call.number, hash);
  }

  private isAnswerToAll(number: number, hash: string): boolean {
    const newest = this.given.filter(({ call }) => call <= number).slice(-COMPARED);
    return (
      newest.length === COMPARED &&
      newest.every((each) => each.hash === hash) &&
      new Set(newest.map(({ program }) => program)).size >= PROGRAMS
    );
  }
}
