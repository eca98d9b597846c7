/** Kilo: opencode's plugin and database under its own names. */
import type { Distribution } from '../opencode/distribution.js';
import { defineDistribution } from '../opencode/index.js';

export const kiloDistribution: Distribution = {
  id: 'kilo',
  name: 'Kilo',
  app: 'kilo',
  pluginPackage: '@kilocode/plugin',
  ownTable: 'kilo_board',
  config: 'kilo.json',
  readme: {
    row: ['as opencode', '″', '″', '″', '7.7.9'],
    relay: [
      'Kilo',
      '`baseURL` of your provider in `kilo.json`; one in `opencode.json` overrides it',
      'OpenAI',
    ],
    note: '**Kilo** is watched and connected as opencode is; its own package is `@kilocode/plugin`.',
  },
};

export const kilo = defineDistribution(kiloDistribution);
