/** opencode, known before any session. */
import { knownDistribution, type Distribution } from './distribution.js';

export const openCodeDistribution: Distribution = {
  id: 'opencode',
  name: 'opencode',
  app: 'opencode',
  pluginPackage: '@opencode-ai/plugin',
};

export const knownOpenCode = knownDistribution(openCodeDistribution);
