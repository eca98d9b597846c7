/** What each preset and threshold is called and means: for the settings page (written into the manifest) and the thresholds panel. No part of what is loaded at activation. */
import {
  presets,
  thresholdKeys,
  thresholdSpecs,
  type Preset,
  type ThresholdKey,
} from './thresholds.js';

export const presetTitles: Record<Preset, string> = {
  balanced: 'Balanced',
  'progress-detector': 'Progress detector',
  'stuck-heuristics': 'Stuck heuristics',
  'group-loops': 'Group loops',
  patterns: 'Patterns',
};

export const presetTexts: Record<Preset, string> = {
  balanced:
    'Turnwatch’s own combination: compares content, ignores packaging, warns early, never alarms at honest searching.',
  'progress-detector':
    'One rule only: so many steps in a row without a change of the repository, an edit or a long new result.',
  'stuck-heuristics':
    'One rule only: after many hops of a task, the same action several times in a row and no progress for some minutes.',
  'group-loops':
    'One rule only: the latest responses, some with several calls, hold the same calls with the same results or errors.',
  patterns:
    'Five simple patterns: the same result, the same failing action, the same message, two steps in turns, condensing again and again.',
};

interface ThresholdText {
  title: string;
  text: string;
}

export const thresholdTexts: Record<ThresholdKey, ThresholdText> = {
  'progressDetector.steps': {
    title: 'Steps without progress',
    text: 'This many steps in a row without progress are a stalled turn.',
  },
  'progressDetector.minLength': {
    title: 'Length of new information',
    text: 'A successful result of at least this many characters that is new in the turn counts as progress.',
  },
  'stuckHeuristics.repeats': {
    title: 'Same action in a row',
    text: 'The same action this many times in a row is a repetition; twice as many actions are needed to judge a task.',
  },
  'stuckHeuristics.windowSeconds': {
    title: 'Time since the last progress',
    text: 'Progress within this time means that the task is not stuck, whatever repeats.',
  },
  'stuckHeuristics.maxHops': {
    title: 'Hops of a task',
    text: 'From this many hops on (steps, where no dispatcher counts them) a repetition without progress is a stalled turn.',
  },
  'stuckHeuristics.history': {
    title: 'Actions looked back on',
    text: 'How many of a task’s newest actions are kept to judge it by, and never fewer than twice the repeats.',
  },
  'groupLoops.minEvents': {
    title: 'Events before judging',
    text: 'Nothing is judged before this many messages, calls and results since your last message.',
  },
  'groupLoops.errorGroups': {
    title: 'Steps with the same errors',
    text: 'The same calls with the same errors in each of the latest steps, this many, are an error loop if the steps hold more calls than that.',
  },
  'groupLoops.observationGroups': {
    title: 'Steps with the same results',
    text: 'The same calls with the same results in each of the latest steps, this many, are a loop if the steps hold more calls than that.',
  },
  'patterns.sameResult': {
    title: 'Same action, same result',
    text: 'The same action with the same result in this many steps in a row is a loop.',
  },
  'patterns.sameError': {
    title: 'Same action failing',
    text: 'The same action failing in this many steps in a row, whatever the error says, is an error loop.',
  },
  'patterns.monologue': {
    title: 'Same message',
    text: 'This many messages of the agent in a row with the same text, and no tool call between, are a stalled turn.',
  },
  'patterns.alternating': {
    title: 'Two steps taking turns',
    text: 'Two different steps taking turns with the same results, over this many steps, are a loop.',
  },
  'patterns.condensations': {
    title: 'Context condensed again',
    text: 'This many condensations of the agent’s context with nothing between them are a stalled turn.',
  },
  'balanced.idleSteps': {
    title: 'Steps without progress',
    text: 'This many steps in a row that bring nothing new, half of them repeats or no-ops, are a stalled turn.',
  },
  'balanced.emptySteps': {
    title: 'Empty or repeated steps',
    text: 'This many steps in a row made only of no-ops and repeats that bring nothing new are a stalled turn.',
  },
  'balanced.sameResult': {
    title: 'Same call, same result',
    text: 'The same call with the same result in this many steps, with no change of files between, is a loop.',
  },
  'balanced.cycleRounds': {
    title: 'Same round of steps',
    text: 'The same round of several steps with the same results, this many times in a row, is a loop.',
  },
  'balanced.sameError': {
    title: 'Same error',
    text: 'The same call failing, or the same error for varying arguments, in this many steps is an error loop.',
  },
  'balanced.equalTests': {
    title: 'Same tests failing',
    text: 'This many test runs with the same failing tests, though files were edited between them, are a stalled turn.',
  },
  'balanced.equalRuns': {
    title: 'Same failing run',
    text: 'This many runs of one command with the same failing output, though files were edited between them, are a stalled turn.',
  },
  'balanced.returns': {
    title: 'Content back again',
    text: 'A file’s earlier content coming back this many times is an oscillation.',
  },
  'balanced.condensations': {
    title: 'Context condensed again',
    text: 'This many condensations of the agent’s context with nothing between them are a stalled turn.',
  },
  'balanced.silenceMinutes': {
    title: 'Silence',
    text: 'A turn that shows no sign for this long, with no tool running and nobody waited for, gets the early warning “watch”.',
  },
  'balanced.jobMinutes': {
    title: 'Unchanged background job',
    text: 'How long a turn may wait for an unchanged background job before it counts as stalled.',
  },
  'balanced.waitSeconds': {
    title: 'Wait for you or a job',
    text: 'After this long a wait for permission, input or a job is shown as “waiting”.',
  },
};

/** What belongs together in the panel, in its order. Each threshold of a preset stands in one of its groups. */
export const thresholdGroups = {
  loops: {
    title: 'Loops',
    keys: ['balanced.sameResult', 'balanced.cycleRounds', 'balanced.sameError'],
  },
  progress: { title: 'Progress', keys: ['balanced.idleSteps', 'balanced.emptySteps'] },
  edits: {
    title: 'Edits and tests',
    keys: ['balanced.equalTests', 'balanced.equalRuns', 'balanced.returns'],
  },
  context: {
    title: 'Context, silence and waiting',
    keys: [
      'balanced.condensations',
      'balanced.silenceMinutes',
      'balanced.jobMinutes',
      'balanced.waitSeconds',
    ],
  },
} as const satisfies Record<string, { title: string; keys: readonly ThresholdKey[] }>;

export type ThresholdGroup = keyof typeof thresholdGroups;

/** For the settings page, in Markdown: there each stands alone, so it says with which preset it counts. */
export function settingText(key: ThresholdKey): string {
  return `${thresholdTexts[key].text} Counts while \`#turnwatch.preset#\` is \`${thresholdSpecs[key].preset}\`.`;
}

/** Every text by an id, as the panel asks for them. */
export function thresholdTextsById(): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const id of presets) {
    texts[`preset.${id}`] = presetTitles[id];
    texts[`preset.${id}.text`] = presetTexts[id];
  }
  for (const key of thresholdKeys) {
    texts[`threshold.${key}`] = thresholdTexts[key].title;
    texts[`threshold.${key}.text`] = thresholdTexts[key].text;
  }
  for (const [id, { title }] of Object.entries(thresholdGroups)) {
    texts[`group.${id}`] = title;
  }
  return texts;
}
