/** What our hooks print in Codex: only forms that are known to work. */
import { answerTable, block, contextOn, denial } from '../install/answer-table.js';

export const { answerHook, answerForms } = answerTable(
  {
    denial,
    beforeTool: contextOn('PreToolUse'),
    withPrompt: contextOn('UserPromptSubmit'),
    block,
  },
  {
    // no hook can end a turn: `continue: false` has no effect
    'before-tool': { deny: 'denial', remind: 'beforeTool' },
    prompt: { remind: 'withPrompt' },
    // makes the agent continue
    'before-stop': { remind: 'block' },
  },
);
