/** The kind of one line of a result, told once and by one lexicon. */
import { isNamed, isTelling } from './error-cues.js';
import { lexicon, walls, type Worded } from './lexicon.js';

/** `error`: the head of an error. `frame`: of the harness, or of no meaning. `plain`: it tells something. */
export type LineKind = Worded | 'error' | 'frame' | 'plain';

const compile = (words: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<![\w-])(?:${words.join('|')})(?![\w-])`, 'i');

const patterns: Record<Worded, RegExp> = {
  wall: compile(lexicon.wall),
  refusal: compile(lexicon.refusal),
  unreachable: compile(lexicon.unreachable),
  well: compile(lexicon.well),
  absent: compile(lexicon.absent),
  hollow: compile(lexicon.hollow),
  silent: compile(lexicon.silent),
  acknowledgement: compile(lexicon.acknowledgement),
};

const lacks = Object.entries(walls).map(([lack, words]) => [lack, compile(words)] as const);

/** What a line is told by first: that there are no errors is no error. */
const inOrder = ['wall', 'refusal', 'unreachable', 'well', 'silent', 'absent', 'hollow'] as const;
const ofShortLines: ReadonlySet<Worded> = new Set(['well', 'silent']);
/** Any of these. Most lines have none of the words: one search tells that in less than half the time of seven. */
const worded = compile(inOrder.flatMap((kind) => lexicon[kind]));

/** Names its request, its time, what was cut out or what is left of a quota: nothing about what was asked. */
const packaging =
  /^\W*(?:(?:ray|trace|request|correlation|span|session|x-request|cf-ray|run|job|build)[ _-]?id\b.{0,80}|(?:ray|trace|request|correlation|span)["']?[ :=]{1,3}["']?(?:<id>|[\da-f-]{8,})|["']?(?:time(?:stamp)?|date|duration\w*|elapsed\w*|took|(?:trace|request|correlation|span|ray|session|run)_?id|traceId|requestId)["']?\s*[:=].{0,80}|(?:wall time|took|in|after|elapsed:?|duration:?) .{0,20}|.{0,20}\d+ (?:more )?(?:characters?|chars|lines?|bytes|tokens|rows) (?:\w+ )?(?:left out|omitted|truncated|elided|skipped|cut|hidden|removed).{0,20}|(?:the )?command (?:completed|finished) with exit code 0|(?:current working directory|python interpreter|jupyter \w+):? .*|\d+ ?(?:of|\/) ?\d+ (?:\w+ )?(?:requests?|calls?|credits?|queries|searches) used|(?:(?:x-)?rate-?limit|api (?:requests?|calls?)|credits?)[- ](?:used|left|remaining)\W{1,3}\d+)\W*$/i;
/** A time and ids. */
const stamps = /<time>[.,]?\w*|<id>|(?<![\w.])(?=[\da-f-]*\d)[\da-f-]{8,}(?![\w.])/g;
const MOST_BESIDE_STAMPS = 2;
/** The line in the place of what a harness or a program left out. */
const cutOut =
  /^.{0,40}\d+ (?:more )?(?:characters?|chars|lines?|bytes|tokens|rows) (?:\w+ )?(?:left out|omitted|truncated|elided|skipped|cut|hidden|removed)\b|^\W{0,12}(?:(?:output|content|text|rest|result)\b.{0,30})?\b(?:truncated|omitted)\b/im;

/** Whether something of the text was left out: what it does not show may be anything. */
export function isCut(text: string): boolean {
  return cutOut.test(text);
}

/** Says how a call ended. A status from 400 on is an answer that a server gave. */
const ending =
  /^\[(?:the )?(?:command|current|python|jupyter)\b|^\W*(?:(?:process |command )?(?:exit(?:ed)?|finished|returned)\b.{0,40}\d+|(?:exit|return|status)[ _-]?(?:code|status)?\W{0,3}-?(?![45]\d\d\b)\d+)\W*$/i;
/** Says that a command failed, but not why. */
export const bareExit =
  /^\W*(?:error:? *)?(?:the )?(?:command|process|tool)?\b[^\d\n]{0,40}\bcode:? *\d+\W*$/i;
/** A note on the way: of a log, or to the reader. */
const aside =
  /^\W*(?:<time>\S*\W+)?(?:info|debug|trace|notice|verbose)\b(?=\W*\w)|^\W*(?:note|tip|hint|reminder|n\.?b\.?|did you know)\b\s*[:!?]/i;
/** The names of a table's columns, as programs for clusters and containers print them. */
const heading =
  /^[A-Z][A-Z0-9()/%_-]*(?: [A-Z0-9()/%_-]+)*(?: {2,}[A-Z][A-Z0-9()/%_-]*(?: [A-Z0-9()/%_-]+)*){2,}$/;
/** The heading of a part, filled up to the end of the line. */
const filled = /^[A-Z][A-Z ]*(?: \[[^\]]*\])? ?\*{3,}$/;
/** Where an error came from. */
const traced = /\(most recent call last\):?$|^-{2,}> ?\d+ /;
const emptyList = /^["']?[\w -]+["']?\s?:\s?\[\s*\]$/;
/** What a checker puts before each thing that is wrong. */
const cross = /^[✖✗✘❌⨯] ?\s*\S/;
/** A field that says no more than that it failed: why stands in another. */
export const failedState =
  /^["']?(?:[\w-]+[_-])?(?:state|status|result|conclusion|outcome|phase)["']?\s*[:=]\s*["']?(?:failed|failure|error(?:ed)?|crashed|aborted)["']?[.,]?$/i;
/** A row of a list of runs, which tells first that one is over, and then how it went. */
const failedRow =
  /^(?:completed|finished|done)[\s|,]+(?:failure|failed|cancelled|timed_out|startup_failure|error)\b/i;
/** There are some: that there are none of another kind is no good news. */
const someFaults =
  /\b[1-9]\d* (?:\w+ )?(?:errors?|failures?|failed|failing|problems?|violations?|conflicts?)\b/i;
const [LONGEST_ACKNOWLEDGEMENT, LONGEST] = [160, 400];
/** A hit of a search, a row of a table or a line of code holds the words of what was found. */
const content =
  /^\s*\d+[\t→|:]|^\S+:\d+[:-]|^[ld-][rwx-]{9}|^[\w@~.-]*[\\/]\S*$|^\s*(?:[|│]|[-+*] \[|import |from |def |class |function |const |let |return )/;

/** A line of code may end like this, and so may an error that tells its data. */
const code = /[{};]$/;

/** @param line without noise */
export function isPackaging(line: string): boolean {
  if (line.length > LONGEST_ACKNOWLEDGEMENT || line === '') {
    return false;
  }
  if (packaging.test(line)) {
    return true;
  }
  const rest = line.includes('<time>') ? line.replace(stamps, '').trim() : line;
  return (
    rest !== line &&
    !/\d/.test(rest) &&
    (rest.match(/[a-z]+/gi) ?? []).length <= MOST_BESIDE_STAMPS &&
    !isTelling(rest) &&
    !patterns.acknowledgement.test(rest)
  );
}

/** `"warnings":["…"]`: beside an answer, and not its point. */
const remark = /^["']warnings?["']\s?:/i;
/** `WARNING: …`: what it warns of may go wrong; that something is not there may be the answer. */
const warning = /^\W{0,3}warn(?:ing)?[\])]?\s?[:(]/i;
/** `"status": "PERMISSION_DENIED"`: a field whose value is a code that is made of words. */
const wordedCode = /^["'][\w -]+["']\s?:\s?["'][A-Z]{2,}(?:_[A-Z]{2,})+["']$/;

export function classifyLine(told: string): LineKind {
  const line = wordedCode.test(told) ? told.replaceAll('_', ' ') : told;
  if (
    line.length > LONGEST ||
    content.test(line) ||
    remark.test(line) ||
    (code.test(line) && !isNamed(line))
  ) {
    return 'plain';
  }
  if (isFrame(line)) {
    return 'frame';
  }
  if (cross.test(line) || failedState.test(line) || failedRow.test(line)) {
    return 'error';
  }
  if (line.endsWith(']') && emptyList.test(line)) {
    return patterns.silent.test(line) ? 'silent' : 'hollow';
  }
  const isShort = line.length <= LONGEST_ACKNOWLEDGEMENT;
  const kind = worded.test(line) ? findWorded(line, isShort) : undefined;
  if (kind !== undefined) {
    return kind;
  }
  const isDone = isShort && patterns.acknowledgement.test(separateWords(line));
  if (isDone) {
    return isNamed(line) ? 'error' : 'acknowledgement';
  }
  return isTelling(line) ? 'error' : 'plain';
}

function findWorded(line: string, isShort: boolean): Worded | 'plain' | undefined {
  const kind = inOrder.find(
    (each) =>
      (isShort || !ofShortLines.has(each)) &&
      patterns[each].test(line) &&
      (each !== 'well' || !someFaults.test(line)),
  );
  const isWarning =
    kind !== undefined && kind !== 'absent' && kind !== 'hollow' && warning.test(line);
  return isWarning ? 'plain' : kind;
}

function isFrame(line: string): boolean {
  return (
    !/[a-z0-9]/i.test(line) ||
    isPackaging(line) ||
    ending.test(line) ||
    bareExit.test(line) ||
    aside.test(line) ||
    traced.test(line) ||
    heading.test(line) ||
    filled.test(line)
  );
}

const joined = /[a-z](?:[A-Z]|_[a-z])/;

/** `updatedCells` says that cells were updated. */
function separateWords(line: string): string {
  return joined.test(line) ? line.replace(/([a-z])(?=[A-Z])|(?<=[a-z])_(?=[a-z])/g, '$1 ') : line;
}

/** What is lacking, by a line that is a wall: the same lack in other words is no other one. */
export function findLack(line: string): string {
  return lacks.find(([, pattern]) => pattern.test(line))?.[0] ?? line;
}
