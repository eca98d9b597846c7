/** What a shared turn begins with: who, when, how long, what it cost, how it stalled and how it ended. */
import { noTokens, plus, type Tokens } from '../../turns/tokens.js';
import type { SessionDetail, ShownVerdict } from '../snapshot.js';
import type { Row } from '../timeline/rows.js';
import type { Message } from '../words/wording.js';
import { tokensSpent } from './escalation-report.js';
import { plainName } from './markdown.js';

/** How texts become words, in the person's language. */
export interface MarkdownWords {
  label: (id: string, params?: Message['params']) => string;
  /** A sentence of core, with what agents wrote as code. */
  say: (message: Message) => string;
  /** The steps of these calls: `steps 8, 10–13`; empty for none. */
  countSteps: (calls: readonly number[]) => string;
}

/** Stalls named in the summary; the steps below name all. */
const NAMED_STALLS = 3;

/** @param rows of this turn, newest first */
export function turnSummary(
  detail: SessionDetail,
  rows: readonly Row[],
  now: number,
  words: MarkdownWords,
): string {
  const { label } = words;
  const fact = (id: ShareTextId, value: string): string => `- **${label(id)}:** ${value}`;
  const oldest = rows.at(-1);
  const began = (oldest?.kind === 'prompt' ? oldest.at : undefined) ?? detail.turnStartedAt;
  const ended = detail.open ? now : (detail.lastEventAt ?? now);
  const spent = describeTokens(rows);
  const tokens = spent && tokensSpent(spent);
  return [
    fact('share.agent', plainName(detail.agentName)),
    ...(began === undefined ? [] : [fact('share.date', formatDate(began))]),
    ...(began === undefined
      ? []
      : [fact('share.duration', `${clockTime(ended - began)}, ${stepCount(rows, label)}`)]),
    ...(tokens === undefined ? [] : [fact('share.tokens', label(tokens.id, tokens.params))]),
    ...describeStalls(rows, began, words),
    ...standing(detail, words),
    fact('share.ended', label(describeEnd(detail))),
  ].join('\n');
}

function stepCount(rows: readonly Row[], label: MarkdownWords['label']): string {
  const count = rows.filter(({ kind }) => kind === 'step').length;
  return count === 1 ? label('label.stepsOne') : label('label.steps', { count });
}

/** `4:22`, `1:04:22`. */
function clockTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (part: number): string => String(part).padStart(2, '0');
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

/** The same on every machine: `2026-01-15 10:00 UTC`. */
function formatDate(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function describeTokens(rows: readonly Row[]): Tokens | undefined {
  const each = rows.flatMap((row) => (row.kind === 'step' ? (row.tokens ?? []) : []));
  return each.length === 0 ? undefined : each.reduce<Tokens>(plus, noTokens);
}

function describeStalls(
  rows: readonly Row[],
  began: number | undefined,
  words: MarkdownWords,
): string[] {
  const { label } = words;
  return rows
    .flatMap((row, place) => {
      if (row.kind !== 'verdict' || row.level !== 'stalled') {
        return [];
      }
      const before = rows.slice(place).find(({ kind }) => kind === 'step');
      const step = before?.kind === 'step' ? before.step : undefined;
      const where =
        step === undefined
          ? ''
          : began === undefined || row.at === undefined
            ? label('share.stalled.at', { step })
            : label('share.stalled.after', { step, time: clockTime(row.at - began) });
      return [
        `- **${label('state.stalled')}${where === '' ? '' : ` ${where}`}:** ${sentenceAndSteps(row.repeated, row, words)}`,
      ];
    })
    .slice(-NAMED_STALLS)
    .reverse();
}

/** What the view shows now, where that is not a stall of the list. */
function standing({ open, state, verdict }: SessionDetail, words: MarkdownWords): string[] {
  return !open || verdict === undefined || verdict.level === 'stalled'
    ? []
    : [
        `- **${words.label(`state.${state}`)}:** ${sentenceAndSteps(verdict.repeated?.what, verdict, words)}`,
      ];
}

/** What repeats is told with its steps. */
export function sentenceAndSteps(
  repeated: Message | undefined,
  { what, calls }: Pick<ShownVerdict, 'what' | 'calls'>,
  { say, countSteps }: MarkdownWords,
): string {
  return repeated === undefined ? `${say(what)}${inBrackets(countSteps(calls))}` : say(repeated);
}

function inBrackets(text: string): string {
  return text === '' ? '' : ` (${text})`;
}

function describeEnd({ open, end, receipts }: SessionDetail): ShareTextId {
  if (open || end === undefined) {
    return 'share.ended.open';
  }
  if (end.how !== 'answered') {
    return `share.ended.${end.how}`;
  }
  const order = receipts.findLast(({ kind }) => kind === 'text-only');
  return order?.state === 'obeyed' ? 'share.ended.answered' : 'share.ended.completed';
}

/** Texts of a shared turn. Apart from the page's and core's own, so that they are loaded with what shares. */
export const shareTexts = {
  'share.title': 'Turnwatch: {agent}, turn {turn}',
  'share.agent': 'Agent',
  'share.date': 'Date',
  'share.duration': 'Duration',
  'share.tokens': 'Tokens',
  'share.stalled.at': 'at step {step}',
  'share.stalled.after': 'at step {step}, after {time}',
  'share.ended': 'Ended',
  'share.ended.open': 'The turn is still running.',
  'share.ended.completed': 'The agent finished the turn.',
  'share.ended.answered': 'The agent answered in words after Force Respond.',
  'share.ended.unanswered': 'The turn ended without an answer.',
  'share.ended.stalled': 'The turn ended while it was stalled.',
  'share.ended.stopped': 'The turn was stopped.',
  'share.ended.interrupted': 'The turn was interrupted.',
  'share.ended.failed': 'The turn ended in an error.',
  'share.steps': 'Steps',
  'share.rounds': 'Steps {from}–{to}: these {count} steps, {times} times',
  'share.evidence.step': 'step {steps}',
  'share.evidence.steps': 'steps {steps}',
} as const;
type ShareTextId = keyof typeof shareTexts;
