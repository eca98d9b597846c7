/** The newest answers: where ever other programs get one and the same, nothing of them is seen, as in a terminal that only shows its prompt. */
import { pushNewest } from '../push-newest.js';
import type { Answer } from './answer.js';
import type { OutcomeEvidence } from './evidence.js';

/** Answers that are compared, and programs that must have got them. */
const [COMPARED, PROGRAMS] = [5, 3];
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
    // a step may be judged again
    if (this.given.at(-1)?.call !== call.number) {
      pushNewest(this.given, { call: call.number, program, hash }, COMPARED);
    }
    return (
      says === 'told' &&
      !tellsWell &&
      !tellsSuccess &&
      text.length >= SHORTEST &&
      this.given.length === COMPARED &&
      this.given.every((each) => each.hash === hash) &&
      new Set(this.given.map((each) => each.program)).size >= PROGRAMS
    );
  }
}
