/** opencode, and how the programs built from its source are defined: our plugin steers them; their database suffices to observe them. */
import { defineAgent, type AgentDefinition } from '../definition.js';
import { named } from '../live/log-folders.js';
import { dataFolder, pluginFile, type Distribution } from './distribution.js';

export const openCodeDistribution: Distribution = {
  id: 'opencode',
  name: 'opencode',
  app: 'opencode',
  pluginPackage: '@opencode-ai/plugin',
  resumes: true,
  config: 'opencode.json',
  readme: {
    row: [
      'plugin file',
      'with the next request',
      'tool choice none in the next request; calls denied',
      'aborts the session',
      '1.18.33',
    ],
    relay: ['opencode', '`baseURL` of your provider in `opencode.json`', 'OpenAI'],
    note: '**opencode** is watched by its database, read-only. It installs its own package (`@opencode-ai/plugin`) as soon as it has any plugin, and each start waits until that succeeds: a few seconds once, or about a minute at every start while offline. Connect tells you if the package is missing.',
  },
};

export const openCode = defineDistribution(openCodeDistribution);

export function defineDistribution(distribution: Distribution): AgentDefinition {
  const { id, name, app, config, readme } = distribution;
  return defineAgent({
    id,
    name,
    capabilities: { textOnly: 'request', stop: true, guide: true },
    home: (where) => dataFolder(app, where),
    process: new RegExp(`\\b${app}\\b`),
    logs: {
      kind: 'database',
      folders: (where) => Promise.resolve([dataFolder(app, where)]),
      accepts: (file) => named(file, new RegExp(`^${app}(?:-[\\w.-]+)?\\.db$`)),
    },
    places: (where) => [{ scope: 'user', files: [pluginFile(app, where)], offered: true }],
    hooksApply: 'next-session',
    relay: { upstream: 'https://api.openai.com/v1', place: config, lines: providerLines },
    readme,
    load: async () => (await import('./payload.js')).readDistribution(distribution),
    install: async () => (await import('./install.js')).pluginInstall(distribution),
    recordings: async () => {
      const [{ exportFormats }, { databaseFormat }] = await Promise.all([
        import('./recordings.js'),
        import('./database.js'),
      ]);
      // what Kilo exports is like opencode's, and read as that
      const exports = distribution.ownTable === undefined ? exportFormats(id) : [];
      return [...exports, databaseFormat(distribution)];
    },
  });
}

function providerLines(address: string): string {
  const lines = JSON.stringify(
    { provider: { openai: { options: { baseURL: address } } } },
    null,
    2,
  );
  return `// replace "openai" with your provider's name if your model is not OpenAI's\n${lines}\n`;
}
