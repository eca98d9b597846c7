/** The real Prometheus, which scrapes one address each second and is asked over its HTTP API. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { freePort } from '../telemetry/port-of.js';

const answer = v.object({
  status: v.literal('success'),
  data: v.object({
    result: v.array(
      v.object({
        metric: v.record(v.string(), v.string()),
        value: v.tuple([v.number(), v.string()]),
      }),
    ),
  }),
});

export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(program: string, target: number): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'turnwatch-prometheus-'));
    const config = join(folder, 'prometheus.yml');
    writeFileSync(
      config,
      `global: { scrape_interval: 1s }
scrape_configs:
  - job_name: turnwatch
    static_configs: [{ targets: ['127.0.0.1:${target}'] }]
`,
    );
    const port = await freePort();
    const child = spawn(
      program,
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { stdio: 'ignore' },
    );
    return new Prometheus(child, folder, port);
  }

  /** The series that a PromQL query finds; none while Prometheus starts. */
  async query(text: string): Promise<{ metric: Record<string, string>; value: number }[]> {
    const url = `http://127.0.0.1:${this.port}/api/v1/query?query=${encodeURIComponent(text)}`;
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok !== true) {
      return [];
    }
    const { data } = v.parse(answer, await response.json());
    return data.result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
  }

  async stop(): Promise<void> {
    const ended = new Promise((done) => this.child.once('close', done));
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
