/** Our plugin as a separate file in opencode's folder; the person's files stay untouched. */
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
  // no client program: the plugin sends its own requests
  needs: [],
  // opencode installs these beside any plugin, and waits for them at every start
  awaits: (file) => join(dirname(dirname(file)), 'node_modules', '@opencode-ai', 'plugin'),
  add: (_file, text, client) => addOwnFile(text, pluginText(client.dir)),
  remove: (_file, text) => removeOwnFile(text),
  status: (_file, text, client) => ownFileStatus(text, pluginText(client.dir)),
};
