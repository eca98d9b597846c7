/** Kilo, the real program: see harness/distribution.ts. */
import { kiloDistribution } from '../../src/agents/kilo/index.js';
import { describeDistribution, kiloEnv } from './harness/distribution.js';

describeDistribution({
  ...kiloDistribution,
  env: kiloEnv,
  isLeftAlone: false,
});
