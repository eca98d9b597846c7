/** Unwraps the model's script from `bash -lc '…'`. */

const shells =
  /(?:^|[\\/])(?:ba|z|da|fi|k)?sh(?:\.exe)?$|(?:^|[\\/])(?:pwsh|powershell)(?:\.exe)?$/i;
const scriptFlags = /^(?:-l?c|-Command)$/i;
const LONGEST_COMMAND = 64 * 1024;

/** A command as one line of text. */
export function unwrapScript(words: readonly string[]): string {
  const script = words.at(-1);
  const flag = words.at(-2);
  if (
    script !== undefined &&
    flag !== undefined &&
    words.length >= 3 &&
    shells.test(words[0] ?? '') &&
    scriptFlags.test(flag)
  ) {
    return script;
  }
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`))
    .join(' ');
}

/** The same for a command given as one line. */
export function scriptIn(command: string): string {
  if (command.length > LONGEST_COMMAND) {
    return command;
  }
  const head =
    /^\s*("[^"]{1,400}"|'[^']{1,400}'|[^\s'"]{1,400})\s+(?:-NoProfile\s+)?(-\w{1,8})\s+/.exec(
      command,
    );
  if (head === null) {
    return command;
  }
  const [all, program = '', flag = ''] = head;
  if (!shells.test(program.replace(/^["']|["']$/g, '')) || !scriptFlags.test(flag)) {
    return command;
  }
  return unquoted(command.slice(all.length)) ?? command;
}

/** Unquotes one POSIX shell word; undefined if the text is more than one word. */
function unquoted(text: string): string | undefined {
  const parts = text.trim().match(/'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|[^\s'"\\]+|\s+/g) ?? [];
  let word = '';
  for (const part of parts) {
    if (/^\s/.test(part)) {
      return undefined;
    }
    if (part.startsWith("'")) {
      word += part.slice(1, -1);
    } else if (part.startsWith('"')) {
      word += part.slice(1, -1).replace(/\\([$`"\\])/g, '$1');
    } else {
      word += part.startsWith('\\') ? part.slice(1) : part;
    }
  }
  return parts.length === 0 ? undefined : word;
}
