/** `turnwatch watch` as installed from the packed file, asked by the real Prometheus, and sending to an OTLP receiver. */
import assert from 'node:assert/strict';
import { createServer, get } from 'node:http';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryLabel } from '../../../src/telemetry/live-telemetry.js';
import { prometheus } from '../../cache/prometheus.mjs';
import { Unavailable } from '../../cache/store.mjs';
import { contains } from '../../contains.js';
import { skip } from '../../skip.js';
import { codexLog, type SessionLog } from '../readers/support/session-logs.js';
import { until } from '../support/until.js';
import { OtlpReceiver } from '../telemetry/otlp-receiver.js';
import { freePort, portOf } from '../telemetry/port-of.js';
import { MARKER } from '../telemetry/told.js';
import { Installed, type Program } from './installed.js';
import { Prometheus } from './prometheus.js';

const CALLS = 6;

function askStatus(port: number, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/metrics', headers }, (answer) => {
      resolve(answer.resume().statusCode);
    }).on('error', reject);
  });
}

describe('turnwatch watch for many machines, installed from the packed file', () => {
  let installed: Installed;
  before(() => {
    installed = Installed.make();
    mkdirSync(join(installed.work, MARKER));
  });
  after(() => installed.remove());

  /** A session that calls the same in vain, with the marker in its prompt, folder, commands and outputs. */
  const stall = async (program: Program): Promise<SessionLog> => {
    await until(
      'it watches',
      () => program.err.includes('Watching agents'),
      () => [program.out, program.err],
    );
    const log = codexLog();
    const begun = log.begin(join(installed.work, MARKER));
    assert.ok(begun.includes('Fix the failing'));
    installed.write(log, begun.replaceAll('Fix the failing', MARKER));
    for (let n = 0; n < CALLS; n++) {
      const step = log
        .step(n)
        .replace(/\\"cmd\\":\\".*?\\"/, `\\"cmd\\":\\"ls /home/me/${MARKER}\\"`)
        .replace('Output:\\n', `Output:\\nerror: ${MARKER}\\n`);
      assert.equal(step.split(MARKER).length, 3, step);
      installed.write(log, step);
    }
    await until(
      'the stall',
      () => program.out.includes('Stalled: '),
      () => [program.out, program.err],
    );
    return log;
  };

  it('sends the turn that stalls in CI to the receiver of OTEL_EXPORTER_OTLP_ENDPOINT before it ends with 3', async () => {
    const receiver = await OtlpReceiver.start();
    try {
      const program = installed.run(['watch', '--exit-code'], {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_RESOURCE_ATTRIBUTES: 'host.name=build-7',
      });
      await stall(program);
      assert.equal(await program.code, 3, program.err);
      const [point] = receiver.points.filter(({ name }) => name === 'turnwatch.stalls');
      assert.equal(point?.value, 1);
      assert.deepEqual(
        [point.attributes['turnwatch.stall.kind'], point.attributes['gen_ai.agent.name']],
        ['loop', 'codex'],
      );
      assert.equal(point.attributes['vcs.repository.name'], repositoryLabel('work', false));
      const [span] = receiver.spans;
      assert.equal(span?.name, 'invoke_agent codex');
      assert.equal(span.attributes['turnwatch.turn.end'], 'open');
      assert.equal(receiver.resources[0]?.['host.name'], 'build-7');
      assert.equal(receiver.received.includes(MARKER), false);
      assert.equal(receiver.received.includes(installed.home), false);
    } finally {
      await receiver.close();
    }
  });

  it('--metrics: the real Prometheus scrapes a stalled turn, and a query names the stall', async function () {
    this.timeout(400_000);
    const program = await prometheus().catch((error: unknown) => {
      if (error instanceof Unavailable) {
        skip(this, error.message);
      }
      throw error;
    });
    const port = await freePort();
    const watch = installed.run(['watch', '--metrics', String(port), '--repository-names']);
    const log = await stall(watch);
    const asked = await Prometheus.start(program, port);
    try {
      const query =
        'turnwatch_stalls_total{turnwatch_stall_kind="loop", gen_ai_agent_name="codex"} == 1';
      let found: Awaited<ReturnType<Prometheus['query']>> = [];
      await until(
        'the stall, asked of Prometheus',
        async () => (found = await asked.query(query)).length > 0,
        () => [watch.out, watch.err],
      );
      const [series] = found;
      assert.equal(series?.metric['vcs_repository_name'], 'work');
      assert.equal(typeof series.metric['turnwatch_stall_detector'], 'string');
      const open = await asked.query('max by (gen_ai_agent_name) (turnwatch_stalls_open)');
      assert.deepEqual(
        open.map(({ metric, value }) => [metric['gen_ai_agent_name'], value]),
        [['codex', 1]],
      );
      assert.equal((await asked.query('turnwatch_progress_age >= 0')).length, 1);

      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      contains(text, 'turnwatch_steps_total{');
      assert.equal(text.includes(MARKER), false);
      assert.equal(text.includes(installed.home), false);
      const own = `127.0.0.1:${port}`;
      for (const headers of [{ host: 'evil.example' }, { host: own, origin: 'http://a.example' }]) {
        assert.equal(await askStatus(port, headers), 403, 'a web page');
      }
      assert.equal(await askStatus(port, { host: `localhost:${port}` }), 200);
      installed.write(log, log.end());
      await until(
        'the turn is over',
        async () =>
          (await asked.query('turnwatch_turns_total == 1')).length > 0 &&
          (await asked.query('turnwatch_stalls_open > 0')).length === 0 &&
          (await asked.query('turnwatch_progress_age > 0')).length === 0,
        () => [watch.out, watch.err],
      );
    } finally {
      await asked.stop();
    }
    const began = performance.now();
    watch.child.kill('SIGINT');
    assert.equal(await watch.code, 0);
    assert.ok(performance.now() - began < 10_000, 'a scraper does not hold up the end');
  });

  it('--metrics with a port that is taken, or none: one line on standard error, and 2', async () => {
    const server = createServer();
    const taken = await portOf(server);
    try {
      for (const [port, why] of [
        [String(taken), `--metrics ${taken}: the port is taken`],
        ['0', '--metrics: 0 is not a port'],
        ['x', '--metrics: x is not a port'],
      ] as const) {
        const program = installed.run(['watch', '--metrics', port]);
        assert.equal(await program.code, 2, program.err);
        assert.equal(program.err.trim(), why);
      }
    } finally {
      server.close();
    }
  });
});
