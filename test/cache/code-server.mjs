// code-server (the real VS Code workbench and extension host for a browser) with the Node that it needs, from the npm
// registry alone. As a dependency of this project it could not be installed under Node 20, hence the cache.
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Unavailable, entry, npm } from './store.mjs';

/** @typedef {{ vscode: string, codeServer: string, node: string }} Release a VS Code, the code-server made of it and the Node that this requires */

/** @type {Release} */
export const NEWEST = { vscode: '1.139.1', codeServer: '4.139.1', node: '24.21.0' };
/** The base of several other editors, and the oldest that the tests run in. @type {Release} */
export const OLDER = { vscode: '1.105.1', codeServer: '4.105.1', node: '22.23.3' };

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

/** Ends orphaned extension hosts; older releases know it by the second name. */
const watchdogs = ['@vscode/native-watchdog', 'native-watchdog'];

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
    // log files on disk and the watchdog of orphaned hosts; the editor runs without both
    await npm(
      vscode,
      ['rebuild', '--ignore-scripts=false', '@vscode/spdlog', ...watchdogs],
      { ...path, npm_config_nodedir: nodeFolder },
    );
  } catch {
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

/** Older releases name a module by its repository (@parcel/watcher): the published one serves as well. */
function publishedModulesOnly(vscode) {
  const file = join(vscode, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const elsewhere = Object.entries(manifest.dependencies).filter(([, range]) =>
    range.includes('/'),
  );
  if (elsewhere.length === 0) {
    return;
  }
  for (const [name] of elsewhere) {
    manifest.dependencies[name] = '*';
  }
  writeFileSync(file, JSON.stringify(manifest));
  for (const lock of ['npm-shrinkwrap.json', 'package-lock.json']) {
    rmSync(join(vscode, lock), { force: true });
  }
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
