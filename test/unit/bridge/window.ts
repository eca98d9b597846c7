/** Windows in processes of their own, as tests see them: forked from window-process.ts. */
import { execFile, fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { hookCommand } from '../../../src/agents/claude-code/answer.js';
import { isObject } from '../../../src/core/json.js';
import { patientHook } from '../support/patient.js';
import { saying } from '../support/saying.js';
import { until } from '../support/until.js';

export class Window {
  readonly messages: Record<string, unknown>[] = [];
  constructor(readonly child: ChildProcess) {
    child.on('message', (message) => {
      if (isObject(message)) {
        this.messages.push(message);
      }
    });
  }
  get role(): unknown {
    return this.last?.['role'];
  }
  get last(): Record<string, unknown> | undefined {
    const { status } = this.messages.findLast((message) => 'status' in message) ?? {};
    return isObject(status) ? status : undefined;
  }
  has(name: string, value?: unknown): boolean {
    return this.messages.some(
      (message) => name in message && (value === undefined || message[name] === value),
    );
  }
  /** Resolves once it is connected: on a busy machine not always at the first try. */
  async started(): Promise<this> {
    await until(
      'connected',
      () => this.has('started') && this.last?.['state'] === 'connected',
      () => this.messages,
    );
    return this;
  }
}

/** What window-process.ts answers. */
export const said = (window: string, n: number | string): string =>
  saying(window, 'claude-code', n);

export interface WindowSetup {
  name: string;
  /** The folder that all windows share. */
  dir: string;
  folders: string[];
  /** It starts when told to. */
  waits?: boolean;
  /** With the product's own time limits. */
  strict?: boolean | 'headers';
  /** More of its environment. */
  env?: Record<string, string>;
}

/** `testUrl`: of the test's own file, next to which window-process.ts lies. */
export function openWindow(testUrl: string, { env, ...setup }: WindowSetup): Window {
  const script = fileURLToPath(new URL('./window-process.js', testUrl));
  return new Window(
    fork(script, [JSON.stringify(setup)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    }),
  );
}

/** As an installed hook does it, but for its time limit unless `strict`; '' where nobody answers. */
export function runHook(dir: string, payload: object, strict = false): Promise<string> {
  const command = hookCommand(dir);
  return new Promise((resolve) => {
    const child = execFile(
      'sh',
      ['-c', strict ? command : patientHook(command)],
      (error, stdout, stderr) => resolve(error === null ? stdout + stderr : error.message),
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(JSON.stringify(payload));
  });
}
