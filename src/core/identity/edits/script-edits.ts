/** What a script does to a file whose text it reads, changes and writes back: `text.replace("old", "new")` in any language. */
import { change, isPattern, patternChange, type FileEdit } from './file-edit.js';

const MOST_EDITS = 64;
const LONGEST = 65_536;

/** A literal text, or the name of a variable that holds one. */
const value = String.raw`[rbuRBU]{0,2}(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|${'`(?:[^`\\\\]|\\\\[\\s\\S])*`'}|[A-Za-z_]\w{0,60})`;
const assignment = new RegExp(
  String.raw`(?:^|[\n;])[ \t]*(?:const |let |var |\$)?([A-Za-z_]\w{0,60})[ \t]*=[ \t]*(?:\w{1,40}\()?(${value})`,
  'g',
);
const replacement = new RegExp(
  String.raw`\.(replace|replaceAll|gsub|sub)\(\s*(${value})\s*,\s*(${value})\s*[,)]`,
  'g',
);
const opened = new RegExp(
  String.raw`\b(?:open|Path|readFileSync|readFile|writeFileSync|writeFile|read|write|file_get_contents|file_put_contents)\(\s*(${value})`,
  'g',
);

/** A script that fails where a text is not there. */
const checksText =
  /\b(?:assert|raise|throw|die|exit|count|find|index|indexOf|includes)\b|\bnot in\b|\bin (?:s|text|src|content|data)\b/;

/** Empty if the texts or the one file that it edits cannot be read from the script. */
export function editsOfScript(script: string): FileEdit[] {
  if (script.length > LONGEST) {
    return [];
  }
  const texts = new Map<string, string>();
  for (const [, name = '', literal = ''] of script.matchAll(assignment)) {
    const text = readText(literal, texts);
    if (text !== undefined) {
      texts.set(name, text);
    }
  }
  const paths = new Set<string>();
  for (const [, named = ''] of script.matchAll(opened)) {
    const path = readText(named, texts);
    if (path !== undefined) {
      paths.add(path);
    }
  }
  const [path, ...more] = paths;
  if (path === undefined || more.length > 0) {
    return [];
  }
  const edits = replacementsIn(script, path, texts);
  return checksText.test(script) ? edits : edits.map((edit) => ({ ...edit, mayMiss: true }));
}

function replacementsIn(
  script: string,
  path: string,
  texts: ReadonlyMap<string, string>,
): FileEdit[] {
  const edits: FileEdit[] = [];
  for (const [, verb = '', before = '', after = ''] of script.matchAll(replacement)) {
    const [old, put] = [readText(before, texts), readText(after, texts)];
    if (old === undefined || put === undefined || edits.length >= MOST_EDITS) {
      return [];
    }
    const fits = verb.endsWith('sub') && isPattern(old);
    edits.push(fits ? patternChange(path, old, put) : change(path, old, put));
  }
  return edits;
}

/** Undefined for a name whose text is not known. */
function readText(literal: string, texts: ReadonlyMap<string, string>): string | undefined {
  const [, prefix = '', mark = '', inner = ''] =
    /^([rbuRBU]{0,2})("""|'''|"|'|`)([\s\S]*)\2$/.exec(literal) ?? [];
  if (mark === '') {
    return texts.get(literal);
  }
  return /r/i.test(prefix) ? inner : inner.replace(/\\(?:\n|([\s\S]))/g, unescaped);
}

function unescaped(_: string, mark: string | undefined): string {
  switch (mark) {
    case undefined:
      return '';
    case 'n':
      return '\n';
    case 't':
      return '\t';
    default:
      return mark;
  }
}
