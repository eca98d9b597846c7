/** Prints what each rule is worth, each source alone, the early warnings, and where our rules and one line disagree. */
import type { HeldOut } from './held-out.js';
import type { JudgedRun } from './judged.js';
import { sentenceOf } from './parts.js';
import { told, verdictLine } from './print.js';
import { isCertainStall, foundBy, isProductive, type Figures, type Judged } from './score.js';
import { aligned, list, percent, signed } from './table.js';
import {
  sharesBy,
  sharesBySource,
  unwarned,
  watchesOf,
  sourceOf,
  type WarningShare,
} from './warnings.js';
import { isWorthNothing, type Worth } from './worth.js';

/** @param verbose names the files and cases of each part */
export function worthTable(parts: readonly Worth[], verbose: boolean): string[] {
  const nothing = parts.filter(isWorthNothing).map(({ name }) => name);
  const cells = [
    [
      'part',
      'used',
      'only it finds',
      'only it raises falsely',
      'prevents',
      'hides',
      'later without',
      'only it warns',
      'keeps quiet',
      'only it warns in time',
      'cases',
    ],
    ...parts.map((part) => [
      `${part.kind === 'sentence' ? '  ' : ''}${part.name}${part.kind === 'worth rule' ? ' (worth)' : ''}`,
      ...[
        part.uses,
        part.finds.length,
        part.raises.length,
        part.prevents.length,
        part.hides.length,
      ].map(String),
      signed(part.delay),
      ...[part.warns.length, part.quiets.length, part.forewarns.length, part.cases.length].map(
        String,
      ),
    ]),
  ];
  const names = parts.flatMap(({ name, finds, raises, prevents, hides, cases }) =>
    [
      ['only it finds', finds],
      ['only it raises falsely', raises],
      ['false alarms it prevents', prevents],
      ['stalls it hides', hides],
      ['cases that fail without it', cases],
    ].flatMap(([what, of]) =>
      Array.isArray(of) && of.length > 0 ? [`${name}: ${String(what)}: ${of.join(', ')}`] : [],
    ),
  );
  return [
    ...list(
      'what each part is worth (the figures with that part left out; false alarms include early ones and unlabelled runs; cases: behavior cases that fail)',
      aligned(cells),
    ),
    ...(verbose ? list('its files and cases', names) : []),
    ...list(
      'worth nothing: no figure differs and no case fails without it',
      nothing.length === 0 ? ['none'] : nothing,
    ),
  ];
}

export function sourcesTable(sources: readonly HeldOut[]): string[] {
  const cells = (name: string, row: Figures): string[] => [
    name,
    `${row.found}/${row.stalls}`,
    `${row.falseAlarms}/${row.honest}`,
    `${row.early}`,
    signed(row.median),
    signed(row.p90),
    `${row.unlabelledAlarmed}/${row.unlabelled}`,
  ];
  return list(
    'each source alone and all others without it (nothing is fitted to runs, so nothing is built anew: the same rules on each part)',
    aligned([
      ['source', 'found', 'false alarms', 'too early', 'delay median', 'p90', 'unlabelled alarmed'],
      ...sources.flatMap(({ source, alone, others }) => [
        cells(source, alone),
        cells(`  all others`, others),
      ]),
    ]),
  );
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
    ((100 * watches) / Math.max(1, calls)).toFixed(2),
  ];
  const table = (title: string, name: string, shares: readonly WarningShare[]): string[] =>
    shares.length === 0
      ? []
      : list(
          title,
          aligned([[name, 'runs', 'share', 'watches', 'per 100 calls'], ...shares.map(row)]),
        );
  return [
    ...table('productive runs with a watch, by source', 'source', sharesBySource(judged)),
    ...table(
      'the same by detector',
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
