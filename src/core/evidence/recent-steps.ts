/** The newest judged steps of a session as detectors compare them. A step judged again replaces itself. */
import { hashText } from '../identity/hash.js';
import { isFailing } from '../identity/test-run/test-run.js';
import { askedTimes, notAsked } from '../turns/asked-times.js';
import type { Step } from '../turns/session.js';
import { noneWanted, readWantedFailures, timesWanted } from '../turns/wanted-failures.js';
import { wantsText } from '../turns/wanted-text.js';
import type { CallValue, Evidence, Worth } from './evidence.js';

/** One call as detectors compare it. Calls that say nothing about the agent are left out. */
export interface CallRecord {
  number: number;
  /** Identity of the action. */
  key: string;
  tool: string;
  /** Identity of action and outcome together. */
  pair: string;
  worth: Worth;
  /** Id of the worth rule that decided. */
  rule: string;
  evidence: Evidence;
}

export interface StepRecord {
  step: number;
  calls: CallRecord[];
  /** Identity of the step: its distinct actions and outcomes in any order. */
  signature: string;
  /** One of its calls was progress. */
  progress: boolean;
  /** One of its calls may have had an effect that nothing shows. */
  unseen: boolean;
  /** Files changed since the step before, by one of its calls or otherwise. */
  changed: boolean;
  /** It ran tests or a program of the project. */
  runs: boolean;
  /** One of its calls failed, or the tests do. */
  goesWrong: boolean;
  /** It only looked at things. */
  looks: boolean;
}

/** How many steps detectors look back. */
export const REMEMBERED_STEPS = 32;

/** One call may be asked for a thousand times; other work goes on beside it. */
const MOST_STEPS_ASKED = 20;

export class RecentSteps {
  /** Newest last. */
  readonly records: StepRecord[] = [];
  get newest(): StepRecord | undefined {
    return this.records.at(-1);
  }

  /** How often the person asked to do something in this turn. */
  private asked = notAsked;
  private wanted = noneWanted;
  /** The person asked for something written. */
  wantsText = false;
  private changedOutside = false;
  private changedBefore = false;

  /** @param prompt undefined if it is not known */
  instructed(prompt: string | undefined): void {
    this.asked = askedTimes(prompt ?? '');
    this.wanted = readWantedFailures(prompt ?? '');
    this.wantsText = wantsText(prompt ?? '');
  }

  /** How often the person asked to do something: 0 if nothing was said of it, infinite without an end. */
  get timesAsked(): number {
    return this.asked.times;
  }

  /** How many times the usual limit a failure may come that the person wants to see, or knows of. @param call what failed */
  timesWanted(call?: CallRecord): number {
    const named = call?.evidence.tests?.run.failing ?? [];
    const told = call?.evidence.error?.verbatim ?? call?.evidence.outcome.telling;
    return timesWanted(this.wanted, named.length === 0 && told !== undefined ? [told] : named);
  }

  /** How many more steps than usual may bring nothing: what is done to ever other things counts, too. */
  get stepsAsked(): number {
    const { times } = this.asked;
    return times === Infinity ? 0 : Math.min(times, MOST_STEPS_ASKED);
  }

  /** How much more often than usual this call may come: what was asked to be watched is no order to fail. */
  timesAskedFor({ evidence: { action, outcome } }: CallRecord): number {
    const { times, evenFailing } = this.asked;
    return evenFailing || !outcome.failed || action.looks || action.polls ? times : 0;
  }

  /** The record that a step would get; remembers nothing. Undefined if the step says nothing about the agent. */
  preview(step: Step, values: readonly CallValue[]): StepRecord | undefined {
    return makeRecord(
      step,
      values,
      step.judged && this.newest?.step === step.number ? this.changedBefore : this.changedOutside,
    );
  }

  add(step: Step, again: boolean): StepRecord | undefined {
    if (again && this.newest?.step === step.number) {
      this.records.pop();
      this.changedOutside ||= this.changedBefore;
    }
    const record = makeRecord(step, step.values, this.changedOutside);
    if (record === undefined) {
      return undefined;
    }
    this.changedBefore = this.changedOutside;
    this.changedOutside = false;
    this.records.push(record);
    if (this.records.length > REMEMBERED_STEPS) {
      this.records.shift();
    }
    return record;
  }

  /** The session changed the workspace. */
  workspaceChanged(): void {
    this.changedOutside = true;
  }

  /** A new instruction: counts restart. */
  restart(): void {
    this.records.length = 0;
    this.changedOutside = this.changedBefore = false;
  }
}

/** Shared and never added to: most steps have one call, and a list literal of one takes less room than one that grows. */
const none: CallRecord[] = [];

function makeRecord(
  step: Step,
  values: readonly CallValue[],
  changedOutside: boolean,
): StepRecord | undefined {
  let calls: CallRecord[] = none;
  let [progress, unseen, changed, runs, goesWrong, looks] = [
    false,
    false,
    changedOutside,
    false,
    false,
    true,
  ];
  for (let i = 0; i < step.calls.length; i++) {
    const call = step.calls[i];
    const value = values[i];
    const pair = value?.evidence.repeat.pair;
    if (call === undefined || value === undefined || pair === undefined) {
      continue;
    }
    const { worth, rule, evidence } = value;
    const { action, outcome, tests, edits } = evidence;
    const { number, key, tool } = call;
    const record = { number, key, tool, pair, worth, rule, evidence };
    if (calls === none) {
      calls = [record];
    } else {
      calls.push(record);
    }
    progress ||= worth === 'progress';
    unseen ||= edits.unseen;
    changed ||= edits.changes;
    runs ||= tests !== undefined || action.runs;
    goesWrong ||= outcome.failed || (tests !== undefined && isFailing(tests.run));
    looks &&= action.looks;
  }
  const [first] = calls;
  return (
    first && {
      step: step.number,
      calls,
      signature: calls.length === 1 ? first.pair : makeSignature(calls),
      progress,
      unseen,
      changed,
      runs,
      goesWrong,
      looks,
    }
  );
}

function makeSignature(calls: readonly CallRecord[]): string {
  const pairs = [...new Set(calls.map(({ pair }) => pair))].sort();
  return pairs.length === 1 ? (pairs[0] ?? '') : hashText(pairs.join(' '));
}
