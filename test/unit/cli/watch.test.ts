/** `turnwatch watch` as installed from the packed file: what it prints of logs that grow, and how it ends. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { Bridge } from '../../../src/bridge/bridge.js';
import type { JsonObject } from '../../../src/core/events.js';
import { isObject } from '../../../src/core/json.js';
import { contains } from '../../contains.js';
import { codexLog, copilotLog, noOp } from '../readers/support/session-logs.js';
import { patientHook, patientLimits } from '../support/patient.js';
import { until } from '../support/until.js';
import { Installed, type Program } from './installed.js';

/** Steps without effect after which a turn has stalled. */
const STALLING = 8;

const hooksFile = v.object({
  hooks: v.record(
    v.string(),
    v.tuple([v.object({ hooks: v.tuple([v.object({ command: v.string() })]) })]),
  ),
});

/** The commands of Claude Code's hooks, by event. */
function hooksIn(settings: string): (event: string) => string {
  const { hooks } = v.parse(hooksFile, JSON.parse(readFileSync(settings, 'utf8')));
  return (event) => patientHook(hooks[event]?.[0].hooks[0].command ?? '');
}

/** As an agent runs it. */
function run(command: string, session: string, payload: object): Promise<string> {
  const env = { ...process.env, CLAUDE_CODE_SESSION_ID: session };
  return new Promise((resolve, reject) => {
    const child = execFile('sh', ['-c', command], { env }, (error, stdout, stderr) =>
      error === null ? resolve(stdout + stderr) : reject(new Error(stderr, { cause: error })),
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(JSON.stringify(payload));
  });
}

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
        tool: 'exec_command',
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
    contains(program.err, 'No window has this folder open');
    contains(program.out, `==> Copilot CLI in ${installed.work} (${log.session})`);
    contains(program.out, 'Stalled: ');
    assert.equal(program.out.includes('\u001b'), false, 'no colors where nobody looks');
  });

  it('--exit-at-end ends with the turn: with 4 where something speaks against its end, else with 0', async () => {
    const edit = "sed -i 's/x/y/' cart.ts";
    for (const [test, code, fact] of [
      [':', 4, 'No test ran, 1 source file changed'],
      ['npx jest', 0, '12 passed after the last edit'],
    ] as const) {
      const log = codexLog({
        command: (n) => (n === 0 ? edit : test),
        output: (n) => (n === 0 ? '' : 'Tests: 12 passed, 12 total'),
      });
      installed.write(log, log.begin(installed.work));
      const program = installed.run(['watch', '--exit-at-end']);
      installed.write(log, log.step(0) + log.step(1) + log.end());
      assert.equal(await program.code, code, program.err);
      contains(program.out, ` · 2 steps · ${fact}`);
    }
  });

  it('--exit-at-end ends with no turn that had ended before', async () => {
    const [before, log] = [
      codexLog({ command: () => "sed -i 's/x/y/' cart.ts", output: () => '' }),
      codexLog(),
    ];
    installed.write(before, before.begin(installed.work) + before.step(0) + before.end());
    const ended = Date.now();
    await until('the second is over', () => Date.now() - ended > 1000);
    const program = installed.run(['watch', '--json', '--exit-at-end']);
    await until(
      'its end is read',
      () => program.ofType('state').some((line) => line['session'] === before.session),
      () => [program.out, program.err],
    );
    installed.write(log, log.begin(installed.work) + log.step(0));
    await until(
      'the other is read',
      () => program.ofType('step').some((line) => line['session'] === log.session),
      () => [program.out, program.err],
    );
    installed.write(log, log.end());
    assert.equal(await program.code, 0);
    const states = program.ofType('state').filter((line) => line['session'] === log.session);
    assert.equal(states.at(-1)?.['end'], 'answered');
  });

  it('--exit-code goes on while a window has the folder open, in which a person is asked', async () => {
    const storage = join('.config', 'Code', 'User', 'globalStorage', 'turnwatch.turnwatch');
    const window = new Bridge({
      dir: join(installed.home, storage, 'bridge'),
      folders: () => [dirname(installed.work)],
      handle: () => Promise.resolve(''),
      log: () => undefined,
      limits: patientLimits,
    });
    try {
      await window.start();
      const log = copilotLog();
      installed.write(log, log.begin(installed.work));
      const program = installed.run(['watch', '--json', '--exit-code']);
      for (let n = 0; n < STALLING; n++) {
        installed.write(log, log.step(n));
      }
      await until(
        'it says so',
        () => program.err.includes('A window has this folder open'),
        () => [program.out, program.err],
      );
      program.child.kill('SIGTERM');
      assert.equal(await program.code, 0);
    } finally {
      await window.stop();
      rmSync(join(installed.home, '.config'), { recursive: true });
    }
  });

  it('--mode auto answers the hooks of a stalled turn: its calls are denied until it answers', async () => {
    assert.equal(await installed.run(['connect', '--yes', 'claude-code']).code, 0);
    const hooks = hooksIn(join(installed.home, '.claude', 'settings.json'));
    const program = installed.run(['watch', '--json', '--mode', 'auto', '--verbose']);
    const client = join(installed.home, '.local', 'state', 'turnwatch', 'bridge', 'hook.curl');
    await until(
      'hooks can ask',
      () => existsSync(client),
      () => [program.out, program.err],
    );
    const session = randomUUID();
    const ofType = (type: string): JsonObject[] =>
      program.ofType(type).filter((line) => line['session'] === session);
    const hook = (event: string, more: object): Promise<string> =>
      run(hooks(event), session, {
        session_id: session,
        prompt_id: 'p',
        cwd: installed.work,
        transcript_path: '',
        hook_event_name: event,
        ...more,
      });
    const step = async (n: number): Promise<string> => {
      const call = { tool_name: 'Bash', tool_input: { command: noOp(n) }, tool_use_id: `c${n}` };
      const answer = await hook('PreToolUse', call);
      await hook('PostToolBatch', { tool_calls: [{ ...call, tool_response: answer }] });
      await until(
        `step ${n}`,
        () => ofType('step').some((line) => line['step'] === n),
        () => [program.out, program.err],
      );
      return answer;
    };
    assert.equal(await hook('UserPromptSubmit', { prompt: 'Fix the test' }), '');
    let answer = '';
    for (let n = 0; n <= STALLING && answer === ''; n++) {
      answer = await step(n);
    }
    assert.match(answer, /"permissionDecision":"deny".*Tools are switched off/);
    await hook('Stop', { last_assistant_message: 'It cannot be fixed.', background_tasks: [] });
    await until(
      'the answer',
      () => ofType('state').at(-1)?.['end'] === 'answered',
      () => [program.out, program.err],
    );
    program.child.kill('SIGINT');
    assert.equal(await program.code, 0);
    assert.deepEqual(
      ofType('intervention').map(({ kind, state }) => [kind, state]),
      [
        ['text-only', 'requested'],
        ['text-only', 'delivered'],
        ['text-only', 'obeyed'],
      ],
    );
    assert.equal(existsSync(client), false, 'hooks are silent again');
    assert.equal(await hook('PreToolUse', {}), '');
  });

  it('--mode auto without installed hooks says so, and only tells', async () => {
    const program = installed.run(['watch', '--mode', 'auto'], { HOME: installed.work });
    await until('it says so', () => program.err.includes('Watching agents'));
    contains(program.err, 'No agent’s hooks are installed');
    program.child.kill('SIGINT');
    assert.equal(await program.code, 0);
  });

  it('unusable input: one line on standard error, and 2', async () => {
    for (const [args, why] of [
      [[], 'which command?'],
      [['look'], 'unknown command "look"'],
      [['watch', '/no/such/folder'], '/no/such/folder: no such folder'],
      [['watch', '--colour'], "Unknown option '--colour'"],
      [['watch', 'a', 'b'], 'usage: turnwatch watch'],
      [['watch', '--mode', 'stop'], '--mode: stop is neither ask nor auto'],
      [['watch', '--set', 'balanced.idleSteps=x'], 'balanced.idleSteps'],
    ] as const) {
      const program = installed.run(args);
      assert.equal(await program.code, 2, program.err);
      contains(program.err, why);
      assert.equal(program.err.trim().split('\n').length, 1, program.err);
      assert.equal(program.out, '');
    }
    const commands = ['watch', 'connect', 'disconnect', 'replay', 'scan'].map((each) => [
      each,
      '-h',
    ]);
    for (const args of [['--help'], ['-h'], ['help'], ['connect', '--help'], ...commands]) {
      const help = installed.run(args);
      assert.equal(await help.code, 0);
      contains(help.out, '--on-stall COMMAND');
    }
    for (const flag of ['--version', '-V']) {
      const version = installed.run([flag]);
      assert.equal(await version.code, 0);
      assert.match(version.out, /^\d+\.\d+\.\d+\n$/);
    }
  });

  it('says once that this Node is too old to read an agent’s database, and goes on', async () => {
    // a newer one has to do without
    const isOld = process.getBuiltinModule('node:sqlite') === undefined;
    const program = installed.run(
      ['watch', '--json'],
      isOld ? {} : { NODE_OPTIONS: '--no-experimental-sqlite' },
    );
    const file = join(installed.home, '.local', 'share', 'opencode', 'opencode.db');
    mkdirSync(dirname(file), { recursive: true });
    const log = codexLog();
    installed.write(log, log.begin(installed.work));
    for (let n = 0; n < STALLING; n++) {
      writeFileSync(file, `change ${n}`);
      installed.write(log, log.step(n));
    }
    await told(program, 'verdict');
    const line = `turnwatch: ${file}: reading a database needs Node 22.13 or later, this is ${process.version}\n`;
    await until(
      'it is said',
      () => program.err.includes('\n'),
      () => [program.err],
    );
    program.child.kill('SIGINT');
    assert.equal(await program.code, 0);
    assert.equal(program.err, line);
  });
});
