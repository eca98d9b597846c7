// `npm start`: VS Code with Turnwatch on a sample project in which a turn of the real Claude Code stalls.
// Everything lives in a folder of its own, which is removed at the end; the model is a script on loopback; nothing is sent anywhere.
//   --ask          Turnwatch asks; you press Force respond (default: it acts by itself)
//   --recorded     play the bundled recording instead of running Claude Code
//   --once         without a person (also with CI set): opens the page itself, ends after one turn with 0 or 1, or with 3 if something cannot be had
//   --screenshot FILE   with --once: a picture of the end
//   --save FILE    keep the event log of the turn, with its paths made neutral
//   --no-build     use dist/ as it is
import { execFileSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from './cache/chromium.mjs';
import { Unavailable } from './cache/store.mjs';
import { canShowDesktop } from './cache/vscode.mjs';
import { agent, editor, load } from './start/programs.mjs';

const { values } = parseArgs({
  options: {
    ask: { type: 'boolean' },
    recorded: { type: 'boolean' },
    once: { type: 'boolean' },
    'no-build': { type: 'boolean' },
    screenshot: { type: 'string' },
    save: { type: 'string' },
  },
});
const caller = process.env.INIT_CWD ?? process.cwd();
const file = (name) => (name === undefined ? undefined : resolve(caller, name));
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

if (!values['no-build']) {
  execFileSync(process.execPath, ['esbuild.js'], { stdio: 'inherit' });
}
try {
  const { start } = await load('test/start/main.ts');
  process.exitCode = await start({
    ask: values.ask ?? false,
    once: values.once ?? Boolean(process.env.CI && process.env.CI !== 'false'),
    screenshot: file(values.screenshot),
    save: file(values.save),
    headless: !canShowDesktop(),
    programs: await editor(),
    ...(values.recorded ? { recordedBecause: 'as you asked' } : await agent()),
    chromium,
  });
} catch (error) {
  if (!(error instanceof Unavailable)) {
    throw error;
  }
  console.error(`This cannot be shown here: ${error.message}.`);
  process.exitCode = 3;
}
