/** Our plugin as a file of its own in opencode's folder: no file of the person's is touched. */
import { dirname, join } from 'node:path';
import type { HookInstall } from '../agent.js';
import { CLIENT_CONFIG } from '../install/hook-client.js';
import { addOwnFile, ownFileStatus, removeOwnFile } from '../install/own-file.js';
import template from './turnwatch.plugin.js';

/** `folder`: absolute path of the folder that the hook client reads. */
export function pluginText(folder: string): string {
  return template.replace("'{client}'", () => JSON.stringify(join(folder, CLIENT_CONFIG)));
}

export const openCodeInstall: HookInstall = {
  // the plugin sends its own requests: no program is needed
  needs: [],
  // installed beside any plugin, and awaited at every start
  awaits: (file) => join(dirname(dirname(file)), 'node_modules', '@opencode-ai', 'plugin'),
  add: (_file, text, client) => addOwnFile(text, pluginText(client.dir)),
  remove: (_file, text) => removeOwnFile(text),
  status: (_file, text, client) => ownFileStatus(text, pluginText(client.dir)),
};
