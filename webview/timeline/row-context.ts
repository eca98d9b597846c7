/** What VS Code is told about a row, for the menu of a right click: package.json says which entries need which. Pure. */
import type { Row } from '../../src/core/view/timeline/rows.js';
import { fileOfRow } from './row-file.js';

/** JSON for `data-vscode-context`; undefined for a row that offers nothing. */
export function rowContext(key: string, row: Row): string | undefined {
  const file = fileOfRow(row);
  const call = row.kind === 'step' ? row.calls[0] : undefined;
  if (file === undefined && call === undefined) {
    return undefined;
  }
  return JSON.stringify({
    webviewSection: 'turnwatchRow',
    preventDefaultContextMenuItems: true,
    turnwatchRow: key,
    turnwatchFile: file !== undefined,
    turnwatchChanges: file?.changes === true,
    turnwatchCommand: call?.class === 'shell' || call?.class === 'test',
    turnwatchResult: call !== undefined && call.outcome !== 'running',
    turnwatchRepeats: findSameStep(row) !== undefined,
    turnwatchStep: call !== undefined,
  });
}

/** The step that this one repeats. */
export function findSameStep(row: Row): number | undefined {
  const step =
    row.kind === 'step' && row.note?.id === 'idle.same' ? row.note.params?.['step'] : undefined;
  return typeof step === 'number' ? step : undefined;
}
