/**
 * Runs the tests of this folder inside VS Code, in an isolated profile, and exits with their exit code.
 *   node out/host/run.js [TESTS-ENTRY, default out/host/index.js]
 */
import { resolve } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { freePort, makeProfile } from './harness/profile.js';

const profile = makeProfile();
const port = await freePort();
for (const key of Object.keys(process.env)) {
  // what runTests adds to is what it inherits
  if (!(key in profile.env)) {
    Reflect.deleteProperty(process.env, key);
  }
}
const executable = profile.env.VSCODE_EXECUTABLE;
let code = 1;
try {
  code = await runTests({
    ...(executable !== undefined && { vscodeExecutablePath: executable }),
    extensionDevelopmentPath: resolve('.'),
    extensionTestsPath: resolve(process.argv[2] ?? 'out/host/index.js'),
    launchArgs: [
      profile.repository('workspace'),
      `--user-data-dir=${profile.userData}`,
      `--extensions-dir=${profile.extensions}`,
      `--remote-debugging-port=${port}`,
    ],
    extensionTestsEnv: { ...profile.env, TURNWATCH_CDP: String(port) },
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
}
profile.dispose();
process.exit(code);
