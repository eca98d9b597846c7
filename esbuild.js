// Builds the extension (dist/), its page (dist/webview/) and the npm package of the command line (dist/cli/); with --tests also the compiled tests (out/).
//   node esbuild.js [--production] [--watch] [--tests] [--meta]
import { build, context } from 'esbuild';
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nodeProgram } from './node-program.js';
import { thirdPartyNotices } from './third-party.js';

const flag = (name) => process.argv.includes(`--${name}`);
const production = flag('production');
const notices = 'THIRD_PARTY_NOTICES.txt';

const common = {
  bundle: true,
  minify: production,
  charset: 'utf8',
  sourcemap: production ? false : 'linked',
  metafile: true,
  logLevel: 'warning',
};

/** Calls at the top of the toolkit's modules that only make what they export. esbuild cannot know that, and would keep the unused ones: tokens of every component, deprecated key codes, ways to inject. */
const pureCalls = [
  { module: /@vscode.webview-ui-toolkit.dist.design-tokens\.js$/, call: /(?<= = )create\(/g },
  {
    module: /@microsoft.fast-web-utilities.dist.key-codes\.js$/,
    call: /^\(function \(KeyCodes\)/gm,
  },
  {
    module: /@microsoft.fast-foundation.dist.esm.di.di\.js$/,
    call: /(?<= = )create(?:All)?Resolver\(/g,
  },
];

const dropUnused = {
  name: 'drop-unused',
  setup({ onLoad }) {
    for (const { module, call } of pureCalls) {
      onLoad({ filter: module }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        const contents = source.replace(call, '/* @__PURE__ */ $&');
        if (contents === source) {
          throw new Error(`it has no ${call.source}`);
        }
        return { contents };
      });
    }
  },
};

/** Extension host: ES modules, split so that what is imported lazily is loaded lazily. `preloads`: scripts that the page loads along with its first. */
const host = (preloads) => ({
  ...common,
  ...nodeProgram,
  entryPoints: {
    extension: 'src/extension.ts',
    uninstall: 'src/agents/install/uninstall.ts',
    'git-thread': 'src/workspace/git-thread-main.ts',
    'scan-thread': 'src/scan/scan-thread-main.ts',
  },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  external: ['vscode'],
  // a text: of a list, esbuild makes a module that every file imports
  define: { PAGE_PRELOADS: JSON.stringify(preloads.join(' ')) },
});

/** The page: what its first paint needs, and what it imports when something opens. */
const page = {
  ...common,
  entryPoints: { main: 'webview/main.ts', style: 'webview/style.css' },
  outdir: 'dist/webview',
  chunkNames: '[name]-[hash]',
  format: 'esm',
  splitting: true,
  platform: 'browser',
  target: 'es2022',
  legalComments: 'linked',
  plugins: [dropUnused],
  alias: Object.fromEntries(
    ['entities', 'linkify-it', 'uc.micro'].map((name) => [
      name,
      './webview/timeline/markdown-it-parts.ts',
    ]),
  ),
};

/** The pages of the editor area: the style of what Turnwatch did, and the thresholds panel, a page of its own. Shared with the side bar's, the toolkit would come there whole: its packages are barrels. */
const panel = {
  ...page,
  entryPoints: {
    thresholds: 'webview/thresholds/main.ts',
    'thresholds-style': 'webview/thresholds/style.css',
    'report-style': 'webview/report/style.css',
  },
};

const testFiles = (dir) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile() && f.name.endsWith('.ts'))
    .map((f) => `${f.parentPath}/${f.name}`);

/** The program `turnwatch`: an npm package of its own, as the extension's manifest cannot be one. */
const cli = {
  ...common,
  ...nodeProgram,
  entryPoints: {
    turnwatch: 'src/cli/main.ts',
    'git-thread': 'src/workspace/git-thread-main.ts',
    'scan-thread': 'src/scan/scan-thread-main.ts',
  },
  outdir: 'dist/cli',
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  sourcemap: false,
  define: { VERSION: JSON.stringify(JSON.parse(readFileSync('package.json', 'utf8')).version) },
};

/** What npm needs beside the program. */
function writeCliPackage() {
  const { version, description, license, repository, engines } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  const manifest = {
    name: '@turnwatch/cli',
    version,
    description: JSON.parse(readFileSync('package.nls.json', 'utf8'))[description.slice(1, -1)],
    license,
    repository,
    type: 'module',
    bin: { turnwatch: 'turnwatch.js' },
    // a name with a scope is private otherwise
    publishConfig: { access: 'public' },
    files: ['*.js', 'chunks', notices],
    engines: { node: engines.node },
  };
  writeFileSync('dist/cli/package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
  copyFileSync('LICENSE', 'dist/cli/LICENSE');
  copyFileSync('src/cli/README.md', 'dist/cli/README.md');
}

/** Tests: every file of its own, node_modules left outside. */
const tests = () => ({
  ...common,
  ...nodeProgram,
  minify: false,
  sourcemap: 'inline',
  entryPoints: testFiles('test'),
  outbase: 'test',
  outdir: 'out',
  splitting: true,
  packages: 'external',
  external: ['vscode'],
});

/** Names of the files that an output imports by statement, and these, and so on. */
function importedAtOnce(outputs, first) {
  const found = new Set();
  const visit = (file) => {
    for (const { path, kind } of outputs[file].imports) {
      if (kind === 'import-statement' && !found.has(path)) {
        found.add(path);
        visit(path);
      }
    }
  };
  visit(first);
  return [...found].map((path) => basename(path));
}

/**
 * Chunks of a package are named by what they hold: `codex-payload.js`, `shared-7.js`. 2,300 imports with hashes that no zip makes smaller are
 * 15 KB of it. @returns the metafile with these names
 */
function nameChunks(metafile) {
  const renamed = new Map();
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (dirname(path).endsWith('/chunks')) {
      const name =
        entryPoint === undefined
          ? `shared-${renamed.size}`
          : `${basename(dirname(entryPoint))}-${basename(entryPoint).split('.')[0]}`;
      const isTaken = [...renamed.values()].includes(`${name}.js`);
      renamed.set(basename(path), `${name}${isTaken ? `-${renamed.size}` : ''}.js`);
    }
  }
  const withNames = (text) =>
    text.replace(/[\w.-]+-[A-Z0-9]{8}\.js/g, (name) => renamed.get(name) ?? name);
  for (const path of Object.keys(metafile.outputs)) {
    writeFileSync(path, withNames(readFileSync(path, 'utf8')));
    renameSync(path, join(dirname(path), withNames(basename(path))));
  }
  return JSON.parse(withNames(JSON.stringify(metafile)));
}

if (flag('watch')) {
  for (const options of [host([]), page, panel, ...(flag('tests') ? [tests()] : [])]) {
    await (await context(options)).watch();
  }
} else {
  rmSync('dist', { recursive: true, force: true });
  if (flag('tests')) {
    rmSync('out', { recursive: true, force: true });
  }
  const { metafile } = await build(page);
  const rest = [
    host(importedAtOnce(metafile.outputs, 'dist/webview/main.js')),
    panel,
    cli,
    ...(flag('tests') ? [tests()] : []),
  ];
  const results = await Promise.all(rest.map((options) => build(options)));
  writeCliPackage();
  const [built, ofPanel, builtCli] = results.map((result) => result.metafile);
  const [extension, ofCli] = production ? [built, builtCli].map(nameChunks) : [built, builtCli];
  writeFileSync(`dist/${notices}`, thirdPartyNotices([metafile, extension, ofPanel]));
  writeFileSync(`dist/cli/${notices}`, thirdPartyNotices([ofCli]));
  if (flag('meta')) {
    mkdirSync('dist', { recursive: true });
    writeFileSync(
      'dist/meta.json',
      JSON.stringify({ host: extension, page: metafile, panel: ofPanel }),
    );
  }
}
