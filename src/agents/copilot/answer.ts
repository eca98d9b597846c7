/** Turns a decision into the hook's output; prints only forms that are known to work. */
import { basename } from 'node:path';
import type { HookKind, InstalledHook } from '../install/command-lines.js';
import type { ToolClass } from '../../core/events.js';
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';
import { printAnswer, TEXT, type AnswerForm, block } from '../install/answer-table.js';
import type { Fields } from '../reading/fields.js';
import { isOwnDialect, isPermissionRequest } from './payload.js';
import type { HookInstall } from '../agent.js';
import { joinLines, line } from '../install/command-lines.js';
import { hookLines } from '../install/hook-client.js';
import { addOwnFile, ownFileStatus, removeOwnFile } from '../install/own-file.js';
import { pluginText } from '../install/plugin-file.js';
import { AGENT_ID, EXTENSION_FILE } from './home.js';
import extension from './extension.plugin.js';
import { answerForms as vsCodeForms } from './vscode-chat/live.js';

export function answerHook(
  moment: AnswerPoint,
  decision: Decision,
  payload: Readonly<Fields>,
): string {
  switch (moment.kind) {
    case 'before-tool':
      return isPermissionRequest(payload)
        ? atPermission(decision)
        : beforeTool(moment.class, decision, payload);
    case 'after-step':
      return decision.kind === 'remind' ? printAnswer(context(decision.text)) : '';
    // makes the agent continue
    case 'before-stop':
      return decision.kind === 'remind' ? printAnswer(block(decision.text)) : '';
    case 'prompt':
      return decision.kind === 'remind' && isOwnDialect(payload)
        ? printAnswer(context(decision.text))
        : '';
    // no hook there
    case 'before-model':
      return '';
  }
}

function beforeTool(kind: ToolClass, decision: Decision, payload: Readonly<Fields>): string {
  switch (decision.kind) {
    case 'deny':
      return printAnswer(denial(decision.reason));
    // the permission hook, which comes next, can end the turn; a denial here would skip it
    case 'stop':
      return isOwnDialect(payload) && asksPermission(kind)
        ? ''
        : printAnswer(denial(decision.reason));
    case 'remind':
      return printAnswer(context(decision.text));
    case 'text-only':
    case 'none':
      return '';
  }
}

function atPermission(decision: Decision): string {
  switch (decision.kind) {
    case 'deny':
      return printAnswer(refusal(decision.reason));
    case 'stop':
      return printAnswer(end(decision.reason));
    case 'remind':
    case 'text-only':
    case 'none':
      return '';
  }
}

/** These run the permission hook even if everything is allowed; reads never do. */
function asksPermission(kind: ToolClass): boolean {
  return kind === 'shell' || kind === 'edit' || kind === 'write';
}

/** All that the installed command lets through, beside the forms of VS Code's own agents. */
export const answerForms: readonly AnswerForm[] = [
  denial(TEXT),
  refusal(TEXT),
  end(TEXT),
  context(TEXT),
  block(TEXT),
];

function denial(reason: string): Record<string, unknown> {
  return { permissionDecision: 'deny', permissionDecisionReason: reason };
}

function context(additionalContext: string): Record<string, unknown> {
  return { additionalContext };
}

function refusal(message: string): Record<string, unknown> {
  return { behavior: 'deny', message };
}

function end(message: string): Record<string, unknown> {
  return { behavior: 'deny', interrupt: true, message };
}

/**
 * As few as possible: the agent waits for a shell at each, and at those that ask for curl too. Copilot CLI reports most under these
 * names. Its log tells of calls and results about 120 ms later, in order and with their ids. VS Code's own agents may write none: then
 * an order lies there all the time. No variable names the session to them; their parent process is the agent's own. The agent waits
 * until a payload has been read or the hook is gone: nothing of ours may read it slowly in the background.
 */
const hookEvents: readonly { event: string; kind: HookKind }[] = [
  { event: 'userPromptSubmitted', kind: 'ask' },
  { event: 'preToolUse', kind: 'order' },
  { event: 'permissionRequest', kind: 'order' },
  { event: 'postToolUse', kind: 'order' },
  { event: 'postToolUseFailure', kind: 'order' },
  { event: 'agentStop', kind: 'ask' },
  { event: 'sessionEnd', kind: 'ask' },
];

/** In seconds. Our client gives up after one, and always exits with 0: a failing hook would deny the call. */
const HOOK_TIMEOUT = 5;

function listHooks(folder: string): InstalledHook[] {
  const forms = [...answerForms, ...vsCodeForms];
  return hookEvents.map((each) => ({ ...each, lines: hookLines(AGENT_ID, folder, forms, each) }));
}

/** `folder`: absolute path of the folder that the hook client reads. */
export function hooksText(folder: string): string {
  const handlers = listHooks(folder).map(({ event, lines }): [string, object[]] => [
    event,
    [
      {
        type: 'command',
        bash: joinLines(lines),
        timeoutSec: HOOK_TIMEOUT,
      },
    ],
  ]);
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(handlers) }, null, 2)}\n`;
}

function extensionText(folder: string): string {
  return pluginText(extension, { id: AGENT_ID, name: 'Copilot CLI' }, folder);
}

function isExtension(file: string): boolean {
  return basename(file) === EXTENSION_FILE;
}

/**
 * Our hooks for Copilot CLI and for VS Code's own agents, which run the same file: one of our own in Copilot CLI's hooks folder. No hook
 * can wait for the person's answer to a prompt: each runs before the agent's rules decide whether there is one. An extension can.
 */
export const copilotInstall: HookInstall = {
  needs: ['curl'],
  add: (file, text, { dir, answersPrompts }) =>
    isExtension(file)
      ? answersPrompts === true
        ? addOwnFile(text, extensionText(dir))
        : removeOwnFile(text)
      : addOwnFile(text, hooksText(dir)),
  remove: (_file, text) => removeOwnFile(text),
  status: (file, text, { dir }) =>
    ownFileStatus(text, isExtension(file) ? extensionText(dir) : hooksText(dir)),
  isForPrompts: isExtension,
  hooks: ({ dir, answersPrompts }) => [
    ...listHooks(dir),
    ...(answersPrompts === true
      ? [
          {
            event: EXTENSION_FILE,
            kind: 'prompt' as const,
            when: 'when.permission' as const,
            lines: extensionText(dir)
              .split('\n')
              .map((text) => line(text)),
          },
        ]
      : []),
  ],
};
