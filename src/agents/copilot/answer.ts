/** Turns a decision into the hook's output; prints only forms that are known to work. */
import type { ToolClass } from '../../core/events.js';
import type { Decision, AnswerPoint } from '../../core/interventions/answer.js';
import { printAnswer, TEXT, type AnswerForm } from '../install/answer-forms.js';
import { block } from '../install/answer-table.js';
import type { Fields } from '../reading/fields.js';
import { isOwnDialect, isPermissionRequest } from './payload.js';

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
