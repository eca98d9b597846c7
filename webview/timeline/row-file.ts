/** The file that a row names, to open it in the editor. */
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
