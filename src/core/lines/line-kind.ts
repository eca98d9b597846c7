/** The kind of one line of a result, told once and by one lexicon. */
import { isNamed, isTelling } from './error-cues.js';
import { lexicon, type Worded } from './lexicon.js';

/** `error`: the head of an error. `frame`: of the harness, or of no meaning. `plain`: it tells something. */
export type LineKind = Worded | 'error' | 'frame' | 'plain';

const compile = (words: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<![\w-])(?:${words.join('|')})(?![\w-])`, 'i');

const patterns: Record<Worded, RegExp> = {
  refusal: compile(lexicon.refusal),
  unreachable: compile(lexicon.unreachable),
  well: compile(lexicon.well),
  hollow: compile(lexicon.hollow),
  acknowledgement: compile(lexicon.acknowledgement),
};

/** Says how a call ended, or names its request: nothing about what was asked. */
const frame =
  /^\[(?:the )?(?:command|current|python|jupyter)\b|^\W*(?:(?:process |command )?(?:exit(?:ed)?|finished|returned)\b.{0,40}\d+|(?:exit|return|status)[ _-]?(?:code|status)?\W{0,3}-?\d+|(?:ray|trace|request|correlation|span|session|x-request|cf-ray|run|job|build)[ _-]?id\b.{0,80}|["']?(?:time(?:stamp)?|date|duration\w*|elapsed\w*|took|(?:trace|request|correlation|span|ray|session|run)_?id|traceId|requestId)["']?\s*[:=].{0,80}|(?:took|in|after|elapsed:?|duration:?) .{0,20}|.{0,40}<(?:duration|time)>.{0,6})\W*$/i;
/** Says that a command failed, but not why. */
const bareExit =
  /^\W*(?:error:? *)?(?:the )?(?:command|process|tool)?\b[^\d\n]{0,40}\bcode:? *\d+\W*$/i;
const [LONGEST_ACKNOWLEDGEMENT, LONGEST] = [160, 400];
/** A hit of a search, a row of a table or a line of code holds the words of what was found. */
const content =
  /^\s*\d+[\t→|:]|^\S+:\d+[:-]|^[ld-][rwx-]{9}|[{};]$|^\s*(?:[|│]|[-+*] \[|import |from |def |class |function |const |let |return )/;

export function classifyLine(line: string): LineKind {
  if (line.length > LONGEST || content.test(line)) {
    return 'plain';
  }
  if (!/[a-z0-9]/i.test(line) || frame.test(line) || bareExit.test(line)) {
    return 'frame';
  }
  if (patterns.refusal.test(line)) {
    return 'refusal';
  }
  if (patterns.unreachable.test(line)) {
    return 'unreachable';
  }
  const isShort = line.length <= LONGEST_ACKNOWLEDGEMENT;
  if (isShort && patterns.well.test(line)) {
    return 'well';
  }
  if (patterns.hollow.test(line)) {
    return 'hollow';
  }
  const isDone = isShort && patterns.acknowledgement.test(line);
  return isNamed(line) || (!isDone && isTelling(line))
    ? 'error'
    : isDone
      ? 'acknowledgement'
      : 'plain';
}
