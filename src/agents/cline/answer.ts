/** Turns a decision into the hook's output; prints only forms that are known to work. */
import type { HookKind, InstalledHook } from '../install/command-lines.js';
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';
import { printAnswer, TEXT, type AnswerForm } from '../install/answer-table.js';
import { basename } from 'node:path';
import type { HookInstall } from '../agent.js';
import { joinLines, type HookMoment } from '../install/command-lines.js';
import { hookLines } from '../install/hook-client.js';
import { addOwnFile, ownFileStatus, removeOwnFile } from '../install/own-file.js';
import { AGENT_ID } from './home.js';

export function answerHook(moment: AnswerPoint, decision: Decision): string {
  switch (moment.kind) {
    case 'before-tool':
      switch (decision.kind) {
        // the model would not see a denial: empty the input, so that nothing runs, and add the reason
        case 'deny':
          denials += 1;
          return printAnswer(denial(decision.reason, denials % 2 === 1));
        case 'remind':
          return printAnswer(context(decision.text));
        case 'stop':
          return printAnswer(end(decision.reason));
        case 'text-only':
        case 'none':
          return '';
      }
      break;
    case 'after-step':
      return decision.kind === 'remind' ? printAnswer(context(decision.text)) : '';
    // the agent has no hook there
    case 'before-model':
    case 'prompt':
    case 'before-stop':
      return '';
  }
}

/**
 * Nothing to run, read, search or fetch: such a call succeeds with nothing, and the turn goes on. Tools that take no list refuse it; the
 * CLI ends a turn after three such responses in a row.
 */
const emptied: Record<string, unknown> = { commands: [], files: [], queries: [], requests: [] };
/** The same to every tool. Two forms take turns, since the CLI also ends a turn at the fifth equal call in a row. */
const alsoEmptied: Record<string, unknown> = { ...emptied, others: [] };
let denials = 0;

/** All that the installed command lets through. */
export const answerForms: readonly AnswerForm[] = [
  denial(TEXT, true),
  denial(TEXT, false),
  context(TEXT),
  end(TEXT),
];

function denial(contextModification: string, isOdd: boolean): Record<string, unknown> {
  return { overrideInput: isOdd ? emptied : alsoEmptied, contextModification };
}

function context(contextModification: string): Record<string, unknown> {
  return { contextModification };
}

function end(errorMessage: string): Record<string, unknown> {
  return { cancel: true, errorMessage };
}

/** No variable names the session to them; their parent process is the agent's own, and payloads arrive whole in the background too. */
const hookEvents: readonly { event: string; kind: HookKind; when?: HookMoment }[] = [
  // shows before any call that hooks work
  { event: 'TaskStart', kind: 'tell', when: 'when.start' },
  // the messages file has the call before this hook runs
  { event: 'PreToolUse', kind: 'order' },
  // the messages file has the results of a response once all of them are there
  { event: 'PostToolUse', kind: 'tell' },
  { event: 'TaskComplete', kind: 'ask', when: 'when.turnEnd' },
  { event: 'TaskError', kind: 'ask', when: 'when.turnEnd' },
  { event: 'SessionShutdown', kind: 'ask', when: 'when.end' },
];

function listHooks(folder: string): InstalledHook[] {
  return hookEvents.map((each) => ({
    ...each,
    lines: hookLines(AGENT_ID, folder, answerForms, each),
  }));
}

/** `file`: named after its event. */
function script(file: string, folder: string): string {
  const hook = listHooks(folder).find(({ event }) => event === basename(file));
  return `#!/bin/sh\n# Turnwatch: hands what Cline does to VS Code; silent where VS Code is closed\n${joinLines(hook?.lines ?? [])}\n`;
}

export const clineInstall: HookInstall = {
  needs: ['curl'],
  mode: 0o755,
  add: (file, text, { dir }) => addOwnFile(text, script(file, dir)),
  remove: (_file, text) => removeOwnFile(text),
  status: (file, text, { dir }) => ownFileStatus(text, script(file, dir)),
  hooks: ({ dir }) => listHooks(dir),
};
