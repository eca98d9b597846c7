/** Lines of code that do nothing but print, log or stop in a debugger, in whatever language. */

const printing = new RegExp(
  [
    String.raw`(?:e?print(?:ln|f|_r)?|dbg|fprintf|puts|var_dump|NSLog|breakpoint|dd)!?[ (](?!=)|pp?(?: [\w@:"'[]|\()`,
    String.raw`(?:console|logger|log|logging|LOG|_log|LOGGER)\.(?:log|error|warn(?:ing)?|info|debug|trace|dir|table|exception|critical)f?\(`,
    String.raw`(?:fmt|log|System\.(?:out|err)|t|util)\.(?:F?[pP]rint(?:ln|f)?|Logf?|inspect)\(`,
    String.raw`(?:sys\.std(?:out|err)|process\.std(?:out|err))\.write\(`,
    String.raw`(?:std::)?c(?:out|err) ?<<|echo\b|debugger\b|(?:import|from) (?:pdb|sys|pprint|traceback|logging)\b|(?:import pdb; ?)?pdb\.set_trace\(|traceback\.print_|logging\.basicConfig\(`,
  ]
    .map((start) => `(?:${start})`)
    .join('|'),
  'y',
);

/** Whether all lines that are not blank print. False if there are none. */
export function onlyPrint(...texts: readonly (readonly string[])[]): boolean {
  let some = false;
  for (const lines of texts) {
    for (const line of lines) {
      printing.lastIndex = line.length - line.trimStart().length;
      if (printing.lastIndex === line.length) {
        continue;
      }
      if (!printing.test(line)) {
        return false;
      }
      some = true;
    }
  }
  return some;
}

/** A logger's line may go into a file, or nowhere. */
const unseen = /^\s*(?:import|from|_?log(?:ger|ging)?\.(?!Print|Fatal|Panic))/i;

/** Whether the line prints what a run is sure to show. */
export function isPrint(line: string): boolean {
  printing.lastIndex = line.length - line.trimStart().length;
  return printing.lastIndex < line.length && printing.test(line) && !unseen.test(line);
}

/** Lines that print. */
export function countPrints(text: string): number {
  let prints = 0;
  for (const line of text.split('\n')) {
    prints += isPrint(line) ? 1 : 0;
  }
  return prints;
}
