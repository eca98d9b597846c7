/** Plays all faults, or those whose subject or name matches a pattern, and prints what came of each. Exits with 1 if a promise is broken. */
import { oneLine } from '../../src/core/escape-controls.js';
import { played, type Outcome } from './harness/fault.js';
import { subjects } from './list.js';

interface Line {
  fault: string;
  promise: string;
  outcome: Outcome;
}

const state = (outcome: Outcome): string =>
  'missing' in outcome ? 'not tried' : outcome.ok ? 'ok' : 'BROKEN';

function cells({ fault, promise, outcome }: Line): string[] {
  const [told, figures = ''] =
    'missing' in outcome ? [outcome.missing] : [outcome.outcome, outcome.figures];
  // a failure's message may be long
  return [fault, promise, oneLine(`${state(outcome)}: ${told}`, 200), figures];
}

function print(lines: readonly Line[]): void {
  const rows = [['fault', 'promise', 'outcome', 'figures'], ...lines.map(cells)];
  const width = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(width[column] ?? 0))
        .join(' | ')
        .trimEnd(),
    );
  }
}

const pattern = new RegExp(process.argv[2] ?? '', 'i');
const chosen = Object.entries(subjects).flatMap(([subject, { faults }]) =>
  faults
    .filter(({ fault }) => pattern.test(`${subject}: ${fault}`))
    .map((fault) => ({ subject, fault })),
);
for (const { fault } of chosen) {
  fault.choose?.();
}
const lines: Line[] = [];
for (const { subject, fault } of chosen) {
  const from = performance.now();
  const outcome = await played(fault);
  lines.push({ ...fault, outcome });
  // a sign of life: what takes long is seen while it does
  console.error(
    `${state(outcome).padEnd(9)} ${subject}: ${fault.fault} (${((performance.now() - from) / 1000).toFixed(1)} s)`,
  );
}
if (lines.length === 0) {
  console.error(`no fault matches ${pattern.source}`);
  process.exit(2);
}
console.error('');
print(lines);
const count = (wanted: string): number =>
  lines.filter(({ outcome }) => state(outcome) === wanted).length;
const untried = count('not tried');
console.log(
  `\n${lines.length} faults: ${count('ok')} ok, ${count('BROKEN')} broken${untried > 0 ? `, ${untried} not tried` : ''}`,
);
// what a killed window or a late timer leaves open must not keep it; what is printed has to be out first
process.stdout.write('', () => process.exit(count('BROKEN') > 0 ? 1 : 0));
