/** What Turnwatch did, in words and numbers ready to be shown: the page and its Markdown show the same. */
import type { VerdictKind } from '../detect/detector.js';
import { plainName } from '../view/report/markdown.js';
import {
  costsWithoutHelp,
  listDays,
  ENOUGH,
  summarizeSpan,
  type Day,
  type MedianCost,
  type Span,
  type StallGroup,
} from './summary.js';
import type { PastSummary } from './past-summary.js';
import { stallEnds, type TurnRecord } from './turn-record.js';

interface ReportWords {
  /** Templates by id. */
  say: (id: ReportTextId, params?: Record<string, string | number>) => string;
  number: (value: number) => string;
  percent: (share: number) => string;
  dollars: (value: number) => string;
  /** A time, in milliseconds since the epoch. */
  date: (at: number) => string;
  agentName: (agent: string) => string;
  /** The days from one time until before another (milliseconds since the epoch). */
  days: (from: number, until: number) => string;
}

export interface Bar {
  label: string;
  text: string;
  /** Parts of the longest bar, in percent. */
  calm: number;
  stalled: number;
}

export interface Table {
  head: string[];
  rows: string[][];
}

export interface ReportSpan {
  title: string;
  facts: { label: string; value: string }[];
  bars: { head: [string, string]; rows: Bar[] };
  /** A sentence where there is none. Only the longest span has it: it holds the others. */
  stalls?: Table | string;
}

export interface Report {
  title: string;
  intro: string;
  /** A sentence where there is none. */
  spans: ReportSpan[] | string;
  /** What logs told of before: apart from what was counted live. */
  past?: Pick<ReportSpan, 'title' | 'facts'> & { agents: Table };
  notes: string[];
}

/** What the logs of this machine told, and when. */
export interface JudgedPast {
  days: number;
  /** Milliseconds since the epoch. */
  at: number;
  summary: PastSummary;
}

/** Beginnings of the days, or weeks, that bars stand for, and the end of the last (milliseconds since the epoch). */
export interface Calendar {
  week: readonly number[];
  month: readonly number[];
  until: number;
}

export function makeReport(
  records: readonly TurnRecord[],
  { week, month, until }: Calendar,
  words: ReportWords,
  past?: JudgedPast,
): Report {
  const { say } = words;
  const span = (title: string, days: readonly number[], sums: Span): ReportSpan => ({
    title,
    facts: listFacts(sums, words),
    bars: {
      head: [say('did.date'), say('did.turns')],
      rows: listBars(listDays(records, days), until, words),
    },
  });
  const sumsFrom = (days: readonly number[]): Span => summarizeSpan(records, days[0] ?? until);
  const ofMonth = sumsFrom(month);
  return {
    title: say('did.title'),
    intro: say('did.intro'),
    spans:
      records.length === 0
        ? say('did.none')
        : [
            span(say('did.week'), week, sumsFrom(week)),
            {
              ...span(say('did.month'), month, ofMonth),
              stalls: stallTable(ofMonth, costsWithoutHelp(records), words),
            },
          ],
    ...(past !== undefined && { past: describePast(past, words) }),
    notes: [
      ...(records.some(({ stalls }) => stalls.length > 0)
        ? [say('did.note.cost'), say('did.note.alone')]
        : []),
      ...(past === undefined ? [] : [say('did.past.note', { date: words.date(past.at) })]),
    ],
  };
}

function describePast(
  { days, summary }: JudgedPast,
  { say, number, percent, dollars: inDollars, agentName }: ReportWords,
): NonNullable<Report['past']> {
  const { turns, stalled, stalledMs, tokenShare, dollars, warnedWell, places } = summary;
  const facts: [ReportTextId, string][] = [
    ['did.turns', number(turns)],
    ['did.past.stalled', number(stalled)],
    ['did.past.time', say('did.minutes', { value: number(Math.round(stalledMs / 60_000)) })],
    ...(tokenShare === undefined
      ? []
      : [['did.past.share', percent(tokenShare)] satisfies [ReportTextId, string]]),
    ...(dollars === undefined
      ? []
      : [
          ['did.past.dollars', say('did.about', { value: inDollars(dollars) })] satisfies [
            ReportTextId,
            string,
          ],
        ]),
    ['did.past.warned', number(warnedWell)],
  ];
  const agents = new Map<string, { turns: number; stalled: number }>();
  for (const { agent, ...place } of places) {
    const sums = agents.get(agent) ?? { turns: 0, stalled: 0 };
    agents.set(agent, {
      turns: sums.turns + place.turns,
      stalled: sums.stalled + place.stalled,
    });
  }
  return {
    title: say('did.past', { days }),
    facts: facts.map(([id, value]) => ({ label: say(id), value })),
    agents: {
      head: [say('did.agent'), say('did.turns'), say('did.past.stalled')],
      rows: [...agents].map(([agent, sums]) => [
        plainName(agentName(agent)),
        number(sums.turns),
        number(sums.stalled),
      ]),
    },
  };
}

function listFacts(
  { turns, steps, stalls, ended, falseAlarms }: Span,
  { say, number }: ReportWords,
): ReportSpan['facts'] {
  const facts: [ReportTextId, number][] = [
    ['did.turns', turns],
    ['did.steps', steps],
    ['did.stalls', stalls],
    ['did.helped', ended.auto + ended.person],
    ['did.falseAlarms', falseAlarms],
  ];
  return facts.map(([id, value]) => ({ label: say(id), value: number(value) }));
}

function listBars(days: readonly Day[], until: number, words: ReportWords): Bar[] {
  const most = Math.max(1, ...days.map(({ turns }) => turns));
  const part = (count: number): number => Math.round((count / most) * 1000) / 10;
  return days.map(({ from, turns, stalled }, i) => ({
    label: words.days(from, days[i + 1]?.from ?? until),
    text:
      stalled === 0
        ? words.number(turns)
        : words.say('did.bar', { turns: words.number(turns), stalled: words.number(stalled) }),
    calm: part(turns - stalled),
    stalled: part(stalled),
  }));
}

function stallTable(
  { groups }: Span,
  alone: ReadonlyMap<string, MedianCost>,
  words: ReportWords,
): Table | string {
  const { say, number, agentName } = words;
  return groups.length === 0
    ? say('did.none.stalls')
    : {
        head: [
          say('did.agent'),
          say('did.kind'),
          say('did.count'),
          say('did.falseAlarms'),
          say('did.ended'),
          say('did.cost'),
          say('did.alone'),
        ],
        rows: groups.map((group) => [
          plainName(agentName(group.agent)),
          kindName(group.kind, words),
          number(group.stalls),
          number(group.falseAlarms),
          listEnds(group, words),
          group.helped === undefined ? '–' : describeCost(group.helped, words),
          describeUnaided(alone.get(group.kind), words),
        ]),
      };
}

/** A kind of a newer version has no name here. */
function kindName(kind: string, { say }: ReportWords): string {
  const id = `did.kind.${kind}`;
  return isTextId(id) ? say(id) : plainName(kind);
}

function isTextId(id: string): id is ReportTextId {
  return Object.hasOwn(reportTexts, id);
}

function listEnds({ ended }: StallGroup, { say, number }: ReportWords): string {
  const ends = ([...stallEnds, 'open'] as const)
    .filter((end) => ended[end] > 0)
    .map((end) => say(`did.by.${end}`, { count: number(ended[end]) }));
  return ends.length === 0 ? '–' : ends.join(', ');
}

function describeUnaided(cost: MedianCost | undefined, words: ReportWords): string {
  const { count = 0 } = cost ?? {};
  return cost === undefined || count < ENOUGH
    ? words.say('did.notEnough', { count, enough: ENOUGH })
    : describeCost(cost, words);
}

function describeCost(
  { seconds, tokens, count }: MedianCost,
  { say, number }: ReportWords,
): string {
  const time =
    seconds < 60
      ? say('did.seconds', { value: number(seconds) })
      : say('did.minutes', { value: number(Math.round(seconds / 60)) });
  const cost = tokens === undefined ? time : say('did.tokens', { time, tokens: number(tokens) });
  return say('did.median', { cost, count: number(count) });
}

/** Texts of what Turnwatch did. Apart from the page's and core's own, so that they are loaded with what shows it. */
export const reportTexts = {
  'did.title': 'What Turnwatch Did',
  'did.intro':
    'Counted on this machine, in all windows. Only numbers are kept, for 400 days: no prompts, paths, commands or output.',
  'did.copy': 'Copy as Markdown',
  'did.delete': 'Delete All…',
  'did.week': 'Last 7 days',
  'did.month': 'Last 4 weeks',
  'did.none': 'Nothing yet. A turn counts once it stalls or ends while Turnwatch watches it.',
  'did.none.stalls': 'No turn stalled.',
  'did.turns': 'Turns',
  'did.steps': 'Steps',
  'did.stalls': 'Stalls',
  'did.helped': 'Ended by Turnwatch or you',
  'did.falseAlarms': 'False alarms',
  'did.date': 'Date',
  'did.bar': '{turns}, {stalled} stalled',
  'did.agent': 'Agent',
  'did.kind': 'Kind of stall',
  'did.count': 'Count',
  'did.ended': 'Ended',
  'did.cost': 'From stall to end',
  'did.alone': 'Without help',
  'did.by.auto': '{count} by Turnwatch',
  'did.by.person': '{count} by you',
  'did.by.itself': '{count} by itself',
  'did.by.nobody': '{count} by the turn’s end',
  'did.by.open': '{count} not seen',
  'did.seconds': '{value} s',
  'did.minutes': '{value} min',
  'did.tokens': '{time}, {tokens} tokens',
  'did.about': 'about {value}',
  'did.median': '{cost} (median of {count})',
  'did.notEnough': 'Not enough data ({count} of {enough})',
  'did.past': 'From logs: the last {days} days',
  'did.past.stalled': 'Turns that stalled',
  'did.past.time': 'Time in stalls',
  'did.past.share': 'Tokens after the first alarm',
  'did.past.dollars': 'Their cost, by list prices',
  'did.past.warned': 'Early warnings in turns that ended well',
  'did.past.note':
    'From logs: what agents had left on this machine, judged on {date} as it would be live, without hooks and changes of the workspace. It is counted in none of the numbers above. Until you delete it, the names of its stalls are kept, too.',
  'did.note.cost':
    'From stall to end: the median of the stalls that Turnwatch or you ended, from the verdict on.',
  'did.note.alone':
    'Without help: the median of all stalls of this kind that nobody ended: they cleared by themselves or stood until their turn was over. It is measured on this machine, never estimated.',
  'did.kind.loop': 'Repeated calls',
  'did.kind.error-loop': 'Repeated errors',
  'did.kind.oscillation': 'Edits back and forth',
  'did.kind.no-progress': 'No progress',
  'did.kind.monologue': 'Words without work',
  'did.kind.condensation': 'Context compacted in circles',
  'did.kind.hops': 'Too many hops',
  'did.kind.silence': 'Model falls silent',
  'did.kind.hung-call': 'Call hangs',
  'did.kind.wait': 'Waiting for a job that is gone',
  'did.kind.degenerate': 'Endless response',
  'did.kind.turns': 'Turn after turn',
  'did.kind.fan-out': 'Too many sub-agents',
  'did.kind.limit': 'Your own limit',
} as const satisfies Record<`did.kind.${VerdictKind}`, string> & Record<string, string>;
type ReportTextId = keyof typeof reportTexts;

/** Characters of the longest bar. */
const BAR = 20;

/** What Turnwatch did, as Markdown to paste. */
export function reportAsMarkdown({ title, intro, spans, past, notes }: Report): string {
  return (
    [
      `# ${title}`,
      intro,
      ...(typeof spans === 'string' ? [spans] : spans.map(spanMarkdown)),
      ...(past === undefined
        ? []
        : [`## ${past.title}`, factsMarkdown(past.facts), table(past.agents)]),
      ...(notes.length === 0 ? [] : [notes.map((note) => `- ${note}`).join('\n')]),
    ].join('\n\n') + '\n'
  );
}

function spanMarkdown({ title, facts, bars, stalls }: ReportSpan): string {
  return [
    `## ${title}`,
    factsMarkdown(facts),
    table({
      head: [bars.head[0], '', bars.head[1]],
      rows: bars.rows.map((bar) => [bar.label, barText(bar), bar.text]),
    }),
    ...(stalls === undefined ? [] : [typeof stalls === 'string' ? stalls : table(stalls)]),
  ].join('\n\n');
}

function factsMarkdown(facts: ReportSpan['facts']): string {
  return facts.map(({ label, value }) => `- ${label}: **${value}**`).join('\n');
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
