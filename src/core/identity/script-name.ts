/** The script that a command runs, by name. */
import { baseName } from '../paths.js';
import { findProgram } from './command/segment.js';

const program =
  /\.(?:py|[cm]?[jt]sx?|rb|go|java|kts?|php|pl|(?:ba|z)?sh|c|cc|cpp|rs|lua|R|jl|swift|exs?|scala|cs|ps1|groovy|dart|hs|ml|nim|zig)$/;

export function isScript(path: string): boolean {
  return path.includes('.') && program.test(path);
}

/** Files that every program has: the folder says which. */
const entries = new Set(['main', 'index', 'mod', 'app', 'lib', '__main__', 'Program']);

/** The file's name without folder and endings, or its folder's for the entry of a program. */
export function findStem(path: string): string {
  const name = baseName(path);
  const end = name.indexOf('.', 1);
  const stem = end < 0 ? name : name.slice(0, end);
  if (!entries.has(stem)) {
    return stem;
  }
  const folder = baseName(path.slice(0, Math.max(0, path.length - name.length)));
  return folder === '' || folder === '.' ? stem : folder;
}

/** Programs that take the bare name of a class or module. */
const byName = /^(?:java|kotlin|scala|groovy|mono|elixir|erl|runghc)$/;

/** Options whose value is the name of a program. */
const namingOption = /^(?:-m|--example|--bin|--module)$/;
const mainClass = /^-\w.*mainClass=/;
/** From the root, the folder or the home folder. */
const fromPlace = /^(?:\.{1,2}|~)?\//;

/** Stems of what the words of a command may run: the first script that they name, and names of modules before it. */
export function scriptsIn(words: readonly string[]): string[] {
  const takesName = byName.test(findProgram(words));
  const found: string[] = [];
  for (let i = 0, before = ''; i < words.length; i++) {
    const word = words[i] ?? '';
    const value = word.includes('=') ? word.slice(word.lastIndexOf('=') + 1) : word;
    const isPath = value.includes('/') && fromPlace.test(value) && value === word;
    const isFirst = i === 0 && isPath;
    const isNamed = i > 0 && takesName && /^[A-Za-z][\w.]*$/.test(word);
    // `go run ./cmd/probe`
    const isFolder = i > 1 && isPath && before === 'run';
    if (isScript(value) || isFirst || isNamed || isFolder) {
      found.push(findStem(value));
      break;
    }
    const isModule = before.startsWith('-') && namingOption.test(before);
    if (isModule || (word.startsWith('-') && mainClass.test(word))) {
      found.push(value.slice(value.lastIndexOf('.') + 1));
    }
    before = word;
  }
  return found;
}

const interpreters =
  /^(?:python[\d.]*|pypy\d?|ipython|node|deno|bun|tsx|ruby|perl|php|lua|Rscript|julia|bash|sh|zsh|osascript)$/;
const inlineOption = /^-(?:-eval|-print|[a-zA-Z]{0,3}[ceprE])$/;

/** Whether the words give an interpreter its program themselves, as an option or on its standard input. */
export function isInline(words: readonly string[], readsDocument: boolean): boolean {
  if (!readsDocument && !words.some((word) => word.startsWith('-') && inlineOption.test(word))) {
    return false;
  }
  const at = words.findIndex((word) => interpreters.test(baseName(word)));
  if (at < 0) {
    return false;
  }
  const rest = words.slice(at + 1);
  const first = rest.findIndex((word) => !word.startsWith('-') || word === '-');
  const options = first < 0 ? rest : rest.slice(0, first);
  if (options.some((word) => inlineOption.test(word)) && first >= 0) {
    return true;
  }
  return readsDocument && (first < 0 || rest[first] === '-');
}
