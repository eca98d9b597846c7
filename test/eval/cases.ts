/** The behavior cases of the unit tests, checked again with parts left out: a case needs the parts without which it fails. */
import { Unusable } from '../../src/cli/command-line.js';
import { judging } from '../unit/support/judging.js';
import { Uses, type Part } from './parts.js';
import type { BehaviorCase } from './worth.js';

/** Every scene is told in these: one tool for each purpose, and a shell for all of them. */
const toolsets = ['claude-code', 'a shell for everything'];

/** @param wanted selects cases by title. @throws Unusable if a case fails with nothing left out */
export async function behaviorCases(wanted: (title: string) => boolean): Promise<BehaviorCase[]> {
  const cases = (await collected()).filter(({ title }) => wanted(title));
  return cases.map(({ title, check }) => {
    const uses = new Uses();
    try {
      judging({ toolsets, onFact: uses.onFact, onFinding: uses.onFinding }, check);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Unusable(`the case "${title}" fails with nothing left out: ${why}`);
    }
    return { title, uses, holdsWithout: (part) => holdsWithout(part, check) };
  });
}

function holdsWithout({ leftOut }: Part, check: () => unknown): boolean {
  try {
    judging({ toolsets, leftOut }, check);
    return true;
  } catch {
    return false;
  }
}

/** What the files tell Mocha's `describe` and `it`, which this program has none of. */
async function collected(): Promise<{ title: string; check: () => unknown }[]> {
  const cases: { title: string; check: () => unknown }[] = [];
  const titles: string[] = [];
  Object.assign(globalThis, {
    describe: (title: string, tell: () => void) => {
      titles.push(title);
      tell();
      titles.pop();
    },
    it: (title: string, check: () => unknown) => {
      cases.push({ title: [...titles, title].join(' › '), check });
    },
  });
  await import('./case-files.js');
  return cases;
}
