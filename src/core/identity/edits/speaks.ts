/** Whether a script is expected to print something when it runs. */
import { isPrint } from './printing.js';

/** It writes files itself: what it did is there, not in its output. */
const changesFiles =
  /\bopen\([^)\n]*['"][rb+]*[wax]|\.write_text\(|\bwriteFile|\bfs\.write|\bFile\.write|\bos\.(?:remove|rename|makedirs|replace)\(|\bshutil\.|\bsed -i|>>? ?["']?[\w.$/~-]+\.\w+|\.save\(|\.commit\(|to_(?:csv|json|file|parquet)\(/;
const condition =
  /^\s*(?:\}\s*)?(?:if|unless|for|foreach|while|until|except|catch|rescue|else|elif|elsif|case|switch|match)\b/;
const MOST_LINES = 300;

/** A print that no condition or loop decides on, in a script that does nothing else that could be seen. */
export function speaks(script: string): boolean {
  if (changesFiles.test(script)) {
    return false;
  }
  let outer = Infinity;
  for (const line of script.split('\n', MOST_LINES)) {
    const indent = line.length - line.trimStart().length;
    if (indent === line.length) {
      continue;
    }
    if (indent <= outer) {
      outer = condition.test(line) ? indent : Infinity;
    }
    if (outer === Infinity && isPrint(line)) {
      return true;
    }
  }
  return false;
}

/** The same of a program in a command's own words, where `;` separates. */
export function speaksInline(command: string): boolean {
  const at = command.search(/\s-[a-zA-Z-]*[ceprE]\s|<</);
  const program = at < 0 ? command : command.slice(at).replace(/^\S*\s+\S+\s+/, '');
  return speaks(program.replace(/^["']|;\s*|\n["']?/g, '\n'));
}
