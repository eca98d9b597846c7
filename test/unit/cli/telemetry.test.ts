/** `turnwatch watch` as installed from the packed file, asked by the real Prometheus, and sending to an OTLP receiver. */
import assert from 'node:assert/strict';
import { createServer, get } from 'node:http';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { repositoryLabel } from '../../../src/telemetry/live-telemetry.js';
import { prometheus } from '../../cache/prometheus.mjs';
import { Unavailable } from '../../cache/store.mjs';
import { contains } from '../../contains.js';
import { skip } from '../../skip.js';
import { itInAll } from '../../tier.js';
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

function linesOn(word: string, text: string): number {
  return text.split('\n').filter((line) => line.includes(word)).length;
}

/** Prometheus's. */
function programFor(test: Mocha.Context): Promise<string> {
  return prometheus().catch((error: unknown) => {
    if (error instanceof Unavailable) {
      skip(test, error.message);
    }
    throw error;
  });
}

/** The dashboard's panels, whose queries are asked as Grafana would for the last five minutes. */
const panels = v
  .parse(
    v.object({
      panels: v.array(
        v.object({ title: v.string(), targets: v.tuple([v.object({ expr: v.string() })]) }),
      ),
    }),
    JSON.parse(readFileSync('media/examples/grafana-dashboard.json', 'utf8')),
  )
  .panels.map(({ title, targets: [{ expr }] }) => ({
    title,
    query: expr
      .replaceAll('$__rate_interval', '1m')
      .replaceAll('$__range', '5m')
      .replaceAll(/\$(?:agent|repository)/g, '.*'),
  }));

function panelQuery(title: string): string {
  const panel = panels.find((each) => each.title === title);
  assert.ok(panel !== undefined, title);
  return panel.query;
}

/** What a panel with one number shows. */
async function dashboard(asked: Prometheus, title: string): Promise<number> {
  const [first] = await asked.query(panelQuery(title));
  return first?.value ?? 0;
}

describe('turnwatch watch for many machines, installed from the packed file', () => {
  let installed: Installed;
  before(() => {
    installed = Installed.make();
    mkdirSync(join(installed.work, MARKER));
  });
  // no test sees the stall of another
  beforeEach(() => {
    rmSync(installed.home, { recursive: true });
    mkdirSync(installed.home);
  });
  after(() => installed.remove());

  /** A session whose prompt and folder have the marker. */
  const begin = async (program: Program): Promise<SessionLog> => {
    await until(
      'it watches',
      () => program.err.includes('Watching agents'),
      () => [program.out, program.err],
    );
    const log = codexLog();
    const begun = log.begin(join(installed.work, MARKER));
    assert.ok(begun.includes('Fix the failing'));
    installed.write(log, begun.replaceAll('Fix the failing', MARKER));
    const timestamp = new Date().toISOString();
    const cost = { input_tokens: 1000, output_tokens: 100, total_tokens: 1100 };
    const info = { total_token_usage: cost, last_token_usage: cost };
    for (const [type, payload] of [
      ['turn_context', { cwd: join(installed.work, MARKER), model: 'gpt-5' }],
      ['event_msg', { type: 'token_count', info }],
    ]) {
      installed.write(log, `${JSON.stringify({ timestamp, type, payload })}\n`);
    }
    return log;
  };

  /** It calls the same in vain, with the marker in commands and outputs. */
  const stall = async (program: Program, log: SessionLog): Promise<void> => {
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
  };

  it('sends the turn that stalls in CI to the receiver of OTEL_EXPORTER_OTLP_ENDPOINT before it ends with 3', async () => {
    const receiver = await OtlpReceiver.start();
    try {
      const program = installed.run(['watch', '--exit-code'], {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_RESOURCE_ATTRIBUTES: 'host.name=build-7',
      });
      await stall(program, await begin(program));
      assert.equal(await program.code, 3, program.err);
      const [point] = receiver.points.filter(
        ({ name, value }) => name === 'turnwatch.stalls' && value > 0,
      );
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

  itInAll(
    '--metrics: the real Prometheus scrapes a stalled turn, and a query names the stall',
    async function (this: Mocha.Context) {
      this.timeout(400_000);
      const program = await programFor(this);
      const port = await freePort();
      const watch = installed.run(['watch', '--metrics', String(port), '--repository-names']);
      const log = await begin(watch);
      await stall(watch, log);
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
        assert.equal(series.metric['gen_ai_request_model'], 'gpt-5');
        const open = await asked.query('max by (gen_ai_agent_name) (turnwatch_stalls_open)');
        assert.deepEqual(
          open.map(({ metric, value }) => [metric['gen_ai_agent_name'], value]),
          [['codex', 1]],
        );
        assert.equal((await asked.query('turnwatch_progress_age_seconds >= 0')).length, 1);

        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        contains(text, 'turnwatch_steps_total{');
        assert.equal(text.includes(MARKER), false);
        assert.equal(text.includes(installed.home), false);
        const own = `127.0.0.1:${port}`;
        for (const headers of [
          { host: 'evil.example' },
          { host: own, origin: 'http://a.example' },
        ]) {
          assert.equal(await askStatus(port, headers), 403, 'a web page');
        }
        assert.equal(await askStatus(port, { host: `localhost:${port}` }), 200);
        installed.write(log, log.end());
        await until(
          'the turn is over',
          async () =>
            (await asked.query('turnwatch_turns_total == 1')).length > 0 &&
            (await asked.query('turnwatch_stalls_open > 0')).length === 0 &&
            (await asked.query('turnwatch_progress_age_seconds > 0')).length === 0,
          () => [watch.out, watch.err],
        );
      } finally {
        await asked.stop();
      }
      const began = performance.now();
      watch.child.kill('SIGINT');
      assert.equal(await watch.code, 0);
      assert.ok(performance.now() - began < 10_000, 'a scraper does not hold up the end');
    },
  );

  itInAll(
    'each query of the Grafana dashboard finds a real stall in Prometheus, the first one, too',
    async function (this: Mocha.Context) {
      this.timeout(600_000);
      const program = await programFor(this);
      const port = await freePort();
      const watch = installed.run(['watch', '--metrics', String(port)]);
      const asked = await Prometheus.start(program, port);
      try {
        const log = await begin(watch);
        await until(
          'all series from 0, before the first step',
          async () => (await asked.query('turnwatch_stalls_total == 0')).length > 1,
          () => [watch.out, watch.err],
        );
        await stall(watch, log);
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        const table = readFileSync('media/examples/metrics.md', 'utf8');
        const [, ...names] = table.matchAll(/^\| `[\w.]+` \| `(\w+)` \| (\w+) /gm);
        assert.ok(names.length > 5);
        for (const [, name = '', type] of names) {
          contains(text, `# TYPE ${name} ${type}\n`);
        }
        await until('the stall lasts', async () => (await dashboard(asked, 'Time stalled')) > 0);
        assert.equal(await dashboard(asked, 'Stalled now'), 1);
        installed.write(log, log.end());
        await until('the turn is over', async () => (await dashboard(asked, 'Turns')) > 0);
        for (const { title, query } of panels) {
          const found = await asked.query(query);
          assert.ok(found.length > 0, `${title}: ${query}`);
          assert.ok(
            found.every(({ value }) => Number.isFinite(value)),
            title,
          );
          const shown = found.map(({ metric, value }) =>
            [...Object.values(metric), Math.round(value * 100) / 100].join(' '),
          );
          console.log(`      ${title}: ${shown.join(', ')}`);
        }
        assert.ok((await dashboard(asked, 'Stalls')) > 0);
        const steps = await asked.query(panelQuery('Steps per minute, by model'));
        assert.deepEqual(
          steps.map(({ metric }) => metric),
          [{ gen_ai_request_model: 'gpt-5' }],
          'no step without its model',
        );
      } finally {
        await asked.stop();
      }
      watch.child.kill('SIGINT');
      assert.equal(await watch.code, 0);
    },
  );

  it('an address that is none, or a protocol that is not spoken, is one line; the watch goes on and sends nothing', async () => {
    const receiver = await OtlpReceiver.start();
    try {
      for (const [env, why] of [
        [{ OTEL_EXPORTER_OTLP_ENDPOINT: `127.0.0.1:${receiver.port}` }, 'is no address'],
        [
          {
            OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
            OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
          },
          'OTEL_EXPORTER_OTLP_PROTOCOL=grpc: only HTTP is spoken',
        ],
      ] as const) {
        const program = installed.run(['watch', '--exit-code'], env);
        await stall(program, await begin(program));
        assert.equal(await program.code, 3, program.err);
        assert.equal(linesOn('OTLP', program.err), 1, program.err);
        contains(program.err, `turnwatch: OTLP: `);
        contains(program.err, why);
      }
      assert.equal(receiver.received, '');
    } finally {
      await receiver.close();
    }
  });

  it('a receiver that is gone is one line, also of a watch that ends at once', async () => {
    const port = await freePort();
    const program = installed.run(['watch', '--exit-code'], {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    });
    await stall(program, await begin(program));
    assert.equal(await program.code, 3, program.err);
    assert.equal(linesOn('OTLP', program.err), 1, program.err);
    contains(program.err, `turnwatch: OTLP: http://127.0.0.1:${port} takes no `);
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
