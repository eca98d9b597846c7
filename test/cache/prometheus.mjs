// Prometheus: the one named by $PROMETHEUS, else one on PATH, else the program of Debian's package, unpacked into the cache: nothing is installed, no service starts.
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { executable, onPath } from './programs.mjs';
import { Unavailable, entry } from './store.mjs';

const run = promisify(execFile);
const missing =
  'no Prometheus: install it (Debian: the package prometheus) or set PROMETHEUS to its program';

/** The program. Rejects with `Unavailable` where there is none. */
export async function prometheus() {
  const named = process.env.PROMETHEUS;
  if (named) {
    if (!executable(named)) {
      throw new Unavailable(`PROMETHEUS names no program: ${named}`);
    }
    return named;
  }
  const there = onPath('prometheus');
  if (there) {
    return there;
  }
  if (!onPath('apt-get') || !onPath('dpkg-deb')) {
    throw new Unavailable(missing);
  }
  const folder = await entry({ name: 'prometheus', version: 'debian', fill });
  return join(folder, 'prometheus');
}

async function fill(folder) {
  const work = mkdtempSync(join(tmpdir(), 'prometheus-'));
  try {
    await download(work).catch(async () => {
      await update();
      await download(work);
    });
    const [file] = readdirSync(work).filter((name) => name.endsWith('.deb'));
    const unpacked = join(work, 'unpacked');
    mkdirSync(unpacked);
    await run('dpkg-deb', ['-x', join(work, file ?? ''), unpacked]);
    copyFileSync(join(unpacked, 'usr/bin/prometheus'), join(folder, 'prometheus'));
  } catch {
    throw new Unavailable(`${missing} (apt-get could not)`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function download(folder) {
  await run('apt-get', ['download', '-q', 'prometheus'], { cwd: folder, timeout: 120_000 });
}

/** A fresh container has no lists of packages. */
async function update() {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0) {
    throw new Error('not allowed');
  }
  const [program, ...args] = [...(isRoot ? [] : ['sudo', '-n']), 'apt-get', 'update', '-q'];
  await run(program, args, { timeout: 120_000 });
}
