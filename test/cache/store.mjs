// The cache of everything the tests download, by name and version. An entry is filled in a folder of its own and then
// renamed: every entry is complete, and two processes can fill the same entry at once.
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  lstatSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const minutes = 60_000;

/** Something that tests need and this machine cannot provide; its message is one sentence for a person. */
export class Unavailable extends Error {}

/** @param {NodeJS.ProcessEnv} env */
export function cacheFolder(env = process.env) {
  return resolve(
    env.TURNWATCH_CACHE || join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'turnwatch'),
  );
}

/**
 * The folder of an entry, filled if missing. Prints one line: name, version, size, seconds.
 * @param {{ name: string, version: string, fill: (folder: string) => Promise<void> }} entry
 * @returns {Promise<string>}
 */
export async function entry({ name, version, fill }) {
  const cache = cacheFolder();
  const target = join(cache, `${name}-${version}`);
  const stamp = join(target, 'installed.json');
  if (existsSync(stamp)) {
    report(name, version, Number(JSON.parse(readFileSync(stamp, 'utf8')).bytes), 'cached');
    return target;
  }
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, `partial-${name}-`));
  const began = Date.now();
  try {
    await fill(work);
    const bytes = size(work);
    writeFileSync(join(work, 'installed.json'), JSON.stringify({ name, version, bytes }));
    try {
      if (!existsSync(stamp)) {
        rmSync(target, { recursive: true, force: true });
      } // a folder without a stamp is no entry
      renameSync(work, target);
    } catch (error) {
      if (!existsSync(stamp)) {
        throw error;
      } // else another process was first: use its entry
    }
    report(name, version, bytes, `${((Date.now() - began) / 1000).toFixed(1)} s`);
    return target;
  } catch (error) {
    if (await registryAnswers()) {
      throw error;
    }
    throw new Unavailable(
      `${name} ${version} is not in the cache and the npm registry cannot be reached`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** One line about an entry. */
export function report(name, version, bytes, took) {
  console.log(`  ${name} ${version}, ${Math.round(bytes / 1e6)} MB, ${took}`);
}

/**
 * Runs npm with the person's own settings (registry, proxy, certificates), except those that could break an installation,
 * and without the settings passed on by the npm that started these tests.
 * @param {string} cwd
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [more]
 * @returns {Promise<string>} what it printed
 */
export async function npm(cwd, args, more = {}) {
  const env = { ...npmEnvironment(process.env), ...more };
  const steady = [
    '--engine-strict=false',
    '--include=optional',
    '--no-global',
    '--no-dry-run',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
    '--fetch-retries=2',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
  ]; // without a network: seconds, not minutes
  const windows = process.platform === 'win32';
  const { stdout } = await run(windows ? 'npm.cmd' : 'npm', [...args, ...steady], {
    cwd,
    env,
    timeout: 10 * minutes,
    maxBuffer: 16 << 20,
    shell: windows,
  });
  return stdout;
}

/** @param {NodeJS.ProcessEnv} env */
export function npmEnvironment(env) {
  const kept =
    /^npm_config_(registry|.*proxy|cafile|ca|cert|key|strict_ssl|userconfig|globalconfig|cache|offline|prefer_offline|_.*|@.*)$/i;
  return Object.fromEntries(
    Object.entries(env).filter(([key]) => !/^npm_/i.test(key) || kept.test(key)),
  );
}

/**
 * The newest version of a package; undefined if npm does not tell.
 * @param {string} name
 * @returns {Promise<string | undefined>}
 */
export async function newestVersion(name) {
  try {
    return (await npm(tmpdir(), ['view', name, 'version', '--fetch-timeout=8000'])).trim();
  } catch {
    return undefined;
  }
}

async function registryAnswers() {
  try {
    await npm(cacheFolder(), ['view', 'npm', 'version', '--fetch-timeout=8000']);
    return true;
  } catch {
    return false;
  }
}

function size(folder) {
  let bytes = 0;
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) {
      bytes += lstatSync(join(file.parentPath, file.name)).size;
    }
  }
  return bytes;
}
