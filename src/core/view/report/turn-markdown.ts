/** One turn as Markdown to share: a summary, the prompt, the counters, the steps folded as in the view. */
import { capMessage } from '../../money/amounts.js';
import type { ReachedCap } from '../../money/caps.js';
import type { SessionDetail } from '../snapshot.js';
import { foldRows, keyRows, type FoldedRow, type StepRow } from '../timeline/fold-rows.js';
import { stepRanges, type Row, type CallOutcome } from '../timeline/rows.js';
import { fill } from '../words/wording.js';
import { reportMarkdown } from './escalation-report.js';
import { codeBlock, codeParams, plainName, codeSpan } from './markdown.js';
import { turnSummary, sentenceAndSteps, type MarkdownWords } from './turn-summary.js';

export interface SharedTurn {
  detail: SessionDetail;
  /** This turn's rows, newest first. */
  rows: readonly Row[];
  /** The clock of the session, milliseconds since the epoch. */
  now: number;
  /** Folders relative to which files are named, the deepest first. */
  folders: readonly string[];
  /** The person's home, written as `~`; empty if not known. */
  home: string;
  /** Templates by id: core's, the page's and those of sharing. */
  texts: Record<string, string>;
}

export function turnMarkdown({ detail, rows, now, folders, home, texts }: SharedTurn): string {
  const words = describeOutcome(rows, texts);
  const { label, say } = words;
  const prompt = rows.findLast((row) => row.kind === 'prompt');
  const counters = detail.counters
    .filter(({ value }) => value > 0)
    .map(({ label: what, value, limit }) => `- ${say(what)}: ${value}/${limit}`);
  const steps = stepList(rows, words);
  const sections = [
    `# ${label('share.title', { agent: plainName(detail.agentName), turn: detail.turn + 1 })}`,
    turnSummary(detail, rows, now, words),
    ...(prompt === undefined ? [] : [`## ${label('label.prompt')}`, codeBlock(prompt.text)]),
    ...(counters.length === 0 ? [] : [`## ${label('label.counters')}`, counters.join('\n')]),
    ...(steps === '' ? [] : [`## ${label('share.steps')}`, steps]),
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

function describeOutcome(rows: readonly Row[], texts: Record<string, string>): MarkdownWords {
  const label: MarkdownWords['label'] = (id, params) => fill(texts[id] ?? id, params);
  const steps = new Map(
    rows.flatMap((row) =>
      row.kind === 'step' ? row.calls.map(({ call }) => [call, row.step] as const) : [],
    ),
  );
  return {
    label,
    say: ({ id, params }) => label(id, codeParams(params)),
    countSteps: (calls) => {
      const found = new Set(calls.flatMap((call) => steps.get(call) ?? []));
      return found.size === 0
        ? ''
        : label(found.size === 1 ? 'share.evidence.step' : 'share.evidence.steps', {
            steps: stepRanges(found),
          });
    },
  };
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

// The steps of a shared turn as a Markdown list, oldest first: what repeats is one line.

/** Lines shown; older ones are only counted. */
const SHOWN_LINES = 400;
/** The longest sequence of steps whose repetitions are found, and how often it must come. */
const LONGEST_ROUND = 4;
const MIN_ROUNDS = 3;

/** Different calls of similar steps that their line names. */
const NAMED_CALLS = 3;

/** `same`: equal for lines that say the same of other steps; undefined where that is no repetition. */
interface ReportLine {
  text: string;
  same?: string;
  step?: number;
}

const signs: Record<CallOutcome, string> = {
  running: '…',
  ok: '·',
  failed: '✗',
  denied: '⊘',
  unknown: '?',
};

/** @param rows of one turn, newest first */
function stepList(rows: readonly Row[], words: MarkdownWords): string {
  const keyed = keyRows(rows.filter((row) => row.kind !== 'prompt'));
  const steps = new Map(
    keyed.flatMap(({ key, row }) => (row.kind === 'step' ? [[key, row] as const] : [])),
  );
  const items = foldRows(keyed, new Set(), new Set()).reverse();
  const lines = withRounds(
    items.map((item) => describeStep(item, steps, words)),
    words,
  );
  const left = Math.max(0, lines.length - SHOWN_LINES);
  return [
    ...(left > 0 ? [`- ${words.label('action.older', { count: left })}`] : []),
    ...lines.slice(left),
  ].join('\n');
}

function describeStep(
  item: FoldedRow,
  steps: ReadonlyMap<string, StepRow>,
  words: MarkdownWords,
): ReportLine {
  const { label, say } = words;
  if (item.kind === 'fold') {
    const members = item.members.flatMap((key) => steps.get(key) ?? []);
    return { text: foldLine(item, members, words) };
  }
  const { row } = item;
  switch (row.kind) {
    case 'prompt':
      return { text: `- ${label('label.prompt')}: ${codeSpan(row.text)}` };
    case 'message':
      return { text: `- ${label('label.message')}: ${codeSpan(row.text)}` };
    case 'workspace':
      return { text: `- ${say(row.what)} (${label(`author.${row.by}`)})` };
    case 'intervention':
      return {
        text: `- **${label(`intervention.${row.intervention}`)}**: ${label(row.intervention === 'stop' && row.state === 'obeyed' ? 'receipt.confirmed' : `receipt.${row.state}`)}, ${label(`by.${row.by}`)}`,
      };
    case 'cap':
      return { text: `- ${capLine(row.cap, words)}` };
    case 'verdict':
      return {
        text: `- **${label(`state.${row.level}`)}**: ${sentenceAndSteps(row.repeated, row, words)}`,
      };
    case 'step':
      return {
        text: `- ${stepText(row, String(row.step), words)}`,
        step: row.step,
        ...(!row.progress && { same: sameness(row) }),
      };
  }
}

function capLine(cap: ReachedCap, { label }: MarkdownWords): string {
  const { id, params } = capMessage(cap, 'en');
  return label(id, params);
}

/** Similar steps in a row, newest first: named by their call where that is the same. */
function foldLine(
  { count, from, to, tool }: Extract<FoldedRow, { kind: 'fold' }>,
  members: readonly StepRow[],
  words: MarkdownWords,
): string {
  const oldest = members.at(-1);
  const different = new Map(members.map((row) => [titles(row), row.calls[0]?.title ?? '']));
  if (oldest !== undefined && different.size === 1) {
    return `- ${stepText(oldest, `${from}–${to}`, words, ` ×${count}`)}`;
  }
  const named = [...different.values()].reverse().slice(0, NAMED_CALLS);
  const calls = named.map((title) => codeSpan(title, 100)).filter((text) => text !== '');
  return `- ${words.label('label.similar', { count, from, to })}: ${codeSpan(tool, 60)} ${calls.join(', ')}${different.size > calls.length ? ', …' : ''}`;
}

function stepText(
  { calls, progress, note }: StepRow,
  number: string,
  { say, label }: MarkdownWords,
  times = '',
): string {
  const [first] = calls;
  if (first === undefined) {
    return label('label.step', { step: number });
  }
  const sign = progress
    ? '✔'
    : signs[calls.find(({ outcome }) => outcome !== 'ok')?.outcome ?? 'ok'];
  const exit =
    first.exitCode === undefined || first.exitCode === 0
      ? ''
      : `, ${label('label.exit', { code: first.exitCode })}`;
  const more = calls.length > 1 ? ` +${calls.length - 1}` : '';
  const call = [codeSpan(first.tool, 60), codeSpan(first.title)].filter((text) => text !== '');
  return `${sign} **${number}** ${call.join(' ')}${more}${times}${note === undefined ? '' : ` — ${say(note)}`}${exit}`;
}

function titles({ calls }: StepRow): string {
  return calls.map(({ tool, title }) => `${tool}\0${title}`).join('\0');
}

function sameness(row: StepRow): string {
  return [titles(row), ...row.calls.map(({ outcome }) => outcome), row.note?.id ?? ''].join('\0');
}

/** A sequence of steps that comes again and again is listed once. */
function withRounds(lines: readonly ReportLine[], { label }: MarkdownWords): string[] {
  const shown: string[] = [];
  for (let place = 0; place < lines.length;) {
    const { length, times } = roundsAt(lines, place);
    const round = lines.slice(place, place + length);
    const all = length * times;
    const [from, to] = [lines[place]?.step, lines[place + all - 1]?.step];
    if (times < MIN_ROUNDS || from === undefined || to === undefined) {
      shown.push(...lines.slice(place, place + 1).map(({ text }) => text));
      place += 1;
    } else {
      shown.push(`- ${label('share.rounds', { from, to, count: length, times })}`);
      shown.push(...round.map(({ text }) => `  ${text}`));
      place += all;
    }
  }
  return shown;
}

/** The shortest sequence of steps that begins here and repeats often enough. */
function roundsAt(lines: readonly ReportLine[], place: number): { length: number; times: number } {
  for (let length = 2; length <= LONGEST_ROUND; length++) {
    const same = (from: number): string | undefined => {
      const keys = lines.slice(from, from + length).map((line) => line.same);
      return keys.length === length && !keys.includes(undefined) ? keys.join('\u0001') : undefined;
    };
    const round = same(place);
    let times = 1;
    while (round !== undefined && same(place + times * length) === round) {
      times += 1;
    }
    if (times >= MIN_ROUNDS) {
      return { length, times };
    }
  }
  return { length: 1, times: 1 };
}
