/** Runs when VS Code has removed the extension (script `vscode:uninstall`): takes our hooks out of every file that got them. */
import * as fs from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isProblem } from './agent.js';
import { planUninstall, writeChange } from './claude-code/install.js';
import { configDir, settingsFile } from './claude-code/paths.js';
import { connectedFiles } from './connected-files.js';

const extensionDir = dirname(dirname(fileURLToPath(import.meta.url)));
const userFile = settingsFile(configDir(undefined, { env: process.env, home: homedir(), platform: process.platform }), process.platform);

for (const file of new Set([userFile, ...await connectedFiles(extensionDir)])) {
  const disk = { fs, now: () => new Date() };
  const change = await planUninstall(disk, file);
  if (isProblem(change) || change.before === change.after) { continue; }
  await writeChange(disk, change);
}
