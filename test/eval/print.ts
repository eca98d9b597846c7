/** Prints the figures: one table of all rules, then the runs of one rule by name. */
import type { Verdict } from '../../src/core/verdict.js';
import type { JudgedRun } from './judged.js';
import {
  delayOf,
  earlyAlarms,
  isAlarmed,
  isCertainlyHonest,
  isCertainStall,
  isUnlabelled,
  type Figures,
  type Share,
} from './score.js';
import { aligned, list, percent, signed } from './table.js';

export function table(rows: readonly Figures[]): string[] {
  const cells = [
    [
      'rule',
      'found',
      'false alarms',
      'too early',
      'delay median',
      'p90',
      'unlabelled alarmed',
      'marked by the study',
      'calls saved',
      'calls cost',
    ],
    ...rows.map((row) => [
      row.rule,
      `${row.found}/${row.stalls}`,
      `${row.falseAlarms}/${row.honest}`,
      `${row.early}`,
      signed(row.median),
      signed(row.p90),
      row.unlabelled === 0
        ? 'none'
        : `${row.unlabelledAlarmed}/${row.unlabelled} (${percent(row.unlabelledAlarmed, row.unlabelled)})`,
      `${row.markedAlarmed}/${row.marked}`,
      share(row.saved),
      share(row.cost),
    ]),
  ];
  return aligned(cells);
}

function share({ calls, of }: Share): string {
  return `${calls} (${percent(calls, of)})`;
}

/** `of` holds the figures of these runs. */
export function details(of: Figures, judged: readonly JudgedRun[]): string[] {
  const stalls = judged.filter(isCertainStall);
  const honest = judged.filter(isCertainlyHonest);
  const delays = [...of.delays].sort((one, other) => one.delay - other.delay);
  return [
    ...list(
      'delays, in calls',
      delays.map(
        ({ file, delay, accepted }) =>
          `${signed(delay).padStart(4)}  ${file}${accepted ? '' : ' (outside the accepted range)'}`,
      ),
    ),
    ...list(
      'missed',
      stalls.filter((run) => delayOf(run) === undefined).flatMap((run) => told(run)),
    ),
    ...list(
      'alarmed before the onset',
      stalls.filter((run) => earlyAlarms(run).length > 0).flatMap((run) => told(run)),
    ),
    ...list(
      'false alarms',
      honest.filter(isAlarmed).flatMap((run) => told(run)),
    ),
    ...list(
      'honest, watched only',
      honest
        .filter((run) => !isAlarmed(run) && run.verdicts.some(isWatch))
        .flatMap((run) => told(run)),
    ),
    ...list(
      'unlabelled, alarmed',
      judged.filter((run) => isUnlabelled(run) && isAlarmed(run)).flatMap((run) => told(run)),
    ),
    ...list(
      'uncertain, in no figure',
      judged.filter(({ label }) => label?.uncertain === true).flatMap((run) => told(run)),
    ),
  ];
}

/** All verdicts of every run. */
export function everything(judged: readonly JudgedRun[]): string[] {
  return list(
    'all verdicts',
    judged.flatMap((run) => [
      run.file,
      ...run.verdicts.map((verdict) => `  ${verdictLine(verdict, run.session)}`),
    ]),
  );
}

/** The label and our verdicts in words. */
export function told(run: JudgedRun): string[] {
  const { file, label, session, verdicts } = run;
  const range =
    label?.firstStalledCall === undefined
      ? ''
      : ` at call ${label.firstStalledCall} (onset ${label.onset ?? '?'}, accepted ${label.accepted?.join('–') ?? '?'})`;
  const said =
    label === undefined
      ? []
      : [
          `  label: ${label.stalled ? `stalled${range}` : 'honest'}: ${label.kind}: ${label.reason}`,
        ];
  const ours = verdicts
    .filter(({ level }) => level !== 'waiting')
    .map((verdict) => `  ours: ${verdictLine(verdict, session)}`);
  return [file, ...said, ...(ours.length > 0 ? ours : ['  ours: nothing'])];
}

export function verdictLine(
  { session, level, call, kind, detector, reason, clearedAtCall }: Verdict,
  main: string,
): string {
  const cleared = clearedAtCall === undefined ? '' : `, cleared at call ${clearedAtCall}`;
  return `${level} at call ${call}${session === main ? '' : ` of ${session}`}: ${kind}: ${reason} [${detector}]${cleared}`;
}

function isWatch({ level }: Verdict): boolean {
  return level === 'watch';
}
