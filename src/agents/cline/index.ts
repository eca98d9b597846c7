/** Cline: the messages of its sessions show them. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live-merge.js';
import { knownCline } from './known.js';
import { clineFormat } from './messages.js';

export const cline: Agent = { ...knownCline, log: { kind: 'document', read: (document, file) => clineFormat.read(document, file) }, createMerge: () => new LiveMerge() };
