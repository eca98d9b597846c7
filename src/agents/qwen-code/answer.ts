/** What our hooks print in Qwen Code: only forms that are known to work. */
import { answerTable, block, contextOn, denial } from '../install/answer-table.js';
import { flag, installCommandHooks, type CommandHooks } from '../install/hook-settings.js';
import { AGENT_ID, SESSION_VARIABLE } from './home.js';

export const { answerHook, answerForms } = answerTable(
  { denial, withRequest: contextOn('UserPromptSubmit'), block },
  {
    // a denial would not end the turn; the next model request is refused instead. Words come before that one, too
    'before-tool': { deny: 'denial', stop: 'denial' },
    'after-step': { remind: 'withRequest', stop: 'block' },
  },
);

const hookEvents: CommandHooks['events'] = [
  // shows before any call that hooks work
  { event: 'SessionStart' },
  // before every model request; the chat tells of a person's prompt, and of a step's end, a few milliseconds later
  { event: 'UserPromptSubmit', kind: 'order', when: 'when.beforeRequest' },
  // the chat tells of all calls of a response at once, and no later
  { event: 'PreToolUse', kind: 'order' },
  // the chat tells of a response's results once all of them are there; the hook before the next request follows at once
  { event: 'PostToolUse', kind: 'tell-later' },
  { event: 'PostToolUseFailure', kind: 'tell-later' },
  { event: 'Stop' },
  { event: 'StopFailure' },
  { event: 'SubagentStop' },
  { event: 'Notification' },
  { event: 'SessionEnd' },
];

/** Our hooks in a Qwen Code settings file. */
export const qwenCodeInstall = installCommandHooks({
  agent: AGENT_ID,
  events: hookEvents,
  forms: answerForms,
  timeout: 2,
  sessionVariable: SESSION_VARIABLE,
  file: { isOff: (root) => flag(root, 'disableAllHooks') },
});
