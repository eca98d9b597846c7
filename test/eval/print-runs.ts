/** Prints each source, the cases, the early warnings, and where our rules and one line disagree. */
import { describeExpected } from './gold-cases.js';
import type { CaseResult } from './jobs.js';
import type { JudgedRun } from './judged.js';
import { sentenceOf } from './parts.js';
import { told, verdictLine } from './print.js';
import { foundBy, isCertainStall, isProductive, type Judged } from './score.js';
import type { SourceFigures } from './sources.js';
import { aligned, list, percent, signed } from './table.js';
import { sharesBy, sourceOf, unwarned, watchesOf, type WarningShare } from './warnings.js';

export function sourcesTable(sources: readonly SourceFigures[]): string[] {
  return list(
    'by folder and source (productive: certainly honest, or presumed to be)',
    aligned([
      [
        'source',
        'found',
        'false alarms',
        'too early',
        'delay median',
        'p90',
        'unlabelled alarmed',
        'productive warned',
        'share',
        'per 100 calls',
      ],
      ...sources.map(({ folder, source, figures: row, warned }) => [
        source === undefined ? folder : `  ${source}`,
        `${row.found}/${row.stalls}`,
        `${row.falseAlarms}/${row.honest}`,
        `${row.early}`,
        signed(row.median),
        signed(row.p90),
        `${row.unlabelledAlarmed}/${row.unlabelled}`,
        `${warned.watched}/${warned.runs}`,
        percent(warned.watched, warned.runs),
        perHundred(warned),
      ]),
    ]),
  );
}

function perHundred({ watches, calls }: WarningShare): string {
  return ((100 * watches) / Math.max(1, calls)).toFixed(2);
}

/** Each case that is not as expected by name. */
export function casesLines(cases: readonly CaseResult[]): string[] {
  if (cases.length === 0) {
    return [];
  }
  const missed = cases.filter(({ outcome }) => !outcome.holds);
  return [
    '',
    `cases as expected: ${cases.length - missed.length} of ${cases.length}`,
    ...missed.map(
      ({ name, expected, outcome }) =>
        `  ${name}: expected ${describeExpected(expected)}; got ${outcome.got.join('; ') || 'nothing'}`,
    ),
  ];
}

/** @param verbose lists every warning of a productive run */
export function warningTables(judged: readonly JudgedRun[], verbose: boolean): string[] {
  const found = judged.filter((run) => isCertainStall(run) && foundBy(run) !== undefined);
  const late = unwarned(judged);
  const row = ({ of, runs, watched, watches, calls }: WarningShare): string[] => [
    of,
    `${watched}/${runs}`,
    percent(watched, runs),
    `${watches}`,
    perHundred({ of, runs, watched, watches, calls }),
  ];
  const table = (title: string, name: string, shares: readonly WarningShare[]): string[] =>
    shares.length === 0
      ? []
      : list(
          title,
          aligned([[name, 'runs', 'share', 'watches', 'per 100 calls'], ...shares.map(row)]),
        );
  return [
    ...table(
      'productive runs with a watch, by detector',
      'detector',
      sharesBy(judged, ({ detector }) => detector),
    ),
    ...table('the same by sentence', 'sentence', sharesBy(judged, sentenceOf)),
    '',
    `stalls warned of at least one step before they were called: ${found.length - late.length}/${found.length}`,
    ...late.map(({ file }) => `  not: ${file}`),
    ...(verbose
      ? list(
          'every watch of a productive run',
          judged
            .filter(isProductive)
            .flatMap((run) =>
              watchesOf(run).map(
                (watch) => `${sourceOf(run)} ${run.file} ${verdictLine(watch, run.session)}`,
              ),
            ),
        )
      : []),
  ];
}

/** Runs whose truth nobody knows, where only one of us alarms or one does long before the other. */
export function disagreements(
  ours: readonly JudgedRun[],
  theirs: readonly Judged[],
  rule: string,
): string[] {
  const unknown = ours.flatMap((run, i) =>
    run.unknown ? [{ run, other: theirs[i]?.alarms[0]?.call }] : [],
  );
  const differing = unknown.filter(({ run, other }) => {
    const own = run.alarms[0]?.call;
    return own === undefined || other === undefined
      ? own !== other
      : Math.abs(own - other) > FAR_APART;
  });
  return unknown.length === 0
    ? []
    : [
        '',
        `unlabelled in weak/, in no figure: ${unknown.length}, of which our rules alarm ${unknown.filter(({ run }) => run.alarms.length > 0).length} and "${rule}" ${unknown.filter(({ other }) => other !== undefined).length}; they disagree on ${differing.length}:`,
        ...differing.flatMap(({ run, other }) =>
          [...told(run), `  the other: ${other === undefined ? 'nothing' : `call ${other}`}`].map(
            (line) => `  ${line}`,
          ),
        ),
      ];
}

/** Calls between two alarms from which on they do not mean the same. */
const FAR_APART = 5;
