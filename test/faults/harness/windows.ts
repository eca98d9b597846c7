/** Windows in processes of their own, with everything of the bridge and without VS Code. */
import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openWindow, Window } from '../../unit/bridge/window.js';
import { until } from '../../unit/support/until.js';
import { runHook, type HookOptions, type HookRun } from './hook.js';
import type { Stage } from './stage.js';

/** Next to which the window's script lies. */
const BESIDE = pathToFileURL(resolve('out/unit/bridge/window.js')).href;

export class WindowProcess extends Window {
  constructor(
    readonly name: string,
    readonly folder: string,
    child: ChildProcess,
  ) {
    super(child);
  }

  get port(): unknown {
    return this.last?.['port'];
  }
  get isConnected(): boolean {
    return this.last?.['state'] === 'connected';
  }
  /** Why it is not connected. */
  get reason(): string {
    const reason = this.last?.['reason'];
    return typeof reason === 'string' ? reason : '';
  }
  get logged(): string[] {
    return this.messages.flatMap(({ log }) => (typeof log === 'string' ? [log] : []));
  }

  tell(message: string | object): void {
    this.child.send(message);
  }
  /** Whether this window gave the answer, and nothing else was printed. */
  gave({ answer, noise, code }: HookRun): boolean {
    return answer.includes(this.name) && noise === '' && code === 0;
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

  /**
   * `waits`: until it is told when to start. `strict`: with the product's own time limits, or only those for what a connection sends.
   * `env`: more of its environment.
   */
  open(
    name: string,
    {
      waits = false,
      strict = false,
      folder = this.stage.folder(name),
      env = {},
    }: {
      waits?: boolean;
      strict?: boolean | 'headers';
      folder?: string;
      env?: Record<string, string>;
    } = {},
  ): WindowProcess {
    const { child } = openWindow(BESIDE, {
      name,
      dir: this.dir,
      folders: [folder],
      waits,
      strict,
      env,
    });
    this.stage.atEnd(() => child.kill('SIGKILL'));
    const window = new WindowProcess(name, folder, child);
    this.all.push(window);
    return window;
  }

  async openedOne(name: string): Promise<WindowProcess> {
    const window = this.open(name);
    await window.started();
    return window;
  }

  async opened(...names: string[]): Promise<WindowProcess[]> {
    const opened: WindowProcess[] = [];
    for (const name of names) {
      opened.push(await this.openedOne(name));
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
