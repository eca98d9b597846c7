// Pictures of every state in every theme: node test/view/screenshots.mjs [--state NAME] [--theme NAME] [--width N] [--height N] [--locale TAG] [--key KEY] [--out FOLDER]
import { build } from 'esbuild';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeProgram } from '../../node-program.js';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
};
const cache = join('node_modules', '.cache', 'turnwatch-view');
const pageFolder = join(cache, 'webview');
const page = {
  bundle: true,
  minify: true,
  legalComments: 'linked',
  logLevel: 'warning',
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
  platform: 'browser',
  target: 'es2022',
};
rmSync(pageFolder, { recursive: true, force: true });
await build({
  ...page,
  entryPoints: { main: 'webview/main.ts', style: 'webview/style.css' },
  outdir: pageFolder,
});
await build({
  ...page,
  entryPoints: {
    thresholds: 'webview/thresholds/main.ts',
    'thresholds-style': 'webview/thresholds/style.css',
    'report-style': 'webview/report/style.css',
  },
  outdir: pageFolder,
});
const node = {
  ...nodeProgram,
  logLevel: 'warning',
  packages: 'external',
  outdir: cache,
  outExtension: { '.js': '.mjs' },
};
await build({
  ...node,
  entryPoints: [
    'test/view/browser.ts',
    'test/view/fixtures/states.ts',
    'test/view/fixtures/thresholds.ts',
    'test/view/fixtures/report.ts',
  ],
});

const load = (name) => import(pathToFileURL(join(process.cwd(), cache, `${name}.mjs`)).href);
const { PageHost, themeNames, drawn } = await load('browser');
const { states } = await load('fixtures/states');
const { panelStates, showPanel } = await load('fixtures/thresholds');
const { reportStates, reportPage } = await load('fixtures/report');

const out = option('out', join('out', 'screenshots'));
const only = option('state');
const locale = option('locale');
/** Is pressed first: `g` opens Guide. */
const key = option('key');
const widths = [Number(option('width', '300'))];
const height = Number(option('height', '860'));
const themes = option('theme') === undefined ? themeNames : [option('theme')];
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const host = await PageHost.start(pageFolder);
let count = 0;
try {
  for (const theme of themes) {
    for (const [state, make] of Object.entries(states)) {
      if (only !== undefined && only !== state) {
        continue;
      }
      for (const width of widths) {
        const view = await host.show(make(), {
          theme,
          width,
          height,
          scale: 2,
          locale,
          stopped: true,
        });
        if (key !== undefined) {
          await view.keyboard.press(key);
          await drawn(view);
        }
        await view.screenshot({ path: join(out, `${state}-${theme}-${width}.png`) });
        if (state === 'stalled') {
          await view.locator('.row[data-kind="step"] > .line').first().click();
          await drawn(view);
          await view.locator('.row[data-open]').first().scrollIntoViewIfNeeded();
          await view.screenshot({ path: join(out, `opened-${theme}-${width}.png`) });
          count += 1;
        }
        await view.close();
        count += 1;
      }
    }
    for (const [state, make] of Object.entries(panelStates)) {
      if (only !== undefined && only !== state) {
        continue;
      }
      for (const width of widths) {
        const view = await host.open({
          theme,
          width,
          height,
          scale: width > 600 ? 1 : 2,
          panel: true,
          stopped: true,
        });
        await showPanel(view, make());
        await view.screenshot({
          path: join(out, `${state}-${theme}-${width}.png`),
          fullPage: true,
        });
        await view.close();
        count += 1;
      }
    }
    for (const [state, make] of Object.entries(reportStates)) {
      if (only !== undefined && only !== state) {
        continue;
      }
      for (const width of widths) {
        const view = await host.openDocument(reportPage(make(), locale), {
          theme,
          width,
          height,
          scale: width > 600 ? 1 : 2,
        });
        await view.screenshot({
          path: join(out, `${state}-${theme}-${width}.png`),
          fullPage: true,
        });
        await view.close();
        count += 1;
      }
    }
  }
} finally {
  await host.stop();
}
console.log(`${count} pictures in ${out}`);
