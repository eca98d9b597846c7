/** The program as a person gets it: packed by npm, installed from that file without a network, and run without VS Code. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { JsonObject } from '../../../src/core/events.js';
import { isJsonObject, isObject } from '../../../src/core/json.js';
import type { SessionLog } from '../readers/support/session-logs.js';

/** Named by a session's log. */
type Environment = Record<string, string>;

export class Installed {
  private readonly running: ChildProcess[] = [];

  private constructor(
    private readonly root: string,
    /** A repository that agents work in. */
    readonly work: string,
  ) {}

  /** The person's. */
  get home(): string {
    return join(this.root, 'home');
  }

  get program(): string {
    return join(this.root, 'app', 'node_modules', '.bin', 'turnwatch');
  }

  /** Of what is run here. */
  get env(): Environment {
    return { PATH: process.env['PATH'] ?? '', HOME: this.home };
  }

  /** Takes some seconds. */
  static make(): Installed {
    const root = mkdtempSync(join(tmpdir(), 'turnwatch-cli-'));
    const made = new Installed(root, join(root, 'work'));
    for (const name of ['work', 'home', 'app']) {
      mkdirSync(join(root, name));
    }
    execFileSync('git', ['init', '-q', made.work]);
    writeFileSync(join(root, 'app', 'package.json'), '{"private":true}');
    const npm = (...args: string[]): string =>
      execFileSync('npm', [...args, '--offline', '--ignore-scripts'], {
        cwd: join(root, 'app'),
        env: { ...process.env, npm_config_cache: join(root, 'cache') },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const packed: unknown = JSON.parse(npm('pack', resolve('dist/cli'), '--json'));
    assert.ok(Array.isArray(packed) && isObject(packed[0]));
    npm('install', String(packed[0]['filename']));
    return made;
  }

  /** A file in the person's home folder. */
  write(log: SessionLog, text: string): void {
    const file = join(this.home, log.file);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'a' });
  }

  run(args: readonly string[], env: Environment = {}): Program {
    const program = new Program(
      spawn(this.program, args, {
        cwd: this.work,
        env: { ...this.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    this.running.push(program.child);
    return program;
  }

  remove(): void {
    for (const child of this.running) {
      child.kill('SIGKILL');
    }
    rmSync(this.root, { recursive: true, force: true });
  }
}

export class Program {
  out = '';
  err = '';
  /** The exit code, once it has ended. */
  readonly code: Promise<number | null>;

  constructor(readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.out += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.err += text;
    });
    this.code = new Promise((done, fail) => {
      child.once('error', fail).once('close', done);
    });
  }

  /** The lines of `--json` so far. */
  lines(): JsonObject[] {
    return this.out
      .split('\n')
      .slice(0, -1)
      .map((line) => {
        const value: unknown = JSON.parse(line);
        assert.ok(isJsonObject(value), line);
        return value;
      });
  }

  ofType(type: string): JsonObject[] {
    return this.lines().filter((line) => line['type'] === type);
  }
}
