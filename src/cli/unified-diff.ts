/** A planned change of a file as a terminal shows it. */
import { structuredPatch } from 'diff';
import type { PlannedChange } from '../agents/install/config-file.js';
import { escapeControls } from '../core/escape-controls.js';
import type { Paint } from './print-lines.js';

const NOTHING = '/dev/null';

/** Lines without line ends. What a terminal would obey is made visible. */
export function unifiedDiff({ file, before, after }: PlannedChange, paint: Paint): string[] {
  const { hunks } = structuredPatch(file, file, before, after, undefined, undefined, {
    context: 3,
  });
  return [
    paint('bold', `--- ${shown(before === '' ? NOTHING : file)}`),
    paint('bold', `+++ ${shown(after === '' ? NOTHING : file)}`),
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      paint('dim', `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
      ...lines.map((line) => painted(shown(line), paint)),
    ]),
  ];
}

function painted(line: string, paint: Paint): string {
  switch (line[0]) {
    case '+':
      return paint('green', line);
    case '-':
      return paint('red', line);
    default:
      return line;
  }
}

function shown(line: string): string {
  return escapeControls(line.replace(/\r$/, '')).replaceAll('\n', '\u240a');
}
