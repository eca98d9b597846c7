/** What an error amounts to: the same error for other arguments is the same error, also where it arrives as ordinary output. */
import type { Json, JsonObject } from '../events.js';
import { hashText } from './hash.js';
import { withoutNoise } from './noise/noise.js';
import { commandOf } from './tool.js';

export interface ErrorPrint {
  /** Equal for the same error whatever the arguments: a hash of the telling lines without noise, values and the call's own words. */
  key: string;
  /** Equal only if the values are equal too: a hash of the telling lines without noise and line numbers, which move with every edit. */
  exact: string;
  /** The telling line for a person, masked, at most 200 characters. */
  text: string;
  /** `validation`: the harness or the tool refused the call's form before anything was run. */
  kind: 'error' | 'validation';
}

const SHOWN = 200;
const places = /:\d+(?::\d+)?(?=[:)\]\s]|$)|\bline \d+|\(\d+(?:,\d+)?\)/gm;
/** An ordinary output above these is content, not a report of an error; a traceback may be longer. */
const [LONGEST_REPORT, MOST_LINES, LONGEST_TRACE] = [1500, 12, 8000];
/** Of a failed call's output so many lines at either end are looked at, and so many telling lines make its print. */
const [LOOKED, TELLING] = [60, 6];
const LONGEST_LINE = 400;
/** A value of a call above this is a text, not a name. */
const LONGEST_VALUE = 300;
const HEAD = 400;

const cue =
  /rror|xcept|[fF]ail|FAIL|nvalid|not |Not |n't |No |no |annot|nable|enied|atal|anic|eject|issing|nknown|equire|raceback|rong|ncorrect|ndefined|nrecog|ERR|rovide/;

/** A quick look whether an ordinary output could be an error's report; most are none. */
export function mayBeError(output: string): boolean {
  if (output.length > LONGEST_REPORT && (output.length > LONGEST_TRACE || !startsTrace(output))) {
    return output.length <= LONGEST_TRACE && refusal.test(output.slice(0, HEAD));
  }
  return (
    cue.test(output.length > HEAD ? output.slice(0, HEAD) : output) || output.startsWith('File "')
  );
}

function startsTrace(output: string): boolean {
  return output.startsWith('File "') || output.slice(0, 2 * HEAD).includes('Traceback (');
}

/**
 * The print of the error that an output reports.
 * @param output without agents' wrapper texts
 * @param failed the call failed: anything it says is its error. Else only an output that is an error's report as a whole counts.
 * @returns undefined if it reports none, or says nothing by which errors could be compared
 */
export function errorPrint(
  output: string,
  input: JsonObject,
  failed: boolean,
): ErrorPrint | undefined {
  const lines = linesOf(withoutEchoes(output, input), input);
  const [first] = lines;
  if (first === undefined) {
    return undefined;
  }
  const kind = isRefusal(lines, failed) ? 'validation' : 'error';
  const telling =
    kind === 'validation'
      ? [sentenceOf(first)]
      : failed
        ? tellingOf(lines)
        : reportOf(output, lines, input);
  const shown = telling.find((line) => strong.test(line)) ?? telling[0];
  if (shown === undefined) {
    return failed ? unnamed(lines) : undefined;
  }
  const values = valuesOf(input);
  const text = masked(shown, values).slice(0, SHOWN);
  return {
    key: hashText(
      telling.length === 1 ? text : telling.map((line) => masked(line, values)).join('\n'),
    ),
    exact: hashText(withoutNoise(telling.join('\n')).replace(places, '#')),
    text,
    kind,
  };
}

/** A failure that names no error is compared as a whole: its values may be all that it tells. Shown are its first and its last line. */
function unnamed(lines: readonly string[]): ErrorPrint {
  const whole = withoutNoise(lines.join('\n'));
  const text =
    lines.length === 1
      ? whole
      : withoutNoise([...new Set([lines[0] ?? '', lines.at(-1) ?? ''])].join(' … '));
  const key = hashText(whole);
  return { key, exact: key, text: text.slice(0, SHOWN), kind: 'error' };
}

/** Lines that say nothing themselves: an exit code, a frame's tag, a heading. */
const hollow =
  /^(?:(?:Error: )?(?:(?:command |process )?(?:exited|failed) with )?(?:exit )?(?:code|status):? -?\d+\.?|<\/?[\w-]+>|[-=*_#~^|.\s]+|.{0,80}(?:last|previous) command.{0,20}:|stderr:|stdout:|error:)$/i;
/** What frames put before the answer itself. */
const lead = /^(?:<[a-z_-]+>\s*)?(?:Command \w+ returned:\s*)?(?:<[a-z_-]+>\s*)?/;

/** The output's own lines, without the command that a terminal echoes first. */
function linesOf(output: string, input: JsonObject): string[] {
  const command = commandOf(input)?.trim();
  const all =
    output.length > 4 * LONGEST_TRACE
      ? `${output.slice(0, 2 * LONGEST_TRACE)}\n${output.slice(-2 * LONGEST_TRACE)}`
      : output;
  const lines: string[] = [];
  for (const raw of all.split('\n')) {
    const line = raw
      .trim()
      .slice(0, LONGEST_LINE)
      .replace(lead, '')
      .replace(/<\/[a-z_-]+>$/, '');
    if (line === '' || hollow.test(line)) {
      continue;
    }
    if (lines.length === 0 && line.length > 2 && command?.startsWith(line) === true) {
      continue;
    }
    lines.push(line);
  }
  return lines;
}

/** A long value of the call that the output repeats, such as the text that was not found: it may hold anything. */
function withoutEchoes(output: string, input: JsonObject): string {
  let text = output;
  for (const value of Object.values(input)) {
    if (typeof value === 'string' && (value.length > LONGEST_VALUE || value.includes('\n'))) {
      const echo = value.trim();
      if (echo.length > 3 && echo.length < text.length) {
        text = text.replaceAll(echo, '<arg>');
      }
    }
  }
  return text;
}

const before = String.raw`^(?:[>$!*✗✖×E-]{1,3}\s{1,8})?(?:[^\s:]{1,120}:\s{0,3}){0,4}`;
/** A line that begins as an error: `fatal: …`, `a.c:3:1: error: …`, `error[E0308]: …`, `pkg.SomeError: …`. */
const strong = new RegExp(
  [
    String.raw`${before}(?:\w{1,20} )?(?:fatal|(?:\w{1,12} )?error|err!|failure|panic|exception|critical)(?:\[\w+\])?(?:\s+\w{1,12})?(?::|!| -)`,
    String.raw`${before}(?:npm (?:error|err!)|error TS\d+|E\d{3,4}\b|undefined reference|undefined:|command not found|(?:syntax|internal|runtime|parse|type|compile|fatal) error\b)`,
    String.raw`${before}(?:failed|unable|cannot|can't|could not|couldn't|can not) (?:to )?\w+`,
    String.raw`${before}(?:invalid|illegal|unknown|unrecognized|unsupported|unexpected|missing|unterminated|rejected|denied|wrong|incorrect|ambiguous|refusing)\b`,
    String.raw`^(?:✘ )?\[(?:error|fatal)\]|^(?:exception in thread|caused by:|uncaught|unhandled|thread '.{0,60}' panicked|failure\b|traceback \(|aborted|segmentation fault|killed$|no replacement|no changes? (?:was|were) made|no module named|no rule to make|no space left|error (?:in|at|while|when|during|loading|reading|parsing|processing|executing|running|opening)\b)`,
  ].join('|'),
  'i',
);
/** `ValueError`, `java.lang.NullPointerException: …`, `pkg.exceptions.NotReady: …` */
const thrown =
  /^(?:[\w$]+[.:])*[A-Z][\w$]*(?:Error|Exception|Failure|Fault|Exit|Interrupt|NotFound|Denied|Timeout|Warning)\b(?=[:\s(]|$)|^(?:[\w$]+\.)+[A-Z][\w$]+(?=:|$)/;
/** A line that says somewhere that something is wrong. */
const weak =
  /no such (?:file|command|option|table|column|key|method|tool|element|host|device|image|container|branch|ref)|\bnot found\b|does(?:n['’]t| not) (?:exist|match|appear|contain)|did not (?:match|appear)|permission denied|access (?:is )?denied|is not (?:recognized|defined|valid|a valid|a function|callable|supported|allowed|permitted|installed|in the right format|a directory|iterable|subscriptable)|isn['’]t (?:valid|allowed|supported)|could not be\b|cannot be\b|can['’]t be\b|(?:was|been|is|were) (?:rejected|denied|blocked|refused)|not (?:allowed|permitted|authorized)\b|(?:is|are) (?:a )?required\b|too much output|timed? ?out\b|is a directory|already exists|failed(?: with|:| to\b|!|\.?$)|unexpected (?:token|end|eof|identifier|argument)|connection refused|\berror\b(?:[ :]|$)|\brefused\b/i;
/** Good news, and answers that say that nothing is there. */
const noError =
  /^\d+ errors?(?: generated| found)?\.?$|\b(?:no|0|zero|without) (?:errors?|failures?|failed|problems?|issues?|warnings?|match(?:es)?|results?|hits?)\b|^no (?!such|module|rule|space|replacement|change|route|permission)|\b(?:passed|as expected|succeeded|successfully)\b|^warning\b|DeprecationWarning/i;

function isTelling(line: string): boolean {
  return (strong.test(line) || thrown.test(line) || weak.test(line)) && !noError.test(line);
}

/** Lines that may follow a traceback that is the call's error; before more of them, it was a program's start that went wrong. */
const MOST_AFTER = 2;

/** Of a failed call: a traceback's last line, or the lines that name an error. */
function tellingOf(lines: readonly string[]): string[] {
  const trace = lastOfTrace(lines);
  const after = trace === undefined ? lines : lines.slice(lines.lastIndexOf(trace) + 1);
  const looked =
    after.length > 2 * LOOKED ? [...after.slice(0, LOOKED), ...after.slice(-LOOKED)] : after;
  // what comes after a traceback may be another program's error: it counts then
  const telling = [...new Set(looked.filter(isTelling))];
  return telling.length === 0 && trace !== undefined && after.length <= MOST_AFTER
    ? [trace]
    : telling.slice(0, TELLING);
}

/** A refusal's first sentence: what follows is help, and may quote the call. */
function sentenceOf(line: string): string {
  return /^.{20,}?[.:!](?=\s|$)/.exec(line)?.[0] ?? line;
}

function lastOfTrace(lines: readonly string[]): string | undefined {
  const start = lines.findLastIndex(
    (line) => line.startsWith('Traceback (') || /^File "[^"]{1,300}", line \d+/.test(line),
  );
  return start < 0 ? undefined : lines.slice(start).findLast((line) => thrown.test(line));
}

/** A test report, a numbered listing, lines of a log, a search's hits, code: content in which an error's words merely occur. */
const testReport =
  /\b\d+ (?:passed|failed|failing|passing|skipped|tests?|examples?|specs?|assertions?)\b|^(?:PASS|FAIL|ok|not ok)\b|\b(?:PASSED|FAILED)\b|[✓✔]/m;
const contentLine =
  /^\s*\d+[\t→|:]|^\S+:\d+:(?!\d*:? ?(?:error|fatal|undefined|cannot|syntax))|^\[?\d{4}-\d\d-\d\d[T ]|^\[?\d\d:\d\d:\d\d|^(?:INFO|DEBUG|WARN|TRACE)\b|[{};,(]$|^(?:import|from|def|class|function|const|let|var|return|if|for|while|try|except|catch|throw|raise|public|private|export|\/\/|#|\/?\*|<)[\s*!/]|^[-+] |=>/;
/** Commands that show what is written somewhere: an error in it is not theirs. */
const shows =
  /^(?:cd [^&;|]{1,300}(?:&&|;)\s*)?(?:sudo )?(?:cat|head|tail|less|more|bat|nl|sed -n|awk|grep|egrep|rg|ag|find|git (?:log|show|diff|grep|blame)|journalctl|docker logs|kubectl logs)\b/;
const own =
  /^(?:\S{1,60}: )?(?:cannot (?:open|access|stat)|can't (?:open|read)|.{0,300}(?:no such file or directory|permission denied|is a directory|does(?:n't| not) exist|not found\.?$|invalid option|unrecognized option|ambiguous argument))|^(?:fatal|error|failure):/i;

const ofShellTool =
  /^(?:rm|ls|cat|mkdir|cp|mv|grep|find|which|kill|pkill|head|tail|sed|cd|rmdir|touch|ln): /;

/** The telling lines of an ordinary output that is an error's report as a whole; none if it is anything else. */
function reportOf(output: string, lines: readonly string[], input: JsonObject): string[] {
  const command = commandOf(input);
  const [first] = lines;
  if (first === undefined || output.length > LONGEST_TRACE) {
    return [];
  }
  const reads = command === undefined ? isAboutFile(input) : shows.test(command);
  if (reads) {
    return lines.length <= 3 && lines.every((line) => own.test(line) && !noError.test(line))
      ? lines.slice()
      : [];
  }
  if (testReport.test(output)) {
    return [];
  }
  const start = lines.findIndex(
    (line) => line.startsWith('Traceback (') || /^File "[^"]{1,300}", line \d+/.test(line),
  );
  const trace = lastOfTrace(lines);
  // what a script says before it breaks off is little, and it says nothing after
  if (trace !== undefined && start <= 3 && lines.at(-1) === trace) {
    return [trace];
  }
  if (trace !== undefined || lines.length > MOST_LINES || output.length > LONGEST_REPORT) {
    return [];
  }
  const content = lines.filter((line) => contentLine.test(line));
  if (content.length * 2 >= lines.length && !(lines.length === 1 && strong.test(first))) {
    return [];
  }
  const telling = lines.filter((line) => isTelling(line) && !content.includes(line));
  const values = valuesOf(input);
  const told = lines.filter((line) => !values.has(line.replace(/^\w{1,20}: /, '')));
  // one part of a command line failed, the rest may have done its work
  const begins = (strong.test(first) || thrown.test(first)) && !ofShellTool.test(first);
  const reports =
    (begins && isTelling(first) && lines.length <= MOST_LINES / 3) ||
    telling.length * 2 > told.length;
  return reports ? [...new Set(telling)].slice(0, TELLING) : [];
}

const fileNames = [
  'file_path',
  'path',
  'filePath',
  'filepath',
  'filename',
  'file',
  'absolute_path',
  'target_file',
  'pattern',
  'query',
];
const changeNames = /^(?:old|new)_|content|^edits?$|^patch$|^diff$|file_text|insert/;

/** A call that reads or searches files. */
function isAboutFile(input: JsonObject): boolean {
  const names = Object.keys(input);
  return (
    names.some((name) => fileNames.includes(name)) && !names.some((name) => changeNames.test(name))
  );
}

const refusal = new RegExp(
  [
    String.raw`InputValidationError|invalid_(?:arguments|params|request|tool)`,
    String.raw`missing (?:\d+ )?(?:a |the )?(?:value for )?required (?:\w+ )?(?:param|arg|prop|field|key|input)`,
    String.raw`required (?:param(?:eter)?|property|argument|field)s? .{0,60}(?:missing|not (?:provided|given|supplied))|(?:must have|is a) required (?:property|parameter|argument)`,
    String.raw`(?:invalid|malformed|unknown|unexpected|unrecognized|unsupported|bad) (?:tool|function|action|parameter|param|json)(?:s|\b)(?: (?:call|name|arguments?|input|parameters?))?|(?:invalid|malformed) (?:arguments?|input|parameters) (?:for|to|passed|provided|:)`,
    String.raw`\btool .{1,60} (?:is )?(?:not found|does not exist|not available|not registered|unknown)|no (?:such )?(?:tool|action) (?:named|called|found|with)|no such tool`,
    String.raw`(?:arguments?|input|parameters|tool call|response|answer|output|action|message|command) (?:\w+ )?(?:could not|cannot|can['’]t|couldn['’]t) be parsed|(?:could not|cannot|can['’]t|unable to|failed to|error) pars(?:e|ing) (?:the |your |tool |function |call )*(?:arguments?|tool|function|input|response|answer|output|action|message|parameters)`,
    String.raw`not in the (?:right|correct|expected|required) format|(?:wrong|invalid|incorrect) (?:response |output |answer )?format\b|does not (?:match|conform to|follow) the (?:schema|expected schema|format|required format|expected format)`,
    String.raw`(?:provide|include|contain|give|return|respond with|output|use) (?:exactly|only) one (?:\w+ )?(?:action|command|tool|call|block|response|code)|exactly one (?:action|command|tool call|code block)`,
    String.raw`(?:^|: |\n)\s*your (?:\w+ )?(?:fix|edit|change|patch|response|answer|reply|output|message|command|action|request|submission|solution|call|input|query|code|format)s? (?:\w+ ){0,3}(?:did not|does not|do not|(?:is|was|were|are|has|have) not|could not|cannot|has introduced|contains? an?|must|failed|(?:was|were|is) rejected)\b`,
    String.raw`^\W*(?:tool call|format) error:|\bno tool calls? (?:was |were )?(?:found|made)|did not (?:use|call|include) (?:a |any )?tool\b|exactly one (?:\w+ ){0,2}(?:block|call|command)`,
    String.raw`not valid json|is not (?:a )?valid (?:tool|action|function)`,
  ].join('|'),
  'i',
);

/** What a program says about its own arguments is its error; what stands in the first lines is the harness's. */
function isRefusal(lines: readonly string[], failed: boolean): boolean {
  return (
    lines.slice(0, failed ? 2 : 1).some((line) => refusal.test(line)) &&
    !lines.some((line) => line.startsWith('Traceback ('))
  );
}

const quoted =
  /"[^"\n]{0,300}"|(?<![\w])'[^'\n]{1,300}'(?!\w)|`[^`\n]{1,300}`|“[^”\n]{0,300}”|‘[^’\n]{0,300}’/g;
const paths =
  /\bhttps?:\/\/[^\s"')]+|(?:\b[A-Za-z]:|~)?(?:[\w.@~+-]*[\\/]){1,40}[\w.@+-]*|\b[\w-]{1,80}\.(?:py|[cm]?[jt]sx?|java|rb|go|rs|cc?|cpp|h|hpp|cs|php|json|ya?ml|toml|txt|md|rst|html?|s?css|sh|sql|xml|cfg|ini|log|csv|lock|kt|swift|vue|svelte)\b/g;
/** A status, an error's number and a count say what the error is. */
const numbers =
  /\b((?:errno|error|status|code|http(?:\/[\d.]+)?|exit|signal)\W{0,3}(?:code\W{0,3})?)?\d+(?:[.,:]\d+)*\b(?! (?:passed|failed|failures?|failing|passing|errors?|problems?|warnings?)\b)/gi;

/** A line with its values left out: noise, what stands in quotes, paths, numbers, and the words of the call itself. */
function masked(line: string, values: ReadonlySet<string>): string {
  let text = withoutNoise(line);
  for (const value of values) {
    if (value.length >= 3 && /\W/.test(value) && text.includes(value)) {
      text = text.replaceAll(value, '<arg>');
    }
  }
  return (
    text
      .replace(quoted, '<value>')
      .replace(/[`"“].*$/, '<value>')
      .replace(paths, '<path>')
      .replace(/[\w$.-]+/g, (word) =>
        values.has(word) && !vocabulary.has(word.toLowerCase()) ? '<arg>' : word,
      )
      .replace(numbers, (number, named: string | undefined) =>
        named === undefined ? '<n>' : number,
      )
      // an argument is an argument, however it was written
      .replace(
        /<(?:arg|path|value|n|tmp|id|time)>(?:[ ,;|]*<(?:arg|path|value|n|tmp|id|time)>)*/g,
        '<…>',
      )
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** Words of errors themselves, which stay though the call holds them too. */
const vocabulary = new Set(
  'no not such file files or directory found find error errors failed fail invalid unknown missing required argument arguments is are was be a an the to of in for on at with and from does do did exist exists cannot can command permission denied module name named object string type value key open read write line syntax unexpected token end test'.split(
    ' ',
  ),
);
const [MOST_VALUES, LONGEST_COMMAND] = [60, 1000];

/** What the call's input names: its short values, and the words of its command. */
function valuesOf(input: JsonObject): Set<string> {
  const values = new Set<string>();
  const add = (value: Json, depth: number): void => {
    if (values.size >= MOST_VALUES || depth > 4) {
      return;
    }
    if (typeof value === 'string') {
      if (value.length >= 2 && value.length <= LONGEST_VALUE) {
        values.add(value.trim());
      }
    } else if (value !== null && typeof value === 'object') {
      for (const item of Object.values(value)) {
        add(item, depth + 1);
      }
    }
  };
  add(input, 0);
  const command = commandOf(input);
  if (command !== undefined && command.length <= LONGEST_COMMAND) {
    for (const word of command.split(/[\s'"`;|&()<>=,]+/)) {
      if (word.length >= 2) {
        values.add(word);
      }
    }
  }
  values.delete('');
  return values;
}
