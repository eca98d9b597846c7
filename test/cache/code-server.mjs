// code-server (the real VS Code workbench and extension host for a browser) with the Node that it needs, from the npm
// registry alone. As a dependency of this project it could not be installed under Node 20, hence the cache.
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Unavailable, entry, npm } from './store.mjs';

export const VSCODE = '1.139.1';
const CODE_SERVER = '4.139.1'; // VS Code 1.139.1
const NODE = '24.21.0'; // code-server requires Node 24

/** @returns {Promise<{ node: string, server: string }>} the Node to run and the script to give it */
export async function codeServer() {
  const nodePackage = `node-linux-${process.arch}`;
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new Unavailable(
      `code-server is installed on Linux x64 and arm64 only, this is ${process.platform} ${process.arch}`,
    );
  }
  const folder = await entry({
    name: 'code-server',
    version: `${CODE_SERVER}-node-${NODE}`,
    fill: (work) => fill(work, nodePackage),
  });
  return {
    node: join(folder, 'node_modules', nodePackage, 'bin/node'),
    server: join(folder, 'node_modules/code-server/out/node/entry.js'),
  };
}

async function fill(work, nodePackage) {
  const nodeFolder = join(work, 'node_modules', nodePackage);
  const path = { PATH: join(nodeFolder, 'bin') + delimiter + process.env.PATH };
  writeFileSync(join(work, 'package.json'), '{ "private": true }\n');
  await npm(work, [
    'install',
    '--ignore-scripts',
    `${nodePackage}@${NODE}`,
    `code-server@${CODE_SERVER}`,
  ]);

  // What code-server's own postinstall does, without the modules that no test loads (kerberos wants a Debian package, sqlite3 a minute).
  const vscode = join(work, 'node_modules/code-server/lib/vscode');
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
      ['rebuild', '--ignore-scripts=false', '@vscode/spdlog', '@vscode/native-watchdog'],
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
