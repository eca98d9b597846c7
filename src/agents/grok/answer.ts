/** What our hooks print in Grok: only forms that are known to work. */
import { answerTable, contextOn, denial } from '../install/answer-table.js';
import { installCommandHooks } from '../install/hook-settings.js';
import { AGENT_ID, SESSION_VARIABLE } from './home.js';

export const { answerHook, answerForms } = answerTable(
  { denial, afterTool: contextOn('PostToolUse'), goOn: contextOn('Stop') },
  {
    // no hook ends the turn: a stop denies the call, too
    'before-tool': { deny: 'denial', stop: 'denial' },
    'after-step': { remind: 'afterTool' },
    // makes the agent continue
    'before-stop': { remind: 'goOn' },
  },
);

/** Our hooks in a file of Grok's that is ours alone. */
export const grokInstall = installCommandHooks({
  agent: AGENT_ID,
  events: [
    // shows before any call that hooks work; the log tells the prompt once all hooks of all tools have let it pass, and no answer is heard
    { event: 'UserPromptSubmit', kind: 'tell' },
    // the log tells of the call as soon
    { event: 'PreToolUse', kind: 'order' },
    // the log tells of the result with the model's next response
    { event: 'PostToolUse', kind: 'tell' },
    { event: 'PostToolUseFailure', kind: 'tell' },
    { event: 'Stop' },
    { event: 'StopFailure' },
    { event: 'StopCancelled', when: 'when.turnEnd' },
    { event: 'SubagentStop' },
    { event: 'Notification' },
    { event: 'SessionEnd' },
  ],
  forms: answerForms,
  timeout: 2,
  sessionVariable: SESSION_VARIABLE,
});
