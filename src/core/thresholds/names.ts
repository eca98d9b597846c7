/** The short name of every threshold: its counter's, if it has one. */
import type { ThresholdKey } from './thresholds.js';
import type { PersonTextId } from '../view/wording.js';

export const thresholdNames: Record<ThresholdKey, PersonTextId> = {
  'progressDetector.steps': 'counter.no-progress',
  'progressDetector.minLength': 'threshold.length',
  'stuckHeuristics.repeats': 'counter.repeats',
  'stuckHeuristics.windowSeconds': 'threshold.window',
  'stuckHeuristics.maxHops': 'counter.hops',
  'stuckHeuristics.history': 'threshold.history',
  'groupLoops.minEvents': 'threshold.events',
  'groupLoops.errorGroups': 'counter.group-errors',
  'groupLoops.observationGroups': 'counter.group-results',
  'patterns.sameResult': 'counter.loop',
  'patterns.sameError': 'counter.same-failure',
  'patterns.monologue': 'threshold.monologue',
  'patterns.alternating': 'counter.alternating',
  'patterns.condensations': 'threshold.condensations',
  'balanced.idleSteps': 'counter.no-progress',
  'balanced.emptySteps': 'counter.empty',
  'balanced.sameResult': 'counter.loop',
  'balanced.cycleRounds': 'threshold.rounds',
  'balanced.sameError': 'counter.error-loop',
  'balanced.equalTests': 'counter.edit-test',
  'balanced.equalRuns': 'threshold.runs',
  'balanced.returns': 'counter.oscillation',
  'balanced.condensations': 'threshold.condensations',
  'balanced.silenceMinutes': 'threshold.silence',
  'balanced.jobMinutes': 'threshold.job',
  'balanced.waitSeconds': 'threshold.wait',
};
