/**
 * What an agent tells by `echo` before it does something. One such heading between two calls is neither work nor a stall; the
 * second in a row does nothing.
 */
import type { CommandNature } from '../identity/command/command.js';

/** Words from which on it tells something. */
const TELLING_WORDS = 3;
const says = /^(?:echo|printf)$/;
const words = /\p{L}{2,}/gu;
const NO_STEP = -2;

export class Narration {
  /** The newest step with a no-op, and the one before it. */
  private newest = NO_STEP;
  private before = NO_STEP;

  /** Whether this no-op of the step is a heading. Asked again in the same step, the answer is the same. */
  isHeading(command: CommandNature | undefined, step: number): boolean {
    if (this.newest !== step) {
      this.before = this.newest;
      this.newest = step;
    }
    return this.before < step - 1 && countWords(command) >= TELLING_WORDS;
  }
}

function countWords(command: CommandNature | undefined): number {
  const told = command?.segments.filter(({ words: [program = ''] }) => says.test(program)) ?? [];
  return told.flatMap((segment) => segment.words.slice(1).join(' ').match(words) ?? []).length;
}
