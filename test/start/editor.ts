/** VS Code on the sample folder: the desktop program, or code-server on loopback for any browser. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from 'playwright-core';
import { connect } from '../host/harness/window.js';
import { freePort, type Profile } from '../host/harness/profile.js';

export type Programs =
  | { kind: 'desktop'; program: string }
  | { kind: 'code-server'; node: string; server: string };

export interface SampleEditor {
  /** For a browser; a desktop window opens by itself. */
  address?: string;
  /** The window, driven by us: a headless Chromium (given by its program) where the editor is a page. */
  drive: (chromiumProgram: () => Promise<string>) => Promise<Page>;
  /** Resolves to the reason if the editor ends by itself. */
  ended: Promise<string>;
  /** Ends the editor and all its processes. */
  close(): Promise<void>;
}

export interface EditorOptions {
  programs: Programs;
  profile: Profile;
  folder: string;
  env: Record<string, string>;
}

const companion = resolve('test/start/companion');

export function openEditor(options: EditorOptions): Promise<SampleEditor> {
  return options.programs.kind === 'desktop'
    ? openDesktop(options, options.programs.program)
    : openServer(options, options.programs);
}

async function openDesktop(
  { profile, folder, env }: EditorOptions,
  program: string,
): Promise<SampleEditor> {
  const port = await freePort();
  const child = spawn(
    program,
    [
      folder,
      `--user-data-dir=${profile.userData}`,
      `--extensions-dir=${profile.extensions}`,
      `--remote-debugging-port=${port}`,
      '--wait',
      '--new-window',
      `--extensionDevelopmentPath=${resolve('.')}`,
      `--extensionDevelopmentPath=${companion}`,
      '--disable-workspace-trust',
      '--disable-updates',
      '--skip-welcome',
      '--skip-release-notes',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    { env, stdio: 'ignore', detached: process.platform !== 'win32' },
  );
  let disconnect: () => Promise<void> = () => Promise.resolve();
  return {
    drive: async () => {
      const editor = await connect(port, 120_000);
      disconnect = () => editor.disconnect();
      const [window] = editor.windows();
      if (!window) {
        throw new Error('VS Code opened no window');
      }
      return window.page;
    },
    ended: endOf(child, 'VS Code was closed'),
    close: async () => {
      await disconnect().catch(() => undefined);
      await endGroup(child);
    },
  };
}

async function openServer(
  { profile, folder, env }: EditorOptions,
  { node, server }: { node: string; server: string },
): Promise<SampleEditor> {
  install(
    resolve('.'),
    ['package.json', 'package.nls.json', 'package.nls.de.json', 'dist', 'media'],
    join(profile.extensions, 'turnwatch.turnwatch-0.1.0'),
  );
  install(
    companion,
    ['package.json', 'extension.js'],
    join(profile.extensions, 'turnwatch.sample-companion-0.0.1'),
  );
  const config = join(profile.root, 'code-server.yaml');
  writeFileSync(config, 'auth: none\n');
  const clean = Object.fromEntries(
    Object.entries(env).filter(([name]) => !['PASSWORD', 'HASHED_PASSWORD', 'PORT'].includes(name)),
  );
  const child = spawn(
    node,
    [
      server,
      '--bind-addr=127.0.0.1:0',
      '--auth=none',
      `--config=${config}`,
      '--disable-telemetry',
      '--disable-update-check',
      '--disable-getting-started-override',
      '--disable-proxy',
      '--ignore-last-opened',
      '--disable-workspace-trust',
      '--idle-timeout-seconds=3600',
      '--reconnection-grace-time=5',
      `--user-data-dir=${profile.userData}`,
      `--extensions-dir=${profile.extensions}`,
    ],
    { env: clean, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  const last: string[] = [];
  const ended = endOf(child, 'code-server has ended', last);
  const origin = await Promise.race([
    new Promise<string>((found) => {
      const read = (line: string): void => {
        if (last.push(line) > 10) {
          last.shift();
        }
        const address = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1];
        if (address !== undefined) {
          found(address);
        }
      };
      for (const stream of [child.stdout, child.stderr]) {
        createInterface({ input: stream }).on('line', read);
      }
    }),
    ended.then((why) => {
      throw new Error(why);
    }),
  ]);
  const address = `${origin}/?folder=${encodeURIComponent(folder).replaceAll('%2F', '/')}`;
  let closeBrowser = (): Promise<void> => Promise.resolve();
  return {
    address,
    ended,
    drive: async (program) => {
      const browser = await chromium.launch({
        executablePath: await program(),
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        args: [
          '--disable-gpu',
          '--disable-dev-shm-usage',
          ...(process.getuid?.() === 0 || process.env.CI ? ['--no-sandbox'] : []),
        ],
      });
      closeBrowser = () => browser.close();
      const page = await browser.newPage({ viewport: { width: 1100, height: 860 } });
      await page.goto(address);
      return page;
    },
    close: async () => {
      await closeBrowser().catch(() => undefined);
      await endGroup(child);
    },
  };
}

/** As an installed extension: a page cannot load one under development. */
function install(from: string, names: readonly string[], to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of names) {
    cpSync(join(from, name), join(to, name), { recursive: true });
  }
}

function endOf(child: ChildProcess, what: string, last: readonly string[] = []): Promise<string> {
  return new Promise((ended) => {
    child.once('error', (error) => ended(`${what}: ${error.message}`));
    child.once('exit', (code) =>
      ended([code === null || code === 0 ? what : `${what} with ${code}`, ...last].join('\n')),
    );
  });
}

/** Ends the program and all processes it started, by force if needed. */
async function endGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) {
    return;
  }
  const signal = (name: NodeJS.Signals): void => {
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, name);
    } catch {
      /* gone */
    }
  };
  const gone =
    child.exitCode === null && child.signalCode === null
      ? new Promise((done) => child.once('exit', done))
      : undefined;
  signal('SIGTERM');
  await Promise.race([gone, new Promise((later) => setTimeout(later, 3000))]);
  signal('SIGKILL');
}
