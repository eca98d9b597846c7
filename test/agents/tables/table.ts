/** What the tables of real agents share: who is named on the command line, and the place where the cells of one agent are played. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runAgent } from '../harness/box.js';
import { agentProgram } from '../harness/program.js';
import type { ProviderAgent } from '../harness/providers.js';
import type { Table } from './cell.js';
import { openPlace, type Place, type PlaceOptions, type Way } from './place.js';

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
  /** One cell, as a line of the table. */
  play(cell: T, table: Table): Promise<string>;
  /** The line of a cell that could not be played. */
  explain(cell: T, problem: { problem: string }): string;
  /** The longest time for one cell, in which the agent's turn is a part (milliseconds). */
  limit: number;
  /** The settings and the environment of the window. */
  place?: PlaceOptions;
}

/** To open a window and connect an agent in it. */
const READY_MS = 300_000;
/** A window that does not close is left to the end of this process. */
const CLOSING_MS = 30_000;

/**
 * Plays each agent's cells in a window of their own: one that stays open for many minutes is ended by the tests' stand-in for VS Code. After
 * a cell that could not be played, the next one has a new window.
 */
export async function playTable<T>(cells: Cells<T>): Promise<void> {
  let open: Place | undefined;
  const close = async (agent?: string): Promise<void> => {
    const closing = open;
    open = undefined;
    if (closing === undefined) {
      return;
    }
    if (agent === 'cline') {
      await runAgent('cline', closing.box, ['hub', 'stop'], CLOSING_MS); // it leaves its hub behind
    }
    await within(CLOSING_MS, closing.close()).catch(() => undefined);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(130)));
  }
  for (const agent of cells.agents) {
    const program = agentProgram(agent.id);
    if (typeof program === 'string') {
      console.log(`${agent.id}: ${program}`);
      continue;
    }
    for (const by of cells.ways) {
      for (const cell of cells.cells(agent, by)) {
        try {
          open ??= await within(READY_MS, openPlace(cells.place));
          const table = await within(READY_MS, open.prepare(agent, by));
          console.log(await within(cells.limit, cells.play(cell, table)));
        } catch (error) {
          console.log(cells.explain(cell, problemOf(error)));
          await close(agent.id);
        }
      }
      await close(agent.id);
    }
  }
  process.exit(); // what hung holds it
}

/** Rejects after so many milliseconds, whatever `work` still waits for. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = new AbortController();
  try {
    return await Promise.race([
      work,
      sleep(ms, undefined, { signal: late.signal }).then(() => {
        throw new Error(`hung: not over within ${ms / 1000} s`);
      }),
    ]);
  } finally {
    late.abort();
  }
}

function problemOf(error: unknown): { problem: string } {
  return { problem: error instanceof Error ? error.message : String(error) };
}
