/**
 * The command that an agent runs for each hook: hands the payload to the endpoint and prints its answer. It must never be
 * noticed when nobody listens: always exit 0, nothing on standard error, at most a second, an answer whole or not at all.
 * The text is constant for a folder, so that an agent that trusts a hook by its text keeps trusting it.
 */
import { printIfOneOf, type AnswerForm } from './answer-forms.js';

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
 */
export function hookCommand(agent: string, folder: string, forms: readonly AnswerForm[]): string {
  const dir = folder.replace(/\/+$/, '');
  const [config, stamp] = [CLIENT_CONFIG, SILENT_STAMP].map((name) => shellQuote(`${dir}/${name}`));
  return (
    `trap '' PIPE; turnwatch_f=${config}; turnwatch_s=${stamp}; ` +
    `{ if [ -O "$turnwatch_f" ] && [ -r "$turnwatch_f" ] && ! [ "$turnwatch_s" -nt "$turnwatch_f" ]; then ` +
    `turnwatch_a=$(curl -qsf -m 0.9 --noproxy '*' -K "$turnwatch_f" -H '${agentHeader(agent)}' -H "X-Turnwatch-Process: $PPID" -H 'Expect:' --data-binary @-); ` +
    `case $? in ${TIMED_OUT}) : >"$turnwatch_s";; 0) ${printIfOneOf(forms)};; esac; fi; } 2>/dev/null; exit 0`
  );
}

export function isOurCommand(agent: string, command: unknown): boolean {
  return typeof command === 'string' && command.includes(`'${agentHeader(agent)}'`);
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
