/** What our hooks print in Codex: only forms that are known to work. */
import { answerTable, block, contextOn, decidedForms, denial } from '../install/answer-table.js';
import { installCommandHooks, type CommandHooks } from '../install/hook-settings.js';
import { AGENT_ID } from './home.js';

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

/** As few as possible: each starts a shell and curl, and `codex exec` prints the name of each. */
const hookEvents: CommandHooks['events'] = [
  { event: 'UserPromptSubmit' },
  // the rollout tells of the call as soon
  { event: 'PreToolUse', kind: 'order' },
  { event: 'PreModelRequest', kind: 'tell' },
  // only where the person is asked
  { event: 'PermissionRequest', kind: 'tell' },
  { event: 'Stop' },
  { event: 'SessionEnd' },
];

/** Our hooks in Codex's hooks.json. Their commands never change: Codex's trust is bound to a hook's text. */
export const codexInstall = installCommandHooks({
  agent: AGENT_ID,
  events: hookEvents,
  forms: answerForms,
  // Codex allows three at the end of a session
  timeout: 2,
  // no prompt is shown in its terminal before this hook is over
  prompts: [
    { event: 'PermissionRequest', prompts: 'permission', forms: decidedForms, seconds: 60 },
  ],
});
