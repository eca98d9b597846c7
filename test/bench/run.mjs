// `npm run bench`: all budgets with their limits and measurements, in one table. A slow result does not fail; a failed measurement does (exit 1).
// `npm run bench -- core sizes`: only these parts.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from '../cache/chromium.mjs';
import { Unavailable } from '../cache/store.mjs';
import { editor, load } from '../start/programs.mjs';
import { nodeProgram } from '../../node-program.js';

process.chdir(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const began = Date.now();
const scratch = mkdtempSync(join(tmpdir(), 'turnwatch-bench-'));
const node = (...args) =>
  execFileSync(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 20,
  });

try {
  const { print } = await load('test/bench/row.ts');
  console.log(
    `${cpus()[0]?.model ?? 'a processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.version}; load at start ${loadavg()[0]?.toFixed(1)}`,
  );
  node('esbuild.js', '--production', '--meta');
  const rows = [
    ...(await part('core', () => rowsOf('core', '--expose-gc'))),
    ...(await part('busy', () => rowsOf('busy'))),
    ...(await part('scan', () => rowsOf('scan'))),
    ...(await part('snapshots', () => rowsOf('snapshots'))),
    ...(await part('sizes', () => sizeRows())),
    ...(await part('page', async () => {
      process.env.CHROMIUM ??= await chromium();
      return (await load('test/bench/page.ts')).pageRows('dist/webview');
    })),
    ...(await part('editor', async () =>
      (await load('test/bench/editor.ts')).editorRows(await editor(), chromium),
    )),
  ];
  console.log('');
  print(rows);
  console.log(
    `\n“used” is the share of the limit; at 1 the budget is spent. Other load on the machine counts, too. ${Math.round((Date.now() - began) / 1000)} s.`,
  );
  process.exitCode = rows.some((row) => row.value === undefined || Number.isNaN(row.value)) ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function part(name, measure) {
  const wanted = process.argv.slice(2);
  if (wanted.length > 0 && !wanted.includes(name)) {
    return [];
  }
  try {
    return await measure();
  } catch (error) {
    return [
      {
        what: name,
        unit: '',
        note: error instanceof Unavailable ? error.message : String(error?.stack ?? error),
      },
    ];
  }
}

/** The rows that a script prints, in a process of its own: other modules loaded here would count into its memory and time. */
async function rowsOf(name, ...flags) {
  const built = join(scratch, `${name}.mjs`);
  await build({
    entryPoints: [`test/bench/${name}.ts`],
    outfile: built,
    ...nodeProgram,
    external: ['vscode'],
    logLevel: 'warning',
  });
  return JSON.parse(node(...flags, built));
}

function sizeRows() {
  const { host, page, panel } = JSON.parse(readFileSync('dist/meta.json', 'utf8'));
  rmSync('dist/meta.json');
  const vsix = join(scratch, 'turnwatch.vsix');
  node('node_modules/@vscode/vsce/vsce', 'package', '--no-dependencies', '--no-yarn', '-o', vsix);
  const sum = (outputs, names) =>
    [...names].reduce((bytes, name) => bytes + outputs[name].bytes, 0) / 1000;
  const kb = (names) => sum(host.outputs, names);
  const without = (names, ...others) =>
    new Set([...names].filter((name) => !others.some((each) => each.has(name))));
  const chunkOf = (source, outputs = host.outputs) => {
    const chunk = Object.keys(outputs).find((name) => outputs[name].entryPoint === source);
    if (chunk === undefined) {
      throw new Error(`${source} is no longer a chunk of its own`);
    }
    return chunk;
  };
  const activation = atOnce(host.outputs, 'dist/extension.js');
  // loaded by the first session: the watch at its first event, git at the first turn of a trusted workspace
  const session = without(
    atOnce(host.outputs, chunkOf('src/host/live/window-sessions.ts')),
    activation,
  );
  const git = without(
    atOnce(
      host.outputs,
      ...[
        'src/workspace/git-watch.ts',
        'src/workspace/git.ts',
        'src/workspace/git-thread.ts',
        'src/workspace/git-thread-main.ts',
        'node_modules/simple-git/dist/index.mjs',
      ].map((source) => chunkOf(source)),
    ),
    activation,
    session,
  );
  const rest = without(
    new Set(Object.keys(host.outputs)),
    activation,
    session,
    git,
    new Set(['dist/uninstall.js']),
  );
  const buttons = [chunkOf('webview/ui/toolkit-button.ts', page.outputs)];
  return [
    {
      what: 'Loaded at activation, minified',
      limit: 200,
      value: kb(activation),
      unit: 'KB',
      note: 'all that is imported before the first session; without its detection and agents’ readers',
    },
    {
      what: '  with the first session',
      value: kb(session),
      unit: 'KB',
      note: `its first hook or log line, or a recorded run; and git with its first turn, ${Math.round(kb(git))} KB`,
    },
    { what: '  later, when needed', value: kb(rest), unit: 'KB' },
    {
      what: 'The page’s first script, minified',
      limit: 80,
      value: sum(page.outputs, atOnce(page.outputs, 'dist/webview/main.js')),
      unit: 'KB',
      note: `with all that it imports before the first paint; the toolkit’s button beside it, ${Math.round(sum(page.outputs, buttons))} KB`,
    },
    {
      what: 'The thresholds panel’s script, minified',
      limit: 120,
      value: sum(panel.outputs, atOnce(panel.outputs, 'dist/webview/thresholds.js')),
      unit: 'KB',
    },
    { what: 'The .vsix', limit: 1000, value: statSync(vsix).size / 1000, unit: 'KB' },
  ];
}

/** The files and all their static imports, transitively. */
function atOnce(outputs, ...first) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name) || !outputs[name]) {
      return;
    }
    seen.add(name);
    for (const { path, kind } of outputs[name].imports) {
      if (kind === 'import-statement') {
        visit(path);
      }
    }
  };
  first.forEach(visit);
  return seen;
}
