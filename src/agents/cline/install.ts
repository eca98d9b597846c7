/** Our hooks for Cline: a small executable per event, named after it. Never touches another program's file of that name. */
import type { HookInstall } from '../agent.js';
import { hookCommand } from '../install/hook-client.js';
import { addOwnFile, ownFileStatus, removeOwnFile } from '../install/own-file.js';
import { answerForms } from './answer.js';
import { AGENT_ID } from './known.js';

function script(folder: string): string {
  return `#!/bin/sh\n# Turnwatch: hands what Cline does to VS Code; silent where VS Code is closed\n${hookCommand(AGENT_ID, folder, answerForms)}\n`;
}

export const clineInstall: HookInstall = {
  needs: ['curl'],
  mode: 0o755,
  add: (_file, text, { dir }) => addOwnFile(text, script(dir)),
  remove: (_file, text) => removeOwnFile(text),
  status: (_file, text, { dir }) => ownFileStatus(text, script(dir)),
};
