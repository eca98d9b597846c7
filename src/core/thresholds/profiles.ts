/**
 * Profiles of agents: thresholds that differ from the defaults because an agent's own guards or habits do. Everything above
 * them (the person's settings, learned values) overrides them. An entry needs a fact about the agent that makes
 * another value right, stated beside it.
 *
 * Considered and left at the default: Kimi Code itself reminds its model at the third identical call. The fourth call is
 * the first made after that reminder, and `balanced.sameResult` is 4 for every agent.
 */
import type { ThresholdSet } from './thresholds.js';

export type Profiles = Readonly<Record<string, ThresholdSet>>;

export const profiles: Profiles = {};

export function profileOf(agent: string, known: Profiles = profiles): ThresholdSet {
  return Object.hasOwn(known, agent) ? (known[agent] ?? {}) : {};
}
