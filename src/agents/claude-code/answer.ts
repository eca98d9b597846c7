/** What our hooks print in Claude Code (only forms that are known to work), and their place in a settings file. */
import {
  answerPermission,
  answerTable,
  decided,
  decidedForms,
  TEXT,
  contextOn,
  denial,
  denialAndEnd,
  endOfTurn,
} from '../install/answer-table.js';
import type { AskedPrompt, HookStatus, Problem, Result } from '../agent.js';
import type { PromptAnswer } from '../../core/interventions/prompt-answer.js';
import { isObject } from '../../core/json.js';
import type { HookKind } from '../install/command-lines.js';
import { hookCommand as writeHookCommand } from '../install/hook-client.js';
import { flag, installCommandHooks, type HookEvent } from '../install/hook-settings.js';
import { AGENT_ID, SESSION_VARIABLE } from './paths.js';
import { QUESTION_TOOL } from './tools.js';

export const { answerHook, answerForms } = answerTable(
  {
    denial,
    endOfTurn,
    denialAndEnd,
    beforeTool: contextOn('PreToolUse'),
    afterStep: contextOn('PostToolBatch'),
    withPrompt: contextOn('UserPromptSubmit'),
    goOn: contextOn('Stop'),
  },
  {
    // `continue: false` alone would still run the tool, so deny it too
    'before-tool': { deny: 'denial', stop: 'denialAndEnd', remind: 'beforeTool' },
    'after-step': { remind: 'afterStep', stop: 'endOfTurn' },
    // a stop here would discard the person's message
    prompt: { remind: 'withPrompt' },
    // makes the agent continue; the turn is ending, so a stop or denial adds nothing
    'before-stop': { remind: 'goOn' },
  },
);

/** As few as possible: the agent waits for a shell at each synchronous one, and at those that ask for curl too. */
export const hookEvents: readonly (HookEvent & { kind: HookKind })[] = [
  // hooks that can be answered, or whose order matters
  { event: 'UserPromptSubmit', kind: 'ask' },
  // the transcript tells of the call as soon
  { event: 'PreToolUse', kind: 'order' },
  // must be known before PostToolBatch, which does not distinguish success from failure
  { event: 'PostToolUseFailure', kind: 'ask' },
  { event: 'PostToolBatch', kind: 'tell' },
  { event: 'Stop', kind: 'ask' },
  // the agent exits without waiting for async hooks
  { event: 'SessionEnd', kind: 'ask' },
  // hooks that only report
  { event: 'StopFailure', kind: 'ask', async: true },
  { event: 'SubagentStart', kind: 'ask', async: true },
  { event: 'SubagentStop', kind: 'ask', async: true },
  // a prompt is told by the first at once, and by the second again if nobody answered it
  { event: 'PermissionRequest', kind: 'ask', async: true },
  { event: 'Notification', kind: 'ask', async: true },
];

/** The answer to a question repeats the question: it takes the place of the call's input. */
const [answerHead = '', answerTail = ''] = JSON.stringify(
  decided({ behavior: 'allow', updatedInput: { questions: TEXT, answers: {} } }),
).split(`${JSON.stringify(TEXT)},"answers":{`);

/** The agent's own prompt stands meanwhile, and the first answer counts. */
export function answerPrompt(asked: AskedPrompt, answer: PromptAnswer): string {
  if (answer.kind !== 'choose') {
    return answerPermission(asked, answer);
  }
  const questions = Array.isArray(asked.input['questions']) ? asked.input['questions'] : [];
  const chosen = questions.flatMap((each, at) => {
    const question = isObject(each) ? each : {};
    const options = Array.isArray(question['options']) ? question['options'] : [];
    const option: unknown = options[answer.options[at] ?? -1];
    const label = isObject(option) ? option['label'] : option;
    return typeof question['question'] === 'string' && typeof label === 'string'
      ? [[question['question'], label] as const]
      : [];
  });
  const answers = Object.fromEntries(chosen);
  return chosen.length === 0 || chosen.length < questions.length
    ? ''
    : JSON.stringify(decided({ behavior: 'allow', updatedInput: { questions, answers } }));
}

/** In seconds. Our client gives up after one. */
const HOOK_TIMEOUT = 2;

export const claudeCodeInstall = installCommandHooks({
  agent: AGENT_ID,
  events: hookEvents,
  forms: answerForms,
  timeout: HOOK_TIMEOUT,
  sessionVariable: SESSION_VARIABLE,
  prompts: [
    {
      event: 'PermissionRequest',
      prompts: 'permission',
      forms: decidedForms,
    },
    {
      event: 'PermissionRequest',
      matcher: QUESTION_TOOL,
      prompts: 'question',
      forms: [],
      within: [answerHead, answerTail],
    },
  ],
  file: { isOff: (root) => flag(root, 'disableAllHooks') },
});

/** `text` is empty if there is no file yet. `folder`: of the hook client. Installing twice changes nothing. */
export function installHooks(text: string, folder: string): Result<{ text: string }> {
  return claudeCodeInstall.add('', text, { dir: folder });
}

/** Removes our hooks, whatever version installed them. Empty text: the file did not exist before. */
export function uninstallHooks(text: string): Result<{ text: string }> {
  return claudeCodeInstall.remove('', text);
}

export function hookStatus(text: string, folder: string): HookStatus | Problem {
  return claudeCodeInstall.status('', text, { dir: folder });
}

/** `folder`: absolute path of the folder that the hook client reads. */
export function hookCommand(folder: string, kind: HookKind = 'ask'): string {
  return writeHookCommand(AGENT_ID, folder, answerForms, {
    kind,
    sessionVariable: SESSION_VARIABLE,
  });
}
