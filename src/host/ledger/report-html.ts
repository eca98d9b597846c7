/** The page of what Turnwatch did: without any script, so that nothing in it can run; its buttons are links to our own command. Pure, so that the page's tests serve the same text. */
import type { Bar, Report, ReportSpan, Table } from '../../core/ledger/report.js';
import { escapeHtml } from '../view/page-html.js';

export interface ReportHtmlOptions {
  report: Report;
  /** `webview.cspSource`. */
  cspSource: string;
  styleUri: string;
  /** A BCP 47 tag such as `en` or `pt-br`. */
  locale: string;
  /** Empty where there is nothing to copy or delete. */
  buttons: readonly { label: string; address: string }[];
}

export function reportHtml({
  report: { title, intro, spans, past, notes },
  cspSource,
  styleUri,
  locale,
  buttons,
}: ReportHtmlOptions): string {
  const policy = `default-src 'none'; style-src ${cspSource}`;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${escapeHtml(styleUri)}">
<title>${escapeHtml(title)}</title>
</head>
<body>
<main>
<header>
${element('h1', title)}
${buttons.length === 0 ? '' : `<nav>${buttons.map(({ label, address }) => `<a class="button" href="${escapeHtml(address)}">${escapeHtml(label)}</a>`).join('')}</nav>`}
</header>
${element('p', intro)}
${typeof spans === 'string' ? element('p', spans) : spans.map(makeSection).join('\n')}
${past === undefined ? '' : `<section>\n${element('h2', past.title)}\n${makeFacts(past.facts)}\n${makeTable(past.agents)}\n</section>`}
${notes.length === 0 ? '' : `<footer>${notes.map((note) => element('p', note)).join('')}</footer>`}
</main>
</body>
</html>
`;
}

function makeSection({ title, facts, bars, stalls }: ReportSpan): string {
  return `<section>
${element('h2', title)}
${makeFacts(facts)}
<table class="bars">
<thead><tr>${makeHead(bars.head[0])}<td></td>${makeHead(bars.head[1])}</tr></thead>
<tbody>${bars.rows.map(barRow).join('')}</tbody>
</table>
${typeof stalls === 'object' ? makeTable(stalls) : stalls === undefined ? '' : element('p', stalls)}
</section>`;
}

function makeFacts(facts: ReportSpan['facts']): string {
  return `<dl>${facts.map(({ label, value }) => `<div>${element('dt', label)}${element('dd', value)}</div>`).join('')}</dl>`;
}

/** The chart is the table itself: the bar only repeats the numbers beside it. */
function barRow({ label, text, calm, stalled }: Bar): string {
  const bar = (name: string, from: number, width: number): string =>
    width === 0 ? '' : `<rect class="${name}" x="${from}" width="${width}" height="10"/>`;
  return `<tr><th scope="row">${escapeHtml(label)}</th><td><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${bar('calm', 0, calm)}${bar('stalled', calm, stalled)}</svg></td>${element('td', text)}</tr>`;
}

function makeTable({ head, rows }: Table): string {
  const makeCells = ([first = '', ...rest]: readonly string[]): string =>
    `<th scope="row">${escapeHtml(first)}</th>${rest.map((cell, i) => `<td data-head="${escapeHtml(head[i + 1] ?? '')}">${escapeHtml(cell)}</td>`).join('')}`;
  return `<table class="stalls">
<thead><tr>${head.map(makeHead).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${makeCells(row)}</tr>`).join('')}</tbody>
</table>`;
}

function makeHead(text: string): string {
  return `<th scope="col">${escapeHtml(text)}</th>`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeHtml(text)}</${name}>`;
}
