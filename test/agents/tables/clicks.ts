/** The table of clicks, see ../../agent-table.mjs. */
import { parseArgs } from 'node:util';
import { providerAgents } from '../harness/providers.js';
import { punctually } from '../harness/scene.js';
import { heading, modes, playCell, row, tempers, type Cell } from './cell.js';
import { chosen, playTable } from './table.js';

const { values } = parseArgs({
  options: {
    agent: { type: 'string', multiple: true },
    by: { type: 'string', multiple: true },
    mode: { type: 'string', multiple: true },
    model: { type: 'string', multiple: true },
    calls: { type: 'string', multiple: true },
    same: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '75' },
  },
});

const models = chosen(tempers, values.model, (temper) => temper);
const wantedModes = chosen(modes, values.mode, (mode) => mode);
const counts = chosen([1, 3], values.calls, String);
const limit = Number(values.seconds) * 1000;
/** Where the machine stood still for a moment, a cell is played again. */
const TRIES = 3;
/** To see the session, to click and to read the receipts. */
const BESIDE_MS = 150_000;

console.log(heading);
await playTable<Cell>({
  agents: chosen(providerAgents, values.agent, ({ id }) => id),
  ways: chosen(['relay', 'hooks'] as const, values.by, (way) => way),
  cells: (agent, by) =>
    by === 'log'
      ? []
      : wantedModes.flatMap((mode) =>
          models.flatMap((temper) =>
            counts.map((parallel) => ({
              ...{ agent, by, mode, temper, parallel },
              same: values.same,
            })),
          ),
        ),
  play: async (cell, table) =>
    row(cell, await punctually(table.scene, () => playCell(table, cell, limit))),
  explain: row,
  limit: TRIES * (limit + BESIDE_MS),
});
