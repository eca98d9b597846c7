/** Our hooks in a settings file of Claude Code: which, and how each is written. */
import type { HookInstall, HookStatus, Problem, Result } from '../agent.js';
import { isOurCommand } from '../install/hook-client.js';
import * as hooks from '../install/hook-settings.js';
import { property } from '../install/json-text.js';
import { hookCommand } from './client.js';
import { AGENT_ID } from './known.js';

interface HookEvent {
  event: string;
  /** Runs beside the agent, which does not wait for it. */
  async: boolean;
}

/** As few as possible: what is not async costs the agent the start of a shell and of curl. */
export const hookEvents: readonly HookEvent[] = [
  // where something can be answered, or where the order counts
  { event: 'UserPromptSubmit', async: false },
  { event: 'PreToolUse', async: false },
  // before PostToolBatch, which does not tell success from failure
  { event: 'PostToolUseFailure', async: false },
  { event: 'PostToolBatch', async: false },
  { event: 'Stop', async: false },
  // the agent leaves without what runs beside it
  { event: 'SessionEnd', async: false },
  // what only tells
  { event: 'StopFailure', async: true },
  { event: 'SubagentStart', async: true },
  { event: 'SubagentStop', async: true },
  { event: 'Notification', async: true },
];

/** Seconds. The client itself gives up after one. */
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

/** `text` is empty where there is no file yet. A second installation changes nothing. */
export function installHooks(text: string, command: string): Result<{ text: string }> {
  return hooks.installHooks(dialect, text, wanted(command));
}

/** Takes out every hook of ours, of whatever version. An empty text means: there was no file before us. */
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
