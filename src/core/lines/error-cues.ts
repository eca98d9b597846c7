/** The words that mark a line as an error. */

const before = String.raw`^(?:[│┃>$!*✗✖×E-]{1,3}\s{1,8})?(?:[^\s:]{1,120}:\s{0,3}){0,4}(?:\[[a-z]{2,12}\]\s)?`;
/** A line that begins as an error: `fatal: …`, `a.c:3:1: error: …`, `error[E0308]: …`, `pkg.SomeError: …`. */
export const strong = new RegExp(
  [
    String.raw`${before}(?:\w{1,20} )?(?:fatal|(?:\w{1,12} )?error|err!|failure|panic|exception|critical)(?:\[\w+\])?(?:\s+\w{1,12})?(?::|!| -)`,
    String.raw`${before}(?:npm (?:error|err!)|error TS\d+|E\d{3,4}\b|undefined reference|undefined:|command not found|(?:syntax|internal|runtime|parse|type|compile|fatal) error\b)`,
    String.raw`${before}(?:failed|unable|cannot|can't|could not|couldn't|can not|you must) (?:to )?\w+`,
    // whoever was asked says so; that it found nothing is an answer
    String.raw`${before}(?:(?:sorry|unfortunately),? )?(?:i|we) (?:(?:was|am|were|are) (?:unable|not able)|cannot|can't|could not|couldn't|can not) (?:to )?(?!find|locate|see|tell)\w+`,
    String.raw`${before}(?:invalid|illegal|unknown|unrecognized|unsupported|unexpected|missing|unterminated|rejected|denied|wrong|incorrect|ambiguous|refusing)\b`,
    String.raw`^(?:✘ )?\[(?:error|fatal)\]|^(?:exception in thread|caused by:|uncaught|unhandled|thread '.{0,60}' panicked|failure\b|traceback \(|aborted|segmentation fault|killed$|no replacement|no changes? (?:was|were) made|no module named|no required module|no rule to make|no space left|error (?:in|at|while|when|during|loading|reading|parsing|processing|executing|running|opening)\b)`,
    // TeX, and the place that it names below
    String.raw`^! (?:(?:la)?tex|package|undefined|missing|extra|emergency stop|paragraph ended|illegal|misplaced|too many|argument of|file ended|improper|incomplete|dimension too|use of|you can)|^l\.\d+ \S`,
  ].join('|'),
  'i',
);
/** What was expected and what came instead. */
const comparison =
  /\bexpected\b:?\s*(\S.{0,79}?)[\s,;]*\b(?:got|received|actual(?:ly)?|but (?:was|found|got|received))\b:?\s*(\S.{0,79})$/i;

/** The line tells what was expected, and that something else came. */
function tellsMismatch(line: string): boolean {
  const [, expected, came] = comparison.exec(line) ?? [];
  return expected !== undefined && came !== undefined && expected !== came;
}

/** `ValueError`, `java.lang.NullPointerException: …`, `pkg.exceptions.NotReady: …` */
export const thrown =
  /^(?:[\w$]+[.:])*[A-Z][\w$]*(?:Error|Exception|Failure|Fault|Exit|Interrupt|NotFound|Denied|Timeout|Warning)\b(?=[:\s(]|$)|^(?:[\w$]+\.)+[A-Z][\w$]+(?=:|$)/;
/** A line that says, wherever in it, that something is wrong. */
const weak =
  /no such (?:file|command|option|table|column|key|method|tool|element|host|device|image|container|branch|ref)|\bnot found\b|does(?:n['’]t| not) (?:exist|match|appear|contain|occur)|no (?:changes?|replacements?|edits?) (?:was|were|have been) (?:made|applied|performed)|did not (?:match|appear)|\b(?:model|edit|patch|tool|change) (?:has )?made no changes\b|permission denied|access (?:is )?denied|is not (?:recognized|expected|defined|valid|a valid|a function|callable|supported|allowed|permitted|installed|in the right format|a directory|iterable|subscriptable)|\bnot installed\b|isn['’]t (?:valid|allowed|supported)|could not be\b|cannot be\b|can['’]t be\b|(?:was|been|is|were) (?:rejected|denied|blocked|refused)|not (?:allowed|permitted|authorized)\b|(?:is|are) (?:a )?required\b|too much output|timed? ?out\b|is a directory|already exists|has not been (?:declared|defined|initialized|configured)|failed(?: with|:| to\b| at \d| --|!|\.?$)|unexpected (?:token|end|eof|identifier|argument)|connection refused|\berror\b(?:[ :]|$)|\brefused\b/i;
/** Good news, and answers that nothing was found. */
export const noError =
  /^\d+ errors?(?: generated| found)?\.?$|\b(?:no|without|(?:0|zero)(?: \w{1,20}(?:\(s\))?)?) (?:errors?|failures?|failed|problems?|issues?|warnings?|match(?:es)?|results?|hits?)\b|^no (?!such|module|required module|rule|space|replacement|change|route|permission)|(?<!\bnot (?:\w{1,20} )?)\b(?:passed|as expected|succeeded|successfully)\b|^warning\b|DeprecationWarning/i;

/** The line itself is an error's. */
export function isNamed(line: string): boolean {
  return (strong.test(line) || thrown.test(line) || tellsMismatch(line)) && !noError.test(line);
}

/** A build or a task runner gives up; why, the lines before say. */
const stopped =
  /^\S{0,20}make(?:\[\d+\])?: \*{3} .*\bError \d+$|\bELIFECYCLE\b|^error: Recipe `[^`]+` failed|^ninja: build stopped/;
/** The same of what it ran. */
const relayed =
  /\b(?:did not complete successfully: exit (?:code|status):? ?\d+|returned (?:a )?non-zero (?:exit status|code):? ?\d+|(?:exited|failed|completed) with (?:exit )?(?:code|status) \d+)\b|: running "[^"]{1,200}": exit status \d+$/;

/** A build that ends with this line failed, though a pipe may hide its exit code. */
export function isStopped(line: string): boolean {
  return stopped.test(line);
}

export function isRelayed(line: string): boolean {
  return stopped.test(line) || relayed.test(line);
}

export function isTelling(line: string): boolean {
  return isNamed(line) || (weak.test(line) && !noError.test(line));
}

/** In a notebook, the header names the error, too. */
const traceStart = /^(?:[A-Z]\w{0,80} {1,80})?Traceback \(|^File "[^"]{1,300}", line \d+/;

export function isTraceStart(line: string): boolean {
  return traceStart.test(line);
}

/** The line of the last traceback that names its error. */
export function lastOfTrace(lines: readonly string[]): string | undefined {
  const start = lines.findLastIndex(isTraceStart);
  return start < 0 ? undefined : lines.slice(start).findLast((line) => thrown.test(line));
}

/** A harness or a tool refuses the form of a call or of an answer. */
export const refusal = new RegExp(
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
