/** The behavior cases of the unit tests, checked again with parts left out: a case needs the parts without which it fails. */
import { Unusable } from '../../src/cli/command-line.js';
import { defaultPreset } from '../../src/core/thresholds/thresholds.js';
import { judging } from '../unit/support/judging.js';
import { keyOf, partsFor, Uses, type Part } from './parts.js';

/** Every scene is told in these: one tool for each purpose, and a shell for all of them. */
const toolsets = ['claude-code', 'a shell for everything'];

/** Some of the cases whose titles match the pattern: every `of`th, from the `nth` on. */
export interface CaseSlice {
  pattern: string;
  nth: number;
  of: number;
}

/** Of each case, its title and the keys of the parts without which it fails. */
export type CasesLost = { title: string; needs: string[] }[];

/** @throws Unusable if a case fails with nothing left out */
export async function judgeBehaviorCases({ pattern, nth, of }: CaseSlice): Promise<CasesLost> {
  const wanted = new RegExp(pattern, 'i');
  const cases = (await collected()).filter(({ title }) => wanted.test(title));
  return cases
    .filter((_, i) => i % of === nth)
    .map(({ title, check }) => ({
      title,
      needs: partsFor(defaultPreset, usesOf(title, check))
        .filter((part) => !holdsWithout(part, check))
        .map(keyOf),
    }));
}

function usesOf(title: string, check: () => unknown): Uses {
  const uses = new Uses();
  try {
    judging({ toolsets, onFact: uses.onFact, onFinding: uses.onFinding }, check);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Unusable(`the case "${title}" fails with nothing left out: ${why}`);
  }
  return uses;
}

function holdsWithout({ leftOut }: Part, check: () => unknown): boolean {
  try {
    judging({ toolsets, leftOut }, check);
    return true;
  } catch {
    return false;
  }
}

interface BehaviorCase {
  title: string;
  check: () => unknown;
}

/** The files tell them once, when they are loaded. */
let known: BehaviorCase[] | undefined;

/** What the files tell Mocha's `describe` and `it`, which this program has none of. */
async function collected(): Promise<BehaviorCase[]> {
  if (known !== undefined) {
    return known;
  }
  const cases: BehaviorCase[] = [];
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
  known = cases;
  return cases;
}
