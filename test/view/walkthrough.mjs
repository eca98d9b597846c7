// The walkthrough's pictures, from the bundled sample in the real page: node test/view/walkthrough.mjs [--out FOLDER]
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { nodeProgram } from '../../node-program.js';

const {
  values: { out },
} = parseArgs({ options: { out: { type: 'string', default: join('media', 'walkthrough') } } });
const cache = join('node_modules', '.cache', 'turnwatch-view');
const pageFolder = join(cache, 'webview');
const page = {
  bundle: true,
  minify: true,
  legalComments: 'linked',
  logLevel: 'warning',
  format: 'esm',
  splitting: true,
  platform: 'browser',
  target: 'es2022',
};
await build({
  ...page,
  entryPoints: { main: 'webview/main.ts', style: 'webview/style.css' },
  outdir: pageFolder,
});
const node = {
  ...nodeProgram,
  logLevel: 'warning',
  packages: 'external',
  outdir: cache,
  outExtension: { '.js': '.mjs' },
};
await build({ ...node, entryPoints: ['test/view/browser.ts', 'test/view/walkthrough.ts'] });

const load = (name) => import(pathToFileURL(join(process.cwd(), cache, `${name}.mjs`)).href);
const { PageHost } = await load('browser');
const { pictures } = await load('walkthrough');

mkdirSync(out, { recursive: true });
const host = await PageHost.start(pageFolder);
try {
  for (const [name, snapshot] of Object.entries(
    pictures(readFileSync('media/samples/stalled-turn.jsonl')),
  )) {
    for (const theme of ['dark', 'light']) {
      const view = await host.show(snapshot, {
        theme,
        width: 330,
        height: 430,
      });
      // WebP is a quarter of PNG, and Playwright does not write it
      const client = await view.context().newCDPSession(view);
      const { data } = await client.send('Page.captureScreenshot', {
        format: 'webp',
        quality: 13,
        // larger than it is shown in a narrow editor, so that it stays sharp in a wide editor
        clip: { x: 0, y: 0, width: 330, height: 430, scale: 1.25 },
      });
      writeFileSync(join(out, `${name}-${theme}.webp`), Buffer.from(data, 'base64'));
      await view.close();
    }
  }
} finally {
  await host.stop();
}
