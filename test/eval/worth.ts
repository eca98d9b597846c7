/** What each detector and rule is worth: which figures differ if it is left out, and which cases. */
import type { Preset } from '../../src/core/thresholds/thresholds.js';
import type { CasesLost } from './cases.js';
import type { IdeaResult } from './first-sight/judge.js';
import type { CaseResult, RunResult } from './jobs.js';
import type { JudgedRun } from './judged.js';
import { keyOf, listParts, type Part } from './parts.js';
import {
  delayOf,
  earlyAlarms,
  isAlarmed,
  isCertainStall,
  isProductive,
  type Judged,
} from './score.js';
import { isWarnedOf } from './warnings.js';

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
  /** The project's own behavior cases that fail without it. */
  cases: string[];
  /** Cases of the folder that hold only with it, and those that hold only without. */
  casesLost: string[];
  casesWon: string[];
  /** First-sight cases, each in one of its clothes, that are right only with it, and those that are only without. */
  ideasLost: string[];
  ideasWon: string[];
}

/** Everything that was judged with nothing left out and with each part left out. */
export interface Ablation {
  runs: readonly RunResult[];
  cases: readonly CaseResult[];
  ideas: readonly IdeaResult[];
  behavior: CasesLost;
}

/** Whether nothing would be lost without it. What would be won may speak against it, too. */
export function losesNothing({
  finds,
  prevents,
  delay,
  quiets,
  forewarns,
  cases,
  casesLost,
  ideasLost,
}: Worth): boolean {
  return (
    delay <= 0 &&
    [finds, prevents, quiets, forewarns, cases, casesLost, ideasLost].every(
      (names) => names.length === 0,
    )
  );
}

export function worthOfParts({ runs, cases, ideas, behavior }: Ablation, preset: Preset): Worth[] {
  const given = verdictsByDetector(runs);
  return listParts(preset).map(({ kind, name }) => {
    const key = keyOf({ kind, name });
    const decided = runs.reduce((sum, run) => sum + (run.decided.get(key) ?? 0), 0);
    return {
      kind,
      name,
      uses: kind === 'detector' ? (given.get(name) ?? 0) : decided,
      ...compareRuns(
        runs.flatMap(({ ours: before, without }) => {
          const after = without.get(key);
          return after === undefined ? [] : [{ before, after }];
        }),
      ),
      cases: behavior.filter(({ needs }) => needs.includes(key)).map(({ title }) => title),
      ...compareCases(cases, key),
      ...compareIdeas(ideas, key),
    };
  });
}

function compareCases(
  cases: readonly CaseResult[],
  key: string,
): Pick<Worth, 'casesLost' | 'casesWon'> {
  const differing = cases.filter(
    ({ outcome, without }) => (without.get(key) ?? outcome.holds) !== outcome.holds,
  );
  const [lost, won] = [true, false].map((before) =>
    differing.filter(({ outcome }) => outcome.holds === before).map(({ name }) => name),
  );
  return { casesLost: lost ?? [], casesWon: won ?? [] };
}

function compareIdeas(
  ideas: readonly IdeaResult[],
  key: string,
): Pick<Worth, 'ideasLost' | 'ideasWon'> {
  const [lost, won] = [true, false].map((before) =>
    ideas.flatMap(({ idea, sights }) =>
      sights
        .filter(({ outcome, without }) => {
          const after = without.get(key) ?? outcome;
          return (outcome === 'right') === before && (after === 'right') !== before;
        })
        .map(({ clothing }) => `${idea.name} (${clothing})`),
    ),
  );
  return { ideasLost: lost ?? [], ideasWon: won ?? [] };
}

function verdictsByDetector(runs: readonly RunResult[]): Map<string, number> {
  const given = new Map<string, number>();
  for (const { level, detector } of runs.flatMap(({ ours }) => ours.verdicts)) {
    if (level !== 'waiting') {
      given.set(detector, (given.get(detector) ?? 0) + 1);
    }
  }
  return given;
}

type Change = { before: JudgedRun; after: JudgedRun };

type OnRuns = Pick<
  Worth,
  'finds' | 'hides' | 'raises' | 'prevents' | 'delay' | 'warns' | 'quiets' | 'forewarns'
>;

function compareRuns(changes: readonly Change[]): OnRuns {
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
