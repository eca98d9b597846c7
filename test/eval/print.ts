/** Prints the figures: one table of all rules, then the runs of one rule by name. */
import type { Verdict } from '../../src/core/verdict.js';
import type { JudgedRun } from './judged.js';
import { delayOf, earlyAlarms, isAlarmed, isStall, type Figures } from './score.js';

export function table(rows: readonly Figures[]): string[] {
  const cells = [
    ['rule', 'found', 'false alarms', 'too early', 'delay median', 'p90', 'unlabelled alarmed'],
    ...rows.map((row) => [
      row.rule,
      `${row.found}/${row.stalls}`,
      `${row.falseAlarms}/${row.honest}`,
      `${row.early}`,
      signed(row.median),
      signed(row.p90),
      row.unlabelled === 0
        ? 'none'
        : `${row.unlabelledAlarmed}/${row.unlabelled} (${((100 * row.unlabelledAlarmed) / row.unlabelled).toFixed(1)} %)`,
    ]),
  ];
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}

/** `of` holds the figures of these runs. */
export function details(of: Figures, judged: readonly JudgedRun[]): string[] {
  const certain = judged.filter(({ label }) => label?.uncertain === false);
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
      certain
        .filter((run) => isStall(run) && delayOf(run) === undefined)
        .flatMap((run) => told(run)),
    ),
    ...list(
      'alarmed before the onset',
      certain
        .filter((run) => isStall(run) && earlyAlarms(run).length > 0)
        .flatMap((run) => told(run)),
    ),
    ...list(
      'false alarms',
      certain.filter((run) => !isStall(run) && isAlarmed(run)).flatMap((run) => told(run)),
    ),
    ...list(
      'honest, watched only',
      certain
        .filter((run) => !isStall(run) && !isAlarmed(run) && run.verdicts.some(isWatch))
        .flatMap((run) => told(run)),
    ),
    ...list(
      'unlabelled, alarmed',
      judged.filter((run) => run.label === undefined && isAlarmed(run)).flatMap((run) => told(run)),
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
function told(run: JudgedRun): string[] {
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

function verdictLine(
  { session, level, call, kind, detector, reason, clearedAtCall }: Verdict,
  main: string,
): string {
  const cleared = clearedAtCall === undefined ? '' : `, cleared at call ${clearedAtCall}`;
  return `${level} at call ${call}${session === main ? '' : ` of ${session}`}: ${kind}: ${reason} [${detector}]${cleared}`;
}

function list(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];
}

function isWatch({ level }: Verdict): boolean {
  return level === 'watch';
}

/** Early is negative, late positive. */
function signed(value: number | undefined): string {
  if (value === undefined) {
    return '–';
  }
  return value > 0 ? `+${value}` : String(value);
}
