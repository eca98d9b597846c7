/** What VS Code calls in its extension host to run the tests. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import CountingReporter from '../reporter.js';

export async function run(): Promise<void> {
  const grep = process.env.TURNWATCH_GREP;
  const mocha = new Mocha({
    timeout: 120_000,
    forbidOnly: true,
    reporter: CountingReporter,
    ...(grep ? { grep: new RegExp(grep) } : {}),
  });
  const here = import.meta.dirname;
  for (const file of readdirSync(here)
    .filter((name) => name.endsWith('.test.js'))
    .sort()) {
    mocha.addFile(join(here, file));
  }
  await mocha.loadFilesAsync();
  const failures = await new Promise<number>((done) => {
    mocha.run(done);
  });
  if (failures > 0) {
    throw new Error(`${failures} of the tests in VS Code failed`);
  }
}
