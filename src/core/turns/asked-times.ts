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
  String.raw`(?:^|[.!?:;,]\s*|\n\s*|\b(?:please|then|and|bitte|to|you) )(?:${verbs})\b(?:[^.!?\n]|[.!?](?=\S)){0,80}?\b${amount}(?:[ -]?(?:(?:more|separate|separately|consecutive|successive|independent|individual|full) ){0,2}(?:times|x\b|×|mal|runs|rounds|repetitions|iterations)|(?<=ce)\b|(?<=mal)\b)`,
  'i',
);
const runs = new RegExp(
  String.raw`\b${amount} (?:more )?(?:runs|repetitions|repeats|times in a row)\b`,
  'i',
);
const endless = new RegExp(
  [
    String.raw`\bkeep (?:on )?(?:watching|polling|checking|monitoring|running|trying|looking|an eye|retrying|refreshing|querying)\b`,
    String.raw`\bevery (?:\d+ |few |other )?(?:seconds?|minutes?|hours?)\b`,
    String.raw`\b(?:continuously|over and over|indefinitely|forever|in (?:a|an endless) loop|non-?stop|periodically)\b`,
    String.raw`\buntil (?:i (?:say|stop|tell|interrupt|cancel)|none (?:is|are|remain)|(?:there (?:is|are) )?(?:nothing|no more|none)\b|(?:it|the (?:queue|table|list|backlog)) is (?:empty|drained)|all (?:\w+ ){1,3}(?:are|is) (?:gone|deleted|processed|done))`,
    String.raw`\b(?:beobachte|überwache|immer wieder|alle \d+ (?:sekunden|minuten)|bis (?:keine?|nichts))\b`,
  ].join('|'),
  'i',
);
const LONGEST = 4000;

/** How many times a prompt asks for the same thing; 0 if it does not, infinite if it names no end. */
export function askedTimes(prompt: string): number {
  const text = prompt.slice(0, LONGEST);
  if (endless.test(text)) {
    return Infinity;
  }
  const [, word] = counted.exec(text) ?? runs.exec(text) ?? [];
  const times = word === undefined ? 0 : (moreWords.get(word.toLowerCase()) ?? Number(word));
  return times > 1 ? times : 0;
}
