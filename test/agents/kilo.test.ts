/** Kilo, the real program: see harness/distribution.ts. */
import { kiloDistribution } from '../../src/agents/kilo/known.js';
import { describeDistribution } from './harness/distribution.js';

describeDistribution({
  ...kiloDistribution,
  env: {
    KILO_DISABLE_AUTOUPDATE: '1',
    KILO_DISABLE_MODELS_FETCH: '1',
    KILO_DISABLE_LSP_DOWNLOAD: '1',
    KILO_DISABLE_DEFAULT_PLUGINS: '1',
    KILO_DISABLE_SESSION_INGEST: '1',
    KILO_DISABLE_CLAUDE_CODE: '1',
    KILO_TELEMETRY_LEVEL: 'off',
    // nobody is there, and the agent is told so at once
    KILO_API_URL: 'http://127.0.0.1:9',
  },
  isLeftAlone: false,
});
