/** What a terminal adds to an output: the command that it echoes first, and the exit code that some agents' tools tell last. */

const prompt = /^(?:[\w.@:~/\\-]{0,80}[$#>%]|\+)[ \t]+/;
const LONGEST_PROMPT = 100;
const LONGEST_ENDING = 80;
/** With the code in it. */
const ending =
  /^\W{0,3}(?:(?:the )?(?:process|command|program) )?(?:(?:exited|finished|completed|ended|failed|done)\W{0,3})?(?:with )?(?:exit|return|status)[ _-]?(?:code|status)?\W{0,3}(-?\d{1,10})\W{0,3}$/i;

/**
 * The output without both; a code other than 0 stays unless the failure is known otherwise.
 * @param command undefined for a call that runs none
 */
export function withoutTerminalEcho(
  output: string,
  command: string | undefined,
  failed: boolean,
): string {
  if (command === undefined || output === '') {
    return output;
  }
  const from = echoEnd(output, command.trim());
  const last = output.includes('\n') ? output.lastIndexOf('\n') + 1 : 0;
  const [, code] =
    output.length - last <= LONGEST_ENDING && last >= from
      ? (ending.exec(output.slice(last)) ?? [])
      : [];
  const to = code !== undefined && (failed || Number(code) === 0) ? last : output.length;
  return from === 0 && to === output.length ? output : output.slice(from, to).trim();
}

/** Where the echo of the command ends; 0 without one. */
function echoEnd(output: string, command: string): number {
  const first = command.indexOf('\n');
  const line = first < 0 ? command : command.slice(0, first).trimEnd();
  // most outputs do not hold it at all: no prompt is looked for
  if (line.length <= 2 || !output.slice(0, LONGEST_PROMPT + line.length).includes(line)) {
    return 0;
  }
  const start = prompt.exec(output.slice(0, LONGEST_PROMPT))?.[0].length ?? 0;
  if (output.startsWith(command, start) && endsLine(output, start + command.length)) {
    return start + command.length;
  }
  return output.startsWith(line, start) && endsLine(output, start + line.length)
    ? start + line.length
    : 0;
}

function endsLine(text: string, at: number): boolean {
  return at === text.length || /[\r\n]/.test(text.charAt(at));
}
