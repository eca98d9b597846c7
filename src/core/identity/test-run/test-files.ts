/** Recognises tests and their samples by path. */
import { baseName } from '../../paths.js';

const testFile = /(?:^|[\\/._-])(?:tests?|specs?)(?:[._-][^\\/]*)?$|(?:Tests?|Specs?)\.\w+$/;

const testFolder =
  /(?:^|[\\/])(?:tests?|specs?|__tests__|e2e|fixtures|__fixtures__|test-?data)[\\/]/;
/** @param path from the agent's folder, if it is below */
export function isTestFile(path: string): boolean {
  if (testFolder.test(path)) {
    return true;
  }
  const name = baseName(path);
  return testFile.test(name) || /^tests?[._-]/.test(name);
}
