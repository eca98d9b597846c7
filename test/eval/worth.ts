/** What each detector and rule is worth: which figures differ if it is left out, and which behavior cases fail. */
import { defaultPreset } from '../../src/core/thresholds/thresholds.js';
import type { Overrides } from '../../src/core/judge.js';
import type { Run } from './folder.js';
import { judge, type JudgedRun } from './judged.js';
import { keyOf, partsOf, sentenceOf, Uses, type Part } from './parts.js';
import {
  delayOf,
  earlyAlarms,
  isAlarmed,
  isCertainStall,
  isProductive,
  type Judged,
} from './score.js';
import { isWarnedOf } from './warnings.js';

/** A case that holds with nothing left out. */
export interface BehaviorCase {
  title: string;
  /** The parts that had a say. */
  uses: Uses;
  holdsWithout(part: Part): boolean;
}

export interface Worth {
  kind: Part['kind'];
  name: string;
  /** Verdicts given, of a worth rule the calls that it decided. */
  uses: number;
  /** Stalls that are missed without it, and those that are found only without it. */
  finds: string[];
  hides: string[];
  /** False alarms that go without it, and those that come. */
  raises: string[];
  prevents: string[];
  /** Calls by which the other stalls are found later without it. */
  delay: number;
  /** Productive runs with a warning only because of it, and those that it keeps quiet. */
  warns: string[];
  quiets: string[];
  /** Found stalls that are warned of before only because of it. */
  forewarns: string[];
  /** Behavior cases that fail without it. */
  cases: string[];
}

export function isWorthNothing(worth: Worth): boolean {
  const { finds, hides, raises, prevents, delay, warns, quiets, forewarns, cases } = worth;
  return (
    delay === 0 &&
    [finds, hides, raises, prevents, warns, quiets, forewarns, cases].every(
      (names) => names.length === 0,
    )
  );
}

/** `judged`: the same runs with nothing left out. The cases have thresholds of their own. */
export function worthOfParts(
  runs: readonly Run[],
  judged: readonly JudgedRun[],
  cases: readonly BehaviorCase[],
  overrides: Overrides,
): Worth[] {
  const uses = runs.map((run) => usesOf(run, overrides));
  const given = verdictsByPart(judged);
  const { preset = defaultPreset } = overrides;
  return partsOf(preset, [...uses, ...cases.map((each) => each.uses)]).map((part) => {
    const key = keyOf(part);
    const changed = runs.flatMap((run, i) => {
      const before = judged[i];
      return before !== undefined && uses[i]?.matters.has(key) === true
        ? [{ before, after: judge(run, overrides, {}, part.leftOut) }]
        : [];
    });
    return {
      kind: part.kind,
      name: part.name,
      uses: uses.reduce((sum, { decided }) => sum + (decided.get(key) ?? 0), given.get(key) ?? 0),
      ...difference(changed),
      cases: cases
        .filter((each) => each.uses.matters.has(key) && !each.holdsWithout(part))
        .map(({ title }) => title),
    };
  });
}

function usesOf(run: Run, overrides: Overrides): Uses {
  const uses = new Uses();
  judge(run, overrides, uses);
  return uses;
}

function verdictsByPart(judged: readonly JudgedRun[]): Map<string, number> {
  const given = new Map<string, number>();
  for (const verdict of judged.flatMap(({ verdicts }) => verdicts)) {
    if (verdict.level === 'waiting') {
      continue;
    }
    for (const key of [
      keyOf({ kind: 'detector', name: verdict.detector }),
      keyOf({ kind: 'sentence', name: sentenceOf(verdict) }),
    ]) {
      given.set(key, (given.get(key) ?? 0) + 1);
    }
  }
  return given;
}

type Change = { before: JudgedRun; after: JudgedRun };

function difference(changes: readonly Change[]): Omit<Worth, 'kind' | 'name' | 'uses' | 'cases'> {
  const only = (one: 'before' | 'after', holds: (run: JudgedRun) => boolean): string[] =>
    changes
      .filter(
        (change) => holds(change[one]) && !holds(change[one === 'before' ? 'after' : 'before']),
      )
      .map(({ before }) => before.file);
  const delays = changes.flatMap(({ before, after }): number[] => {
    const [one, other] = [certainDelay(before), certainDelay(after)];
    return one === undefined || other === undefined ? [] : [other - one];
  });
  const isFound = (run: JudgedRun): boolean => certainDelay(run) !== undefined;
  const isWatched = (run: JudgedRun): boolean =>
    isProductive(run) && run.verdicts.some(({ level }) => level === 'watch');
  const isForewarned = (run: JudgedRun): boolean => isCertainStall(run) && isWarnedOf(run);
  return {
    finds: only('before', isFound),
    hides: only('after', isFound),
    raises: only('before', isFalselyAlarmed),
    prevents: only('after', isFalselyAlarmed),
    delay: delays.reduce((sum, delay) => sum + delay, 0),
    warns: only('before', isWatched),
    quiets: only('after', isWatched),
    forewarns: only('before', isForewarned),
  };
}

function certainDelay(run: Judged): number | undefined {
  return isCertainStall(run) ? delayOf(run)?.delay : undefined;
}

/** A productive run that is alarmed, or a stall that is alarmed before its onset. */
function isFalselyAlarmed(run: Judged): boolean {
  return isProductive(run) ? isAlarmed(run) : isCertainStall(run) && earlyAlarms(run).length > 0;
}
