/** Numbers that count or measure how well something went: information, even where the error beside them stays the same. */

/** What is counted, in some languages that programs speak. */
const outcomes =
  'failing|fail(?:ed|ures?)|pass(?:ed|ing)|errors?|warnings?|problems?|issues?|mismatch(?:es|ed)?|violations?|differences|conflicts?|regressions?|tests?|' +
  'fehler|fehlgeschlagen|bestanden|warnungen|probleme|abweichungen|erreurs?|échecs?|échoués?|réussis|avertissements?|errores|fallos|fallidos|aprobad[oa]s|avisos|erros|falhas|errori|falliti|ошиб\\w*|провал\\w*|失败|错误|通过|失敗|エラー|警告';
/** Only a count if the number stands before it. */
const states =
  'incorrect|wrong|correct|missing|remaining|left|specs?|cases|checks|assertions?|differ|broken|unresolved|übrig|offen|falsch|richtig';
/** What is measured; the number stands behind it. */
const measures =
  'scores?|points?|punkte|coverage|abdeckung|accuracy|precision|recall|f1|loss|reward|fitness|rmse|mse|mae|medians?|means?|average|avg|latency|throughput|fps';
const number = String.raw`[-+]?\d[\d.,]*(?:e[-+]?\d+)?`;
/** `[ 92%] Linking`, `✖ [41/44] Building`: where a build was, not how well it went. */
const underWay = String.raw`^(?:\S )?\[ {0,2}`;
const counts = new RegExp(
  [
    String.raw`(?<![\w./:-])${number} ?(?:(?!in|at|the|of|on|for|to|and)\w+ ){0,2}(?:${outcomes}|${states})(?![\w/])`,
    String.raw`(?<!\w)(?:${outcomes}|${measures})["']?(?: (?:is|was|of|count))?\s?[:=]?\s{0,8}${number}(?!\w)`,
    String.raw`(?<![\w./-]|${underWay})\d+ ?(?:\/|of|von|out of|sur|de) ?\d+(?![\w/])`,
    // other durations were noise, and are masked
    String.raw`(?<![\w.])\d+(?:[.,]\d+)? ?(?:[nuµμm]?s|secs?|seconds?|\w{1,10}\/s(?:ec)?)(?!\w)`,
    String.raw`(?<![\w.]|${underWay})\d+(?:[.,]\d+)? ?(?:%|per ?cent|prozent)`,
  ].join('|'),
  'gim',
);

/** Characters at both ends of an output that are looked at, and characters that are compared. */
const [END, COMPARED] = [4000, 600];
const digit = /\d/;

/** What an output without noise counts; empty where it counts nothing. Equal for outputs that went equally well. */
export function countsIn(text: string): string {
  if (!digit.test(text)) {
    return '';
  }
  const ends = text.length <= 2 * END ? text : `${text.slice(0, END)}\n${text.slice(-END)}`;
  return (ends.match(counts)?.join(' ') ?? '').slice(-COMPARED);
}
