/** Our hooks in a Gemini CLI settings file. */
import type { Node } from 'jsonc-parser';
import { flag, installCommandHooks, type CommandHooks } from '../install/hook-settings.js';
import { property } from '../install/json-text.js';
import { answerForms } from './answer.js';
import { AGENT_ID, SESSION_VARIABLE } from './home.js';

const hookEvents: CommandHooks['events'] = [
  { event: 'BeforeAgent' },
  // by then the chat has all calls and results of the response before: no AfterTool is needed
  { event: 'BeforeModel', kind: 'order' },
  { event: 'BeforeToolSelection', kind: 'order' },
  // the chat tells of a response's calls once all of them are over; two more hooks follow a quick call
  { event: 'BeforeTool', kind: 'tell-later' },
  { event: 'AfterAgent' },
  { event: 'Notification' },
  { event: 'SessionEnd' },
];
const HOOK_NAME = 'turnwatch';

export const geminiCliInstall = installCommandHooks({
  agent: AGENT_ID,
  events: hookEvents,
  forms: answerForms,
  // milliseconds
  timeout: 2000,
  sessionVariable: SESSION_VARIABLE,
  name: HOOK_NAME,
  file: { isOff },
});

function isOff(root: Node): boolean | undefined {
  const settings = property(root, 'hooksConfig');
  if (settings === undefined) {
    return undefined;
  }
  const isEnabled = flag(settings, 'enabled');
  const disabled = property(settings, 'disabled')?.children ?? [];
  return (
    disabled.some((each) => each.value === HOOK_NAME) ||
    (isEnabled === undefined ? undefined : !isEnabled)
  );
}
