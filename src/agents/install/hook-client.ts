/**
 * The command that an agent runs for each hook: hands the payload to the endpoint and prints its answer. It must never be
 * noticed when nobody listens: always exit 0, nothing on standard error, at most a second, an answer whole or not at all.
 * The text is constant for a folder, so that an agent that trusts a hook by its text keeps trusting it.
 */

/** The curl configuration in our folder: address, token, time limits. Written by the bridge, mode 0600. */
export const CLIENT_CONFIG = 'hook.curl';
/** What stands in everything that we put into an agent's files, and in nothing else. */
export const HOOK_MARK = 'X-Turnwatch-Agent:';

/** By this header an agent's hooks are recognised in a file, whatever the folder. */
export function agentHeader(agent: string): string {
  return `${HOOK_MARK} ${agent}`;
}

/**
 * `agent`: for which it is installed. `folder`: absolute path of the folder that holds `hook.curl`.
 * - `-q` first: the person's own .curlrc is not read. `-f`: an error page is no answer. `Expect:` off: no round trip before a large body.
 * - The limits come before `-K`, so that the file can tighten them.
 * - The answer is kept until curl ended well: half an answer is none. Only JSON objects pass: a stranger's page on the port does not.
 * - Long names: some agents put environment variables into the text of their settings, whose names ours must not meet.
 * - `trap`: an agent that has closed its end of the pipe is no error.
 */
export function hookCommand(agent: string, folder: string): string {
  const config = shellQuote(`${folder.replace(/\/+$/, '')}/${CLIENT_CONFIG}`);
  return (
    `trap '' PIPE; turnwatch_f=${config}; { [ -r "$turnwatch_f" ] && turnwatch_a=$(curl -qsf -m 0.9 --noproxy '*' -K "$turnwatch_f" -H '${agentHeader(agent)}' -H 'Expect:' --data-binary @-) ` +
    `&& case $turnwatch_a in '{'*'}') printf '%s' "$turnwatch_a";; esac; } 2>/dev/null; exit 0`
  );
}

export function isOurCommand(agent: string, command: unknown): boolean {
  return typeof command === 'string' && command.includes(`'${agentHeader(agent)}'`);
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
