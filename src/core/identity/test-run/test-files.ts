/** Recognises tests and their samples by path, and a person's wish for failing tests. */
import { baseName } from '../../paths.js';

const testFile = /(?:^|[\\/._-])(?:tests?|specs?)(?:[._-][^\\/]*)?$|(?:Tests?|Specs?)\.\w+$/;

const testFolder =
  /(?:^|[\\/])(?:tests?|specs?|__tests__|e2e|fixtures|__fixtures__|test-?data)[\\/]/;
/** Not "fix the failing tests". */
const failureWanted =
  /\b(?:write|add|create|begin with|start with|need|want)\b[^.\n]{0,60}\b(?:failing|negative|red)\b|\b(?:must|should|has to|have to|is expected to) (?:first )?(?:fail|be (?:red|rejected|refused))\b/i;
/** One of several things is looked for by its failure. */
const hunted =
  /\bwhich (?:\w+ ){1,3}?(?:breaks?|causes?|crash(?:es)?|hangs?|is (?:to blame|responsible))\b|\bfind (?:out )?(?:the|which) \w+ (?:that |which )?(?:breaks?|causes?|crash(?:es)?|hangs?)\b/i;
const LONGEST_PROMPT = 8000;

/** Each mutant is taken back, and that the tests fail is what is wanted of it. */
const mutants = /\bmutation[- ]?test\w*|\bmutant(?:s|en)?\b|\bby mutation\b|\bmutationstests?\b/i;

/** How many times the limit the same failure may come: a person may want it once, or of every change. */
export function countWantedFailures(prompt: string): number {
  const text = prompt.slice(0, LONGEST_PROMPT);
  const isWanted = failureWanted.test(text) || hunted.test(text);
  return mutants.test(text) ? Infinity : isWanted ? ASKED_FOR : 1;
}

/** Where the person requested a failing test or a refusal. */
const ASKED_FOR = 2;

/** @param path from the agent's folder, if it is below */
export function isTestFile(path: string): boolean {
  if (testFolder.test(path)) {
    return true;
  }
  const name = baseName(path);
  return testFile.test(name) || /^tests?[._-]/.test(name);
}
