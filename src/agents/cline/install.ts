/** Our hooks for Cline: a small executable per event, named after it. Never touches another program's file of that name. */
import { basename } from 'node:path';
import type { HookInstall } from '../agent.js';
import { hookCommand, type HookKind } from '../install/hook-client.js';
import { addOwnFile, ownFileStatus, removeOwnFile } from '../install/own-file.js';
import { answerForms } from './answer.js';
import { AGENT_ID } from './home.js';

/** No variable names the session to them; their parent process is the agent's own, and payloads arrive whole in the background too. */
const kinds: Readonly<Record<string, HookKind>> = {
  // shows before any call that hooks work
  TaskStart: 'tell',
  // the messages file has the call before this hook runs
  PreToolUse: 'order',
  // the messages file has the results of a response once all of them are there
  PostToolUse: 'tell',
};

/** `file`: named after its event. */
function script(file: string, folder: string): string {
  const kind = kinds[basename(file)] ?? 'ask';
  return `#!/bin/sh\n# Turnwatch: hands what Cline does to VS Code; silent where VS Code is closed\n${hookCommand(AGENT_ID, folder, answerForms, { kind })}\n`;
}

export const clineInstall: HookInstall = {
  needs: ['curl'],
  mode: 0o755,
  add: (file, text, { dir }) => addOwnFile(text, script(file, dir)),
  remove: (_file, text) => removeOwnFile(text),
  status: (file, text, { dir }) => ownFileStatus(text, script(file, dir)),
};
