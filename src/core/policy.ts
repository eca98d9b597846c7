/** The ladder of interventions: what to do now. (types; the rules follow) */
import type { ToolClass } from './events.js';

export const modes = ['observe', 'ask', 'auto'] as const;
export type Mode = (typeof modes)[number];

/** A place at which an agent waits for our answer. */
export type Moment =
  | { kind: 'before-tool'; call: string; class: ToolClass }
  | { kind: 'after-step' }
  | { kind: 'prompt' }
  | { kind: 'before-stop' };

/** What to answer there. `context` of a denial is nothing yet: the reason is the reminder. */
export type Decision =
  | { kind: 'none' }
  | { kind: 'remind'; text: string }
  | { kind: 'deny'; reason: string }
  | { kind: 'stop'; reason: string };
