// `npm run replay`: builds the replay if it is older than its sources, silently, and runs it with the same arguments.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outfile = join(root, 'node_modules/.cache/turnwatch/replay.mjs');
mkdirSync(dirname(outfile), { recursive: true });
await build({
  entryPoints: [join(root, 'src/replay.ts')], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20', mainFields: ['module', 'main'], logLevel: 'error',
  banner: { js: "import { createRequire as _createRequire } from 'node:module'; const require = _createRequire(import.meta.url);" },
});
// The caller's folder, not the project's: relative file names are the caller's.
const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit', cwd: process.env.INIT_CWD ?? process.cwd() });
process.exitCode = status ?? 1;
