/** What our hooks print in Claude Code: only forms that are known to work. */
import {
  answerTable,
  contextOn,
  denial,
  denialAndEnd,
  endOfTurn,
} from '../install/answer-table.js';

export const { answerHook, answerForms } = answerTable(
  {
    denial,
    endOfTurn,
    denialAndEnd,
    beforeTool: contextOn('PreToolUse'),
    afterStep: contextOn('PostToolBatch'),
    withPrompt: contextOn('UserPromptSubmit'),
    goOn: contextOn('Stop'),
  },
  {
    // `continue: false` alone would still run the tool, so deny it too
    'before-tool': { deny: 'denial', stop: 'denialAndEnd', remind: 'beforeTool' },
    'after-step': { remind: 'afterStep', stop: 'endOfTurn' },
    // a stop here would discard the person's message
    prompt: { remind: 'withPrompt' },
    // makes the agent continue; the turn is ending, so a stop or denial adds nothing
    'before-stop': { remind: 'goOn' },
  },
);
