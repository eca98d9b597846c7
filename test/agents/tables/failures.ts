/** The table of failures, see ../../agent-table.mjs: what is shown and told of a turn whose model fails after two steps, and goes on failing. */
import { parseArgs } from 'node:util';
import { hashText } from '../../../src/core/identity/hash.js';
import type { SessionDetail } from '../../../src/core/view/snapshot.js';
import { english } from '../../../src/core/view/words/wording.js';
import { untilDeadline } from '../../host/harness/window.js';
import { OtlpReceiver } from '../../unit/telemetry/otlp-receiver.js';
import type { Outcome } from '../harness/box.js';
import { startModel } from '../harness/model.js';
import { modelFailures } from '../harness/model-failures.js';
import { providerAgents, type ProviderAgent } from '../harness/providers.js';
import { bash } from '../harness/scripts.js';
import { ended, isOf, type Table } from './cell.js';
import { chosen, playTable } from './table.js';

const { values } = parseArgs({
  options: {
    agent: { type: 'string', multiple: true },
    by: { type: 'string', multiple: true },
    failure: { type: 'string', multiple: true },
    steps: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '40' },
  },
});

/** Responses before the model fails. */
const steps = Number(values.steps);
const limit = Number(values.seconds) * 1000;
/** By its log alone, a turn whose agent is gone is over once the log has been silent for ten seconds. */
const SILENT_MS = 25_000;
/** More than any agent asks again. */
const RETRIES = 1000;
/** Spans are sent in lots, counts each second. */
const TELEMETRY_MS = 15_000;
/** To start, and to read what is shown. */
const BESIDE_MS = 60_000;

interface FailureCell {
  agent: ProviderAgent;
  by: string;
  failure: string;
}

interface Failed extends Pick<Outcome, 'code'> {
  /** Requests that failed. */
  requests: number;
  /** What was shown while the requests failed. */
  meanwhile: string[];
  /** The card's words in the end. */
  words: string;
  /** How the turn's span says that it ended; undefined: none was sent. */
  told: string | undefined;
  /** What the count of turns has grown by, by their ends. */
  counted: string[];
  detail: SessionDetail;
}

let played = 0;

const receiver = await OtlpReceiver.start();

async function playFailure(
  { page, port, run }: Table,
  { agent, failure }: FailureCell,
): Promise<Failed> {
  played += 1;
  const prompt = `Failure ${played}: look at every file with ${agent.id}`;
  const before = turnCounts();
  const model = await startModel({
    script: Array.from({ length: steps + RETRIES }, (_, i) => [bash(`echo step ${played}.${i}`)]),
    api: agent.api,
    port,
    delayMs: 40,
    fails: ({ position = 0 }) => (position < steps ? undefined : modelFailures[failure]),
  });
  try {
    const { code } = await run(agent.args(prompt), limit);
    const detail = await ended(page, prompt, SILENT_MS);
    const words = await page.frame.locator('.banner').first().innerText();
    const told = await endInSpan(detail.session).catch(() => undefined);
    const requests = model.requests.filter(({ position = 0 }) => position >= steps).length;
    const meanwhile = (await page.snapshots()).flatMap(({ selected }) =>
      selected !== undefined && isOf(selected, prompt) ? sayFailing(selected) : [],
    );
    const counted = [...turnCounts()].flatMap(([end, count]) => {
      const more = count - (before.get(end) ?? 0);
      return more === 0 ? [] : [`${end} +${more}`];
    });
    return { code, requests, meanwhile: [...new Set(meanwhile)], words, told, counted, detail };
  } finally {
    await model.close();
  }
}

/** What is known of an open turn whose requests fail. */
function sayFailing({ open, state, waitingFor, failedRequest }: SessionDetail): string[] {
  if (!open || failedRequest === undefined) {
    return [];
  }
  const { error, attempt, attempts } = failedRequest;
  const tries = attempt === undefined ? '' : `, try ${attempt > 2 ? '3 …' : attempt}`;
  return [
    `${waitingFor === undefined ? state : english(waitingFor)}${tries}${attempts === undefined ? '' : ` of ${attempts}`}${error === undefined ? '' : `: ${error.slice(0, 60)}`}`,
  ];
}

function turnCounts(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name, value, attributes } of receiver.points) {
    if (name === 'turnwatch.turns') {
      const end = String(attributes['turnwatch.turn.end']);
      counts.set(end, (counts.get(end) ?? 0) + value);
    }
  }
  return counts;
}

function endInSpan(session: string): Promise<string> {
  return untilDeadline(TELEMETRY_MS, () => {
    const span = receiver.spans.findLast(
      ({ attributes }) => attributes['gen_ai.conversation.id'] === hashText(session),
    );
    if (span === undefined) {
      throw new Error('no span yet');
    }
    return Promise.resolve(String(span.attributes['turnwatch.turn.end']));
  });
}

/** One line of the table. */
function row({ agent, by, failure }: FailureCell, result: Failed | { problem: string }): string {
  const cells =
    'problem' in result
      ? ['', '', '', '', '', '', result.problem]
      : [
          String(result.requests),
          result.code === null ? 'ended after the limit' : `exit ${result.code}`,
          result.meanwhile.join('; '),
          shown(result.detail),
          String(result.detail.counters.find(({ id }) => id === 'failed-turns')?.value ?? 0),
          `span ${result.told ?? 'none'}, ${result.counted.join(', ') || 'not counted'}`,
          result.words,
        ];
  return `| ${[agent.id, by, failure, ...cells].map(inOneCell).join(' | ')} |`;
}

function inOneCell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 240);
}

function shown({ state, end, open }: SessionDetail): string {
  return `${end?.how ?? state}${open ? ', open' : ''}`;
}

console.log(
  '| agent | by | failure | failed requests | its end | while they fail | shown as | failed turns | telemetry | the card |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|');
const failures = chosen(Object.keys(modelFailures), values.failure, (name) => name);
await playTable<FailureCell>({
  agents: chosen(providerAgents, values.agent, ({ id }) => id),
  ways: chosen(['log', 'hooks'] as const, values.by, (way) => way),
  cells: (agent, by) => failures.map((failure) => ({ agent, by, failure })),
  play: async (cell, table) => row(cell, await playFailure(table, cell)),
  explain: row,
  limit: limit + SILENT_MS + TELEMETRY_MS + BESIDE_MS,
  place: {
    settings: { 'turnwatch.otlp.endpoint': receiver.url },
    env: { OTEL_METRIC_EXPORT_INTERVAL: '1000', OTEL_BSP_SCHEDULE_DELAY: '1000' },
  },
});
