/** Recognises tests and their samples by path, and a person's wish for a failing test. */
import { baseName } from '../../paths.js';

const testFile = /(?:^|[\\/._-])(?:tests?|specs?)(?:[._-][^\\/]*)?$|(?:Tests?|Specs?)\.\w+$/;

const testFolder =
  /(?:^|[\\/])(?:tests?|specs?|__tests__|e2e|fixtures|__fixtures__|test-?data)[\\/]/;
/** Not "fix the failing tests". */
const failureWanted =
  /\b(?:write|add|create|begin with|start with|need|want)\b[^.\n]{0,60}\b(?:failing|negative|red)\b|\b(?:must|should|has to|have to|is expected to) (?:first )?(?:fail|be (?:red|rejected|refused))\b/i;
const LONGEST_PROMPT = 8000;

export function asksForFailure(prompt: string): boolean {
  return failureWanted.test(prompt.slice(0, LONGEST_PROMPT));
}

/** @param path from the agent's folder, if it is below */
export function isTestFile(path: string): boolean {
  if (testFolder.test(path)) {
    return true;
  }
  const name = baseName(path);
  return testFile.test(name) || /^tests?[._-]/.test(name);
}
