/** What Turnwatch did, as Markdown to paste. */
import type { Bar, Report, ReportSpan, Table } from './report.js';

/** Characters of the longest bar. */
const BAR = 20;

export function reportAsMarkdown({ title, intro, spans, notes }: Report): string {
  return (
    [
      `# ${title}`,
      intro,
      ...(typeof spans === 'string' ? [spans] : spans.map(spanMarkdown)),
      ...(notes.length === 0 ? [] : [notes.map((note) => `- ${note}`).join('\n')]),
    ].join('\n\n') + '\n'
  );
}

function spanMarkdown({ title, facts, bars, stalls }: ReportSpan): string {
  return [
    `## ${title}`,
    facts.map(({ label, value }) => `- ${label}: **${value}**`).join('\n'),
    table({
      head: [bars.head[0], '', bars.head[1]],
      rows: bars.rows.map((bar) => [bar.label, barText(bar), bar.text]),
    }),
    typeof stalls === 'string' ? stalls : table(stalls),
  ].join('\n\n');
}

/** What is there at all has a sign of its own. */
function barText({ calm, stalled }: Bar): string {
  const signs = (percent: number): number =>
    percent === 0 ? 0 : Math.max(1, Math.round((percent * BAR) / 100));
  const ofStalled = signs(stalled);
  return '█'.repeat(Math.max(0, signs(calm + stalled) - ofStalled)) + '▒'.repeat(ofStalled);
}

/** The cells hold our own words, numbers and plain names: nothing that Markdown reads. */
function table({ head, rows }: Table): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
