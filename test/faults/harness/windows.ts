/** Windows in processes of their own, with everything of the bridge and without VS Code. */
import { fork, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { isObject } from '../../../src/core/json.js';
import { until } from '../../unit/support/until.js';
import { runHook, type HookOptions, type HookRun } from './hook.js';
import type { Stage } from './stage.js';

const SCRIPT = resolve('out/unit/bridge/window-process.js');

export class WindowProcess {
  private readonly messages: Record<string, unknown>[] = [];

  constructor(
    readonly name: string,
    readonly folder: string,
    private readonly child: ChildProcess,
  ) {
    child.on('message', (message) => {
      if (isObject(message)) {
        this.messages.push(message);
      }
    });
  }

  private get status(): Record<string, unknown> {
    const { status } = this.messages.findLast((message) => 'status' in message) ?? {};
    return isObject(status) ? status : {};
  }
  get role(): unknown {
    return this.status['role'];
  }
  get port(): unknown {
    return this.status['port'];
  }
  get isConnected(): boolean {
    return this.status['state'] === 'connected';
  }
  /** Why it is not connected. */
  get reason(): string {
    return typeof this.status['reason'] === 'string' ? this.status['reason'] : '';
  }
  get logged(): string[] {
    return this.messages.flatMap(({ log }) => (typeof log === 'string' ? [log] : []));
  }

  has(name: string, value: unknown = true): boolean {
    return this.messages.some((message) => message[name] === value);
  }
  tell(message: string | object): void {
    this.child.send(message);
  }
  /** Whether this window gave the answer, and nothing else was printed. */
  gave({ answer, noise, code }: HookRun): boolean {
    return answer.includes(this.name) && noise === '' && code === 0;
  }
  connected(): Promise<void> {
    return until(
      `${this.name} is connected`,
      () => this.isConnected,
      () => this.status,
    );
  }
  /** From now on only what it says next counts. */
  forget(): void {
    this.messages.length = 0;
  }
  kill(): Promise<void> {
    return new Promise((done) => {
      this.child.once('exit', () => done());
      this.child.kill('SIGKILL');
    });
  }
  freeze(): void {
    this.child.kill('SIGSTOP');
  }
  thaw(): void {
    this.child.kill('SIGCONT');
  }
}

export class Windows {
  /** The folder that they share. */
  readonly dir: string;
  readonly all: WindowProcess[] = [];

  constructor(
    private readonly stage: Stage,
    dir = 'storage',
  ) {
    this.dir = stage.folder(dir);
  }

  /** `waits`: until it is told when to start. `strict`: with the product's own time limits. */
  open(
    name: string,
    { waits = false, strict = false, folder = this.stage.folder(name) } = {},
  ): WindowProcess {
    const options = { name, dir: this.dir, folders: [folder], waits, strict };
    const child = fork(SCRIPT, [JSON.stringify(options)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.stage.atEnd(() => child.kill('SIGKILL'));
    const window = new WindowProcess(name, folder, child);
    this.all.push(window);
    return window;
  }

  async opened(...names: string[]): Promise<WindowProcess[]> {
    const opened: WindowProcess[] = [];
    for (const name of names) {
      const window = this.open(name);
      await window.connected();
      opened.push(window);
    }
    return opened;
  }

  /** One holds the port, the others have joined it. */
  joined(windows: readonly WindowProcess[]): Promise<void> {
    const wanted = ['hub', ...windows.slice(1).map(() => 'member')].join();
    return until(
      'one holds the port, the others have joined it',
      () =>
        windows.every(({ isConnected, port }) => isConnected && port === windows[0]?.port) &&
        windows
          .map(({ role }) => String(role))
          .sort()
          .join() === wanted,
      () => windows.map(({ role, port, reason }) => [role, port, reason]),
    );
  }

  /** `more`: of the payload. */
  hook(
    window: WindowProcess,
    n: number,
    options: HookOptions = {},
    more: object = {},
  ): Promise<HookRun> {
    return runHook(this.dir, { cwd: window.folder, session_id: window.name, n, ...more }, options);
  }

  /** Whether each of them gets the hooks of its own folder. */
  async answer(windows: readonly WindowProcess[], n: number): Promise<boolean> {
    const runs = await Promise.all(windows.map((window) => this.hook(window, n)));
    return runs.every((run, i) => windows[i]?.gave(run));
  }
}
