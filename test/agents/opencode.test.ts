/** opencode, the real program: see harness/distribution.ts. */
import { openCodeDistribution } from '../../src/agents/opencode/index.js';
import { describeDistribution } from './harness/distribution.js';

describeDistribution({
  ...openCodeDistribution,
  env: {
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  },
  isLeftAlone: true,
});
