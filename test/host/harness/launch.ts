/** Opens VS Code with the extension from a plain Node process, for tests that close windows, kill hosts or restart the editor. */
import { execFileSync, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { resolveCliArgsFromVSCodeExecutablePath } from '@vscode/test-electron';
import { freePort, makeProfile, type Profile } from './profile.js';
import { connect, type Editor, type EditorWindow } from './window.js';

export interface LaunchOptions {
  /** Default: a fresh one, disposed with the editor. A given one stays the caller's and can be reused. */
  profile?: Profile;
  /** Default: a fresh repository. */
  folder?: string;
  settings?: Record<string, unknown>;
  /** Ask about workspace trust, as VS Code does by default; otherwise everything is trusted. */
  askForTrust?: boolean;
  /** The display language; default: English. */
  language?: string;
  /** Runs the extension that is installed in the profile, not the project's own files. */
  installed?: boolean;
}

export interface LaunchedEditor extends Editor {
  profile: Profile;
  folder: string;
  /** The first window. */
  window: EditorWindow;
  /** Ends the editor and all its processes. */
  close(): Promise<void>;
}

/** Installs a package into a profile, as `code --install-extension` does. */
export function install(profile: Profile, vsix: string): void {
  const {
    VSCODE_KIND,
    VSCODE_EXECUTABLE = '',
    CODE_SERVER_NODE = '',
    CODE_SERVER = '',
  } = process.env;
  const [program = '', ...args] =
    VSCODE_KIND === 'code-server'
      ? [CODE_SERVER_NODE, CODE_SERVER]
      : resolveCliArgsFromVSCodeExecutablePath(VSCODE_EXECUTABLE, { reuseMachineInstall: true });
  execFileSync(
    program,
    [
      ...args,
      `--install-extension=${vsix}`,
      `--user-data-dir=${profile.userData}`,
      `--extensions-dir=${profile.extensions}`,
    ],
    { env: profile.env, stdio: 'pipe' },
  );
}

export async function launch(options: LaunchOptions = {}): Promise<LaunchedEditor> {
  const program = process.env.VSCODE_EXECUTABLE;
  if (!program) {
    throw new Error('VSCODE_EXECUTABLE names no VS Code; `node test/run.mjs host` sets it');
  }
  const profile = options.profile ?? makeProfile(options.settings);
  const folder = options.folder ?? profile.repository('workspace');
  if (options.language !== undefined) {
    profile.setLanguage(options.language);
  }
  const port = await freePort();
  const child = spawn(
    program,
    [
      folder,
      `--user-data-dir=${profile.userData}`,
      `--extensions-dir=${profile.extensions}`,
      `--remote-debugging-port=${port}`,
      ...(options.installed ? [] : [`--extensionDevelopmentPath=${resolve('.')}`]),
      ...(options.language === undefined ? [] : [`--locale=${options.language}`]),
      '--no-sandbox',
      '--disable-updates',
      '--skip-welcome',
      '--skip-release-notes',
      ...(options.askForTrust ? [] : ['--disable-workspace-trust']),
    ],
    { env: profile.env, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const gone = new Promise<void>((done) =>
    child.once('exit', () => done()).once('error', () => done()),
  );
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await gone;
    clearTimeout(timer);
    if (!options.profile) {
      profile.dispose();
    }
  };
  try {
    const editor = await Promise.race([
      connect(port, 120_000),
      gone.then(() => {
        throw new Error('VS Code ended while it started');
      }),
    ]);
    const [window] = editor.windows();
    if (!window) {
      throw new Error('VS Code opened no window');
    }
    return {
      ...editor,
      profile,
      folder,
      window,
      close: async () => {
        await editor.disconnect().catch(() => undefined);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
