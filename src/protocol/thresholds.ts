/** Typed messages between the extension host and the thresholds panel. The host checks what the panel posts; the panel trusts its host. */
import type { Preset, ThresholdKey, ThresholdOrigin } from '../core/thresholds/thresholds.js';
import type { WhatIf } from '../core/thresholds/what-if.js';

/** The panel's own texts; names and descriptions of thresholds come from core/thresholds/texts.ts. */
export const panelTexts = {
  'panel.title': 'Thresholds',
  'panel.intro':
    'When a turn counts as stalled. Changes are saved as VS Code settings and apply from the next step of a running turn.',
  'panel.preset': 'Preset',
  'panel.preset.reset': 'Reset preset',
  'panel.presetInForce': '{preset} (in effect)',
  'panel.preset.all': 'The preset applies to all agents.',
  'panel.agent': 'Agent',
  'panel.agent.all': 'All agents',
  'panel.agent.text':
    'Values for one agent override those for all agents. Answers such as False Alarm don’t change them.',
  'panel.scope': 'Save changes to',
  'scope.user': 'User',
  'scope.workspace': 'Workspace',
  'scope.none': 'No folder is open, so changes go to the user settings.',
  'panel.openSettings': 'Open Settings',
  'panel.resetAll': 'Reset all',
  'panel.resetAll.user': 'Reset all thresholds in the user settings',
  'panel.resetAll.workspace': 'Reset all thresholds in the workspace settings',
  'panel.undo': 'Undo',
  'panel.notInForce': 'Not in effect: these thresholds apply only while their preset is selected.',
  'row.reset': 'Reset',
  'row.reset.user': 'Reset “{title}” in the user settings',
  'row.reset.workspace': 'Reset “{title}” in the workspace settings',
  'row.forget': 'Forget what was learned',
  'row.label': '{title}, in {unit}, {min} to {max}',
  'row.bounds': '{min} to {max}, default {usual}',
  'row.inForce': '{value} in effect, {origin}.',
  'row.others': 'Other values in effect: {list}.',
  'row.other': '{agent} {value} ({origin})',
  'row.wrong': 'Enter a whole number from {min} to {max}.',
  'row.saveHint': 'Enter to save, Escape to cancel.',
  'row.alsoUser': 'Also set in: User ({value})',
  'row.alsoWorkspace': 'Also set in: Workspace ({value})',
  'origin.default': 'default',
  'origin.profile': 'from the agent’s profile',
  'origin.recording': 'from the recording',
  'origin.user': 'from the user settings',
  'origin.workspace': 'from the workspace settings',
  'origin.agent': 'set for this agent',
  'origin.learned': 'learned from answers and outcomes',
  'origin.option': 'from the command line',
  'unit.steps': 'steps',
  'unit.calls': 'calls',
  'unit.hops': 'hops',
  'unit.events': 'events',
  'unit.messages': 'messages',
  'unit.turns': 'turns',
  'unit.sub-agents': 'sub-agents',
  'unit.tokens': 'tokens',
  'unit.levels': 'levels',
  'unit.times': 'times',
  'unit.characters': 'characters',
  'unit.seconds': 'seconds',
  'unit.minutes': 'minutes',
  'whatIf.title': 'What if',
  'whatIf.live': '{agent}’s newest turn, {steps} steps so far',
  'whatIf.recorded': 'Recorded run {file}, {steps} steps',
  'whatIf.none': 'No turn to try settings on. Run an agent or open a recorded run.',
  'whatIf.newest': 'Covers only its newest {count} events.',
  'whatIf.ended': 'Its recording has reached its limit; later steps aren’t covered.',
  'whatIf.slow': 'Too long to replay in full: covers only the first {count} events.',
  'whatIf.stalled': 'Fires at step {step}',
  'whatIf.waited': 'Shows waiting at step {step}',
  'whatIf.watch': 'Warns at step {step}',
  'whatIf.quiet': 'Does not fire',
  'whatIf.now.stalled': 'Stalls at step {step}',
  'whatIf.now.watch': 'Only warns at step {step}',
  'whatIf.now.quiet': 'Does not stall',
  'whatIf.turn.stalled': 'Would stall at step {step}',
  'whatIf.turn.watch': 'Would only warn at step {step}',
  'whatIf.turn.quiet': 'Would not stall',
  'whatIf.edited': 'With {value}: {outcome} (with {inForce}: {before})',
  'whatIf.edited.stalled': 'step {step}',
  'whatIf.edited.waiting': 'waiting at step {step}',
  'whatIf.edited.watch': 'warning at step {step}',
  'whatIf.edited.stalled.none': 'no stall',
  'whatIf.edited.waiting.none': 'no waiting',
  'whatIf.edited.watch.none': 'no warning',
  'notice.reset.one': 'One threshold was reset.',
  'notice.reset.many': '{count} thresholds were reset.',
  'notice.reset.none': 'No thresholds were set there.',
  'notice.refused': 'VS Code couldn’t save the setting: {reason}',
} as const;
export type PanelTextId = keyof typeof panelTexts;

export type Scope = 'user' | 'workspace';

/** One threshold for the selected agent, or for all. */
export interface ThresholdState {
  key: ThresholdKey;
  /** Values from the settings, where valid. */
  user?: number | undefined;
  workspace?: number | undefined;
  inForce: number;
  origin: ThresholdOrigin;
  /** If all agents are selected: those with a different value in force. */
  others: { agent: string; value: number; origin: ThresholdOrigin }[];
}

export interface ThresholdsState {
  /** Id and name of each selectable agent. */
  agents: { id: string; name: string }[];
  /** Absent: all agents. */
  agent?: string | undefined;
  hasWorkspace: boolean;
  preset: { inForce: Preset; user?: Preset | undefined; workspace?: Preset | undefined };
  thresholds: ThresholdState[];
}

/** Unsaved values that the person is trying. */
export interface Draft {
  key: ThresholdKey;
  value: number;
}

/** The turn or run that settings are tried on. */
export interface Basis {
  kind: 'live' | 'recorded';
  agent: string;
  file?: string;
  steps: number;
  /** Set if only a part is covered: the newest events, those before the recording stopped, or the first ones. */
  covers?: { part: 'newest' | 'before-end' | 'first'; count: number } | undefined;
}

export interface WhatIfAnswer {
  basis: Basis;
  /** By preset, each with the values in force. Those not computed yet are absent. */
  presets: Partial<Record<Preset, WhatIf>>;
  /** With the draft's value, under the preset in force or, for a threshold of another, under that one. */
  edited?: { draft: Draft; result: WhatIf };
}

export type ToPanel =
  | { type: 'texts'; locale: string; texts: Record<string, string> }
  | { type: 'state'; state: ThresholdsState }
  /** Without an answer there is nothing to try settings on. */
  | { type: 'what-if'; answer?: WhatIfAnswer | undefined }
  | { type: 'notice'; text: PanelTextId; params?: Record<string, string | number>; undo: boolean };

/** An optional field may be absent or undefined: messages between host and page travel as JSON. */
export type FromPanel =
  | { type: 'ready'; agent?: string | undefined }
  | { type: 'agent'; agent?: string | undefined }
  /** Reset if there is no value. */
  | {
      type: 'set';
      scope: Scope;
      agent?: string | undefined;
      key: ThresholdKey;
      value?: number | undefined;
    }
  | { type: 'preset'; scope: Scope; preset?: Preset | undefined }
  | { type: 'reset-all'; scope: Scope; agent?: string | undefined }
  | { type: 'forget'; agent: string; key: ThresholdKey }
  | { type: 'undo' }
  | { type: 'try'; draft?: Draft | undefined }
  | { type: 'open-settings' };
