/** What VS Code calls in its extension host to run the tests. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Mocha from 'mocha';
import CountingReporter from '../reporter.js';

export async function run(): Promise<void> {
  const grep = process.env.TURNWATCH_GREP;
  const mocha = new Mocha({
    timeout: 300_000,
    forbidOnly: true,
    reporter: CountingReporter,
    ...(grep ? { grep: new RegExp(grep) } : {}),
  });
  const here = import.meta.dirname;
  const { EVENT_FILE_PRE_REQUIRE, EVENT_FILE_POST_REQUIRE } = Mocha.Suite.constants;
  for (const name of readdirSync(here)
    .filter((each) => each.endsWith('.test.js'))
    .sort()) {
    const file = join(here, name);
    // Mocha would `require` it: in VS Code 1.105, that and the lookup of the module `vscode` wait for each other, for ever
    mocha.suite.emit(EVENT_FILE_PRE_REQUIRE, globalThis, file, mocha);
    await import(pathToFileURL(file).href);
    mocha.suite.emit(EVENT_FILE_POST_REQUIRE, globalThis, file, mocha);
  }
  const failures = await new Promise<number>((done) => {
    mocha.run(done);
  });
  if (failures > 0) {
    throw new Error(`${failures} of the tests in VS Code failed`);
  }
}
