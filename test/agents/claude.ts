/** Runs the real Claude Code CLI, headless or in a terminal, in a home and a workspace of its own against a scripted model. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { neededProgram } from './program.js';
import { openTerminal, type Terminal } from './terminal.js';

export interface Sandbox {
  home: string;
  /** A git repository with one commit; also the agent's working folder. */
  workspace: string;
  env: Record<string, string>;
  dispose(): void;
}

export interface Outcome {
  /** Exit code; null if it was ended by a signal, as after the time limit. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A home that knows nothing of the person's own, and a fresh repository. `modelUrl`: the only model the agent can reach. */
export function sandbox(modelUrl: string, more: Record<string, string> = {}): Sandbox {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'turnwatch-claude-')));
  const home = join(root, 'home');
  const workspace = join(root, 'workspace');
  const temp = join(root, 'tmp');
  for (const folder of [join(home, '.claude'), workspace, temp]) { mkdirSync(folder, { recursive: true }); }
  // Past the first-run screens (theme, key); the question about trust stays, for `converse` to answer as a person does.
  writeFileSync(join(home, '.claude.json'), JSON.stringify({
    hasCompletedOnboarding: true, theme: 'dark', bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: [apiKey.slice(-20)], rejected: [] },
  }));
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Test\n\temail = test@example.com\n[init]\n\tdefaultBranch = main\n');
  const env = {
    HOME: home, PATH: process.env.PATH ?? '/usr/bin:/bin', TMPDIR: temp, LANG: 'C.UTF-8', SHELL: '/bin/bash',
    XDG_CONFIG_HOME: join(home, '.config'), XDG_DATA_HOME: join(home, '.local/share'), XDG_CACHE_HOME: join(home, '.cache'), XDG_STATE_HOME: join(home, '.local/state'),
    ANTHROPIC_BASE_URL: modelUrl, ANTHROPIC_API_KEY: apiKey,
    NO_PROXY: '127.0.0.1,localhost', // a proxy in the environment would swallow what goes to loopback
    DISABLE_TELEMETRY: '1', DISABLE_ERROR_REPORTING: '1', DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    IS_SANDBOX: '1', // else it refuses to skip permissions for root
    ...(process.env.TURNWATCH_RUN === undefined ? {} : { TURNWATCH_RUN: process.env.TURNWATCH_RUN }),
    ...more,
  };
  writeFileSync(join(workspace, 'README.md'), '# A project\n\nSomething to work on.\n');
  const git = (...args: string[]): void => { execFileSync('git', args, { cwd: workspace, env, stdio: 'pipe' }); };
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'First');
  return { home, workspace, env, dispose: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

/** One turn without a screen (`claude -p`). Ends it after `ms`, or when `signal` says so (then it rejects). */
export function headless(box: Sandbox, prompt: string, args: readonly string[] = [], ms = 90_000, signal?: AbortSignal): Promise<Outcome> {
  return new Promise((done, failed) => {
    const { program, args: first } = neededProgram('claude-code');
    const child = spawn(program, [...first, '-p', prompt, ...unasked, ...args], { cwd: box.workspace, env: box.env, stdio: ['ignore', 'pipe', 'pipe'], timeout: ms, killSignal: 'SIGKILL', signal });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => { stdout += text; });
    child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr += text; });
    child.on('error', failed);
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
}

export interface Conversation extends Terminal {
  /** Types a prompt and sends it. */
  ask(prompt: string): Promise<void>;
}

/** The interactive CLI, with its question about trust answered; ready for a prompt. */
export async function converse(box: Sandbox, args: readonly string[] = []): Promise<Conversation> {
  const { program, args: first } = neededProgram('claude-code');
  const terminal = openTerminal(program, [...first, ...unasked, ...args], { cwd: box.workspace, env: box.env });
  try {
    await answerQuestions(terminal);
  } catch (error) {
    await terminal.close();
    throw error;
  }
  return {
    ...terminal,
    ask: async (prompt) => {
      terminal.type(prompt);
      await terminal.waitFor((screen) => screen.includes(prompt), 10_000); // Enter in the same breath would count as a pasted line
      terminal.press('enter');
    },
  };
}

/** The questions at the start (is the folder trusted, may it run unasked) stand on "No" and drop keys that come while they are drawn: look, press one key, look again. */
async function answerQuestions(terminal: Terminal): Promise<void> {
  const asked = /Yes, I (?:trust|accept)/;
  const ready = /^\s*❯\s/mu;
  const until = Date.now() + 30_000;
  for (let before = ''; Date.now() < until;) {
    const screen = await terminal.waitFor((text) => asked.test(text) || ready.test(text), until - Date.now());
    if (!asked.test(screen)) { return; }
    if (screen === before) { terminal.press(/❯ Yes, I/.test(screen) ? 'enter' : 'down'); }
    before = screen;
    await sleep(300);
  }
  throw new Error(`the question about trust would not go away:\n${terminal.screen()}`);
}

const apiKey = 'sk-ant-scripted-0000000000000000000000';
const unasked = ['--permission-mode', 'bypassPermissions'];
