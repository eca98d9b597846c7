/**
 * The command that an agent runs for each hook: hands the payload to the endpoint and prints its answer. It must never be
 * noticed when nobody listens: always exit 0, nothing on standard error, at most a second, an answer whole or not at all.
 * The text is constant for a folder, so that an agent that trusts a hook by its text keeps trusting it.
 *
 * Frozen: the text of an installed command. Some agents trust a hook by its hash and would ask the person to review another one.
 */
import { printIfAllowed, type AnswerForm } from './answer-table.js';

/** The curl configuration in our folder: address, token, time limits. Written by the bridge, mode 0600. */
export const CLIENT_CONFIG = 'hook.curl';
/** Left by a client that waited in vain: while it is newer than the configuration, nobody is asked. Removed by the bridge. */
const SILENT_STAMP = 'silent';
/** Marks everything that we add to an agent's files, and nothing else. */
export const HOOK_MARK = 'X-Turnwatch-Agent:';

/** This header identifies an agent's hooks in a file, whatever the folder. */
export function agentHeader(agent: string): string {
  return `${HOOK_MARK} ${agent}`;
}

/**
 * What an installed hook does:
 * - `ask`: hands the payload over and waits for the answer. For what happens once a turn, and must be answered or come in its place.
 * - `order`: nothing, unless an order file is there; then it asks. For what the agent's log tells as well.
 * - `tell`: asks where an order file is there; else it hands the payload over in the background, and the agent goes on at once. Some
 *   agents cut a payload of more than 200 KB off then; the log has it whole.
 * - `tell-later`: as `tell`, but after a moment: for what only the view needs, where other hooks follow at once. They would share the
 *   processor with curl otherwise, and the agent waits for them.
 */
export type HookKind = 'ask' | 'order' | 'tell' | 'tell-later';

export interface HookForm {
  kind: HookKind;
  /** The variable with the session's id that the agent sets for its hooks. Default: its hooks share one order file. */
  sessionVariable?: string | undefined;
}

/** In our folder: an agent's hooks of the kinds `order` and `tell` ask while their order file lies here. Written by the bridge. */
export const ORDERS_FOLDER = 'orders';
/** In place of the id of a session that its hooks cannot name. */
const ANY_SESSION = 'any';

/** The name of an order file. `session`: undefined where the hooks do not know it. */
export function orderName(installedFor: string, session: string | undefined): string {
  const isPlain = session !== undefined && /^[A-Za-z0-9_-]{1,100}$/.test(session);
  return `${installedFor}.${isPlain ? session : ANY_SESSION}`;
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
 * `agent`: the agent it is installed for. `folder`: absolute path of the folder with `hook.curl`. `forms`: all that may be printed.
 * - `-O`: another user's file is no file of ours.
 * - `-q` first: ignores the person's .curlrc. `-f`: an error page is not an answer. `Expect:` off: no round trip before a large body.
 * - The limits come before `-K`, so that the file can tighten them.
 * - The answer is held until curl succeeds, so that no partial one is printed.
 * - Whoever answered, only one of our forms is printed: an answer can deny, stop or say something, and never allow a call or change it.
 * - Long names: some agents expand environment variables in their settings, and ours must not collide with them.
 * - `$PPID`: whoever started the hook, the agent itself. Once it is gone, so is its turn.
 * - `trap`: it is not an error if the agent has closed its end of the pipe.
 * - Until it is clear that somebody is to be asked, only the shell's own commands run: a program costs more than all the rest.
 * - `exec` redirects for good: a shell keeps a copy of what it redirects for a while, what runs in the background inherits that, and
 *   the agent waits until nobody has its streams open.
 * - `3<&0`: fails without any input, where curl would wait for its own answer. What runs in the background gets none otherwise.
 */
export function hookCommand(
  agent: string,
  folder: string,
  forms: readonly AnswerForm[],
  { kind, sessionVariable }: HookForm = { kind: 'ask' },
): string {
  const dir = folder.replace(/\/+$/, '');
  const [config, stamp] = [CLIENT_CONFIG, SILENT_STAMP].map((name) => shellQuote(`${dir}/${name}`));
  const curl = (header = ''): string =>
    `curl -qsf -m 0.9 --noproxy '*' -K "$turnwatch_f" -H '${agentHeader(agent)}' -H "X-Turnwatch-Process: $PPID" ` +
    `${header}-H 'Expect:' --data-binary @-`;
  const timedOut = `${TIMED_OUT}) : >"$turnwatch_s";;`;
  const ask = `turnwatch_a=$(${curl()}); case $? in ${timedOut} 0) ${printIfAllowed(forms)};; esac`;
  const told = curl(`-H '${TOLD_HEADER}: 1' `);
  const moment = kind === 'tell-later' ? `sleep ${LATER}; ` : '';
  const tell = `exec 3<&0 >/dev/null; { { ${moment}${told}; case $? in ${timedOut} esac; } <&3 3<&- & }`;
  const tells = kind === 'tell' || kind === 'tell-later';
  const isOrdered = orderTest(shellQuote(`${dir}/${ORDERS_FOLDER}/${agent}.`), sessionVariable);
  return (
    (kind === 'order' ? `${isOrdered} || exit 0; ` : '') +
    `trap '' PIPE; turnwatch_f=${config}; turnwatch_s=${stamp}; ` +
    `exec 2>/dev/null; if [ -O "$turnwatch_f" ] && [ -r "$turnwatch_f" ] && ! [ "$turnwatch_s" -nt "$turnwatch_f" ] && { :; } 3<&0; then ` +
    `${tells ? `if ${isOrdered}; then ${ask}; else ${tell}; fi` : ask}; fi; exit 0`
  );
}

/**
 * `start`: of the paths of the agent's order files, quoted. Other agents that run these hooks set no such variable. Its name stands
 * apart from its dollar: Gemini CLI and Qwen Code would put their own text in the place of both.
 */
function orderTest(start: string, sessionVariable: string | undefined): string {
  const any = `[ -O ${start}${ANY_SESSION} ]`;
  return sessionVariable === undefined
    ? any
    : `eval turnwatch_i=\\$'${sessionVariable}' && { ${any} || [ -O ${start}"$turnwatch_i" ]; }`;
}

export function isOurCommand(agent: string, command: unknown): boolean {
  return typeof command === 'string' && command.includes(`'${agentHeader(agent)}'`);
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
