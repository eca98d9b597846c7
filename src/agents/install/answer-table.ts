/** What agents' hooks print: the forms that several agents share, and a table of them by the point of the turn and the decision. */
import type { AnswerPoint, Decision } from '../../core/interventions/answer.js';
import type { PromptAnswer } from '../../core/interventions/prompt-answer.js';
import type { Fields } from '../reading/fields.js';
import { goesOn, line, type CommandLine, type HookTextId } from './command-lines.js';

/**
 * A form that an agent's hook may print. The window prints by these, and the installed command lets nothing else through,
 * whoever answered it: a form can deny, stop or say something, and none can allow a call, or change its input other than to empty it.
 * `TEXT` stands where its text does: the last string of the answer, and the same wherever it stands again.
 */
export type AnswerForm = Readonly<Record<string, unknown>>;

export const TEXT = '<text>';
/** In an answer that hands the agent's own list back, longer by one: stands for all that is in the list. */
export const LIST = '<list>';

/**
 * As JSON, in which a quote, a backslash or a bracket within a text is written as its number: the command, a few lines of shell, then
 * sees where a text or a list ends.
 */
export function printAnswer(answer: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(answer).replace(/"(?:[^"\\]|\\.)*"/g, (text) =>
    text.length === 2
      ? text
      : `"${text.slice(1, -1).replace(/\\["\\]|[[\]]/g, (found) => numbered(found.slice(-1)))}"`,
  );
}

function numbered(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Characters, lists aside: a shell takes the square of this to find the text, a tenth of a second at worst. Ours are below 2,000. */
const LONGEST_ANSWER = 8000;

/** A shell's case that prints `$turnwatch_a` if it is one of the forms, and nothing otherwise: what another case does, with its end. */
export function printIfAllowed(
  forms: readonly AnswerForm[],
  about: HookTextId = 'answer',
): CommandLine[] {
  if (forms.length === 0) {
    return [line(':;;')];
  }
  const print = `printf '%s' "$turnwatch_a"`;
  const printed = forms.map((form) => JSON.stringify(form));
  const lists = printed.flatMap((form) => {
    const [head, tail] = form.split(JSON.stringify(LIST));
    return head === undefined || tail === undefined
      ? []
      : [{ head: `'${head}'`, tail: `'${tail}'` }];
  });
  const others = printed
    .filter((form) => !form.includes(LIST))
    .map((form) =>
      form
        .split(TEXT)
        .map((part) => `'${part}'`)
        .join('"$turnwatch_t"'),
    );
  return [
    line('case $turnwatch_a in', about),
    // no other bracket: the list ends where the form says, and nothing follows it
    ...lists.flatMap(({ head, tail }) => [
      line(`  ${head}*${tail}) turnwatch_t=\${turnwatch_a#${head}};`, 'list'),
      line(`    case \${turnwatch_t%${tail}} in *[][]*);; *) ${print};; esac;;`),
    ]),
    // the text, which holds no quote: it ends where the form says, and nothing follows it
    line(`  '{'*'}') if [ \${#turnwatch_a} -le ${LONGEST_ANSWER} ]; then`, 'text'),
    line(`      turnwatch_t=\${turnwatch_a##*'":"'}; turnwatch_t=\${turnwatch_t%'"'*};`),
    line(`      case $turnwatch_t in *'"'*|*'\\');; *) case $turnwatch_a in`),
    ...others.slice(0, -1).map((form) => goesOn(`        ${form}|`, '')),
    line(`        ${others.at(-1) ?? ''}) ${print};; esac;; esac;`),
    line('    fi;;'),
    line('esac;;'),
  ];
}

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

type PromptDecision =
  | { behavior: 'allow'; updatedInput?: object }
  | { behavior: 'deny'; message: string };

/** What the person decided about a prompt. */
export function decided(decision: PromptDecision): Fields {
  return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } };
}

/** All that a hook may print that waits for the person's permission. */
export const decidedForms: readonly AnswerForm[] = [
  decided({ behavior: 'allow' }),
  decided({ behavior: 'deny', message: TEXT }),
];

/** The person's permission for the call that they saw, or their denial; empty for anything else. */
export function answerPermission(_: unknown, answer: PromptAnswer): string {
  return answer.kind === 'choose'
    ? ''
    : printAnswer(
        decided(
          answer.kind === 'allow'
            ? { behavior: 'allow' }
            : { behavior: 'deny', message: answer.reason },
        ),
      );
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
type SaidDecision = Exclude<Decision['kind'], 'none' | 'text-only'>;

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
  table: Partial<Record<AnswerPoint['kind'], Partial<Record<SaidDecision, Name>>>>,
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
