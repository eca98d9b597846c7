// `npm run moving-picture`: the README's film. The real Claude Code in a terminal of the real VS Code, with Turnwatch beside it: a turn
// begins, goes in circles, is called stalled, and is made to answer in words by a click.
//   node test/start/moving-picture.mjs [--out FILE, default media/screenshots/turn.gif] [--frames FOLDER: keep each frame] [--no-build]
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '../cache/chromium.mjs';
import { gif } from './gif.mjs';
import { agent, editor, load } from './programs.mjs';

/** Limits of the film: its size in bytes and its length in milliseconds. */
const LARGEST = 700_000;
const LONGEST = 15_000;

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'media/screenshots/turn.gif' },
    frames: { type: 'string' },
    'no-build': { type: 'boolean' },
  },
});
process.chdir(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
if (!values['no-build']) {
  execFileSync(process.execPath, ['esbuild.js'], { stdio: 'inherit' });
}
const { film } = await load('test/start/film.ts');
const frames = await film({
  ask: true,
  once: true,
  headless: true,
  programs: await editor(),
  ...(await agent()),
  chromium,
});
if (values.frames) {
  mkdirSync(values.frames, { recursive: true });
  for (const [i, { png, ms }] of frames.entries()) {
    writeFileSync(join(values.frames, `${String(i).padStart(3, '0')}-${ms}ms.png`), png);
  }
}
const { bytes, width, height, frames: kept, ms } = gif(frames);
mkdirSync(dirname(values.out), { recursive: true });
writeFileSync(values.out, bytes);
console.log(
  `${resolve(values.out)}: ${width} × ${height}, ${kept} frames, ${(ms / 1000).toFixed(1)} s, ${Math.round(bytes.length / 1000)} KB`,
);
if (bytes.length > LARGEST || ms > LONGEST) {
  throw new Error(`too large or too long: at most ${LARGEST / 1000} KB and ${LONGEST / 1000} s`);
}
