/** The list of agents whose files can get our hooks: loaded if hooks are installed, for Connect, and at uninstall. */
import type { HookInstall } from '../agent.js';
import { claudeCodeInstall } from '../claude-code/settings.js';
import { clineInstall } from '../cline/install.js';
import { codexInstall } from '../codex/install.js';
import { copilotInstall } from '../copilot/install.js';
import { cursorInstall } from '../cursor/install.js';
import { droidInstall } from '../droid/install.js';
import { kiloInstall } from '../kilo/install.js';
import { kimiCodeInstall } from '../kimi-code/install.js';
import { geminiCliInstall } from '../gemini-cli/install.js';
import { qwenCodeInstall } from '../qwen-code/install.js';
import { openCodeInstall } from '../opencode/install.js';

/** By agent id. */
export const installers: ReadonlyMap<string, HookInstall> = new Map([
  ['claude-code', claudeCodeInstall],
  ['kimi-code', kimiCodeInstall],
  ['gemini-cli', geminiCliInstall],
  ['qwen-code', qwenCodeInstall],
  ['opencode', openCodeInstall],
  ['kilo', kiloInstall],
  ['codex', codexInstall],
  ['cline', clineInstall],
  ['droid', droidInstall],
  ['cursor', cursorInstall],
  ['copilot', copilotInstall],
  // it runs Copilot CLI's file
  ['vscode-chat', copilotInstall],
]);
