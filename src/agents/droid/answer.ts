/** What our hooks print in Droid: only forms that are known to work. */
import {
  answerTable,
  block,
  contextOn,
  denial,
  denialAndEnd,
  endOfTurn,
} from '../install/answer-table.js';
import { dirname, join } from 'node:path';
import { readTextNow } from '../../bounded-files.js';
import { isProblem, type HookInstall } from '../agent.js';
import { installCommandHooks } from '../install/hook-settings.js';
import { parseSettings, property } from '../install/json-text.js';
import { AGENT_ID, SESSION_VARIABLE } from './home.js';

export const { answerHook, answerForms } = answerTable(
  { denial, endOfTurn, denialAndEnd, afterStep: contextOn('PostToolUse'), block },
  {
    // together the tool does not run, and the turn ends at once
    'before-tool': { deny: 'denial', stop: 'denialAndEnd' },
    'after-step': { remind: 'afterStep', stop: 'endOfTurn' },
    // makes the agent continue, as often as it is said
    'before-stop': { remind: 'block' },
  },
);

/** A larger file is none of settings (bytes). */
const LARGEST = 4 * 1024 * 1024;

const install = installCommandHooks({
  agent: AGENT_ID,
  events: [
    // shows before any call that hooks work: without a person at the terminal no prompt is told
    { event: 'SessionStart' },
    { event: 'UserPromptSubmit' },
    // the log tells of the call before, with its id
    { event: 'PreToolUse', kind: 'order' },
    // only for calls that went well; the log tells of all
    { event: 'PostToolUse', kind: 'order' },
    { event: 'Stop' },
    { event: 'Notification' },
    { event: 'SessionEnd' },
  ],
  forms: answerForms,
  timeout: 2,
  sessionVariable: SESSION_VARIABLE,
  file: { isAtRoot: true },
});

/** Our hooks in Droid's hooks.json, whose fields are the events. */
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
