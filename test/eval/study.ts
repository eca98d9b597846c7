/**
 * Runs in which other people marked three or more repetitions in a row: the labels of pairs of actions in the data of "Understanding
 * Software Engineering Agents: A Study of Thought-Action-Result Trajectories" (sola-st/llm-agents-study, MIT).
 */
import type { Judged } from './score.js';

const markedRuns = [
  'openhands__sympy__sympy-13915',
  'repairagent__experiment_409_Closure_3',
  'repairagent__experiment_409_Closure_80',
  'repairagent__experiment_427_Math_28',
  'repairagent__experiment_432_Jsoup_74',
  'repairagent__experiment_445_Closure_141',
  'repairagent__experiment_445_Closure_54',
  'repairagent__experiment_469_Math_44',
  'repairagent__experiment_478_JxPath_9',
  'repairagent__experiment_494_Lang_36',
  'repairagent__experiment_513_JacksonDatabind_35',
].map((name) => `/llm-agents-study-${name}.jsonl`);

export function isMarkedByStudy({ file }: Pick<Judged, 'file'>): boolean {
  return markedRuns.some((name) => file.endsWith(name));
}
