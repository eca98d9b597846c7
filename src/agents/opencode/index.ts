/** opencode: our plugin steers it; its database suffices to observe it. */
import { knownOpenCode } from './known.js';
import { distributionAgent } from './reader.js';

export const openCode = distributionAgent(knownOpenCode);
