/**
 * The command that an agent runs for each hook: hands the payload to the endpoint and prints its answer. It must never be
 * noticed when nobody listens: always exit 0, nothing on standard error, at most a second, an answer whole or not at all.
 * The text is constant for a folder, so that an agent that trusts a hook by its text keeps trusting it.
 *
 * Frozen: the text of an installed command. Some agents trust a hook by its hash and would ask the person to review another one.
 */
import { printIfAllowed, type AnswerForm } from './answer-table.js';
import {
  deeper,
  goesOn,
  joinLines,
  line,
  type CommandLine,
  type HookKind,
  type HookTextId,
} from './command-lines.js';
import type { PromptKind } from '../../core/interventions/prompt-answer.js';
import {
  agentHeader,
  ANY_SESSION,
  CLIENT_CONFIG,
  ORDERS_FOLDER,
  PROMPT_HEADER,
  PROMPT_SECONDS,
} from './hook-names.js';

/** Left by a client that waited in vain: while it is newer than the configuration, nobody is asked. Removed by the bridge. */
const SILENT_STAMP = 'silent';

export interface HookForm {
  kind: HookKind;
  /** The variable with the session's id that the agent sets for its hooks. Default: its hooks share one order file. */
  sessionVariable?: string | undefined;
}

/** What waits for the person's answer to a prompt; installed only for who asks for it. */
export interface PromptForm {
  prompts: PromptKind;
  /** All that may be printed. */
  forms: readonly AnswerForm[];
  /** In seconds; default: `PROMPT_SECONDS`. Shorter where the agent asks nobody itself meanwhile. */
  seconds?: number;
  /** How an answer that is as long as its question may begin and end. */
  within?: readonly [head: string, tail: string];
}

/** Says that nobody waits for the answer. */
const TOLD_HEADER = 'X-Turnwatch-Told';

/**
 * In seconds: a quick call and the hooks before the next request are over by then, also where each takes twice as long as usual, and
 * the view still shows what is told within 150 ms. A `sleep` that knows only whole ones fails, and the client goes on at once.
 */
const LATER = 0.08;

/** What curl ends with after a time limit. */
const TIMED_OUT = 28;

/**
 * All of it stands in the agent's settings, so that what an agent shows for review, and trusts by its hash, is all that runs. A file that
 * the hook runs would have to be checked by its content: another program before each curl, as slow as curl itself.
 * `agent`: the agent it is installed for. `folder`: absolute path of the folder with `hook.curl`. `forms`: all that may be printed.
 */
export function hookCommand(
  agent: string,
  folder: string,
  forms: readonly AnswerForm[],
  form?: HookForm,
): string {
  return joinLines(hookLines(agent, folder, forms, form));
}

/**
 * What a person is told stands with the lines. Besides:
 * - `-q` first: ignores the person's .curlrc. `-f`: an error page is not an answer. `Expect:` off: no round trip before a large body.
 * - The limits come before `-K`, so that the file can tighten them.
 * - The answer is held until curl succeeds, so that no partial one is printed.
 * - Long names: some agents expand environment variables in their settings, and ours must not collide with them.
 * - `${PPID-}`: whoever started the hook, the agent itself. Once it is gone, so is its turn.
 * - `-}`, and `turnwatch_a=`: some agents refuse a command with a variable that neither they nor the beginning of one of its commands set,
 *   unless it says what stands in for it.
 * - Until it is clear that somebody is to be asked, only the shell's own commands run: a program costs more than all the rest.
 * - `exec` redirects for good: a shell keeps a copy of what it redirects for a while, what runs in the background inherits that, and
 *   the agent waits until nobody has its streams open.
 * - `3<&0`: fails without any input, where curl would wait for its own answer. What runs in the background gets none otherwise.
 */
export function hookLines(
  agent: string,
  folder: string,
  forms: readonly AnswerForm[],
  { kind, sessionVariable }: HookForm = { kind: 'ask' },
): CommandLine[] {
  const dir = folder.replace(/\/+$/, '');
  const orders = shellQuote(`${dir}/${ORDERS_FOLDER}/${agent}.`);
  const ask = askLines(agent, forms);
  return [
    ...(kind === 'order' ? orderLines(orders, sessionVariable, ' || exit 0;', 'orderOnly') : []),
    ...listening(
      dir,
      kind === 'tell' || kind === 'tell-later'
        ? [
            line('if', 'ordered'),
            ...deeper(orderLines(orders, sessionVariable, '; then')),
            ...deeper(ask),
            line('else', 'tell'),
            ...deeper(tellLines(agent, kind)),
            line('fi;'),
          ]
        : ask,
    ),
  ];
}

/** `lines`: run where somebody listens. */
function listening(dir: string, lines: readonly CommandLine[]): CommandLine[] {
  return [
    line("trap '' PIPE;", 'pipe'),
    line(`turnwatch_f=${shellQuote(`${dir}/${CLIENT_CONFIG}`)};`, 'address'),
    line(`turnwatch_s=${shellQuote(`${dir}/${SILENT_STAMP}`)};`, 'stamp'),
    line('turnwatch_a=;', 'none'),
    line('exec 2>/dev/null;', 'quiet'),
    line('if [ -O "$turnwatch_f" ] && [ -r "$turnwatch_f" ] &&', 'listens'),
    line('  ! [ "$turnwatch_s" -nt "$turnwatch_f" ] && { :; } 3<&0; then'),
    ...deeper(lines),
    line('fi;'),
    line('exit 0', 'exit'),
  ];
}

/**
 * The same address, key and conditions, but it waits for the person. The limit comes behind `-K`, whose own is a second. No stamp is left
 * after it: a person who does not answer is no window that stands still.
 */
export function promptLines(
  agent: string,
  folder: string,
  { prompts, forms, within, seconds = PROMPT_SECONDS }: PromptForm,
): CommandLine[] {
  const dir = folder.replace(/\/+$/, '');
  return listening(dir, [
    goesOn(`turnwatch_a=$(curl -qsf --noproxy '*' -K "$turnwatch_f"`, ' ', 'asked'),
    goesOn(`  -m ${seconds} -H '${PROMPT_HEADER}: ${prompts}'`),
    ...headerLines(agent, '', ');'),
    line('case $? in'),
    line('  0)'),
    ...deeper(
      deeper(within === undefined ? printIfAllowed(forms, 'allowed') : printWithin(within)),
    ),
    line('esac;'),
  ]);
}

function printWithin([head, tail]: readonly [string, string]): CommandLine[] {
  return [
    line('case $turnwatch_a in', 'allowed'),
    line(`  ${shellQuote(head)}*${shellQuote(tail)}) printf '%s' "$turnwatch_a";;`),
    line('esac;;'),
  ];
}

function askLines(agent: string, forms: readonly AnswerForm[]): CommandLine[] {
  return [
    ...curlLines(agent, ['turnwatch_a=$(', ');'], { about: 'ask' }),
    line('case $? in'),
    line(`  ${TIMED_OUT}) : >"$turnwatch_s";;`, 'timedOut'),
    line('  0)'),
    ...deeper(deeper(printIfAllowed(forms))),
    line('esac;'),
  ];
}

function tellLines(agent: string, kind: HookKind): CommandLine[] {
  return [
    line('exec 3<&0 >/dev/null;'),
    line('{ {'),
    ...(kind === 'tell-later' ? [line(`  sleep ${LATER};`, 'later')] : []),
    ...deeper(curlLines(agent, ['', ';'], { header: `-H '${TOLD_HEADER}: 1' ` })),
    line(`  case $? in ${TIMED_OUT}) : >"$turnwatch_s";; esac;`),
    line('} <&3 3<&- & };'),
  ];
}

function curlLines(
  agent: string,
  [before, after]: readonly [string, string],
  { header = '', about }: { header?: string; about?: HookTextId },
): CommandLine[] {
  return [
    goesOn(`${before}curl -qsf -m 0.9 --noproxy '*' -K "$turnwatch_f"`, ' ', about),
    ...headerLines(agent, header, after),
  ];
}

function headerLines(agent: string, header: string, after: string): CommandLine[] {
  return [
    goesOn(`  -H '${agentHeader(agent)}' -H "X-Turnwatch-Process: \${PPID-}"`),
    line(`  ${header}-H 'Expect:' --data-binary @-${after}`),
  ];
}

/**
 * `start`: of the paths of the agent's order files, quoted. Other agents that run these hooks set no such variable. Its name stands
 * apart from its dollar: Gemini CLI and Qwen Code would put their own text in the place of both.
 */
function orderLines(
  start: string,
  sessionVariable: string | undefined,
  after: string,
  about?: HookTextId,
): CommandLine[] {
  const any = `[ -O ${start}${ANY_SESSION} ]`;
  return sessionVariable === undefined
    ? [line(any + after, about)]
    : [
        line(`eval turnwatch_i=\\$'${sessionVariable}' && {`, about),
        line(`  ${any} ||`),
        line(`  [ -O ${start}"\${turnwatch_i-}" ]; }${after}`),
      ];
}

export function isOurCommand(agent: string, command: unknown): boolean {
  return typeof command === 'string' && command.includes(`'${agentHeader(agent)}'`);
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
