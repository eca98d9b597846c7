/** Failures that a person wants to see, or knows of and wants to be left alone. */

/** Not "fix the failing tests". */
const failureWanted =
  /\b(?:write|add|create|begin with|start with|need|want)\b[^.\n]{0,60}\b(?:failing|negative|red)\b|\b(?:must|should|has to|have to|is expected to) (?:first )?(?:fail|be (?:red|rejected|refused))\b/i;
/** One of several things is looked for by its failure. */
const hunted =
  /\bwhich (?:\w+ ){1,3}?(?:breaks?|causes?|crash(?:es)?|hangs?|is (?:to blame|responsible))\b|\bfind (?:out )?(?:the|which) \w+ (?:that |which )?(?:breaks?|causes?|crash(?:es)?|hangs?)\b/i;
/** Each mutant is taken back, and that the tests fail is what is wanted of it. */
const mutants = /\bmutation[- ]?test\w*|\bmutant(?:s|en)?\b|\bby mutation\b|\bmutationstests?\b/i;
const LONGEST_PROMPT = 8000;
/** Where the person requested a failing test or a refusal. */
const ASKED_FOR = 2;
/** Some are to be left alone: this may be one of them. */
const UNNAMED = 4;

const fails =
  /\b(?:fail\w*|broken|red|errors?|warnings?|crash\w*|flaky|fehl\w*|rot|kaputt|schlägt)\b/i;
const leftAlone =
  /\b(?:ignore|disregard|never ?mind|leave (?:it|that|them|those|this)\b|(?:do not|don['’]t|need not|no need to) (?:worry|care|touch|mind|bother)|not (?:our|your) (?:problem|concern)|pre-?existing|known (?:issue|failure|problem|bug)s?|(?:is|are) (?:well )?known|(?:tests?|specs?|suites?|checks?|lint\w*|test_\w+)\b[^.!?\n]{0,40}\b(?:(?:fails?|failing|broken|red) (?:already|anyway)|already (?:fails?|failing|broken|red))|unrelated|ignorier\w*|bekannt|ohnehin|schon vorher)\b/i;
const mended =
  /\b(?:fix|mend|repair|solve|resolve|investigate|find out|look into|why|warum|(?:get|make|bring) (?:it|that|them|those) (?:to )?(?:green|pass|work|run))\b/i;
/** In another sentence. */
const mendsIt =
  /\b(?:fix|mend|repair|solve|resolve|investigate|look into|behebe?|repariere?) (?:it|that|this|them|these|those|both|ihn|sie|es|das|den|die)\b/i;
const sentence = /[^.!?;\n]+(?:[.!?;](?=\S)[^.!?;\n]+)*/g;
/** Words of such a sentence that name no failure. */
const general =
  /^(?:tests?|specs?|suites?|checks?|lint\w*|build|fail\w*|broken|errors?|warnings?|known|ignore\w*|already|there|this|that|them|those|these|leave|alone|main|master|develop|trunk|branch|pre-?existing|existing|before|issues?|problems?|unrelated|with|from|your|just|please|which|will|have|been|about|care|worry|touch|don|not|some|two|three|four|five|other|anyway|expected|they|fine|fehl\w*|schlägt|schlagen|schon|vorher|bekannt\w*|ignorier\w*|nicht|bitte|ohnehin|einfach|sind|eine[nrs]?|dies\w*)$/i;
const word = /[a-zäöüß\d]{4,}/gi;

export interface WantedFailures {
  /** How many times the limit the same failure may come: a person may want it once, or of every change. */
  readonly times: number;
  /** Words of the failures that are to be left alone; `[]` where they are not named. */
  readonly known: readonly string[] | undefined;
}

export const noneWanted: WantedFailures = { times: 1, known: undefined };

export function readWantedFailures(prompt: string): WantedFailures {
  const text = prompt.slice(0, LONGEST_PROMPT);
  const isWanted = failureWanted.test(text) || hunted.test(text);
  return {
    times: mutants.test(text) ? Infinity : isWanted ? ASKED_FOR : 1,
    known: readKnown(text),
  };
}

function readKnown(prompt: string): readonly string[] | undefined {
  const known = (prompt.match(sentence) ?? []).filter(
    (each) => fails.test(each) && leftAlone.test(each),
  );
  if (known.length === 0 || mended.test(known.join('\n')) || mendsIt.test(prompt)) {
    return undefined;
  }
  // a prompt that tells of nothing else is about them
  const others = known.reduce((rest, each) => rest.replace(each, ' '), prompt);
  if (!/\p{L}+\P{L}+\p{L}+/u.test(others)) {
    return undefined;
  }
  return splitWords(known.join(' ')).filter((each) => !general.test(each));
}

/** How many times the limit a failure may come. @param failures its tests or, where it names none, what it says */
export function timesWanted({ times, known }: WantedFailures, failures: readonly string[]): number {
  if (known === undefined || failures.length === 0) {
    return times;
  }
  if (known.length === 0) {
    return Math.max(times, UNNAMED);
  }
  const isKnown = (failure: string): boolean =>
    splitWords(failure).some((each) => known.includes(each));
  return failures.every(isKnown) ? Infinity : times;
}

/** Names are told apart: `test_legacy`, `keepsOld`. */
function splitWords(text: string): string[] {
  const apart = text.replace(/([a-z])(?=[A-Z])/g, '$1 ').replace(/_/g, ' ');
  return (apart.match(word) ?? []).map((each) => each.toLowerCase());
}
