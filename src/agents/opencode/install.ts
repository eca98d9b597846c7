/** Our plugin as a separate file in the agent's folder; the person's files stay untouched. */
import { dirname, join } from 'node:path';
import type { HookInstall } from '../agent.js';
import { agentHeader, CLIENT_CONFIG } from '../install/hook-names.js';
import { addOwnFile, ownFileStatus, removeOwnFile } from '../install/own-file.js';
import type { Distribution } from './distribution.js';
import template from './turnwatch.plugin.js';

/** `folder`: absolute path of the folder that the hook client reads. */
export function pluginText({ id, name }: Distribution, folder: string): string {
  return template
    .replace('{header}', () => agentHeader(id))
    .replaceAll('{name}', () => name)
    .replace("'{agent}'", () => JSON.stringify(id))
    .replace("'{client}'", () => JSON.stringify(join(folder, CLIENT_CONFIG)));
}

export function pluginInstall(distribution: Distribution): HookInstall {
  return {
    // no client program: the plugin sends its own requests
    needs: [],
    // the agent installs this beside any plugin, and waits for it at every start
    awaits: (file) => join(dirname(dirname(file)), 'node_modules', distribution.pluginPackage),
    add: (_file, text, client) => addOwnFile(text, pluginText(distribution, client.dir)),
    remove: (_file, text) => removeOwnFile(text),
    status: (_file, text, client) => ownFileStatus(text, pluginText(distribution, client.dir)),
  };
}
