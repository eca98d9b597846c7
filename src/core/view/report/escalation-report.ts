/** The report for a person: the five parts of `stuck-heuristics` (reason, progress summary, last actions, count, time since progress) and a next step. */
import type { VerdictKind } from '../../detect/detector.js';
import { adviceOn } from '../../interventions/advice.js';
import type { Session } from '../../turns/session.js';
import { progressSummary, shortDuration, type ActionRecord } from '../../turns/action-history.js';
import { codeParams, codeSpan, plainName } from './markdown.js';
import type { EscalationReport, ProgressMetrics } from '../snapshot.js';
import type { Tokens } from '../../turns/tokens.js';
import type { Task } from '../../turns/task.js';
import type { Verdict } from '../../verdict.js';
import { detectorHints } from '../words/detector-texts.js';
import { sayDraft } from '../words/shown-words.js';
import { english, fill, personTexts, type Message, type PersonTextId } from '../words/wording.js';

/** Why the person is asked: an open verdict, or an order of theirs that the agent ignores. */
export type Trouble = Pick<Verdict, 'what' | 'kind' | 'count' | 'evidence'> &
  Partial<Pick<Verdict, 'id' | 'draft'>>;

/** `now`: milliseconds since the epoch. The hops are the task's where a dispatcher counts them or they are the trouble, else the steps of the turn. */
export function escalationReport(about: {
  session: Session;
  agentName: string;
  records: readonly ActionRecord[];
  metrics: ProgressMetrics;
  task: Task;
  trouble: Trouble;
  /** The run of actions that the trouble names; else the action that came most often lately. */
  run?: EscalationReport['repeated'];
  /** The trouble in words. */
  reason: Message;
  now: number;
}): EscalationReport {
  const { session, agentName, records, metrics, task, trouble, run, reason, now } = about;
  const last = metrics.lastProgress?.at;
  const ofTask = task.isDispatched || trouble.kind === 'hops';
  return {
    session: session.id,
    agentName,
    turn: session.turn,
    reason,
    metrics: structuredClone(metrics),
    history: repeatsFolded(records),
    ...(run === undefined ? repeatedAction(records) : { repeated: run }),
    hops: ofTask ? task.hops : session.steps - session.stepsBefore,
    ofTask,
    sinceProgressMs: last === undefined ? undefined : Math.max(0, now - last),
    next: nextStep(records, trouble),
    ...(trouble.draft !== undefined && { draft: trouble.draft }),
    advice: adviceOn(trouble.kind),
  };
}

/** Consecutive actions that are the same, with the same outcome, become one line. */
function repeatsFolded(records: readonly ActionRecord[]): EscalationReport['history'] {
  const lines: EscalationReport['history'] = [];
  let before = '';
  for (const record of records) {
    const key = `${record.progressKey} ${record.resultHash}`;
    const line = key === before ? lines.at(-1) : undefined;
    const times = record.timestamp === undefined ? [] : [record.timestamp];
    before = key;
    if (line === undefined) {
      lines.push({
        at: record.timestamp,
        type: record.actionType,
        title: record.actionData,
        outcome: record.outcome,
        repeats: 1,
        times,
      });
    } else {
      line.repeats += 1;
      line.times?.push(...times);
    }
  }
  return lines;
}

/** Newest actions among which the one that repeats is looked for. */
const RECENT_ACTIONS = 15;
/** From so many on, an action repeats. */
const REPEATS = 3;

/** The action that came most often lately. */
function repeatedAction(records: readonly ActionRecord[]): Pick<EscalationReport, 'repeated'> {
  const recent = records.slice(-RECENT_ACTIONS);
  const counts = new Map<string, number>();
  for (const { progressKey } of recent) {
    counts.set(progressKey, (counts.get(progressKey) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  const record = recent.findLast(({ progressKey }) => counts.get(progressKey) === most);
  if (record === undefined || most < REPEATS) {
    return {};
  }
  const { actionType: type, actionData: title } = record;
  return { repeated: { type, title, times: most } };
}

const nextOfKind: Partial<Record<VerdictKind, PersonTextId>> = {
  wait: 'next.waiting',
  'hung-call': 'next.hung-call',
  silence: 'next.silence',
  degenerate: 'next.stop',
  turns: 'next.turns',
  condensation: 'next.condensation',
  'fan-out': 'next.fan-out',
  limit: 'next.limit',
};
const nextIn: Partial<Record<PersonTextId, PersonTextId>> = detectorHints.next;

function nextStep(records: readonly ActionRecord[], trouble: Trouble): Message {
  // hops say nothing about the calls of the stall
  const recent = records.slice(
    -Math.max(trouble.kind === 'hops' ? 1 : trouble.count, trouble.evidence.calls.length),
  );
  const share = (is: (record: ActionRecord) => boolean): number =>
    recent.filter(is).length / recent.length;
  const { id, params } = trouble.what;
  const own = nextIn[id];
  if (own !== undefined) {
    return { id: own, ...(params && { params }) };
  }
  const known = nextOfKind[trouble.kind];
  if (known !== undefined) {
    return { id: known };
  }
  if (recent.length > 0 && share((record) => record.outcome === 'failed') === 1) {
    return { id: 'next.failing' };
  }
  if (share((record) => record.noOp) >= 0.5) {
    return { id: 'next.noop' };
  }
  const different = new Set(recent.map((record) => record.progressKey)).size;
  return { id: different * 2 <= recent.length ? 'next.repeat' : 'next.generic' };
}

/** The report as Markdown, in English or with localised templates. */
export function reportMarkdown(
  report: EscalationReport,
  now: number,
  texts: Record<string, string> = personTexts,
): string {
  const say = (message: Message): string =>
    fill(texts[message.id] ?? english(message), message.params);
  const sayAsCode = ({ id, params }: Message): string =>
    say(params === undefined ? { id } : { id, params: codeParams(params) });
  const label = (id: Message['id'], params?: Message['params']): string =>
    say(params === undefined ? { id } : { id, params });
  const since =
    report.sinceProgressMs === undefined
      ? label('report.since.none')
      : shortDuration(report.sinceProgressMs);
  const tokens = report.metrics.tokens?.sinceProgress;
  const lines = report.history.map(
    ({ type, title, outcome, repeats, times = [] }) =>
      `- ${type}: ${codeSpan(title) || '(no arguments)'} — ${outcome}${repeats > 1 ? ` ×${repeats}` : ''}` +
      (times.length === 0 ? '' : `\n  ${timeRange(times)}`),
  );
  const { repeated } = report;
  return (
    [
      `# ${label('report.title', { agent: plainName(report.agentName), turn: report.turn + 1 })}`,
      `**${label('report.reason')}:** ${sayAsCode(report.reason)}`,
      ...(repeated === undefined
        ? []
        : [
            `**${label('report.repeated')}:** ${repeated.type}: ${codeSpan(repeated.title) || '(no arguments)'} ×${repeated.times}`,
          ]),
      `**${label('report.progress')}:** ${say(progressSummary(report.metrics, now))}`,
      `**${label(report.ofTask === true ? 'report.task-hops' : 'report.hops')}:** ${report.hops}`,
      `**${label('report.since')}:** ${since}`,
      ...(tokens === undefined
        ? []
        : [`**${label('report.tokens')}:** ${say(tokensSpent(tokens))}`]),
      `**${label('report.next')}:** ${sayAsCode(report.next)}`,
      // what agents and tools wrote is quoted in it as code
      ...(report.draft === undefined
        ? []
        : [`**${label('report.tell')}:** ${sayDraft(report.draft, say)}`]),
      `## ${label('report.history')}`,
      lines.join('\n'),
    ].join('\n\n') + '\n'
  );
}

/** The first and the last of them. */
function timeRange(times: readonly number[]): string {
  const [first, last] = [timeOfDay(Math.min(...times)), timeOfDay(Math.max(...times))];
  return first === last ? first : `${first}–${last}`;
}

/** `22:13:20Z`: the same on every machine. `at`: milliseconds since the epoch. */
function timeOfDay(at: number): string {
  const seconds = Math.floor(at / 1000) % 86_400;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${[hours, minutes, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')}Z`;
}

/** `84,120 (82,000 read, 79,000 of them from the cache; 2,120 written)` */
export function tokensSpent({ input, cached, output }: Tokens): Message {
  const count = (number: number): string =>
    String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',');
  return {
    id: 'report.tokens.count',
    params: {
      total: count(input + output),
      input: count(input),
      cached: count(cached),
      output: count(output),
    },
  };
}
