/** Icon and tone of states, outcomes and rows. Never shown alone: a word always says the same. */
import type { CallOutcome, CallRow, Row } from '../../src/core/view/timeline/rows.js';
import type { Message, EndFact } from '../../src/core/view/words/wording.js';
import type { ShownEnd, SessionState } from '../../src/core/view/snapshot.js';
import type { InterventionKind, ToolClass } from '../../src/core/events.js';
import type { VerdictLevel } from '../../src/core/verdict.js';
import type { StepRow } from '../../src/core/view/timeline/fold-rows.js';
import type { IconName } from './icons.js';

/** CSS tones: `[data-tone=…]` sets the color. */
type Tone = 'calm' | 'good' | 'info' | 'watch' | 'bad' | 'worst' | 'dim';
export interface Look {
  icon: IconName;
  tone: Tone;
}

/** A job, sub-agents or the model's provider, not the person. */
export function waitsForWork(waitingFor: Message | undefined): boolean {
  switch (waitingFor?.id) {
    case 'verdict.wait.job':
    case 'verdict.wait.limit':
    case 'verdict.wait.overload':
    case 'verdict.wait.limitOver':
    case 'verdict.wait.child':
    case 'verdict.wait.children':
      return true;
    default:
      return false;
  }
}

export function endLook(how: ShownEnd['how']): Look {
  switch (how) {
    case 'answered':
      return { icon: 'check', tone: 'good' };
    case 'unanswered':
      return { icon: 'warning', tone: 'watch' };
    case 'stalled':
      return { icon: 'warning', tone: 'bad' };
    case 'failed':
      return { icon: 'cross', tone: 'worst' };
    case 'stopped':
    case 'interrupted':
      return { icon: 'stop', tone: 'dim' };
  }
}

export function factLook({ id }: EndFact): Look {
  switch (id) {
    case 'ended.passedLast':
    case 'ended.passedLast.some':
    case 'ended.passed':
    case 'ended.passed.some':
      return { icon: 'check', tone: 'good' };
    case 'ended.failed':
    case 'ended.failed.some':
      return { icon: 'cross', tone: 'bad' };
    case 'ended.stale':
    case 'ended.untested':
    case 'ended.untested.one':
      return { icon: 'alert', tone: 'watch' };
    case 'ended.tasks':
    case 'ended.tasks.one':
      return { icon: 'tasks', tone: 'watch' };
    case 'ended.jobs':
    case 'ended.jobs.one':
      return { icon: 'hourglass', tone: 'dim' };
  }
}

export function sessionLook(state: SessionState, waitingFor?: Message): Look {
  switch (state) {
    case 'idle':
      return { icon: 'circle', tone: 'dim' };
    case 'progressing':
      return { icon: 'pulse', tone: 'good' };
    case 'waiting':
      return { icon: waitsForWork(waitingFor) ? 'hourglass' : 'person', tone: 'info' };
    case 'watch':
      return { icon: 'eye', tone: 'watch' };
    case 'stalled':
      return { icon: 'warning', tone: 'bad' };
    case 'reminded':
      return { icon: 'bell', tone: 'info' };
    case 'text-only':
      return { icon: 'words', tone: 'info' };
    case 'escalated':
      return { icon: 'alert', tone: 'worst' };
    case 'stopping':
      return { icon: 'stop', tone: 'info' };
    case 'stopped':
      return { icon: 'stop', tone: 'dim' };
    case 'snoozed':
      return { icon: 'moon', tone: 'dim' };
  }
}

export const capLook: Look = { icon: 'alert', tone: 'watch' };

export function levelLook(level: Exclude<VerdictLevel, 'waiting'>): Look {
  switch (level) {
    case 'watch':
      return { icon: 'eye', tone: 'watch' };
    case 'stalled':
      return { icon: 'warning', tone: 'bad' };
  }
}

export function interventionLook(kind: InterventionKind): Look {
  switch (kind) {
    case 'remind':
      return { icon: 'bell', tone: 'info' };
    case 'guide':
      return { icon: 'prompt', tone: 'info' };
    case 'text-only':
      return { icon: 'words', tone: 'info' };
    case 'stop':
      return { icon: 'stop', tone: 'bad' };
    case 'escalate':
      return { icon: 'alert', tone: 'worst' };
    case 'tools-on':
      return { icon: 'words', tone: 'dim' };
    case 'resume':
      return { icon: 'prompt', tone: 'info' };
  }
}

function outcomeLook(outcome: CallOutcome): Look {
  switch (outcome) {
    case 'running':
      return { icon: 'running', tone: 'info' };
    case 'ok':
      return { icon: 'dot', tone: 'dim' };
    case 'failed':
      return { icon: 'cross', tone: 'worst' };
    case 'denied':
      return { icon: 'denied', tone: 'bad' };
    case 'unknown':
      return { icon: 'question', tone: 'dim' };
  }
}

/** The outcome that a step shows: running first, then the worst of its calls. */
export function stepOutcome(row: StepRow): CallOutcome {
  const outcomes = new Set(row.calls.map((call) => call.outcome));
  if (!row.closed) {
    return 'running';
  }
  for (const outcome of ['denied', 'failed', 'unknown'] as const) {
    if (outcomes.has(outcome)) {
      return outcome;
    }
  }
  return 'ok';
}

/** What went well keeps the icon of its kind. */
function stepLook(row: StepRow): Look {
  const outcome = stepOutcome(row);
  return outcome === 'ok'
    ? { icon: classIcon(row.calls[0]?.class), tone: row.progress ? 'good' : 'dim' }
    : outcomeLook(outcome);
}

export function callLook({ outcome, progress, class: kind }: CallRow): Look {
  return outcome === 'ok'
    ? { icon: classIcon(kind), tone: progress ? 'good' : 'dim' }
    : outcomeLook(outcome);
}

/** What kind of call it was: the line itself names the command or the file only. */
function classIcon(kind: ToolClass | undefined): IconName {
  switch (kind) {
    case 'read':
      return 'file';
    case 'search':
      return 'search';
    case 'edit':
    case 'write':
      return 'edit';
    case 'shell':
    case 'test':
      return 'terminal';
    case 'todo':
      return 'tasks';
    case 'ask':
      return 'person';
    default:
      return 'dot';
  }
}

/** For a note that has no shorter words. What the line's own icon says needs none. */
export function noteIcon(note: string | undefined): IconName | undefined {
  switch (note) {
    case 'idle.seen':
    case 'idle.covered':
    case 'idle.recalled':
    case 'idle.tests':
    case 'idle.tests.pass':
      return 'again';
    case 'idle.numbers':
      return 'numbers';
    case 'idle.noop':
    case 'idle.empty':
    case 'idle.nothing':
    case 'idle.short':
      return 'minus';
    default:
      return undefined;
  }
}

export function rowLook(row: Row): Look {
  switch (row.kind) {
    case 'prompt':
      return { icon: 'prompt', tone: 'calm' };
    case 'message':
      return { icon: 'message', tone: 'dim' };
    case 'step':
      return stepLook(row);
    case 'workspace':
      return { icon: 'branch', tone: row.by === 'agent' ? 'good' : 'dim' };
    case 'verdict':
      return row.level === 'waiting' ? sessionLook(row.level, row.what) : levelLook(row.level);
    case 'cap':
      return capLook;
    case 'intervention':
      return interventionLook(row.intervention);
  }
}
