/** Kilo, built from opencode: what it calls its own. */
import { knownDistribution, type Distribution } from '../opencode/distribution.js';

export const kiloDistribution: Distribution = {
  id: 'kilo',
  name: 'Kilo',
  app: 'kilo',
  pluginPackage: '@kilocode/plugin',
  ownTable: 'kilo_board',
};

export const knownKilo = knownDistribution(kiloDistribution);
