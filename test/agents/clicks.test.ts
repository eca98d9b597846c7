/** The most important cells of the table of clicks (`npm run clicks` plays them all): a click is kept and ends the turn. */
import assert from 'node:assert/strict';
import { skip } from '../skip.js';
import { playCell, row, type Cell, type Clicked } from './clicks/cell.js';
import { openPlace, type Place } from './clicks/place.js';
import { receipts } from './harness/flows.js';
import { agentProgram } from './harness/program.js';
import { providerAgents } from './harness/providers.js';

describe('a click on Force respond, three calls in each response', function () {
  this.timeout(180_000);
  let place: Place | undefined;

  before(async () => {
    place = await openPlace();
  });
  after(async () => {
    await place?.close();
  });

  /** Plays the cells of one agent, one after the other. */
  async function play(
    context: Mocha.Context,
    id: string,
    cells: readonly Pick<Cell, 'by' | 'temper'>[],
  ): Promise<Clicked[]> {
    const program = agentProgram(id);
    if (typeof program === 'string') {
      skip(context, program);
    }
    const agent = providerAgents.find((each) => each.id === id);
    assert.ok(agent !== undefined && place !== undefined);
    const results: Clicked[] = [];
    for (const { by, temper } of cells) {
      const cell: Cell = { agent, by, temper, parallel: 3 };
      const result = await playCell(await place.prepare(agent, by), cell, 75_000);
      console.log(`      ${row(cell, result)}`);
      results.push(result);
    }
    return results;
  }

  it('by the relay: a provider that ignores tool choice is held, since it is offered no tools', async function () {
    const [codex] = await play(this, 'codex', [{ by: 'relay', temper: 'deaf' }]);
    assert.ok(codex !== undefined);
    assert.deepEqual(
      [codex.ended, codex.further, codex.ranLater, receipts(codex.detail)],
      ['answered', 1, 0, 'text-only obeyed (0 denials)'],
    );
  });

  it('by hooks: an obedient model answers after one refusal', async function () {
    const [obedient] = await play(this, 'claude-code', [{ by: 'hooks', temper: 'obedient' }]);
    assert.ok(obedient !== undefined);
    assert.deepEqual(
      [obedient.ended, obedient.further, obedient.ranAtOnce, obedient.ranLater],
      ['answered', 1, 0, 0],
    );
    assert.equal(receipts(obedient.detail), 'text-only obeyed (1 denials)');
  });

  it('by hooks: a deaf model runs nothing and is stopped once nobody says otherwise', async function () {
    const [deaf] = await play(this, 'claude-code', [{ by: 'hooks', temper: 'deaf' }]);
    assert.ok(deaf !== undefined);
    assert.deepEqual([deaf.ended, deaf.ranAtOnce, deaf.ranLater], ['stopped', 0, 0]);
    assert.deepEqual(
      deaf.detail.receipts.map(({ rung, state }) => `${rung} ${state}`),
      ['text-only ignored', 'stop obeyed'],
    );
  });
});
