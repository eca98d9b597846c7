/** A separate home, VS Code profile and repository: a test sees and changes nothing of the person's. */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFree } from '../../../src/bridge/state.js';

export interface Profile {
  root: string;
  home: string;
  userData: string;
  extensions: string;
  /** The whole environment of VS Code and everything it starts. */
  env: Record<string, string>;
  /** A fresh git repository with one commit, under `root`. */
  repository(name: string): string;
  /** Sets the display language, as with its language pack; VS Code's own texts stay English, as they are not part of it. */
  setLanguage(language: string): void;
  /** Changes the user's VS Code settings by writing into their file. */
  set(settings: Record<string, unknown>): void;
  dispose(): void;
}

/** `settings`: the user's VS Code settings, on top of those that keep an editor quiet. */
export function makeProfile(settings: Record<string, unknown> = {}): Profile {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tw-'))); // short: a socket's path in it must stay below 108 characters
  const at = (...parts: string[]): string => join(root, ...parts);
  const home = at('home');
  const userData = at('data');
  for (const folder of [
    home,
    at('tmp'),
    join(userData, 'User'),
    join(userData, 'Machine'),
    at('extensions'),
  ]) {
    mkdirSync(folder, { recursive: true });
  }
  writeFileSync(
    join(home, '.gitconfig'),
    '[user]\n\tname = Test\n\temail = test@example.com\n[init]\n\tdefaultBranch = main\n[maintenance]\n\tauto = false\n[gc]\n\tauto = 0\n',
  ); // no upkeep that outlives a commit
  let current: Record<string, unknown> = {};
  const set = (more: Record<string, unknown>): void => {
    current = { ...current, ...more };
    // A window on another machine, as each of code-server's is, also takes the settings in that machine's own file. Of the user's it
    // follows no change, and those of machine scope count there only until the extension's scopes are known: at times long enough.
    for (const file of ['User/settings.json', 'Machine/settings.json']) {
      writeFileSync(join(userData, file), JSON.stringify(current, null, 2));
    }
  };
  set({ ...quiet, ...settings });
  const env = {
    ...inherited(process.env),
    HOME: home,
    USERPROFILE: home,
    TMPDIR: at('tmp'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.local/state'),
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
  };
  return {
    root,
    home,
    userData,
    extensions: at('extensions'),
    env,
    setLanguage: (language) => {
      const texts = at('main.i18n.json');
      writeFileSync(texts, JSON.stringify({ version: '1.0.0', contents: {} }));
      writeFileSync(join(userData, 'User/argv.json'), JSON.stringify({ locale: language }));
      const pack = {
        hash: 'f'.repeat(32),
        extensions: [{ extensionIdentifier: { id: `test.${language}` }, version: '1.0.0' }],
        translations: { vscode: texts },
        label: language,
      };
      writeFileSync(join(userData, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
    },
    set,
    repository: (name) => {
      const folder = at(name);
      mkdirSync(folder);
      writeFileSync(join(folder, 'README.md'), '# A project\n');
      for (const args of [
        ['init', '-q'],
        ['add', '.'],
        ['commit', '-q', '-m', 'First'],
      ]) {
        execFileSync('git', args, { cwd: folder, env, stdio: 'pipe' });
      }
      return folder;
    },
    dispose: () => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  };
}

// Only values that no VS Code rewrites as it starts, as 1.139 does with `extensions.autoUpdate: false`: it writes the whole file as
// it had read it, and a change that a test made meanwhile is lost.
const quiet = {
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'update.mode': 'none',
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'git.autofetch': false,
  'typescript.disableAutomaticTypeAcquisition': true, // it would ask npm
  // nothing that is drawn again and again: without a graphics card, every picture is computed
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'terminal.integrated.gpuAcceleration': 'off',
  'files.autoSave': 'off', // in a browser it is on: what was typed would be saved a second later by nobody
};

/** The environment without variables of the person's agents and editor. */
function inherited(env: NodeJS.ProcessEnv): Record<string, string> {
  const personal =
    /^(ANTHROPIC_|CLAUDE|CODEX_|GEMINI_|KIMI_|OPENAI_|GIT_|VSCODE_(?!EXECUTABLE|KIND)|ELECTRON_|NODE_OPTIONS$|npm_)/i;
  return Object.fromEntries(
    Object.entries(env).flatMap(([key, value]) =>
      value === undefined || personal.test(key) ? [] : [[key, value]],
    ),
  );
}

const given = new Set<number>();

/** A port that nobody else takes before it is used: below the system's ephemeral ports and those of Turnwatch's windows, never the same twice. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 20_000);
    if (!given.has(port) && (await isFree(port))) {
      given.add(port);
      return port;
    }
  }
}
