/** Whether a duration is the very thing that was measured: a statistic, or compared with a limit. */

/** Characters of its line before and after a duration that are looked at. */
const [BEFORE, AFTER] = [120, 60];
const statistic =
  /\b(?:medians?|means?|avg|average|p\d\d|p\(\d+(?:\.\d+)?\)|percentile|quantile|latency|throughput|std ?dev|bench\w*|speed-?up|overhead|per (?:call|iteration|loop|op|item|row|request|frame)|loops?,|best of|slower|faster|too slow|limit|budget|target|exceeds?|threshold|at most|mittelwert|mittel|durchschnitt\w*)\b|[±σ≤]|(?:^|\s)<=? ?\d/i;
/** Part of every statistic: a quick check of a whole text. */
const anyStatistic =
  /edian|ean|avg|verage|MEAN|MEDIAN|AVG|p\d\d|p\(|ntile|atency|roughput|std|ench|peed|verhead|per (?:[ciorf]|loop)|loop|est of|low|aster|imit|LIMIT|udget|arget|xceed|hreshold|most|ittel|urchschnitt|[±σ≤<]/;
/** A limit that ran out says nothing about how long it would have taken. */
const timeout = /time(?:d|s)?[- ]?out/i;

export function mayMeasure(text: string): boolean {
  return anyStatistic.test(text);
}

export function isMeasured(text: string, start: number, end: number): boolean {
  // alone in brackets it is a remark
  if (/[([]/.test(text.charAt(start - 1)) && /[)\]]/.test(text.charAt(end))) {
    return false;
  }
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const after = text.slice(start, end + AFTER);
  const lineEnd = after.indexOf('\n');
  const line =
    before.slice(before.lastIndexOf('\n') + 1) + (lineEnd < 0 ? after : after.slice(0, lineEnd));
  return statistic.test(line) && !timeout.test(line);
}
