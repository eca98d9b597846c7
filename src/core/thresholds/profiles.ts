/**
 * Profiles of agents: thresholds that differ from the defaults because an agent's own guards or habits do. Everything above
 * them (settings of the person, what was learned) goes before them. An entry needs a fact about the agent that makes
 * another value right, and the fact stands beside it.
 *
 * Considered and left at the default: Kimi Code reminds its model by itself at the third identical call. The fourth call is
 * the first that was made after reading that reminder, which is where `balanced.sameResult` stands for every agent.
 */
import type { ThresholdSet } from './thresholds.js';

export type Profiles = Readonly<Record<string, ThresholdSet>>;

export const profiles: Profiles = {};

export function profileOf(agent: string, known: Profiles = profiles): ThresholdSet {
  return Object.hasOwn(known, agent) ? (known[agent] ?? {}) : {};
}
