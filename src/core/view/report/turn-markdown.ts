/** One turn as Markdown to share: a summary, the prompt, the counters, the steps folded as in the view. */
import { reportMarkdown } from './escalation-report.js';
import { codeBlock, codeParams, plainName } from './markdown.js';
import { stepList } from '../timeline/shared-steps.js';
import type { Row } from '../timeline/rows.js';
import type { SessionDetail } from '../snapshot.js';
import { stepRanges } from '../timeline/step-ranges.js';
import { turnSummary, type MarkdownWords } from './turn-summary.js';
import { fill } from '../wording.js';

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
