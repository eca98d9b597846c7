/** What was done between two answers: a change of files, or an act whose effect nothing shows. */
import { onWhatIsShown, type Evidence } from '../../evidence/evidence.js';

/** Shorter words of a text are no names. */
const SHORTEST_NAME = 3;

/** A change of files, or another act. */
export interface Deed {
  /** Undefined for another act. */
  readonly paths: readonly string[] | undefined;
  readonly reworks: boolean;
  readonly targets: readonly string[];
  /** The very same act was done before. */
  readonly again: boolean;
}

/** Undefined if nothing was done. What is put back as it was before is done, too. */
export function findDeed(evidence: Evidence): Deed | undefined {
  const { changes, unseen, files, reworks, targets } = evidence.edits;
  const isEdit = changes || files.some(({ state }) => state === 'back');
  const again = !isEdit && !unseen && isDoneAgain(evidence);
  return isEdit || unseen || again
    ? { paths: isEdit ? files.map(({ path }) => path) : undefined, reworks, targets, again }
    : undefined;
}

/** It says no more than that it was done, as it did before. */
function isDoneAgain({ action, outcome, repeat, tests, edits }: Evidence): boolean {
  return (
    repeat.step !== undefined &&
    outcome.says === 'good' &&
    !outcome.failed &&
    tests === undefined &&
    edits.files.length === 0 &&
    !action.looks &&
    !action.polls &&
    !action.runs &&
    !action.checks &&
    !action.noOp &&
    !action.keepsBooks
  );
}

/** What was written into a file was written anew, or both acts name mostly the same. */
export function areAlike(one: Deed, other: Deed): boolean {
  if (one.paths !== undefined || other.paths !== undefined) {
    return one.reworks && one.paths?.some((path) => other.paths?.includes(path)) === true;
  }
  // whatever was shown may have been something else
  if (one.targets === onWhatIsShown) {
    return false;
  }
  const [names, others] = [listNames(one), listNames(other)];
  const shared = names.filter((name) => others.includes(name)).length;
  return shared * 2 > Math.min(names.length, others.length);
}

/** A title, or a command for another machine, is the words in it. */
function listNames({ targets }: Deed): readonly string[] {
  return targets.some((target) => target.includes(' '))
    ? [...new Set(targets.flatMap((target) => target.split(/\s+/)))].filter(
        (name) => name.length >= SHORTEST_NAME,
      )
    : targets;
}
