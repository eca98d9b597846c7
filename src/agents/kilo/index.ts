/** Kilo: opencode's plugin and database under its own names. */
import { distributionAgent } from '../opencode/reader.js';
import { knownKilo } from './known.js';

export const kilo = distributionAgent(knownKilo);
