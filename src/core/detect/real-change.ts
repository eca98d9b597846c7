/** Whether a call changed something: a file, or how the tests go. */
import type { CallValue } from '../evidence/evidence.js';

export function isRealChange({ worth, evidence: { edits, tests } }: CallValue): boolean {
  return edits.changes || (tests !== undefined && worth === 'progress');
}
