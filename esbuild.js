// Builds the extension (dist/), and its page (dist/webview/); with --tests also the compiled tests (out/).
//   node esbuild.js [--production] [--watch] [--tests] [--meta]
import { build, context } from 'esbuild';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

const flag = (name) => process.argv.includes(`--${name}`);
const production = flag('production');

/** Some dependencies are CommonJS and call require(): an ES module has to bring it. */
const requireBanner = { js: "import { createRequire as _createRequire } from 'node:module'; const require = _createRequire(import.meta.url);" };

const common = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  metafile: true,
  logLevel: 'warning',
};

/** Extension host: ES modules, split so that what is imported lazily is loaded lazily. */
const host = {
  ...common,
  entryPoints: { extension: 'src/extension.ts', uninstall: 'src/agents/uninstall.ts' },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  splitting: true,
  platform: 'node',
  mainFields: ['module', 'main'], // jsonc-parser's CommonJS build hides its files from a bundler
  target: 'node20',
  external: ['vscode'],
  banner: requireBanner,
};

/** The page: one file, no module loading inside the webview. */
const page = {
  ...common,
  entryPoints: { main: 'webview/main.ts', style: 'webview/style.css' },
  outdir: 'dist/webview',
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  legalComments: 'linked',
};

const testFiles = (dir) => readdirSync(dir, { recursive: true, withFileTypes: true })
  .filter((f) => f.isFile() && f.name.endsWith('.ts'))
  .map((f) => `${f.parentPath}/${f.name}`);

/** Tests: every file of its own, node_modules left outside. */
const tests = () => ({
  ...common,
  minify: false,
  sourcemap: 'inline',
  entryPoints: testFiles('test'),
  outbase: 'test',
  outdir: 'out',
  format: 'esm',
  splitting: true,
  platform: 'node',
  target: 'node20',
  packages: 'external',
  external: ['vscode'],
});

const targets = [host, page, ...(flag('tests') ? [tests()] : [])];
if (flag('watch')) {
  for (const options of targets) { await (await context(options)).watch(); }
} else {
  rmSync('dist', { recursive: true, force: true });
  if (flag('tests')) { rmSync('out', { recursive: true, force: true }); }
  const results = await Promise.all(targets.map((options) => build(options)));
  if (flag('meta')) {
    mkdirSync('dist', { recursive: true });
    writeFileSync('dist/meta.json', JSON.stringify({ host: results[0].metafile, page: results[1].metafile }));
  }
}
