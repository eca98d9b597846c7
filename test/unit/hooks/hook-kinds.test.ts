/** Hooks that ask only while an order file lies there, and those that tell and end: run by a real shell against a real endpoint. */
import type { HookKind } from '../../../src/agents/install/command-lines.js';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hookCommand, hookLines } from '../../../src/agents/install/hook-client.js';
import { writeReview } from '../../../src/agents/install/hook-review.js';
import { printAnswer, TEXT } from '../../../src/agents/install/answer-table.js';
import { Endpoint } from '../../../src/bridge/requests/endpoint.js';
import type { HookRequest } from '../../../src/bridge/requests/hook-request.js';
import { OrderFiles } from '../../../src/bridge/order-files.js';
import { choosePort, writeHookClient } from '../../../src/bridge/state.js';
import { openHookSocket, type HookSocket } from '../../../src/bridge/hook-listener.js';
import { patientHook, patientLimits } from '../support/patient.js';
import { until } from '../support/until.js';

const token = 'ef'.repeat(32);
const forms = [{ stop: TEXT }];
const answer = printAnswer({ stop: 'now' });
const SESSION = 'a1b2-c3_D4';
const variable = 'MY_AGENT_SESSION';

interface Ran {
  printed: string;
  stderr: string;
  code: number | null;
}

describe('hooks by their kind', () => {
  let dir = '';
  let endpoint: Endpoint | undefined;
  let door: HookSocket | undefined;
  let orders: OrderFiles | undefined;
  let came: HookRequest[] = [];
  let delivered: boolean[] = [];

  beforeEach(async () => {
    dir = await fs.mkdtemp(join(tmpdir(), "turnwatch it's "));
    [came, delivered] = [[], []];
    orders = new OrderFiles(dir, (text) => assert.fail(text));
  });
  afterEach(async () => {
    door?.close();
    await endpoint?.close();
    await orders?.stop();
    endpoint = door = undefined;
    await fs.rm(dir, { recursive: true, force: true });
  });

  async function serve(
    onHook: (hook: HookRequest) => Promise<string> = () => Promise.resolve(answer),
  ): Promise<void> {
    const port = await choosePort();
    endpoint = new Endpoint({
      port,
      token,
      onHook: (hook) => {
        came.push(hook);
        void hook.delivered.then((done) => delivered.push(done));
        return onHook(hook);
      },
      limits: patientLimits,
      log: () => undefined,
      now: Date.now,
    });
    await endpoint.listen();
    const served = endpoint;
    door = await openHookSocket(dir, (socket) => served.accept(socket, true));
    assert.ok(door !== undefined);
    await writeHookClient({ dir, port, token }, door);
  }
  async function order(...names: string[]): Promise<void> {
    orders?.want(new Set(names));
    await orders?.settle();
  }
  const command = (kind: HookKind, own = false): string =>
    hookCommand('codex', dir, forms, { kind, ...(own && { sessionVariable: variable }) });
  function run(
    text: string,
    input = '{"n":1}',
    { env = {}, shell = '/bin/sh' }: { env?: NodeJS.ProcessEnv; shell?: string } = {},
  ): Promise<Ran> {
    return new Promise((resolve, reject) => {
      const child = spawn(shell, ['-c', text], { env: { ...process.env, ...env } });
      let [printed, stderr] = ['', ''];
      child.stdout.on('data', (data: Buffer) => (printed += data.toString()));
      child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
      child.stdin.on('error', () => undefined);
      child.on('error', reject);
      child.on('close', (code) => resolve({ printed, stderr, code }));
      child.stdin.end(input);
    });
  }
  /** The same, laid out with comments for the person who reviews it. */
  const copy = (kind: HookKind): string => {
    const lines = hookLines('codex', dir, forms, { kind, sessionVariable: variable });
    return writeReview('Codex', [{ event: 'Stop', kind, lines }], {}).text;
  };
  const silent = { printed: '', stderr: '', code: 0 };
  const answered = { ...silent, printed: answer };
  const told = (): unknown[] => came.map((hook) => [hook.payload['n'], hook.told === true]);

  for (const shell of ['/bin/sh', '/bin/bash']) {
    it(`ask only where an order file is there (${shell})`, async () => {
      await serve();
      assert.deepEqual(await run(patientHook(command('ask')), undefined, { shell }), answered);
      assert.deepEqual(await run(patientHook(command('order')), undefined, { shell }), silent);
      await order('codex.any');
      assert.deepEqual(await run(patientHook(command('order')), undefined, { shell }), answered);
      const tell = patientHook(command('tell')).replaceAll('-m 0.9', '-m 9');
      assert.deepEqual(await run(tell, undefined, { shell }), answered);
      await order();
      assert.deepEqual(await run(patientHook(command('order')), undefined, { shell }), silent);
      assert.deepEqual(told(), [
        [1, false],
        [1, false],
        [1, false],
      ]);
    });

    it(`tell in the background, whole, and answer nothing (${shell})`, async () => {
      let release = (): void => undefined;
      const held = new Promise<string>((resolve) => {
        release = () => resolve(answer);
      });
      await serve(() => held);
      // what the kernel holds of a pipe is less than the one, and more than the other
      for (const kind of ['tell', 'tell-later'] as const) {
        for (const size of [10, 150_000]) {
          const n = kind + 'x'.repeat(size);
          assert.deepEqual(
            await run(command(kind), JSON.stringify({ n }), { shell }),
            silent,
            'it does not wait',
          );
          await until('it is told', () => came.some(({ payload }) => payload['n'] === n));
        }
      }
      assert.deepEqual(
        came.map((hook) => [hook.agent, hook.told, hook.process]),
        Array(4).fill(['codex', true, process.pid]),
      );
      release();
      await until('all outcomes', () => delivered.length === 4);
      assert.ok(!delivered.includes(true), 'nothing of it counts as delivered');
    });

    it(`tell later: no program competes with the hooks that follow at once (${shell})`, async () => {
      const [programs, note] = [join(dir, 'programs'), join(dir, 'note')];
      await fs.mkdir(programs);
      for (const name of ['sleep', 'curl']) {
        const text = `#!/bin/sh\necho ${name} "$1" >> "$NOTE"\n`;
        await fs.writeFile(join(programs, name), text, { mode: 0o755 });
      }
      await fs.writeFile(join(dir, 'hook.curl'), '', { mode: 0o600 });
      const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}`, NOTE: note };
      const noted = (): Promise<string> => fs.readFile(note, 'utf8').catch(() => '');
      assert.deepEqual(await run(command('tell-later'), '{}', { env, shell }), silent);
      for (let tried = 0; tried < 200 && !(await noted()).includes('curl'); tried += 1) {
        await sleep(20);
      }
      assert.equal(await noted(), 'sleep 0.08\ncurl -qsf\n');
      await fs.rm(note);
      await order('codex.any');
      assert.deepEqual(await run(command('tell-later'), '{}', { env, shell }), silent);
      assert.equal(await noted(), 'curl -qsf\n', 'an order is asked for at once');
    });

    it(`let go of the agent's streams while they tell: it waits for their end (${shell})`, async () => {
      const [programs, goOn] = [join(dir, 'programs'), join(dir, 'go-on')];
      await fs.mkdir(programs);
      await fs.writeFile(
        join(programs, 'curl'),
        '#!/bin/sh\nn=0\nwhile [ ! -e "$GO_ON" ] && [ $n -lt 100 ]; do sleep 0.1; n=$((n + 1)); done\n',
        { mode: 0o755 },
      );
      await fs.writeFile(join(dir, 'hook.curl'), '', { mode: 0o600 });
      const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}`, GO_ON: goOn };
      for (const kind of ['tell', 'tell-later'] as const) {
        const running = run(command(kind), '{}', { env, shell });
        const first = await Promise.race([running, sleep(3000, 'still open')]);
        await fs.writeFile(goOn, '');
        await running;
        assert.deepEqual(first, silent, kind);
        await fs.rm(goOn);
      }
    });
  }

  it('run as well from the copy that a person reviews', async () => {
    await serve();
    const env = { [variable]: SESSION };
    assert.deepEqual(await run(patientHook(copy('ask'))), answered);
    assert.deepEqual(await run(patientHook(copy('order')), '{"n":2}', { env }), silent);
    assert.deepEqual(await run(patientHook(copy('tell-later')), '{"n":3}', { env }), silent);
    await until('it is told', () => came.length === 2);
    await order(`codex.${SESSION}`);
    assert.deepEqual(await run(patientHook(copy('order')), '{"n":4}', { env }), answered);
    assert.deepEqual(await run(patientHook(copy('tell')), '{"n":5}', { env }), answered);
    assert.deepEqual(told(), [
      [1, false],
      [3, true],
      [4, false],
      [5, false],
    ]);
  });

  it('look for the order of their own session where the agent names it, and for one that is for all', async () => {
    await serve();
    const run1 = (session: string | undefined): Promise<Ran> =>
      run(patientHook(command('order', true)), undefined, { env: { [variable]: session } });
    await order(`codex.${SESSION}`);
    assert.deepEqual(await run1(SESSION), answered);
    for (const other of ['another', '', undefined, '../orders', '*', 'a b; exit 1', '$(exit 1)']) {
      assert.deepEqual(await run1(other), silent, other);
    }
    await order('claude-code.any', 'codexx.any', `claude-code.${SESSION}`);
    assert.deepEqual(await run1(SESSION), silent, 'of another agent');
    await order('codex.any');
    for (const each of [SESSION, 'another', undefined, '../x']) {
      assert.deepEqual(await run1(each), answered, each);
    }
  });

  it('start no program while there is no window, or one that stands still, or nothing to say', async () => {
    const [programs, count] = [join(dir, 'programs'), join(dir, 'count')];
    await fs.mkdir(programs);
    await fs.writeFile(join(programs, 'curl'), '#!/bin/sh\necho once >> "$COUNT"\n', {
      mode: 0o755,
    });
    const env = { PATH: programs, COUNT: count };
    const runs = async (): Promise<void> => {
      for (const kind of ['order', 'tell'] as const) {
        assert.deepEqual(await run(command(kind), '{}', { env }), silent);
      }
      await sleep(50);
    };
    await runs();
    await order('codex.any');
    await runs();
    await fs.writeFile(join(dir, 'hook.curl'), '', { mode: 0o600 });
    await fs.utimes(join(dir, 'hook.curl'), 1, 1);
    await fs.writeFile(join(dir, 'silent'), '');
    await runs();
    await assert.rejects(fs.access(count), { code: 'ENOENT' });
  });

  it('end at once and silently where the address is dead, the input closed or curl missing', async () => {
    await fs.writeFile(join(dir, 'hook.curl'), 'url = "http://127.0.0.1:1/v1/hook"\n', {
      mode: 0o600,
    });
    await order('codex.any');
    for (const kind of ['order', 'tell'] as const) {
      assert.deepEqual(await run(command(kind)), silent);
      assert.deepEqual(await run(`exec <&-; ${command(kind)}`), silent);
    }
    await order();
    for (const text of [command('tell'), `exec <&-; ${command('tell')}`]) {
      assert.deepEqual(await run(text), silent);
      assert.deepEqual(await run(text, '{}', { env: { PATH: join(dir, 'none') } }), silent);
    }
  });

  it('leave a stamp where a window stands still, as one that waits does', async () => {
    const frozen = await import('node:net').then(({ createServer }) => createServer());
    await new Promise<void>((resolve) => frozen.listen(join(dir, 'hook.sock'), resolve));
    await fs.writeFile(
      join(dir, 'hook.curl'),
      `url = "http://127.0.0.1:1/v1/hook"\nunix-socket = "${join(dir, 'hook.sock')}"\n`,
      { mode: 0o600 },
    );
    await fs.utimes(join(dir, 'hook.curl'), 1, 1);
    try {
      assert.deepEqual(await run(command('tell')), silent);
      const stamped = (): Promise<boolean> =>
        fs.access(join(dir, 'silent')).then(
          () => true,
          () => false,
        );
      for (let tried = 0; tried < 100 && !(await stamped()); tried += 1) {
        await sleep(50);
      }
      assert.ok(await stamped());
    } finally {
      frozen.close();
    }
  });
});
