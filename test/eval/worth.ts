/** What each detector and rule is worth: which figures differ if it is left out. */
import { detectors } from '../../src/core/detect/index.js';
import type { Finding } from '../../src/core/detect/detector.js';
import { judgeCall, worthRules } from '../../src/core/evidence/worth-rules.js';
import type { LeftOut, Overrides } from '../../src/core/judge.js';
import { defaultPreset } from '../../src/core/thresholds/thresholds.js';
import type { Run } from './folder.js';
import { judge, type JudgedRun } from './judged.js';
import {
  delayOf,
  earlyAlarms,
  isAlarmed,
  isCertainStall,
  isProductive,
  type Judged,
} from './score.js';
import { isWarnedOf } from './warnings.js';

/** Something that can be left out. */
interface Part {
  kind: 'detector' | 'sentence' | 'worth rule';
  name: string;
  leftOut: LeftOut;
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
}

export function isWorthNothing(worth: Worth): boolean {
  const { finds, hides, raises, prevents, delay, warns, quiets, forewarns } = worth;
  return (
    delay === 0 &&
    [finds, hides, raises, prevents, warns, quiets, forewarns].every((files) => files.length === 0)
  );
}

/** `judged`: the same runs with nothing left out. */
export function worthOfParts(
  runs: readonly Run[],
  judged: readonly JudgedRun[],
  overrides: Overrides,
): Worth[] {
  const uses = runs.map((run) => usesOf(run, overrides));
  const parts = [...partsOfFindings(overrides, uses), ...partsOfWorth()];
  return parts.map((part) => {
    const key = `${part.kind} ${part.name}`;
    const changed = runs.flatMap((run, i) => {
      const before = judged[i];
      return before !== undefined && uses[i]?.matters.has(key) === true
        ? [{ before, after: judge(run, overrides, {}, part.leftOut) }]
        : [];
    });
    const given = uses.reduce((sum, { counts }) => sum + (counts.get(key) ?? 0), 0);
    return { kind: part.kind, name: part.name, uses: given, ...difference(changed) };
  });
}

export const sentenceOf = ({ detector, what }: Pick<Finding, 'detector' | 'what'>): string =>
  `${detector}: ${what.id.replace(/^verdict\./, '')}`;

interface Uses {
  /** By part, how often it decided in the run. */
  counts: Map<string, number>;
  /** The parts without which the run can come out differently. */
  matters: Set<string>;
}

/** Judging again is only needed for the parts that said something in a run. */
function usesOf(run: Run, overrides: Overrides): Uses {
  const uses: Uses = { counts: new Map(), matters: new Set() };
  const count = (key: string): unknown => uses.counts.set(key, (uses.counts.get(key) ?? 0) + 1);
  const { verdicts } = judge(run, overrides, {
    onFinding: (_session, finding) => {
      uses.matters.add(`detector ${finding.detector}`).add(`sentence ${sentenceOf(finding)}`);
    },
    onFact: (_session, fact) => {
      if (fact.kind !== 'step-end') {
        return;
      }
      for (const { rule, worth, note, evidence } of fact.step.values) {
        const key = `worth rule ${rule}`;
        count(key);
        const other = uses.matters.has(key) ? undefined : judgeCall(evidence, rulesWithout(rule));
        if (other !== undefined && (other.worth !== worth || other.note?.id !== note?.id)) {
          uses.matters.add(key);
        }
      }
    },
  });
  for (const verdict of verdicts) {
    if (verdict.level !== 'waiting') {
      count(`detector ${verdict.detector}`);
      count(`sentence ${sentenceOf(verdict)}`);
    }
  }
  return uses;
}

/** All detectors, and the sentences of those that have more than one. */
function partsOfFindings({ preset = defaultPreset }: Overrides, uses: readonly Uses[]): Part[] {
  const said = [...new Set(uses.flatMap(({ matters }) => [...matters]))].flatMap((key) =>
    key.startsWith('sentence ') ? [key.slice('sentence '.length)] : [],
  );
  return detectors[preset].flatMap(({ id }): Part[] => {
    const sentences = said.filter((name) => name.startsWith(`${id}: `)).sort();
    return [
      { kind: 'detector', name: id, leftOut: { finding: ({ detector }) => detector === id } },
      ...(sentences.length < 2 ? [] : sentences).map((name): Part => ({
        kind: 'sentence',
        name,
        leftOut: { finding: (finding) => sentenceOf(finding) === name },
      })),
    ];
  });
}

function partsOfWorth(): Part[] {
  return worthRules.slice(0, -1).map(({ id }) => ({
    kind: 'worth rule',
    name: id,
    leftOut: { worthRules: rulesWithout(id) },
  }));
}

function rulesWithout(id: string): typeof worthRules {
  return worthRules.filter((rule) => rule.id !== id);
}

type Change = { before: JudgedRun; after: JudgedRun };

function difference(changes: readonly Change[]): Omit<Worth, 'kind' | 'name' | 'uses'> {
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
