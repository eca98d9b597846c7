// `npm start`: VS Code with Turnwatch on a sample project in which a turn of the real Claude Code stalls before your eyes.
// Everything lives in a folder of its own, which is removed at the end; the model is a script on loopback; nothing is sent anywhere.
//   --ask          Turnwatch asks; you press Force respond (default: it acts by itself)
//   --recorded     play the bundled recording instead of running Claude Code
//   --once         without a person (also with CI set): opens the page itself, ends after one turn with 0 or 1, or with 3 if something cannot be had
//   --screenshot FILE   with --once: a picture of the end
//   --save FILE    keep the event log of the turn, with its paths made neutral
//   --no-build     use dist/ as it is
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from './cache/chromium.mjs';
import { claudeCode } from './cache/claude.mjs';
import { Unavailable } from './cache/store.mjs';
import { canShowDesktop, vscode } from './cache/vscode.mjs';

const { values } = parseArgs({
  options: { ask: { type: 'boolean' }, recorded: { type: 'boolean' }, once: { type: 'boolean' }, 'no-build': { type: 'boolean' }, screenshot: { type: 'string' }, save: { type: 'string' } },
});
const caller = process.env.INIT_CWD ?? process.cwd();
const file = (name) => name === undefined ? undefined : resolve(caller, name);
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

if (!values['no-build']) { execFileSync(process.execPath, ['esbuild.js'], { stdio: 'inherit' }); }
const story = join('node_modules/.cache/turnwatch/start', `main-${process.pid}.mjs`);
mkdirSync(dirname(story), { recursive: true });
await build({ entryPoints: ['test/start/main.ts'], outfile: story, bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external', logLevel: 'warning' });

try {
  const { start } = await import(pathToFileURL(resolve(story)).href);
  process.exitCode = await start({
    ask: values.ask ?? false,
    once: values.once ?? Boolean(process.env.CI && process.env.CI !== 'false'),
    screenshot: file(values.screenshot), save: file(values.save),
    headless: !canShowDesktop(),
    programs: await programs(),
    ...await agent(),
    chromium,
  });
} catch (error) {
  if (!(error instanceof Unavailable)) { throw error; }
  console.error(`This cannot be shown here: ${error.message}.`);
  process.exitCode = 3;
} finally {
  const { rmSync } = await import('node:fs');
  rmSync(story, { force: true });
}

/** The person's own VS Code first: it is there already, and in a profile of its own it is as good as a fresh one. */
async function programs() {
  const own = canShowDesktop() && onPath(process.platform === 'win32' ? 'code.cmd' : 'code');
  if (own && !process.env.TURNWATCH_VSCODE) { return { kind: 'desktop', program: own }; }
  const env = await vscode({ window: false });
  return env.VSCODE_KIND === 'desktop' ? { kind: 'desktop', program: env.VSCODE_EXECUTABLE } : { kind: 'code-server', node: env.CODE_SERVER_NODE, server: env.CODE_SERVER };
}

/** Claude Code's program, or why a recording has to do. */
async function agent() {
  if (values.recorded) { return { recordedBecause: 'as you asked' }; }
  try { return { claude: await claudeCode() }; } catch (error) {
    if (!(error instanceof Unavailable)) { throw error; }
    return { recordedBecause: error.message };
  }
}

function onPath(name) {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean).map((dir) => join(dir, name)).find((program) => {
    try { accessSync(program, constants.X_OK); return true; } catch { return false; }
  });
}
