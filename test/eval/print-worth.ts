/** Prints what is lost and won without each part. */
import { aligned, list, signed } from './table.js';
import { losesNothing, type Worth } from './worth.js';

/** @param verbose names the files and cases of each part */
export function worthTable(parts: readonly Worth[], verbose: boolean): string[] {
  const nothing = parts.filter(losesNothing);
  return [
    ...list(
      'what each part is worth: lost and won with that part left out (runs, cases of the folder, behavior cases, first-sight cases in their clothes)',
      aligned([
        [
          'part',
          'used',
          'stalls lost',
          'won',
          'later by',
          'false alarms won',
          'lost',
          'warnings won',
          'lost',
          'forewarned lost',
          'cases lost',
          'won',
          'behavior lost',
          'first sight lost',
          'won',
        ],
        ...parts.map((part) => [
          `${part.name}${part.kind === 'worth rule' ? ' (worth)' : ''}`,
          ...[part.uses, part.finds.length, part.hides.length].map(String),
          signed(part.delay),
          ...[
            part.prevents,
            part.raises,
            part.quiets,
            part.warns,
            part.forewarns,
            part.casesLost,
            part.casesWon,
            part.cases,
            part.ideasLost,
            part.ideasWon,
          ].map(({ length }) => String(length)),
        ]),
      ]),
    ),
    ...(verbose ? list('its files and cases', parts.flatMap(nameDifferences)) : []),
    ...list(
      'loses nothing: no figure is worse and no case fails without it',
      nothing.length === 0 ? ['none'] : nothing.map(({ name }) => name),
    ),
  ];
}

function nameDifferences(part: Worth): string[] {
  const differences: [string, readonly string[]][] = [
    ['stalls missed without it', part.finds],
    ['stalls it hides', part.hides],
    ['false alarms it prevents', part.prevents],
    ['only it raises falsely', part.raises],
    ['cases of the folder that need it', part.casesLost],
    ['cases of the folder that it spoils', part.casesWon],
    ['behavior cases that fail without it', part.cases],
    ['first-sight cases that need it', part.ideasLost],
    ['first-sight cases that it spoils', part.ideasWon],
  ];
  return differences.flatMap(([what, names]) =>
    names.length === 0 ? [] : [`${part.name}: ${what}: ${names.join(', ')}`],
  );
}
