/**
 * The command that Claude Code runs for each hook: hands the payload to the endpoint and prints its answer. It must never be
 * noticed when nobody listens: always exit 0, nothing on standard error, at most a second, an answer whole or not at all.
 * The text is constant for a folder, so that an agent that trusts a hook by its text keeps trusting it.
 */

/** The curl configuration in our folder: address, token, time limits. Written by the bridge, mode 0600. */
export const CLIENT_CONFIG = 'hook.curl';
/** By this header our hooks are recognised in a settings file, whatever the folder. */
export const AGENT_HEADER = 'X-Turnwatch-Agent: claude-code';

/**
 * `folder`: absolute path of the folder that holds `hook.curl`.
 * - `-q` first: the person's own .curlrc is not read. `-f`: an error page is no answer. `Expect:` off: no round trip before a large body.
 * - The limits come before `-K`, so that the file can tighten them.
 * - The answer is kept until curl ended well: half an answer is none. Only JSON objects pass: a stranger's page on the port does not.
 * - `trap`: an agent that has closed its end of the pipe is no error.
 */
export function hookCommand(folder: string): string {
  const config = shellQuote(`${folder.replace(/\/+$/, '')}/${CLIENT_CONFIG}`);
  return `trap '' PIPE; f=${config}; { [ -r "$f" ] && a=$(curl -qsf -m 0.9 --noproxy '*' -K "$f" -H '${AGENT_HEADER}' -H 'Expect:' --data-binary @-) `
    + `&& case $a in '{'*'}') printf '%s' "$a";; esac; } 2>/dev/null; exit 0`;
}

export function isOurCommand(command: unknown): boolean {
  return typeof command === 'string' && command.includes(AGENT_HEADER);
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
