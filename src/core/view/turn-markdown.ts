/** One turn as Markdown to share: the prompt, the verdicts and why, the steps folded as in the view. */
import { reportMarkdown } from './escalation-report.js';
import { foldRows, keyRows, type Item, type StepRow } from './fold-rows.js';
import { codeBlock, codeParams, codeSpan, plainName } from './markdown.js';
import type { CallOutcome, Row, SessionDetail } from './snapshot.js';
import { fill, type Message } from './wording.js';

export interface SharedTurn {
  detail: SessionDetail;
  /** Of this turn, newest first. */
  rows: readonly Row[];
  /** The clock of the session, milliseconds since the epoch. */
  now: number;
  /** Folders relative to which files are named, the deepest first. */
  folders: readonly string[];
  /** The person's home, written as `~`; empty if not known. */
  home: string;
  /** Templates by id: core's and the page's. */
  texts: Record<string, string>;
}

/** Steps and messages shown; more are only counted. */
const SHOWN_ITEMS = 400;

const signs: Record<CallOutcome, string> = {
  running: '…',
  ok: '·',
  failed: '✗',
  denied: '⊘',
  unknown: '?',
};

export function turnMarkdown({ detail, rows, now, folders, home, texts }: SharedTurn): string {
  const label = (id: string, params?: Message['params']): string => fill(texts[id] ?? id, params);
  const say = (message: Message): string =>
    fill(texts[message.id] ?? message.id, codeParams(message.params));
  const steps = new Map(
    rows.flatMap((row) =>
      row.kind === 'step' ? row.calls.map((call) => [call.call, row.step] as const) : [],
    ),
  );
  const evidenceOf = (calls: readonly number[]): string =>
    [...new Set(calls.flatMap((call) => steps.get(call) ?? []))]
      .map((step) => label('label.step', { step }))
      .join(', ');

  const prompt = rows.findLast((row) => row.kind === 'prompt');
  const evidence = evidenceOf(detail.verdict?.calls ?? []);
  const verdict =
    detail.verdict === undefined
      ? ''
      : `: ${say(detail.verdict.what)}${evidence === '' ? '' : ` (${label('label.evidence')}: ${evidence})`}`;
  const counters = detail.counters
    .filter(({ value }) => value > 0)
    .map(({ label: what, value, limit }) => `- ${say(what)}: ${value}/${limit}`);
  const named = new Set([
    ...(detail.verdict?.calls ?? []),
    ...rows.flatMap((row) => (row.kind === 'verdict' ? row.calls : [])),
  ]);
  const items = foldRows(
    keyRows(rows.filter((row) => row.kind !== 'prompt')),
    named,
    new Set(),
  ).reverse();
  const left = Math.max(0, items.length - SHOWN_ITEMS);
  const lines = items.slice(left).map((item) => line(item, { label, say, evidenceOf }));
  if (left > 0) {
    lines.unshift(`- ${label('action.older', { count: left })}`);
  }

  const sections = [
    `# ${label('share.title', { agent: plainName(detail.agentName), turn: detail.turn + 1 })}`,
    `**${label(`state.${detail.state}`)}**${verdict}`,
    ...(prompt === undefined ? [] : [`## ${label('label.prompt')}`, codeBlock(prompt.text)]),
    ...(counters.length === 0 ? [] : [`## ${label('label.counters')}`, counters.join('\n')]),
    ...(lines.length === 0 ? [] : [`## ${label('share.steps')}`, lines.join('\n')]),
    ...(detail.report === undefined
      ? []
      : [
          reportMarkdown(detail.report, now, texts)
            .trimEnd()
            .replace(/^#(?=#? )/gm, '##'),
        ]),
  ];
  return `${withoutFolders(sections.join('\n\n'), folders, home)}\n`;
}

interface MarkdownWords {
  label: (id: string, params?: Message['params']) => string;
  say: (message: Message) => string;
  evidenceOf: (calls: readonly number[]) => string;
}

function line(item: Item, words: MarkdownWords): string {
  const { label } = words;
  if (item.kind === 'fold') {
    return `- ${label('label.similar', { count: item.count, from: item.from, to: item.to })}: ${codeSpan(item.tool, 60)}`;
  }
  const { row } = item;
  switch (row.kind) {
    case 'prompt':
      return `- ${label('label.prompt')}: ${codeSpan(row.text)}`;
    case 'message':
      return `- ${label('label.message')}: ${codeSpan(row.text)}`;
    case 'workspace':
      return `- ${words.say(row.what)} (${label(`author.${row.by}`)})`;
    case 'intervention':
      return `- **${label(`rung.${row.rung}`)}**: ${label(`receipt.${row.state}`)}, ${label(`by.${row.by}`)}`;
    case 'verdict': {
      const evidence = words.evidenceOf(row.calls);
      return `- **${label(`state.${row.level}`)}**: ${words.say(row.what)}${evidence === '' ? '' : ` (${label('label.evidence')}: ${evidence})`}`;
    }
    case 'step':
      return stepLine(row, words);
  }
}

function stepLine({ step, calls, progress, note }: StepRow, { say, label }: MarkdownWords): string {
  const [first] = calls;
  if (first === undefined) {
    return `- ${label('label.step', { step })}`;
  }
  const sign = progress
    ? '✔'
    : signs[calls.find(({ outcome }) => outcome !== 'ok')?.outcome ?? 'ok'];
  const exit =
    first.exitCode === undefined || first.exitCode === 0
      ? ''
      : `, ${label('label.exit', { code: first.exitCode })}`;
  const more = calls.length > 1 ? ` +${calls.length - 1}` : '';
  return `- ${sign} **${step}** ${[codeSpan(first.tool, 60), codeSpan(first.title)].filter((text) => text !== '').join(' ')}${more}${note === undefined ? '' : ` — ${say(note)}`}${exit}`;
}

/** Hides the project's location and the user name. */
function withoutFolders(text: string, folders: readonly string[], home: string): string {
  let clean = text;
  for (const folder of folders) {
    if (folder.length > 1) {
      clean = clean.replace(
        new RegExp(
          `(?<![\\w.~/\\\\-])${escaped(folder)}(?:([/\\\\](?=[^\\s\`'":]))|[/\\\\]?(?=[\\s\`'":]|$))`,
          'g',
        ),
        // never nothing between two backticks: together they could end the code
        (_found, inside?: string) => (inside === undefined ? '.' : ''),
      );
    }
  }
  return home.length < 2
    ? clean
    : clean.replace(new RegExp(`(?<![\\w.~/\\\\-])${escaped(home)}(?![\\w.-])`, 'g'), '~');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
