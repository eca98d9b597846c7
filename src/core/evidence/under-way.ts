/**
 * What commands have begun: one that goes on with it, such as `git cherry-pick --skip`, is another one once another pick has begun, though
 * its words are the same.
 */
import type { CommandNature } from '../identity/command/command.js';
import { Recent } from '../identity/recent.js';

const KINDS = 64;
/** A program, what it is to do, and something that it does it to. */
const WHOLE = 3;
const goesOn = /^--(?:continue|next|skip)$/;

export class UnderWay {
  /** By program and what it is to do: the newest step. */
  private readonly begun = new Recent<number>(KINDS);

  /** A command that was not issued before. */
  begin(command: CommandNature | undefined, step: number): void {
    for (const { words } of command?.segments ?? []) {
      if (words.length >= WHOLE && !words.some((word) => goesOn.test(word))) {
        this.begun.set(nameKind(words), step);
      }
    }
  }

  /** The newest step that began something of the kind with which the command goes on; -1 if it goes on with nothing. */
  begunIn(command: CommandNature | undefined): number {
    const segment = command?.segments.find(({ words }) => words.some((word) => goesOn.test(word)));
    return (segment && this.begun.get(nameKind(segment.words))) ?? -1;
  }
}

/** Such as `git rebase`. */
function nameKind([program = '', deed = '']: readonly string[]): string {
  return `${program} ${deed}`;
}
