/** The formats of Codex's recorded runs. */
import type { LineFormat } from '../reading/recording-format.js';
import { isExecStream, openExecStream } from './exec.js';
import { isRollout } from './rollout-file.js';
import { openRollout } from './rollout.js';

export const codexFormats: readonly LineFormat[] = [
  { kind: 'lines', id: 'codex', recognises: isRollout, open: openRollout },
  { kind: 'lines', id: 'codex-exec', recognises: isExecStream, open: openExecStream },
];
