/** What our hooks print in Qwen Code: only forms that are known to work. */
import { answerTable, block, contextOn, denial } from '../install/answer-table.js';

export const { answerHook, answerForms } = answerTable(
  { denial, withRequest: contextOn('UserPromptSubmit'), block },
  {
    // a denial would not end the turn; the next model request is refused instead. Words come before that one, too
    'before-tool': { deny: 'denial', stop: 'denial' },
    'after-step': { remind: 'withRequest', stop: 'block' },
  },
);
