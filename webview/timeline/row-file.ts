/** The file that a row names, to be opened. */
import type { CallRow, Row } from '../../src/core/view/snapshot.js';

export interface RowFile {
  path: string;
  changes: boolean;
}

export function fileOfCall(call: CallRow): RowFile | undefined {
  const changes = call.class === 'edit' || call.class === 'write';
  const path =
    call.path ?? (call.note?.id === 'progress.edit' ? call.note.params?.['path'] : undefined);
  return typeof path === 'string' && path !== '' ? { path, changes } : undefined;
}

/** Of a step with several files the first that it changed. */
export function fileOfRow(row: Row): RowFile | undefined {
  switch (row.kind) {
    case 'step': {
      const files = row.calls.flatMap((call) => fileOfCall(call) ?? []);
      return files.find(({ changes }) => changes) ?? files[0];
    }
    case 'workspace': {
      const path = row.what.params?.['path'];
      return typeof path === 'string' && path !== '' ? { path, changes: true } : undefined;
    }
    default:
      return undefined;
  }
}
