/** Our hooks of Cline: a small executable for each event, named as it is. Another's of the same name is never touched. */
import type { HookInstall } from '../agent.js';
import { hookCommand } from '../install/hook-client.js';
import { addOwnFile, ownFileStatus, removeOwnFile } from '../install/own-file.js';
import { AGENT_ID } from './known.js';

function script(folder: string): string {
  return `#!/bin/sh\n# Turnwatch: hands what Cline does to VS Code; silent where VS Code is closed\n${hookCommand(AGENT_ID, folder)}\n`;
}

export const clineInstall: HookInstall = {
  needs: ['curl'],
  mode: 0o755,
  add: (_file, text, { dir }) => addOwnFile(text, script(dir)),
  remove: (_file, text) => removeOwnFile(text),
  status: (_file, text, { dir }) => ownFileStatus(text, script(dir)),
};
