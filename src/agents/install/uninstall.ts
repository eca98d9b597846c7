/** Runs when VS Code has removed the extension (script `vscode:uninstall`): removes our hooks from every file that has them. */
import * as fs from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isProblem } from '../agent.js';
import { planChange, writeChange, type Disk } from './config-file.js';
import { connectedFiles } from './connected-files.js';
import { installers } from './installers.js';
import { knownAgents } from '../index.js';

const extensionDir = dirname(dirname(fileURLToPath(import.meta.url)));
const where = { env: process.env, home: homedir(), platform: process.platform };

const connected = await connectedFiles(extensionDir);
const backups = connected.find((each) => each.backups !== undefined)?.backups;
const disk: Disk = {
  fs,
  now: () => new Date(),
  ...(backups !== undefined && { storage: { folder: backups, home: where.home } }),
};
const usual = knownAgents.flatMap((agent) =>
  (agent.places?.(where, []) ?? []).flatMap(({ files }) =>
    files.map((file) => ({ agent: agent.id, file })),
  ),
);

for (const { agent, file } of [...usual, ...connected]) {
  const installer = installers.get(agent);
  if (installer === undefined) {
    continue;
  }
  const change = await planChange(disk, file, (text) => installer.remove(file, text));
  if (isProblem(change) || change.before === change.after) {
    continue;
  }
  await writeChange(disk, change);
}
