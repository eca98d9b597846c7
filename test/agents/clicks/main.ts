/** The table of clicks, see ../../clicks.mjs. */
import { parseArgs } from 'node:util';
import { runAgent } from '../harness/box.js';
import { agentProgram } from '../harness/program.js';
import { providerAgents, type ProviderAgent } from '../harness/providers.js';
import { heading, playCell, row, tempers, type Cell } from './cell.js';
import { openPlace, type Place } from './place.js';

const { values } = parseArgs({
  options: {
    agent: { type: 'string', multiple: true },
    by: { type: 'string', multiple: true },
    model: { type: 'string', multiple: true },
    calls: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '75' },
  },
});

/** Those named on the command line; all without one. Throws for an unknown name. */
function chosen<T>(
  all: readonly T[],
  names: readonly string[] | undefined,
  nameOf: (item: T) => string,
): T[] {
  const unknown = names?.find((name) => !all.some((item) => nameOf(item) === name));
  if (unknown !== undefined) {
    throw new Error(`${unknown} is none of ${all.map(nameOf).join(', ')}`);
  }
  return all.filter((item) => names?.includes(nameOf(item)) ?? true);
}

const agents = chosen(providerAgents, values.agent, ({ id }) => id);
const ways = chosen(['relay', 'hooks'] as const, values.by, (way) => way);
const models = chosen(tempers, values.model, (temper) => temper);
const counts = chosen([1, 3], values.calls, String);
const limit = Number(values.seconds) * 1000;

let open: Place | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void open?.close().finally(() => process.exit(130)));
}

/** In a window of their own: one that stays open for many minutes is ended by the tests' stand-in for VS Code. */
async function playAll(agent: ProviderAgent, by: Cell['by']): Promise<void> {
  const cells = models.flatMap((temper) =>
    counts.map((parallel): Cell => ({ agent, by, temper, parallel })),
  );
  try {
    open = await openPlace();
    const table = await open.prepare(agent, by);
    for (const cell of cells) {
      console.log(row(cell, await playCell(table, cell, limit).catch(problemOf)));
    }
    if (agent.id === 'cline') {
      await runAgent('cline', open.box, ['hub', 'stop']); // it leaves its hub behind
    }
  } catch (error) {
    for (const cell of cells) {
      console.log(row(cell, problemOf(error)));
    }
  } finally {
    await open?.close();
    open = undefined;
  }
}

function problemOf(error: unknown): { problem: string } {
  return { problem: error instanceof Error ? error.message : String(error) };
}

console.log(heading);
for (const agent of agents) {
  const program = agentProgram(agent.id);
  if (typeof program === 'string') {
    console.log(`${agent.id}: ${program}`);
    continue;
  }
  for (const by of ways) {
    await playAll(agent, by);
  }
}
