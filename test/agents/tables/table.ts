/** What the tables of real agents share: who is named on the command line, and the place where the cells of one agent are played. */
import { runAgent } from '../harness/box.js';
import { agentProgram } from '../harness/program.js';
import type { ProviderAgent } from '../harness/providers.js';
import type { Table } from './cell.js';
import { openPlace, type Place, type Way } from './place.js';

/** Those named on the command line; all without one. Throws for an unknown name. */
export function chosen<T>(
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

export interface Cells<T> {
  agents: readonly ProviderAgent[];
  ways: readonly Way[];
  /** Of one agent. */
  cells(agent: ProviderAgent, by: Way): readonly T[];
  /** Prints one line. */
  print(cell: T, table: Table | { problem: string }): Promise<void>;
}

/** Plays each agent's cells in a window of their own: one that stays open for many minutes is ended by the tests' stand-in for VS Code. */
export async function playTable<T>({ agents, ways, cells, print }: Cells<T>): Promise<void> {
  let open: Place | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void open?.close().finally(() => process.exit(130)));
  }
  for (const agent of agents) {
    const program = agentProgram(agent.id);
    if (typeof program === 'string') {
      console.log(`${agent.id}: ${program}`);
      continue;
    }
    for (const by of ways) {
      let table: Table | { problem: string };
      try {
        open = await openPlace();
        table = await open.prepare(agent, by);
      } catch (error) {
        table = problemOf(error);
      }
      for (const cell of cells(agent, by)) {
        await print(cell, table);
      }
      if (agent.id === 'cline' && open !== undefined) {
        await runAgent('cline', open.box, ['hub', 'stop']); // it leaves its hub behind
      }
      await open?.close();
      open = undefined;
    }
  }
}

export function problemOf(error: unknown): { problem: string } {
  return { problem: error instanceof Error ? error.message : String(error) };
}
