// code-server (the real VS Code workbench and extension host for a browser) with the Node that it needs, from the npm
// registry alone. As a dependency of this project it could not be installed under Node 20, hence the cache.
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Unavailable, entry, npm } from './store.mjs';

/**
 * A VS Code, the code-server made of it, the Node that this requires, and modules that come without a binary: those that the editor
 * can do without (log files on disk, the watchdog of orphaned hosts) and those that tests need.
 * @typedef {{ vscode: string, codeServer: string, node: string, compiled: string[], needed?: string[] }} Release
 */

/** @type {Release} */
export const NEWEST = {
  vscode: '1.139.1',
  codeServer: '4.139.1',
  node: '24.21.0',
  compiled: ['@vscode/spdlog', '@vscode/native-watchdog'],
};
/** The base of several other editors, and the oldest that the tests run in. @type {Release} */
export const OLDER = {
  vscode: '1.105.1',
  codeServer: '4.105.1',
  node: '22.23.3',
  compiled: ['@vscode/spdlog', 'native-watchdog'],
  needed: ['node-pty'],
};

/**
 * @param {Release} release
 * @returns {Promise<{ node: string, server: string }>} the Node to run and the script to give it
 */
export async function codeServer(release) {
  const nodePackage = `node-linux-${process.arch}`;
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new Unavailable(
      `code-server is installed on Linux x64 and arm64 only, this is ${process.platform} ${process.arch}`,
    );
  }
  const folder = await entry({
    name: 'code-server',
    version: `${release.codeServer}-node-${release.node}`,
    fill: (work) => fill(work, release, nodePackage),
  });
  return {
    node: join(folder, 'node_modules', nodePackage, 'bin/node'),
    server: join(folder, 'node_modules/code-server/out/node/entry.js'),
  };
}

async function fill(work, release, nodePackage) {
  const nodeFolder = join(work, 'node_modules', nodePackage);
  const path = { PATH: join(nodeFolder, 'bin') + delimiter + process.env.PATH };
  writeFileSync(join(work, 'package.json'), '{ "private": true }\n');
  await npm(work, [
    'install',
    '--ignore-scripts',
    `${nodePackage}@${release.node}`,
    `code-server@${release.codeServer}`,
  ]);

  // What code-server's own postinstall does, without the modules that no test loads (kerberos wants a Debian package, sqlite3 a minute).
  const vscode = join(work, 'node_modules/code-server/lib/vscode');
  publishedModulesOnly(vscode);
  await binaryArgon2(work);
  await npm(vscode, ['install', '--ignore-scripts', '--omit=dev'], path);
  await npm(join(vscode, 'extensions'), ['install', '--ignore-scripts', '--omit=dev'], path);
  for (const [dir, to, from] of [
    ['bin/remote-cli', 'code-linux.sh', 'code-server'],
    ['bin/helpers', 'browser-linux.sh', 'browser.sh'],
  ]) {
    rmSync(join(vscode, dir, from), { force: true });
    symlinkSync(to, join(vscode, dir, from));
  }
  try {
    await npm(
      vscode,
      ['rebuild', '--ignore-scripts=false', ...release.compiled, ...(release.needed ?? [])],
      { ...path, npm_config_nodedir: nodeFolder },
    );
  } catch {
    if (release.needed) {
      throw new Unavailable(
        `no working C++ compiler, which VS Code ${release.vscode} requires for ${release.needed.join(', ')}`,
      );
    }
    console.log(
      '  code-server: no working C++ compiler, so it keeps no log files (tests do not need them)',
    );
  }
  for (const unused of [
    'node_modules/@github',
    'node_modules/@microsoft/mxc-sdk',
    'extensions/copilot',
  ]) {
    // AI runtimes
    rmSync(join(vscode, unused), { recursive: true, force: true });
  }
}

/** Older releases take a module from its repository (@parcel/watcher): what was published in the same version serves as well. */
function publishedModulesOnly(vscode) {
  const [manifestFile, lockFile] = ['package.json', 'npm-shrinkwrap.json'].map((name) =>
    join(vscode, name),
  );
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
  for (const [name, range] of Object.entries(manifest.dependencies)) {
    if (range.includes('/')) {
      const { version } = lock.packages[`node_modules/${name}`];
      manifest.dependencies[name] = version;
      lock.packages[''].dependencies[name] = version;
      delete lock.packages[`node_modules/${name}`];
    }
  }
  writeFileSync(manifestFile, JSON.stringify(manifest));
  writeFileSync(lockFile, JSON.stringify(lock));
}

/** Older releases bring an argon2 that has to be compiled: a newer one ships its binaries. */
async function binaryArgon2(work) {
  const own = join(work, 'node_modules/code-server/node_modules/argon2');
  if (!existsSync(own) && existsSync(join(work, 'node_modules/argon2/prebuilds'))) {
    return;
  }
  await npm(work, ['install', '--ignore-scripts', 'argon2@0.44']);
  rmSync(own, { recursive: true, force: true });
}
