/** The short name of every threshold: its counter's, if it has one; and its values for the person. */
import { thresholdSpecs, type ThresholdKey, type ThresholdSpec } from './thresholds.js';
import type { Message, PersonTextId } from '../view/wording.js';

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
  'balanced.fruitlessSteps': 'counter.fruitless',
  'balanced.sameResult': 'counter.loop',
  'balanced.cycleRounds': 'threshold.rounds',
  'balanced.sameError': 'counter.error-loop',
  'balanced.equalTests': 'counter.edit-test',
  'balanced.equalRuns': 'threshold.runs',
  'balanced.returns': 'counter.oscillation',
  'balanced.pressedSteps': 'threshold.pressed-steps',
  'balanced.condensations': 'threshold.condensations',
  'balanced.condensationRounds': 'counter.condensation-rounds',
  'balanced.repeatedText': 'threshold.repeated-text',
  'balanced.turns': 'counter.turns',
  'balanced.failedTurns': 'counter.failed-turns',
  'balanced.children': 'counter.children',
  'balanced.samePrompt': 'threshold.same-prompt',
  'balanced.childDepth': 'threshold.child-depth',
  'balanced.limitMinutes': 'counter.limit.minutes',
  'balanced.limitSteps': 'counter.limit.steps',
  'balanced.limitTokens': 'counter.limit.tokens',
  'balanced.limitChildren': 'counter.limit.children',
  'balanced.limitLevel': 'threshold.limit-level',
  'balanced.silenceMinutes': 'counter.silence',
  'balanced.callMinutes': 'counter.hung-call',
  'balanced.promptSeconds': 'threshold.prompt',
  'balanced.jobMinutes': 'threshold.job',
  'balanced.waitSeconds': 'threshold.wait',
};

/** With the unit, where the name of the threshold does not say what it counts. */
export function amount(value: number, unit: ThresholdSpec['unit']): number | Message {
  switch (unit) {
    case 'minutes':
      return { id: 'amount.minutes', params: { value } };
    case 'seconds':
      return { id: 'amount.seconds', params: { value } };
    default:
      return value;
  }
}

export function describeAmount(key: ThresholdKey, value: number): number | Message {
  return amount(value, thresholdSpecs[key].unit);
}
