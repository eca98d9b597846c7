// `npm run faults [-- PATTERN]`: builds, then plays the faults; see main.ts.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../cache/store.mjs';

process.chdir(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
for (const args of [
  ['esbuild.js', '--tests'],
  ['out/faults/main.js', ...process.argv.slice(2)],
]) {
  const { status } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    // the repositories are made without the person's home, where it usually is
    env: { ...process.env, TURNWATCH_CACHE: cacheFolder() },
  });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}
