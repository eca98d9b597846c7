/** Tools that tell what is on a page. */
import type { CallRecord, StepRecord } from '../evidence/recent-steps.js';

const pageTools = /navigate|goto|reload|snapshot|page_?(?:text|content)/i;

/** It tells the text of a page: how that looks does not show there. */
export function isPageText({ tool }: Pick<CallRecord, 'tool'>): boolean {
  return pageTools.test(tool);
}

/** The page is another one, or another part of it is shown: what it complains of may be the same. */
export function isOtherPage(call: CallRecord): boolean {
  return isPageText(call) && call.worth === 'progress' && !call.evidence.edits.changes;
}

/** What else a tool tells of the page is asked of another one now. */
export function isOnOtherPage({ calls }: StepRecord, call: CallRecord): boolean {
  return call.evidence.action.class !== 'shell' && !isPageText(call) && calls.some(isOtherPage);
}

/** The same question as before has another answer. */
export function isAnsweredAnew({ worth, evidence: { repeat, edits } }: CallRecord): boolean {
  return worth === 'progress' && !repeat.first && !edits.changes;
}
