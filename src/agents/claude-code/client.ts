/** The commands that Claude Code runs for its hooks. */
import { hookCommand as writeHookCommand, type HookKind } from '../install/hook-client.js';
import { answerForms } from './answer.js';
import { AGENT_ID, SESSION_VARIABLE } from './paths.js';

/** `folder`: absolute path of the folder that the hook client reads. */
export function hookCommand(folder: string, kind: HookKind = 'ask'): string {
  return writeHookCommand(AGENT_ID, folder, answerForms, {
    kind,
    sessionVariable: SESSION_VARIABLE,
  });
}
