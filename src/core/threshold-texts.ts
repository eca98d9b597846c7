/** What each preset and threshold means: Markdown for the settings page, written into the manifest and no part of what is loaded. */
import type { Preset, ThresholdKey } from './thresholds.js';

export const presetTexts: Record<Preset, string> = {
  'balanced': 'Turnwatch’s own combination: compares content, ignores packaging, warns early, never alarms at honest searching.',
  'progress-detector': 'One rule only: so many steps in a row without a change of the repository, an edit or a long new result.',
  'stuck-heuristics': 'One rule only: after many hops of a task, the same action several times in a row and no progress for some minutes.',
  'group-loops': 'One rule only: the latest responses, some with several calls, hold the same calls with the same results or errors.',
  'patterns': 'Five simple patterns: the same result, the same failing action, the same message, two steps in turns, condensing again and again.',
};

export const thresholdTexts: Record<ThresholdKey, string> = {
  'progressDetector.steps': 'Preset `progress-detector`: this many steps in a row without progress are a stalled turn.',
  'progressDetector.minLength': 'Preset `progress-detector`: a successful result of at least this many characters that is new in the turn counts as progress.',
  'stuckHeuristics.repeats': 'Preset `stuck-heuristics`: the same action this many times in a row is a repetition; twice as many actions are needed to judge a task.',
  'stuckHeuristics.windowSeconds': 'Preset `stuck-heuristics`: progress within this time means that the task is not stuck, whatever repeats.',
  'stuckHeuristics.maxHops': 'Preset `stuck-heuristics`: from this many hops on (steps, where no dispatcher counts them) a repetition without progress is a stalled turn.',
  'stuckHeuristics.history': 'Preset `stuck-heuristics`: how many of a task’s newest actions are kept to judge it by, and never fewer than twice the repeats.',
  'groupLoops.minEvents': 'Preset `group-loops`: nothing is judged before this many messages, calls and results since your last message.',
  'groupLoops.errorGroups': 'Preset `group-loops`: the same calls with the same errors in each of the latest steps, this many, are an error loop if the steps hold more calls than that.',
  'groupLoops.observationGroups': 'Preset `group-loops`: the same calls with the same results in each of the latest steps, this many, are a loop if the steps hold more calls than that.',
  'patterns.sameResult': 'Preset `patterns`: the same action with the same result in this many steps in a row is a loop.',
  'patterns.sameError': 'Preset `patterns`: the same action failing in this many steps in a row, whatever the error says, is an error loop.',
  'patterns.monologue': 'Preset `patterns`: this many messages of the agent in a row with the same text, and no tool call between, are a stalled turn.',
  'patterns.alternating': 'Preset `patterns`: two different steps taking turns with the same results, over this many steps, are a loop.',
  'patterns.condensations': 'Preset `patterns`: this many condensations of the agent’s context with nothing between them are a stalled turn.',
  'balanced.idleSteps': 'Preset `balanced`: this many steps in a row that bring nothing new, half of them repeats or no-ops, are a stalled turn.',
  'balanced.emptySteps': 'Preset `balanced`: this many steps in a row made only of no-ops and repeats that bring nothing new are a stalled turn.',
  'balanced.sameResult': 'Preset `balanced`: the same call with the same result in this many steps, with no change of files between, is a loop.',
  'balanced.cycleRounds': 'Preset `balanced`: the same round of several steps with the same results, this many times in a row, is a loop.',
  'balanced.sameError': 'Preset `balanced`: the same call failing, or the same error for varying arguments, in this many steps is an error loop.',
  'balanced.equalTests': 'Preset `balanced`: this many test runs with the same failing tests, though files were edited between them, are a stalled turn.',
  'balanced.equalRuns': 'Preset `balanced`: this many runs of one command with the same failing output, though files were edited between them, are a stalled turn.',
  'balanced.returns': 'Preset `balanced`: a file’s earlier content coming back this many times is an oscillation.',
  'balanced.condensations': 'Preset `balanced`: this many condensations of the agent’s context with nothing between them are a stalled turn.',
  'balanced.silenceMinutes': 'Preset `balanced`: a turn that shows no sign for this long, with no tool running and nobody waited for, is marked *watch*.',
  'balanced.jobMinutes': 'Preset `balanced`: how long a turn may wait for an unchanged background job before it counts as stalled.',
  'balanced.waitSeconds': 'Preset `balanced`: after this long a wait for permission, input or a job is shown as *waiting*.',
};
