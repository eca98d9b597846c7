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
const order = String.raw`(?:^|[.!?:;,]\s*|\n\s*|\b(?:please|then|and|bitte|to|you|just|simply|einfach) )(?:${verbs}|watch|poll|monitor|ping|refresh|loop|look|tell|report|update|wait|keep|see|retry|use|pull)\b(?:[^.!?\n]|[.!?](?=\S)){0,80}?`;
const counted = new RegExp(
  String.raw`${order}\b${amount}(?:[ -]?(?:(?:more|separate|separately|consecutive|successive|independent|individual|full) ){0,2}(?:times|x\b|×|mal|runs|rounds|repetitions|iterations)|(?<=ce)\b|(?<=mal)\b)`,
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
/** A verb first in its clause is an order. */
const first = String.raw`(?:^|[.!?,;:\n]\s*|\b(?:y|et|e|puis|luego|poi) )`;
/** The same in some more languages: an order, and then the number. */
const countedElsewhere = new RegExp(
  [
    String.raw`${first}(?:ejecuta|corre|repite|haz|prueba|intenta|lanza|mide|llama)\w*\b[^.!?\n]{0,60}?\b(\d{1,4}) veces\b`,
    String.raw`${first}(?:lance|relance|exécute|répète|fais|essaie|mesure|appelle)\w*\b[^.!?\n]{0,60}?\b(\d{1,4}) fois\b`,
    String.raw`${first}(?:execute|rode|repita|faça|tente|teste|chame)\b[^.!?\n]{0,60}?\b(\d{1,4}) vezes\b`,
    String.raw`${first}(?:esegui|ripeti|fai|prova|lancia|chiama)\b[^.!?\n]{0,60}?\b(\d{1,4}) volte\b`,
    String.raw`(?:запусти|повтори|выполни|сделай|прогони|вызови|попробуй)\p{L}*[^.!?\n]{0,60}?(\d{1,4}) раза?(?!\p{L})`,
    String.raw`(?:运行|执行|重复|跑|测试|试|调用|做)[^。！？\n]{0,30}?(\d{1,4})\s?[次遍]`,
    String.raw`(\d{1,4})\s?回(?:[^。！？\n]{0,10})(?:実行|繰り返|試|走らせ|呼)`,
    String.raw`(\d{1,4})\s?번(?:[^.!?\n]{0,10})(?:실행|반복|시도|돌려|호출)`,
  ].join('|'),
  'iu',
);
/** "How many does it take until …": only trying it tells. */
const sought =
  /\b(?:how (?:many|often)|after (?:how many|which)|wie (?:viele|oft))\b[^.!?\n]{0,100}\b(?:until|till|before|bis|bevor)\b/i;
/** As often as one may have to try what one does not know. */
const SOUGHT = 12;
const watching = new RegExp(
  [
    String.raw`\bkeep (?:on )?(?:watching|polling|checking|monitoring|running|looking|an eye|refreshing|querying)\b`,
    String.raw`(?:${order}|(?:^|[.!?\n])\s*)\b(?:every (?:\d+ |few |other )?(?:seconds?|minutes?|hours?))\b`,
    String.raw`${order}\b(?:continuously|over and over|indefinitely|forever|in (?:a|an endless) loop|non-?stop|periodically)\b`,
    String.raw`\buntil (?:i (?:say|stop|tell|interrupt|cancel)|none (?:is|are|remain)|(?:there (?:is|are) )?(?:nothing|no more|none)\b|(?:it|the (?:queue|table|list|backlog)) is (?:empty|drained)|all (?:\w+ ){1,3}(?:are|is) (?:gone|deleted|processed|done))`,
    String.raw`\b(?:beobachte|überwache|immer wieder|alle \d+ (?:sekunden|minuten)|bis (?:keine?|nichts))\b`,
    String.raw`\b(?:vigila|cada \d+ (?:segundos|minutos)|surveille|toutes les \d+ (?:secondes|minutes)|monitor[ae]|a cada \d+ (?:segundos|minutos)|ogni \d+ (?:secondi|minuti))\b`,
    '(?:следи|наблюдай|каждые \\d+ (?:секунд|минут))|持续(?:监控|观察)|每隔?\\s?\\d+\\s?(?:秒|分钟)|監視し|\\d+\\s?(?:秒|分)ごと|\\d+\\s?(?:초|분)마다',
  ].join('|'),
  'i',
);
const trying = new RegExp(
  [
    String.raw`\bkeep (?:on )?(?:re-?)?(?:trying|sending|pushing|attempting|calling)\b`,
    String.raw`\b(?:re-?try|try|run|start|send|repeat|do|versuch\w*|probier\w*|wiederhol\w*)\b[^.!?\n]{0,80}\b(?:every (?:\d+ |few |other )?(?:seconds?|minutes?|hours?)|over and over|alle \d+ (?:sekunden|minuten))`,
    String.raw`\b(?:re-?try|(?:try|do|run|start|send) (?:\w+ ){1,4}again|try again|repeat|versuche? es|(?:versuch|probier)\w* [^.!?\n]{0,40}(?:erneut|(?:immer )?wieder|noch einmal)|wiederhole)\b[^.!?\n]{0,80}\b(?:until|till|bis)\b`,
    String.raw`\b(?:reintent|repite|intent|vuelve a)\w*\b[^.!?\n]{0,80}\bhasta que\b|\b(?:réessaie|répète|relance|retente)\w*\b[^.!?\n]{0,80}\bjusqu[’']à|\b(?:tente|repita)\b[^.!?\n]{0,80}\baté |\b(?:riprova|ripeti)\b[^.!?\n]{0,80}\bfinché`,
    '(?:повторя|пробуй|пытайся|запускай)[^.!?\\n]{0,80}пока не|(?:重试|反复|不断|一直)[^。！？\\n]{0,40}直到|(?:成功|通|動)[^。！？\\n]{0,20}まで[^。！？\\n]{0,20}(?:繰り返|試|再)|때까지[^.!?\\n]{0,20}(?:반복|다시|계속)',
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
  const times = countAsked(text);
  return times > 1 ? { times, evenFailing: true } : notAsked;
}

function countAsked(text: string): number {
  for (const pattern of [counted, runs, attempts, countedElsewhere]) {
    const word = pattern
      .exec(text)
      ?.slice(1)
      .find((each: string | undefined) => each !== undefined);
    if (word !== undefined) {
      return moreWords.get(word.toLowerCase()) ?? Number(word);
    }
  }
  return sought.test(text) ? SOUGHT : 0;
}
