/** What our hooks print in Droid, in the forms of its documentation. */
import {
  answerTable,
  block,
  contextOn,
  denial,
  denialAndEnd,
  endOfTurn,
} from '../install/answer-table.js';

export const { answerHook, answerForms } = answerTable(
  { denial, endOfTurn, denialAndEnd, afterStep: contextOn('PostToolUse'), block },
  {
    // which of the two comes first is not documented: together the tool does not run, and the turn ends
    'before-tool': { deny: 'denial', stop: 'denialAndEnd' },
    'after-step': { remind: 'afterStep', stop: 'endOfTurn' },
    // makes the agent continue
    'before-stop': { remind: 'block' },
  },
);
