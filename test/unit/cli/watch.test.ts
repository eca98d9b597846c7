/** `turnwatch watch` as installed from the packed file: what it prints of logs that grow, and how it ends. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../src/core/json.js';
import { contains } from '../../contains.js';
import { codexLog, copilotLog } from '../readers/support/session-logs.js';
import { until } from '../support/until.js';
import { Installed, type Program } from './installed.js';

/** Steps without effect after which a turn has stalled. */
const STALLING = 8;

describe('turnwatch watch, installed from the packed file', () => {
  let installed: Installed;
  before(() => {
    installed = Installed.make();
  });
  after(() => installed.remove());

  const told = (program: Program, type: string): Promise<void> =>
    until(
      type,
      () => program.ofType(type).length > 0,
      () => [program.out, program.err],
    );

  it('tells each step, state and verdict of the folder as JSON, and ends at a signal with 0', async () => {
    const [log, elsewhere] = [codexLog(), copilotLog()];
    installed.write(elsewhere, elsewhere.begin('/elsewhere') + elsewhere.step(0));
    installed.write(log, log.begin(installed.work));
    const program = installed.run(['watch', '--json']);
    for (let n = 0; n < STALLING; n++) {
      installed.write(log, log.step(n));
    }
    await told(program, 'verdict');
    await until('the state', () => program.ofType('state').at(-1)?.['state'] === 'stalled');
    installed.write(log, log.end());
    await until('the end', () => program.ofType('state').at(-1)?.['end'] === 'stalled');
    program.child.kill('SIGINT');
    assert.equal(await program.code, 0);
    assert.equal(program.err, '');

    const [session] = program.ofType('session');
    assert.deepEqual(
      program.lines().filter((line) => line['session'] !== log.session),
      [],
      'another folder',
    );
    assert.equal(session?.['folder'], installed.work);
    const steps = program.ofType('step');
    assert.deepEqual(
      steps.map((line) => line['step']),
      Array.from({ length: STALLING }, (_, n) => n),
    );
    assert.deepEqual(steps[1]?.['calls'], [
      {
        call: 1,
        tool: 'shell_command',
        title: ':',
        outcome: 'ok',
        progress: false,
        note: 'does nothing',
      },
    ]);
    const stall = program.ofType('verdict').find((line) => line['level'] === 'stalled');
    assert.ok(stall !== undefined);
    const place = program.lines().findIndex((line) => line['id'] === stall['id']);
    assert.equal(program.lines()[place - 1]?.['step'], stall['step'], 'right after its step');
  });

  it('--exit-code ends with 3 when a turn stalls, after --on-stall has read the state', async () => {
    const log = copilotLog();
    installed.write(log, log.begin(installed.work));
    const told = join(installed.work, 'told.json');
    const program = installed.run(
      ['watch', '--exit-code', '--on-stall', 'cat > "$STATE_FILE"; echo heard'],
      { STATE_FILE: told },
    );
    for (let n = 0; n < STALLING; n++) {
      installed.write(log, log.step(n));
    }
    assert.equal(await program.code, 3, program.err);
    const state: unknown = JSON.parse(readFileSync(told, 'utf8'));
    assert.ok(isObject(state));
    const { text, at, name, ...rest } = state;
    assert.deepEqual(rest, {
      v: 1,
      state: 'stalled',
      session: log.session,
      agent: 'copilot',
      folder: installed.work,
    });
    assert.ok(typeof text === 'string' && text !== '' && typeof at === 'number');
    contains(String(name), 'Copilot CLI');
    contains(program.err, 'heard');
    contains(program.out, `==> Copilot CLI in ${installed.work} (${log.session})`);
    contains(program.out, 'Stalled: ');
    assert.equal(program.out.includes('\u001b'), false, 'no colors where nobody looks');
  });

  it('unusable input: one line on standard error, and 2', async () => {
    for (const [args, why] of [
      [[], 'which command?'],
      [['look'], 'unknown command "look"'],
      [['watch', '/no/such/folder'], '/no/such/folder: no such folder'],
      [['watch', '--colour'], "Unknown option '--colour'"],
      [['watch', 'a', 'b'], 'usage: turnwatch watch'],
      [['watch', '--set', 'balanced.idleSteps=x'], 'balanced.idleSteps'],
    ] as const) {
      const program = installed.run(args);
      assert.equal(await program.code, 2, program.err);
      contains(program.err, why);
      assert.equal(program.err.trim().split('\n').length, 1, program.err);
      assert.equal(program.out, '');
    }
    const help = installed.run(['--help']);
    assert.equal(await help.code, 0);
    contains(help.out, '--on-stall COMMAND');
  });
});
