/** Our hooks in a Claude Code settings file. */
import type { HookInstall, HookStatus, Problem, Result } from '../agent.js';
import { isOurCommand } from '../install/hook-client.js';
import * as hooks from '../install/hook-settings.js';
import { property } from '../install/json-text.js';
import { hookCommand } from './client.js';
import { AGENT_ID } from './known.js';

interface HookEvent {
  event: string;
  /** The agent does not wait for the hook. */
  async: boolean;
}

/** As few as possible: the agent waits for a shell and curl at each synchronous one. */
export const hookEvents: readonly HookEvent[] = [
  // hooks that can be answered, or whose order matters
  { event: 'UserPromptSubmit', async: false },
  { event: 'PreToolUse', async: false },
  // comes before PostToolBatch, which does not distinguish success from failure
  { event: 'PostToolUseFailure', async: false },
  { event: 'PostToolBatch', async: false },
  { event: 'Stop', async: false },
  // the agent exits without waiting for async hooks
  { event: 'SessionEnd', async: false },
  // hooks that only report
  { event: 'StopFailure', async: true },
  { event: 'SubagentStart', async: true },
  { event: 'SubagentStop', async: true },
  { event: 'Notification', async: true },
];

/** In seconds. Our client gives up after one. */
const HOOK_TIMEOUT = 2;

const dialect: hooks.HookDialect = {
  isOurs: (command) => isOurCommand(AGENT_ID, command),
  isOff: (root) => property(root, 'disableAllHooks')?.value === true,
};

function wanted(command: string): hooks.HookEntry[] {
  return hookEvents.map(({ event, async }) => ({
    event,
    entry: {
      hooks: [
        { type: 'command', command, timeout: HOOK_TIMEOUT, ...(async ? { async: true } : {}) },
      ],
    },
  }));
}

/** `text` is empty if there is no file yet. Installing twice changes nothing. */
export function installHooks(text: string, command: string): Result<{ text: string }> {
  return hooks.installHooks(dialect, text, wanted(command));
}

/** Removes our hooks, whatever version installed them. Empty text: the file did not exist before. */
export function uninstallHooks(text: string): Result<{ text: string }> {
  return hooks.uninstallHooks(dialect, text);
}

export function hookStatus(text: string, command: string): HookStatus | Problem {
  return hooks.hookStatus(dialect, text, wanted(command));
}

export const claudeCodeInstall: HookInstall = {
  needs: ['curl'],
  add: (_file, text, client) => installHooks(text, hookCommand(client.dir)),
  remove: (_file, text) => uninstallHooks(text),
  status: (_file, text, client) => hookStatus(text, hookCommand(client.dir)),
};
