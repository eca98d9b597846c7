/** Our hooks in Droid's hooks.json, whose fields are the events. */
import { dirname, join } from 'node:path';
import { readTextNow } from '../../bounded-files.js';
import { isProblem, type HookInstall } from '../agent.js';
import { hookCommand, isOurCommand } from '../install/hook-client.js';
import { settingsInstall, type HookDialect, type HookEntry } from '../install/hook-settings.js';
import { parseSettings, property } from '../install/json-text.js';
import { answerForms } from './answer.js';
import { AGENT_ID } from './home.js';

/** As few as possible: each starts a shell and curl. All ask: nothing else tells what happened, or in which order. */
const hookEvents = [
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Stop',
  'Notification',
  'PreCompact',
  'SessionEnd',
] as const;
/** In seconds. Our client gives up after one. */
const HOOK_TIMEOUT = 2;
/** A larger file is none of settings (bytes). */
const LARGEST = 4 * 1024 * 1024;

const dialect: HookDialect = {
  isOurs: (command) => isOurCommand(AGENT_ID, command),
  isAtRoot: true,
};

function wanted(folder: string): HookEntry[] {
  const command = hookCommand(AGENT_ID, folder, answerForms);
  return hookEvents.map((event) => ({
    event,
    entry: { hooks: [{ type: 'command', command, timeout: HOOK_TIMEOUT }] },
  }));
}

const install = settingsInstall(dialect, wanted);

export const droidInstall: HookInstall = {
  ...install,
  add: (file, text, client) =>
    text === '' && hasHooks(join(dirname(file), 'settings.json'))
      ? {
          problem:
            'settings.json has hooks, which Droid ignores once there is a hooks.json: move them there first',
        }
      : install.add(file, text, client),
};

function hasHooks(settings: string): boolean {
  try {
    const parsed = parseSettings(readTextNow(settings, LARGEST));
    return !isProblem(parsed) && (property(parsed.root, 'hooks')?.children ?? []).length > 0;
  } catch {
    // there is none
    return false;
  }
}
