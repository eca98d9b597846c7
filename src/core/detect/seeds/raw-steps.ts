/**
 * The newest steps since the person's last message, as the preset `group-loops` compares them: exact actions and raw results, without prose.
 * Calls that we denied are left out: they neither continue a repetition nor end it.
 */
import { hashText } from '../../identity/hash.js';
import { exactActionKey } from '../../identity/tool/tool.js';
import type { Step } from '../../turns/session.js';

export interface RawCall {
  number: number;
  /** The call's own key, by which an episode recognises its members. */
  member: string;
  action: string;
  /** Action and raw result; absent without a result. */
  pair?: string;
  /** Failed and not denied. */
  failed: boolean;
}

export interface RawStep {
  number: number;
  calls: RawCall[];
  /** Identity of its actions and results, in no order; undefined if a result is not known. */
  results: string | undefined;
  /** Identity of its actions, in no order; undefined if one of them did not fail. */
  failures: string | undefined;
}

/** The upper bound of the thresholds that look back. */
const KEPT_STEPS = 50;
const KEPT_CALLS = 512;

export class RawSteps {
  /** Newest last. */
  private steps: RawStep[] = [];

  clear(): void {
    this.steps = [];
  }

  /** A step that is judged again replaces itself. @returns whether it counts */
  add(step: Step): boolean {
    this.steps = this.steps.filter((each) => each.number !== step.number);
    const calls = step.calls
      .slice(-KEPT_CALLS)
      .filter((call) => call.result?.deniedBy !== 'turnwatch')
      .map(({ number, key: member, tool, input, result, unknown }): RawCall => {
        const action = hashText(exactActionKey(tool, input));
        if (result === undefined || unknown) {
          return { number, member, action, failed: false };
        }
        const failed = result.failed && result.deniedBy === undefined;
        return {
          number,
          member,
          action,
          failed,
          pair: `${action} ${failed ? '!' : ''}${hashText(result.output)}`,
        };
      });
    if (calls.length === 0) {
      return false;
    }
    this.steps.push({
      number: step.number,
      calls,
      results: calls.every((call) => call.pair !== undefined)
        ? distinct(calls.map((call) => call.pair))
        : undefined,
      failures: calls.every((call) => call.failed)
        ? distinct(calls.map((call) => call.action))
        : undefined,
    });
    if (this.steps.length > KEPT_STEPS) {
      this.steps.shift();
    }
    return true;
  }

  /** The newest `count` steps, newest last; fewer if there are fewer. */
  latest(count: number): readonly RawStep[] {
    return this.steps.slice(-count);
  }

  /** Number of newest steps in a row that have this in common. */
  inARow(same: 'results' | 'failures'): number {
    const newest = this.steps.at(-1)?.[same];
    return newest === undefined
      ? 0
      : this.steps.length - 1 - this.steps.findLastIndex((step) => step[same] !== newest);
  }
}

function distinct(keys: readonly (string | undefined)[]): string {
  return hashText([...new Set(keys)].sort().join('\n'));
}

export function listEvidence(calls: readonly RawCall[]): { calls: number[]; members: string[] } {
  return {
    calls: calls.map((call) => call.number),
    members: [...new Set(calls.map((call) => call.member))],
  };
}
