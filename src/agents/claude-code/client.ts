/** The command that Claude Code runs for each hook. */
import { hookCommand as commandOf } from '../install/hook-client.js';
import { answerForms } from './answer.js';
import { AGENT_ID } from './known.js';

/** `folder`: absolute path of the folder that the hook client reads. */
export function hookCommand(folder: string): string {
  return commandOf(AGENT_ID, folder, answerForms);
}
