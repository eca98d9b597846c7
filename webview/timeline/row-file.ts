/** The file that a row names, to open it in the editor, and what VS Code is told of a row for its menu. Pure. */
import type { CallRow, Row } from '../../src/core/view/timeline/rows.js';

export interface RowFile {
  path: string;
  /** Open the changes rather than the file. */
  changes: boolean;
}

export function fileOfCall(call: CallRow): RowFile | undefined {
  const changes = call.class === 'edit' || call.class === 'write';
  const path =
    call.path ?? (call.note?.id === 'progress.edit' ? call.note.params?.['path'] : undefined);
  return typeof path === 'string' && path !== '' ? { path, changes } : undefined;
}

/** For a step with several files the first one that it changed. */
export function fileOfRow(row: Row): RowFile | undefined {
  switch (row.kind) {
    case 'step': {
      const files = row.calls.flatMap((call) => fileOfCall(call) ?? []);
      return files.find(({ changes }) => changes) ?? files[0];
    }
    case 'workspace': {
      const path = row.what.params?.['path'] ?? row.paths?.[0];
      return typeof path === 'string' && path !== '' ? { path, changes: true } : undefined;
    }
    default:
      return undefined;
  }
}

/** JSON for `data-vscode-context`, for the menu of a right click: package.json says which entries need which. Undefined for a row that offers nothing. */
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
