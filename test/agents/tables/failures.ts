/** The table of failures, see ../../agent-table.mjs: what is shown of a turn whose model fails after two steps, and goes on failing. */
import { parseArgs } from 'node:util';
import type { SessionDetail } from '../../../src/core/view/snapshot.js';
import type { Outcome } from '../harness/box.js';
import { startModel } from '../harness/model.js';
import { modelFailures } from '../harness/model-failures.js';
import { providerAgents, type ProviderAgent } from '../harness/providers.js';
import { bash } from '../harness/scripts.js';
import { ended, type Table } from './cell.js';
import { chosen, playTable, problemOf } from './table.js';

const { values } = parseArgs({
  options: {
    agent: { type: 'string', multiple: true },
    by: { type: 'string', multiple: true },
    failure: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '40' },
  },
});

/** Responses before the model fails. */
const STEPS = 2;
/** By its log alone, a turn whose agent is gone is over once the log has been silent for ten seconds. */
const SILENT_MS = 25_000;
/** More than any agent asks again. */
const RETRIES = 1000;

interface FailureCell {
  agent: ProviderAgent;
  by: string;
  failure: string;
}

interface Failed extends Pick<Outcome, 'code'> {
  /** Requests that failed. */
  requests: number;
  detail: SessionDetail;
}

let played = 0;

async function playFailure(
  { page, port, run }: Table,
  { agent, failure }: FailureCell,
): Promise<Failed> {
  played += 1;
  const prompt = `Failure ${played}: look at every file with ${agent.id}`;
  const model = await startModel({
    script: Array.from({ length: STEPS + RETRIES }, (_, i) => [bash(`echo step ${played}.${i}`)]),
    api: agent.api,
    port,
    delayMs: 40,
    fails: ({ position = 0 }) => (position < STEPS ? undefined : modelFailures[failure]),
  });
  try {
    const { code } = await run(agent.args(prompt), Number(values.seconds) * 1000);
    const detail = await ended(page, prompt, SILENT_MS);
    const requests = model.requests.filter(({ position = 0 }) => position >= STEPS).length;
    return { code, requests, detail };
  } finally {
    await model.close();
  }
}

/** One line of the table. */
function row({ agent, by, failure }: FailureCell, result: Failed | { problem: string }): string {
  const cells =
    'problem' in result
      ? ['', '', '', result.problem.replaceAll(/\s+/g, ' ').slice(0, 200)]
      : [
          String(result.requests),
          result.code === null ? 'ended after the limit' : `exit ${result.code}`,
          shown(result.detail),
          lastWords(result.detail),
        ];
  return `| ${[agent.id, by, failure, ...cells].join(' | ')} |`;
}

function shown({ state, end, open }: SessionDetail): string {
  return `${end?.how ?? state}${open ? ', open' : ''}`;
}

function lastWords({ rows }: SessionDetail): string {
  const [last] = rows; // the newest is first
  return last === undefined
    ? ''
    : `${last.kind}${'text' in last ? `: ${last.text.replaceAll(/\s+/g, ' ').slice(0, 80)}` : ''}`;
}

console.log('| agent | by | failure | failed requests | its end | shown as | last row |');
console.log('|---|---|---|---|---|---|---|');
const failures = chosen(Object.keys(modelFailures), values.failure, (name) => name);
await playTable<FailureCell>({
  agents: chosen(providerAgents, values.agent, ({ id }) => id),
  ways: chosen(['log', 'hooks'] as const, values.by, (way) => way),
  cells: (agent, by) => failures.map((failure) => ({ agent, by, failure })),
  print: async (cell, table) => {
    const result = 'problem' in table ? table : await playFailure(table, cell).catch(problemOf);
    console.log(row(cell, result));
  },
});
