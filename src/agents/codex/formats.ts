/** The formats of Codex's recorded runs. */
import type { LineFormat } from '../reading/recording-format.js';
import { AGENT_ID } from './home.js';
import { isExecStream, openExecStream } from './exec.js';
import { isRollout } from './rollout-file.js';
import { openRollout } from './rollout.js';

export const codexFormats: readonly LineFormat[] = [
  { kind: 'lines', id: AGENT_ID, recognises: isRollout, open: openRollout },
  { kind: 'lines', id: `${AGENT_ID}-exec`, recognises: isExecStream, open: openExecStream },
];
