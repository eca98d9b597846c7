/** Our plugins: one file of ours in the agent's folder, which runs in the agent's own process; the person's files stay untouched. */
import { join } from 'node:path';
import type { HookClient, HookInstall } from '../agent.js';
import type { AgentDefinition } from '../definition.js';
import asking from './asking.plugin.js';
import holding from './holding.plugin.js';
import { agentHeader, CLIENT_CONFIG } from './hook-names.js';
import { addOwnFile, ownFileStatus, removeOwnFile } from './own-file.js';

type PluginAgent = Pick<AgentDefinition, 'id' | 'name'>;

/** The import of a part that plugins share: a plugin is one file. */
const importOfPart =
  /^import \{[^}]*\} from '\.\.?(?:\/install)?\/(asking|holding)\.plugin\.js';\n/gm;
const parts = { asking, holding };

/** `template`: the agent's own part. `folder`: absolute path of the folder that the hook client reads. */
export function pluginText(template: string, { id, name }: PluginAgent, folder: string): string {
  return withParts(template, new Set())
    .replace('{header}', () => agentHeader(id))
    .replaceAll('{name}', () => name)
    .replace("'{agent}'", () => JSON.stringify(id))
    .replace("'{client}'", () => JSON.stringify(join(folder, CLIENT_CONFIG)));
}

/** Each where it is first imported. `known`: those that the text has. */
function withParts(text: string, known: Set<keyof typeof parts>): string {
  return text.replaceAll(importOfPart, (_, name: keyof typeof parts) => {
    const isKnown = known.has(name);
    known.add(name);
    const part = parts[name].replace(/^(?:\/\/.*\n)+/, '').replaceAll(/^export /gm, '');
    return isKnown ? '' : withParts(part, known);
  });
}

/** `prompts`: follows where the person answers prompts in the window. */
export function installPlugin(template: string, agent: PluginAgent, prompts = ''): HookInstall {
  const wanted = ({ dir, answersPrompts }: HookClient): string =>
    pluginText(answersPrompts === true ? template + prompts : template, agent, dir);
  return {
    // no client program: the plugin sends its own requests
    needs: [],
    add: (_file, text, client) => addOwnFile(text, wanted(client)),
    remove: (_file, text) => removeOwnFile(text),
    status: (_file, text, client) => ownFileStatus(text, wanted(client)),
  };
}
