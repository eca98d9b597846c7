/** Our plugin in the agent's folder. */
import { dirname, join } from 'node:path';
import type { HookInstall } from '../agent.js';
import { installPlugin } from '../install/plugin-file.js';
import type { Distribution } from './distribution.js';
import prompts from './prompts.plugin.js';
import template from './turnwatch.plugin.js';

export function pluginInstall(distribution: Distribution): HookInstall {
  return {
    ...installPlugin(template, distribution, prompts),
    // the agent installs this beside any plugin, and waits for it at every start
    awaits: (file) => join(dirname(dirname(file)), 'node_modules', distribution.pluginPackage),
  };
}
