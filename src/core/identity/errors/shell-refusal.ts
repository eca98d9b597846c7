/** What a shell says of a command that it does not run: one class of error each, whatever the shell, its words and the command. */

/**
 * `syntax`: the command cannot be parsed. `no-command`: there is no program of that name. `no-file`: the program's file is not
 * there. `not-executable`: the program's file may not or cannot be run. `prose`: it is no command at all, whichever of the first
 * two the shell said of it.
 */
export type ShellRefusal = 'syntax' | 'no-command' | 'no-file' | 'not-executable' | 'prose';

/** `bash: line 12: `, `/bin/sh: 1: `, `bash: -c: line 0: `, `zsh:cd:3: `, `(eval):1: `: the line counts the commands of a session. */
const shellName =
  /^(?:-|(?:[A-Za-z]:)?[\\/]\S*[\\/])?(?:(?:ba|da|a|k|mk|z|fi|tc|c|rba)?sh(?:\.exe)?|\(eval\)|eval|nu|xonsh)(?:\[\d+\])?(?::\w+)?(?::\d+)?: ?(?:-c: ?|eval: ?)?(?:line \d+: |\d+: )?(?:eval: )?/;
/** The same before the lines of a file in which an agent keeps the command. */
const scriptName = /^(\S{1,200}?): (?:line )?\d+: /;

/** A line of output without the shell's name and the place in its script. */
export function withoutShellPrefix(line: string): string {
  return line.replace(shellName, '');
}

type Sentences = readonly (readonly [ShellRefusal, RegExp])[];

/** What only shells say. */
const sentences: Sentences = [
  [
    'syntax',
    /^(?:syntax error near unexpected token|syntax error: (?:unexpected|unterminated|end of file|"|bad )|unexpected eof while looking for|unterminated quoted string|unexpected end of string, quotes)/i,
  ],
  [
    'syntax',
    /^(?:parsererror\b|.{0,80}parseexception\b|unexpected token .{1,200} in expression or statement|the string is missing the terminator|missing (?:closing '.' in|argument in parameter list|expression after|statement block)|an expression was expected after|the token '.{1,5}' is not a valid statement separator|an empty pipe element|the (?:ampersand|splatting operator)\b|the syntax of the command is incorrect|the filename, directory name, or volume label syntax|.{1,60} was unexpected at this time)/i,
  ],
  [
    'syntax',
    /^(?:error: )?(?:your |the )?(?:bash |shell )?command (?:line )?(?:contain(?:s|ed)|has|had) (?:a )?syntax errors?|^(?:error: )?(?:unterminated|unbalanced|unclosed) quot/i,
  ],
  [
    'no-command',
    /^(?:command not found\b|\S{1,200}: command not found\b|(?:'.{1,200}'|".{1,200}"|\S{1,100}) is not recognized as an? (?:internal|command)|(?:\S{1,100} ?: )?the term '[^]{1,4000}' is not recognized|exec: .{1,200}: executable file not found|.{0,120}executable file not found in|(?:'.{1,200}'|".{1,200}"|`.{1,200}`|\S{1,100}) is not a (?:shell |known |valid )?command\b|command '.{1,200}' not found|(?:error: )?spawn \S{1,200} enoent)/i,
  ],
  [
    'no-file',
    /^(?:(?:env|sudo|xargs|timeout|nohup|nice|stdbuf)\b.{0,200}no such file or directory|\S{1,300}: (?:bad interpreter\b|cannot execute: required file not found)|the system cannot find the (?:path|file) specified|(?:\.{0,2}\/\S{1,300}): no such file or directory$)/i,
  ],
  [
    'not-executable',
    /^(?:(?:env|sudo|xargs|timeout|nohup|nice|stdbuf)\b.{0,200}permission denied|\S{1,300}: (?:cannot execute\b|exec format error)|exec format error|.{1,300} exists but is not an executable|.{1,300} is not a valid win32 application|(?:\.{0,2}\/\S{1,300}): (?:permission denied|is a directory)$)/i,
  ],
];

/** What programs say too, so that the shell's name must stand before it. */
const namedSentences: Sentences = [
  [
    'syntax',
    /^(?:-c: )?(?:line \d+: )?(?:syntax error\b|unexpected (?:eof|end of file|end of|'|token)|end of file unexpected|missing end\b|expected (?:end of|a|an)\b|unsupported use of|illegal command name|variables cannot be bracketed|unmatched|parse error\b|badly placed|missing [}\])]|too many [()]'s|bad (?:substitution|for loop|pattern)|illegal variable|event not found|(?:\S{1,80}: )(?:bad substitution|event not found|syntax error|ambiguous redirect)|\$\S{0,10} is not supported)/i,
  ],
  [
    'no-command',
    /^(?:unknown command\b|subprocess mode: command not found|\S{1,200}: (?:not found|inaccessible or not found)\b)/i,
  ],
  [
    'no-file',
    /^(?:no such file or directory: |(?:(?:cd|pushd): )?\S{1,300}: (?:no such file or|not a) directory$|cannot open\b|can't open\b)/i,
  ],
  ['not-executable', /^(?:permission denied: |\S{1,300}: (?:permission denied|is a directory)$)/i],
];

/** @param command names a script that speaks for itself */
function refusalIn(raw: string, command: string): ShellRefusal | undefined {
  let line = withoutShellPrefix(raw);
  if (line === raw) {
    const [whole, script] = scriptName.exec(raw) ?? [];
    if (whole !== undefined && script !== undefined && !command.includes(findName(script))) {
      line = raw.slice(whole.length);
    }
  }
  const known = sentences.find(([, sentence]) => sentence.test(line));
  return (
    known ?? (line === raw ? undefined : namedSentences.find(([, sentence]) => sentence.test(line)))
  )?.[0];
}

function findName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Lines that belong to a refusal: the place, marks under it, advice, the exit code. */
const aside =
  /^(?:at (?:line|char):?|at \S+:\d+ |[+|~^\s.]+$|\+ |\| |line \||\d+ \| |(?:\+ )?(?:categoryinfo|fullyqualifiederrorid)\b|operable program or batch file|program\. check|check the spelling|(?:the )?path was included|try again|did you mean|sudo apt |apt install|or:?$|not all parse errors|\(type |make(?:\[\d+\])?: |npm (?:err!|error)|process exited|error: process|command (?:exited|failed)|\W{0,2}exit(?:ed)?\b|please (?:fix|try|check)|here is the output)/i;
/** Further lines of advice. */
const MOST_OTHERS = 1;
const [MOST_LINES, LONGEST] = [16, 4000];
const cue =
  /yntax|xpected|not found|ot recognized|nmatched|nterminated|nbalanced|nclosed|arse|ad (?:sub|inter|pat|for)|o such file|enied|annot |an't open|issing|not a |nknown command|llegal|ENOENT|directory|ormat error|nsupported|mbiguous|adly|too many|not an? |not supported/;

/**
 * The class in which the shell refused the command, if that is all that the output says: of a command line that ran in part, the
 * part told something.
 */
export function shellRefusal(output: string, command: string): ShellRefusal | undefined {
  if (output.length > LONGEST || !cue.test(output)) {
    return undefined;
  }
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > MOST_LINES) {
    return undefined;
  }
  let found: ShellRefusal | undefined;
  let others = 0;
  for (const line of lines) {
    const refusal = refusalIn(line, command);
    if (refusal !== undefined) {
      found ??= refusal;
    } else if (!aside.test(line) && !isQuote(line, command)) {
      others += 1;
    }
  }
  if (others > MOST_OTHERS) {
    return undefined;
  }
  return (found === 'syntax' || found === 'no-command') && isSpeech(command) ? 'prose' : found;
}

/** A line of at least six words that begins with a capital letter and ends as a sentence does. A comment is part of a script. */
const sentenceLine = /^[*>\s"-]{0,4}\p{Lu}[\p{Ll}'’]*,?(?: \S+){5,}[.!?:…]["'’)`*]{0,3}$/u;
const headline = /^[#*\s]{0,6}\p{Lu}[\p{L} ]{0,30}:?[*]{0,3}$/u;

/** Sentences to the person that were sent to the shell. */
function isSpeech(command: string): boolean {
  const lines = command.slice(0, LONGEST).split('\n');
  const [first = '', second = ''] = lines.filter((line) => line.trim() !== '');
  return sentenceLine.test(first) || (headline.test(first) && sentenceLine.test(second));
}

const TELLING = 3;

/** A shell shows the part of the command that it could not read. */
function isQuote(line: string, command: string): boolean {
  const part = withoutShellPrefix(line).replace(/^[`'"\s+|]+|[`'"\s]+$/g, '');
  return part.length >= TELLING && command.includes(part);
}
