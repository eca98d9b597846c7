/** Names and descriptions of presets and thresholds, for the manifest and the thresholds panel. Not loaded at activation. */
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
    'Turnwatch’s own rules: they compare content rather than form, warn early and tolerate genuine searching.',
  'progress-detector':
    'One rule: too many steps in a row without a repository change, an edit or a long new result.',
  'stuck-heuristics':
    'One rule: after many hops of a task, the same action several times in a row and no progress for some minutes.',
  'group-loops':
    'One rule: the latest responses, some with several calls, make the same calls with the same results or errors.',
  patterns:
    'Five simple patterns: same result, same failing action, same message, two alternating steps, repeated context compaction.',
};

interface ThresholdText {
  title: string;
  text: string;
}

const thresholdTexts: Record<ThresholdKey, ThresholdText> = {
  'progressDetector.steps': {
    title: 'Steps without progress',
    text: 'A turn has stalled after this many steps in a row without progress.',
  },
  'progressDetector.minLength': {
    title: 'Length of new output',
    text: 'A successful result that is new in the turn counts as progress if it has at least this many characters.',
  },
  'stuckHeuristics.repeats': {
    title: 'Same action in a row',
    text: 'The same action this many times in a row is repetition. A task is judged once it has twice as many actions.',
  },
  'stuckHeuristics.windowSeconds': {
    title: 'Time since last progress',
    text: 'A task with progress within this time isn’t stuck, whatever repeats.',
  },
  'stuckHeuristics.maxHops': {
    title: 'Task hops',
    text: 'After this many hops (steps, if no dispatcher counts hops), repetition without progress is a stall.',
  },
  'stuckHeuristics.history': {
    title: 'Remembered actions',
    text: 'How many of a task’s latest actions are remembered; at least twice the number of repeats.',
  },
  'groupLoops.minEvents': {
    title: 'Events before judging',
    text: 'Nothing is judged until there are this many messages, calls and results since your last message.',
  },
  'groupLoops.errorGroups': {
    title: 'Steps with the same errors',
    text: 'This many steps in a row with the same calls and the same errors are an error loop, provided they contain more calls than steps.',
  },
  'groupLoops.observationGroups': {
    title: 'Steps with the same results',
    text: 'This many steps in a row with the same calls and the same results are a loop, provided they contain more calls than steps.',
  },
  'patterns.sameResult': {
    title: 'Same action, same result',
    text: 'The same action with the same result in this many steps in a row is a loop.',
  },
  'patterns.sameError': {
    title: 'Same action failing',
    text: 'The same action failing in this many steps in a row, whatever the error, is an error loop.',
  },
  'patterns.monologue': {
    title: 'Same message',
    text: 'A turn has stalled when the agent sends the same message this many times in a row without a tool call.',
  },
  'patterns.alternating': {
    title: 'Two alternating steps',
    text: 'Two steps that alternate with the same results for this many steps are a loop.',
  },
  'patterns.condensations': {
    title: 'Repeated compaction',
    text: 'A turn has stalled when the agent compacts its context this many times with nothing in between.',
  },
  'balanced.idleSteps': {
    title: 'Steps without progress',
    text: 'A turn has stalled after this many steps in a row that bring nothing new, at least half of them repeats or no-ops.',
  },
  'balanced.emptySteps': {
    title: 'Empty or repeated steps',
    text: 'A turn has stalled after this many steps in a row that are only no-ops or repeats; one fewer if none is a no-op.',
  },
  'balanced.fruitlessSteps': {
    title: 'Fruitless searching',
    text: 'A turn has stalled after this many steps in a row that found nothing, read nothing new and changed nothing.',
  },
  'balanced.sameResult': {
    title: 'Same call, same result',
    text: 'The same call with the same result in this many steps, with no file change in between, is a loop.',
  },
  'balanced.cycleRounds': {
    title: 'Same sequence of steps',
    text: 'The same sequence of steps with the same results, this many times in a row, is a loop.',
  },
  'balanced.sameError': {
    title: 'Same error',
    text: 'The same failing call, or the same error with varying arguments, in this many steps is an error loop.',
  },
  'balanced.equalTests': {
    title: 'Same tests failing',
    text: 'A turn has stalled when the same tests fail in this many runs despite edits.',
  },
  'balanced.equalRuns': {
    title: 'Same failing run',
    text: 'A turn has stalled when one command fails with the same output in this many runs despite edits.',
  },
  'balanced.returns': {
    title: 'File changed back',
    text: 'A file that returns to earlier content this many times is oscillating.',
  },
  'balanced.pressedSteps': {
    title: 'Steps after the early warning',
    text: 'Repeats, failures and empty results add up to an early warning; progress takes away from it. A turn has stalled after this many steps in a row that leave it full.',
  },
  'balanced.condensations': {
    title: 'Repeated compaction',
    text: 'A turn has stalled when the agent compacts its context this many times without a tool call in between.',
  },
  'balanced.condensationRounds': {
    title: 'Same reads after compaction',
    text: 'A turn has stalled when this many rounds, each up to a context compaction, read the same again and change nothing.',
  },
  'balanced.repeatedText': {
    title: 'Repeated text',
    text: 'A turn has stalled when one response repeats a short piece of text over this many characters.',
  },
  'balanced.turns': {
    title: 'Turns without anything new',
    text: 'This many turns in a row have stalled if their prompts are the same or only ask to continue, and nothing new comes of them.',
  },
  'balanced.failedTurns': {
    title: 'Failed turns',
    text: 'This many turns in a row have stalled if each ends in an error before any call is answered.',
  },
  'balanced.children': {
    title: 'Open sub-agents',
    text: 'More sub-agents open at once than this get an early warning (“Watch”); twice as many are a stall.',
  },
  'balanced.samePrompt': {
    title: 'Sub-agents with the same prompt',
    text: 'More sub-agents with the same prompt in one turn than this get an early warning (“Watch”); twice as many are a stall.',
  },
  'balanced.childDepth': {
    title: 'Nested sub-agents',
    text: 'Sub-agents nested deeper than this get an early warning (“Watch”); twice as deep is a stall.',
  },
  'balanced.limitMinutes': {
    title: 'Your limit: minutes per turn',
    text: 'Your own limit for the minutes of a turn, without the time in which it waits for you. 0: no limit.',
  },
  'balanced.limitSteps': {
    title: 'Your limit: steps per turn',
    text: 'Your own limit for the steps of a turn. 0: no limit.',
  },
  'balanced.limitTokens': {
    title: 'Your limit: tokens per turn',
    text: 'Your own limit for the tokens that a turn reads and writes, where the agent reports them. 0: no limit.',
  },
  'balanced.limitChildren': {
    title: 'Your limit: sub-agents per turn',
    text: 'Your own limit for the sub-agents that a turn starts. 0: no limit.',
  },
  'balanced.limitLevel': {
    title: 'What your limits do',
    text: 'When one of your own limits is reached: 1 gives an early warning (“Watch”), 2 counts the turn as stalled.',
  },
  'balanced.silenceMinutes': {
    title: 'Silence',
    text: 'A turn that is silent for this long, with no tool running and nothing to wait for, gets an early warning (“Watch”). It has stalled after three times as long.',
  },
  'balanced.callMinutes': {
    title: 'Running tool call',
    text: 'A turn has stalled when a tool call runs for this long with no sign of progress, unless the call sets a longer timeout. The early warning (“Watch”) comes after a third of it.',
  },
  'balanced.promptSeconds': {
    title: 'Program that waits for input',
    text: 'A program that waits for someone to type, such as an editor or a password prompt, gets an early warning (“Watch”) after this long. The turn has stalled after five times as long.',
  },
  'balanced.jobMinutes': {
    title: 'Unchanged background job',
    text: 'How long a turn may wait for an unchanged background job before it counts as stalled.',
  },
  'balanced.waitSeconds': {
    title: 'Waiting for you or a job',
    text: 'A wait for permission, input or a job is reported after this long: in the timeline, and by a notification where you want one. The state shows at once.',
  },
};

/** The panel's groups, in order; every threshold of a grouped preset is in exactly one. */
export const thresholdGroups = {
  loops: {
    title: 'Loops',
    keys: ['balanced.sameResult', 'balanced.cycleRounds', 'balanced.sameError'],
  },
  progress: {
    title: 'Progress',
    keys: [
      'balanced.idleSteps',
      'balanced.emptySteps',
      'balanced.fruitlessSteps',
      'balanced.pressedSteps',
    ],
  },
  edits: {
    title: 'Edits and tests',
    keys: ['balanced.equalTests', 'balanced.equalRuns', 'balanced.returns'],
  },
  turns: { title: 'Turns', keys: ['balanced.turns', 'balanced.failedTurns'] },
  children: {
    title: 'Sub-agents',
    keys: ['balanced.children', 'balanced.samePrompt', 'balanced.childDepth'],
  },
  limits: {
    title: 'Your own limits',
    keys: [
      'balanced.limitMinutes',
      'balanced.limitSteps',
      'balanced.limitTokens',
      'balanced.limitChildren',
      'balanced.limitLevel',
    ],
  },
  context: {
    title: 'Context, silence and waiting',
    keys: [
      'balanced.condensations',
      'balanced.condensationRounds',
      'balanced.repeatedText',
      'balanced.silenceMinutes',
      'balanced.callMinutes',
      'balanced.promptSeconds',
      'balanced.jobMinutes',
      'balanced.waitSeconds',
    ],
  },
} as const satisfies Record<string, { title: string; keys: readonly ThresholdKey[] }>;

export type ThresholdGroup = keyof typeof thresholdGroups;

/** Markdown for the settings page, where each threshold is listed alone: it names the preset it applies to. */
export function settingText(key: ThresholdKey): string {
  return `${thresholdTexts[key].text} Applies while \`#turnwatch.preset#\` is \`${thresholdSpecs[key].preset}\`.`;
}

/** Every text by its id in the panel. */
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
