/** Runs the real Claude Code CLI, headless or in a terminal, in a home and a workspace of its own against a scripted model. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBox, runAgent, type Outcome, type Sandbox } from './box.js';
import { neededProgram } from './program.js';
import { openTerminal, type Terminal } from './terminal.js';

export type { Outcome, Sandbox };

const apiKey = 'sk-ant-scripted-0000000000000000000000';

/** What Claude Code wants in its environment beside its model's address. */
export const claudeEnv = {
  ANTHROPIC_API_KEY: apiKey,
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  IS_SANDBOX: '1', // else it refuses to skip permissions for root
};

/** `modelUrl`: the only model the agent can reach. */
export function sandbox(modelUrl: string, more: Record<string, string> = {}): Sandbox {
  const box = makeBox('claude', { ANTHROPIC_BASE_URL: modelUrl, ...claudeEnv, ...more });
  writeClaudeHome(box);
  return box;
}

/** Past the first-run screens (theme, key); the question about trust stays, for `converse` to answer as a person does. */
export function writeClaudeHome({ home }: Pick<Sandbox, 'home'>): void {
  mkdirSync(join(home, '.claude'), { recursive: true });
  writeFileSync(
    join(home, '.claude.json'),
    JSON.stringify({
      hasCompletedOnboarding: true,
      theme: 'dark',
      bypassPermissionsModeAccepted: true,
      customApiKeyResponses: { approved: [apiKey.slice(-20)], rejected: [] },
    }),
  );
}

/** Answers the question whether the workspace is trusted before it is asked. */
export function trustWorkspace({ home, workspace }: Pick<Sandbox, 'home' | 'workspace'>): void {
  const known: unknown = JSON.parse(readFileSync(join(home, '.claude.json'), 'utf8'));
  const text = JSON.stringify({
    ...(typeof known === 'object' ? known : {}),
    projects: {
      [workspace]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true },
    },
  });
  // where CLAUDE_CONFIG_DIR names the folder, the file lies in it
  for (const folder of [home, join(home, '.claude')]) {
    writeFileSync(join(folder, '.claude.json'), text);
  }
}

/** One turn without a screen (`claude -p`). Ends it after `ms`, or when `signal` says so (then it rejects). */
export function headless(
  box: Sandbox,
  prompt: string,
  args: readonly string[] = [],
  ms = 120_000,
  signal?: AbortSignal,
): Promise<Outcome> {
  return runAgent('claude-code', box, ['-p', prompt, ...unasked, ...args], ms, signal);
}

export interface Conversation extends Terminal {
  /** Types a prompt and sends it. */
  ask(prompt: string): Promise<void>;
}

/** The interactive CLI, with its question about trust answered; ready for a prompt. */
export async function converse(box: Sandbox, args: readonly string[] = []): Promise<Conversation> {
  const { program, args: first } = neededProgram('claude-code');
  const terminal = openTerminal(program, [...first, ...unasked, ...args], {
    cwd: box.workspace,
    env: box.env,
  });
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
      await terminal.waitFor((screen) => screen.includes(prompt), 120_000); // Enter in the same breath would count as a pasted line
      terminal.press('enter');
    },
  };
}

/**
 * The questions at the start (is the folder trusted, may it run unasked) stand on "No" and drop keys that come while they are drawn: look,
 * press one key, look again. A key is pressed once more only where nothing changes for seconds: two that are taken together choose another answer.
 */
async function answerQuestions(terminal: Terminal): Promise<void> {
  const asked = /Yes, I (?:trust|accept)/;
  const ready = /^\s*❯\s/mu;
  const until = Date.now() + 120_000;
  for (let before = ''; Date.now() < until;) {
    const screen = await terminal.waitFor(
      (text) => asked.test(text) || ready.test(text),
      until - Date.now(),
    );
    if (!asked.test(screen)) {
      await sleep(300); // a question that is half drawn looks like the prompt
      if (!asked.test(terminal.screen())) {
        return;
      }
      continue;
    }
    if (screen === before) {
      terminal.press(/❯ Yes, I/.test(screen) ? 'enter' : 'down');
      await terminal.waitFor((text) => text !== screen, 3000).catch(() => undefined);
    }
    before = screen;
    await sleep(300);
  }
  throw new Error(`the question about trust would not go away:\n${terminal.screen()}`);
}

const unasked = ['--permission-mode', 'bypassPermissions'];
