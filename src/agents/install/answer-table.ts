/** What agents' hooks print: the forms that several agents share, and a table of them by the point of the turn and the decision. */
import type { AnswerPoint, Decision } from '../../core/interventions/answer.js';
import type { Fields } from '../reading/fields.js';
import { printAnswer, TEXT, type AnswerForm } from './answer-forms.js';

/** The call does not run; the model reads why. */
export function denial(permissionDecisionReason: string): Fields {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason,
    },
  };
}

/** Said to the model. */
export function context(hookEventName: string, additionalContext: string): Fields {
  return { hookSpecificOutput: { hookEventName, additionalContext } };
}

/** The same, for a table. */
export function contextOn(event: string): Form {
  return (text) => context(event, text);
}

/** The call does not run, and the turn ends. */
export function denialAndEnd(reason: string): Fields {
  return { ...endOfTurn(reason), ...denial(reason) };
}

/** What hooks print with Claude Code and those that took over its form. The order of the fields is part of the installed commands. */
export function endOfTurn(stopReason: string): Fields {
  return { continue: false, stopReason };
}

/** What the hook came for does not happen: a request is not made, or a turn goes on. */
export function block(reason: string): Fields {
  return { decision: 'block', reason };
}

type Form = (text: string) => Fields;
/** Tools are taken from a request by other means than these forms. */
type Said = Exclude<Decision['kind'], 'none' | 'text-only'>;

export interface HookAnswers {
  /** Turns a decision into the hook's output. */
  answerHook: (moment: AnswerPoint, decision: Decision) => string;
  /** All that the installed command lets through. */
  answerForms: readonly AnswerForm[];
}

/**
 * What hooks print: by the point of the turn and the decision, one of the agent's forms; what is not in the table says nothing.
 * `forms`: in the order in which the installed command names them, whose text is frozen.
 */
export function answerTable<Name extends string>(
  forms: Readonly<Record<Name, Form>>,
  table: Partial<Record<AnswerPoint['kind'], Partial<Record<Said, Name>>>>,
): HookAnswers {
  return {
    answerHook: (moment, decision) => {
      if (decision.kind === 'none' || decision.kind === 'text-only') {
        return '';
      }
      const name = table[moment.kind]?.[decision.kind];
      const text = decision.kind === 'remind' ? decision.text : decision.reason;
      return name === undefined ? '' : printAnswer(forms[name](text));
    },
    answerForms: Object.values<Form>(forms).map((form) => form(TEXT)),
  };
}
