/** The most important cells of the table of clicks (`npm run clicks` plays them all): a click is kept and ends the turn. */
import assert from 'node:assert/strict';
import { skip } from '../skip.js';
import { modelTexts } from '../../src/core/interventions/model-texts.js';
import {
  ordered,
  playCell,
  playNext,
  row,
  type Cell,
  type Clicked,
  type Table,
} from './tables/cell.js';
import { openPlace, type Place } from './tables/place.js';
import { receipts } from './harness/flows.js';
import { agentProgram } from './harness/program.js';
import { providerAgents } from './harness/providers.js';
import { punctually } from './harness/scene.js';

/** Calls in each response. */
const parallel = 3;

describe('an order to answer in words', function () {
  this.timeout(300_000);
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
    cells: readonly Pick<Cell, 'by' | 'temper' | 'mode' | 'parallel' | 'same'>[],
    then?: (table: Table, session: string) => Promise<void>,
  ): Promise<Clicked[]> {
    const program = agentProgram(id);
    if (typeof program === 'string') {
      skip(context, program);
    }
    const agent = providerAgents.find((each) => each.id === id);
    assert.ok(agent !== undefined && place !== undefined);
    const results: Clicked[] = [];
    for (const each of cells) {
      const cell: Cell = { agent, ...each };
      const table = await place.prepare(agent, cell.by);
      const result = await punctually(table.scene, () =>
        playCell(table, cell, 120_000, async (session) => then?.(table, session)),
      );
      console.log(`      ${row(cell, result)}`);
      results.push(result);
    }
    return results;
  }

  /** How often the first request of the agent's next turn holds these words. */
  async function nextTurn(
    id: string,
    by: Cell['by'],
    args: readonly string[],
    words: string,
  ): Promise<number> {
    const agent = providerAgents.find((each) => each.id === id);
    assert.ok(agent !== undefined && place !== undefined);
    return playNext(await place.prepare(agent, by), agent, args, words);
  }

  it('by the relay: a provider that ignores tool choice is held, since it is offered no tools', async function () {
    const [codex] = await play(this, 'codex', [{ by: 'relay', temper: 'deaf', parallel }]);
    assert.ok(codex !== undefined);
    assert.deepEqual(
      [codex.ended, codex.further, codex.ranLater, receipts(codex.detail)],
      ['answered', 1, 0, 'text-only obeyed (0 denials)'],
    );
    const next = ['exec', '--skip-git-repo-check', 'resume', '--last', 'And now?'];
    assert.equal(
      await nextTurn('codex', 'relay', next, '[Turnwatch]'),
      0,
      'no word of the order is left, and there is nothing to take back',
    );
  });

  it('by hooks: an obedient model answers after one refusal', async function () {
    const [obedient] = await play(this, 'claude-code', [
      { by: 'hooks', temper: 'obedient', parallel },
    ]);
    assert.ok(obedient !== undefined);
    assert.deepEqual(
      [obedient.ended, obedient.further, obedient.ranAtOnce, obedient.ranLater],
      ['answered', 1, 0, 0],
    );
    assert.equal(receipts(obedient.detail), 'text-only obeyed (1 denials)');
    const next = ['-c', '-p', 'And now?', '--permission-mode', 'bypassPermissions'];
    assert.equal(
      await nextTurn('claude-code', 'hooks', next, modelTexts.toolsOn),
      1,
      'the next turn is told once',
    );
  });

  it('by hooks: a deaf model runs nothing and is stopped once nobody says otherwise', async function () {
    const [deaf] = await play(
      this,
      'claude-code',
      [{ by: 'hooks', temper: 'deaf', parallel }],
      async ({ scene, page }, session) => {
        await page.shows((each) => each.session === session && each.stopsAt !== undefined, 120_000);
        await page.reads(/The turn will be stopped in \d+\ss\..*Stop now Keep waiting/);
        await page.frame.getByRole('button', { name: /^Keep waiting/ }).click();
        await page.showsNow(({ selected }) => selected?.stopsAt === undefined);
        await page.reads(/They stay off until it answers\./);
        await scene.window.command('Turnwatch: Force Respond');
        await ordered(scene, session, { count: 2 });
        await page.showsNow(({ selected }) => selected?.stopsAt !== undefined);
      },
    );
    assert.ok(deaf !== undefined);
    assert.deepEqual([deaf.ended, deaf.ranAtOnce, deaf.ranLater], ['stopped', 0, 0]);
    assert.deepEqual(
      deaf.detail.receipts.map(({ kind, state }) => `${kind} ${state}`),
      ['text-only ignored', 'text-only ignored', 'stop obeyed'],
    );
  });

  const scenes = [
    { mode: 'ask', temper: 'obedient', isAnswered: true },
    // asked the same once more, the agent itself ends the turn
    { mode: 'ask', temper: 'stubborn×3', isAnswered: false },
    { mode: 'auto', temper: 'stubborn×3', isAnswered: false },
  ] as const;
  for (const { mode, temper, isAnswered } of scenes) {
    it(`by hooks, ${mode}, ${temper}: Gemini CLI’s own notice of a loop lifts no order`, async function () {
      const cell = { by: 'hooks', mode, temper, parallel: 1, same: true } as const;
      const [noticed] = await play(this, 'gemini-cli', [cell]);
      assert.ok(noticed !== undefined);
      assert.ok(
        noticed.requests.some(({ body }) =>
          JSON.stringify(body.raw).includes('Potential loop detected'),
        ),
        'it notices the loop',
      );
      assert.equal(noticed.ranLater, 0);
      assert.equal(noticed.answered, isAnswered);
      assert.equal(noticed.detail.end?.how === 'answered', isAnswered, noticed.detail.end?.how);
    });
  }
});
