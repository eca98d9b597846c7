/**
 * The forms that an agent's hook may print. The window prints by them, and the installed command lets nothing else through,
 * whoever answered it: a form can deny, stop or say something, and none can allow a call, or change its input other than to empty it.
 */
/** An answer with `TEXT` where its text stands: the last string of the answer, and the same wherever it stands again. */
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

/** A shell's case that prints `$turnwatch_a` if it is one of the forms, and nothing otherwise. */
export function printIfAllowed(forms: readonly AnswerForm[]): string {
  if (forms.length === 0) {
    return ':';
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
    'case $turnwatch_a in ',
    // no other bracket: the list ends where the form says, and nothing follows it
    ...lists.map(
      ({ head, tail }) =>
        `${head}*${tail}) turnwatch_t=\${turnwatch_a#${head}}; case \${turnwatch_t%${tail}} in *[][]*);; *) ${print};; esac;; `,
    ),
    // the text, which holds no quote: it ends where the form says, and nothing follows it
    `'{'*'}') if [ \${#turnwatch_a} -le ${LONGEST_ANSWER} ]; then turnwatch_t=\${turnwatch_a##*'":"'}; turnwatch_t=\${turnwatch_t%'"'*}; `,
    `case $turnwatch_t in *'"'*|*'\\');; *) case $turnwatch_a in ${others.join('|')}) ${print};; esac;; esac; fi;; esac`,
  ].join('');
}
