// `npm run screenshots`: the real view in the real VS Code, with turns of the real Claude Code: one at work, and several of which one has stalled.
//   node test/start/screenshots.mjs [--out FOLDER, default media/screenshots] [--no-build]
// The page's states, each on its own and in every theme, are test/view/screenshots.mjs.
import { execFileSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '../cache/chromium.mjs';
import { agent, editor, load } from './programs.mjs';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'media/screenshots' },
    'no-build': { type: 'boolean' },
  },
});
process.chdir(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
if (!values['no-build']) {
  execFileSync(process.execPath, ['esbuild.js'], { stdio: 'inherit' });
}
const { pictures } = await load('test/start/pictures.ts');
await pictures(resolve(values.out), {
  ask: true,
  once: true,
  headless: true,
  programs: await editor(),
  ...(await agent()),
  chromium,
});
