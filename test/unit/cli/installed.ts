/** The program as a person gets it: packed by npm, installed from that file without a network, and run without VS Code. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { JsonObject } from '../../../src/core/events.js';
import { isJsonObject, isObject } from '../../../src/core/json.js';
import type { SessionLog } from '../readers/support/session-logs.js';

const BUILT = resolve('dist', 'cli');

/** Named by a session's log. */
type Environment = Record<string, string>;

export class Installed {
  private readonly running: ChildProcess[] = [];

  private constructor(
    private readonly root: string,
    /** A repository that agents work in. */
    readonly work: string,
    readonly program: string,
  ) {}

  /** The person's. */
  get home(): string {
    return join(this.root, 'home');
  }

  /** Of what is run here. */
  get env(): Environment {
    return { PATH: process.env['PATH'] ?? '', HOME: this.home };
  }

  static make(): Installed {
    const root = mkdtempSync(join(tmpdir(), 'turnwatch-cli-'));
    const made = new Installed(root, join(root, 'work'), installPacked());
    for (const name of ['work', 'home']) {
      mkdirSync(join(root, name));
    }
    execFileSync('git', ['init', '-q', made.work]);
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

/** Packs and installs what was built, once for all test files: that takes some seconds. @returns the program */
function installPacked(): string {
  const digest = createHash('sha256');
  for (const file of readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(BUILT, file);
    digest.update(statSync(path).isFile() ? readFileSync(path) : file);
  }
  const app = resolve('out', 'installed', digest.digest('hex').slice(0, 16));
  if (!existsSync(app)) {
    mkdirSync(dirname(app), { recursive: true });
    const temporary = mkdtempSync(`${app}-`);
    install(temporary);
    try {
      renameSync(temporary, app);
    } catch (error) {
      // another process was faster
      rmSync(temporary, { recursive: true });
      assert.ok(existsSync(app), String(error));
    }
  }
  return join(app, 'node_modules', '.bin', 'turnwatch');
}

function install(folder: string): void {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const npm = (...args: string[]): string =>
    execFileSync('npm', [...args, '--offline', '--ignore-scripts'], {
      cwd: folder,
      env: { ...process.env, npm_config_cache: join(folder, 'cache') },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const packed: unknown = JSON.parse(npm('pack', BUILT, '--json'));
  assert.ok(Array.isArray(packed) && isObject(packed[0]));
  npm('install', String(packed[0]['filename']));
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
