/** What may show whether something that was done had an effect. */
import type { CallRecord } from '../../evidence/recent-steps.js';
import { isPageText } from '../pages.js';
import type { Deed } from './deeds.js';

/** Something is looked at, and does not say that all is well. */
export function isView(call: CallRecord): boolean {
  const { action, outcome, tests, edits } = call.evidence;
  return (
    tests === undefined &&
    action.observes &&
    !action.keepsBooks &&
    edits.files.length === 0 &&
    !outcome.untold &&
    outcome.length > 0 &&
    (outcome.says === 'told' || outcome.says === 'negative' || outcome.says === 'nothing') &&
    !outcome.tellsSuccess &&
    !outcome.tellsWell
  );
}

export function isFailure({ evidence: { action, outcome, tests } }: CallRecord): boolean {
  return (
    outcome.failed &&
    tests === undefined &&
    action.class === 'shell' &&
    !outcome.untold &&
    // what an edit is refused for is no effect of earlier ones
    !action.rewrites
  );
}

/** Whether the answer could be another one by what was done. */
export function mayShow({ tool, evidence: { outcome } }: CallRecord, { paths }: Deed): boolean {
  const isEdit = paths !== undefined;
  const isPage = isPageText({ tool }) && outcome.says === 'told';
  return !isEdit || !(aside.test(tool) || (isPage && paths.every((path) => styleSheet.test(path))));
}

const styleSheet = /\.(?:css|scss|sass|less|styl)$/i;
/** In the name of a tool or its server: what is written there for the people of the project, which no edit of its files changes. */
const aside =
  /docs?(?![a-z])|documentation|librar(?:y|ies)|memor(?:y|ies)|knowledge|guide(?:line)?s?(?![a-z])|rules?(?![a-z])|conventions?|skills?(?![a-z])|allowed|issues?(?![a-z])|tickets?(?![a-z])|jira|linear|tasks?(?![a-z])|todos?(?![a-z])|figma/i;
