/** What a person asked to be done again and again: that is no repetition. */

const numberWords =
  'once twice thrice four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const moreWords = new Map<string, number>([
  ...numberWords.map((word, i): [string, number] => [word, i + 1]),
  ['two', 2],
  ['three', 3],
  ['zweimal', 2],
  ['dreimal', 3],
  ['viermal', 4],
  ['fünfmal', 5],
  ['zehnmal', 10],
  ['a few', 4],
  ['several', 5],
  ['mehrmals', 5],
  ['a dozen', 12],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['a hundred', 100],
]);

const verbs =
  'run|re-?run|execute|repeat|perform|do|try|call|invoke|measure|time|benchmark|bench|train|sample|play|roll|compare|toggle|switch|alternate|press|flip|launch|start|send|ask|query|request|check|test|build|simulate|let|have|join|connect|restart|reboot|reload|open|load|fetch|post|record|capture|führe|lass|vergleiche|starte|wiederhole|miss|rufe';
const amount = String.raw`(\d{1,4}|${[...moreWords.keys()].join('|')})`;
/** An order, not a report: "run it ten times", not "it failed ten times" or "should retry three times". */
const counted = new RegExp(
  String.raw`(?:^|[.!?:;,]\s*|\n\s*|\b(?:please|then|and|bitte|to|you|just|simply|einfach) )(?:${verbs})\b(?:[^.!?\n]|[.!?](?=\S)){0,80}?\b${amount}(?:[ -]?(?:(?:more|separate|separately|consecutive|successive|independent|individual|full) ){0,2}(?:times|x\b|×|mal|runs|rounds|repetitions|iterations)|(?<=ce)\b|(?<=mal)\b)`,
  'i',
);
const runs = new RegExp(
  String.raw`\b${amount} (?:more )?(?:runs|repetitions|repeats|times in a row)\b`,
  'i',
);
/** "Send 12 wrong logins", "give it five attempts", "retry (at most 6 tries)". */
const attempts = new RegExp(
  String.raw`\b(?:send|make|issue|fire|submit|give|perform|try|do|retry|max(?:imum)?|at most|up to|höchstens|maximal)\b(?:[^.!?\n]|[.!?](?=\S)){0,40}?\b${amount} (?:\w+ ){0,2}(?:attempts|tries|retries|requests|calls|logins|passwords|shots|versuche|anfragen)\b`,
  'i',
);
/** "How many does it take until …": only trying it tells. */
const sought =
  /\b(?:how (?:many|often)|after (?:how many|which)|wie (?:viele|oft))\b[^.!?\n]{0,100}\b(?:until|till|before|bis|bevor)\b/i;
/** As often as one may have to try what one does not know. */
const SOUGHT = 12;
const watching = new RegExp(
  [
    String.raw`\bkeep (?:on )?(?:watching|polling|checking|monitoring|running|looking|an eye|refreshing|querying)\b`,
    String.raw`\bevery (?:\d+ |few |other )?(?:seconds?|minutes?|hours?)\b`,
    String.raw`\b(?:continuously|over and over|indefinitely|forever|in (?:a|an endless) loop|non-?stop|periodically)\b`,
    String.raw`\buntil (?:i (?:say|stop|tell|interrupt|cancel)|none (?:is|are|remain)|(?:there (?:is|are) )?(?:nothing|no more|none)\b|(?:it|the (?:queue|table|list|backlog)) is (?:empty|drained)|all (?:\w+ ){1,3}(?:are|is) (?:gone|deleted|processed|done))`,
    String.raw`\b(?:beobachte|überwache|immer wieder|alle \d+ (?:sekunden|minuten)|bis (?:keine?|nichts))\b`,
  ].join('|'),
  'i',
);
const trying = new RegExp(
  [
    String.raw`\bkeep (?:on )?(?:re-?)?(?:trying|sending|pushing|attempting|calling)\b`,
    String.raw`\b(?:re-?try|try|run|start|send|repeat|do|versuch\w*|probier\w*|wiederhol\w*)\b[^.!?\n]{0,80}\b(?:every (?:\d+ |few |other )?(?:seconds?|minutes?|hours?)|over and over|alle \d+ (?:sekunden|minuten))`,
    String.raw`\b(?:re-?try|(?:try|do|run|start|send) (?:\w+ ){1,4}again|try again|repeat|versuche? es|(?:versuch|probier)\w* [^.!?\n]{0,40}(?:erneut|(?:immer )?wieder|noch einmal)|wiederhole)\b[^.!?\n]{0,80}\b(?:until|till|bis)\b`,
  ].join('|'),
  'i',
);
/** What is to be mended is not only to be tried again. */
const mends =
  /\b(?:fix|mend|repair|solve|resolve|debug|implement|make (?:it|them|the \w+) (?:work|pass|green|compile)|behebe?|repariere?|löse?)\b/i;
const LONGEST = 4000;

export interface AskedTimes {
  /** 0 if nothing is said of it, infinite if no end is named. */
  readonly times: number;
  /** It is to be tried again, too, where it fails. */
  readonly evenFailing: boolean;
}

export const notAsked: AskedTimes = { times: 0, evenFailing: false };

/** How many times a prompt asks for the same thing. */
export function askedTimes(prompt: string): AskedTimes {
  const text = prompt.slice(0, LONGEST);
  if (trying.test(text)) {
    return { times: Infinity, evenFailing: !mends.test(text) };
  }
  if (watching.test(text)) {
    return { times: Infinity, evenFailing: false };
  }
  const [, word] = counted.exec(text) ?? runs.exec(text) ?? attempts.exec(text) ?? [];
  const times =
    word === undefined
      ? sought.test(text)
        ? SOUGHT
        : 0
      : (moreWords.get(word.toLowerCase()) ?? Number(word));
  return times > 1 ? { times, evenFailing: true } : notAsked;
}
