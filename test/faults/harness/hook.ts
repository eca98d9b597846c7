/** A hook as the agent runs it: the installed command, through sh with curl. */
import type { HookKind } from '../../../src/agents/install/command-lines.js';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hookCommand } from '../../../src/agents/claude-code/answer.js';
import { CLIENT_CONFIG } from '../../../src/agents/install/hook-names.js';
import { patientHook } from '../../unit/support/patient.js';

export interface HookRun {
  /** Standard output. */
  answer: string;
  /** Standard error: in the agent's terminal. */
  noise: string;
  code: number | null;
  ms: number;
}

export interface HookOptions {
  /** Its own time limits; otherwise those that even a very busy machine meets. */
  strict?: boolean;
  env?: Record<string, string>;
  /** Default: one that always asks. */
  kind?: HookKind;
}

/** `dir`: the folder of the hook client. */
export function runHook(
  dir: string,
  payload: object | string,
  { strict = false, env = {}, kind }: HookOptions = {},
): Promise<HookRun> {
  const command = hookCommand(dir, kind);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', strict ? command : patientHook(command)], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: 'pipe',
    });
    const run = { answer: '', noise: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      run.answer += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      run.noise += text;
    });
    child
      .once('error', reject)
      .once('close', (code) => resolve({ ...run, code, ms: performance.now() - began }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(typeof payload === 'string' ? payload : JSON.stringify(payload));
  });
}

/** The agent notices nothing: no answer, no word in its terminal, no failure. */
export const isSilent = ({ answer, noise, code }: HookRun): boolean =>
  answer === '' && noise === '' && code === 0;

/** A call that the agent is about to make. */
export const beforeCall = (cwd: string, session = 'session'): Record<string, unknown> => ({
  session_id: session,
  transcript_path: '/none',
  cwd,
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm run private-command' },
  tool_use_id: 'toolu_1',
  n: 1,
});

/** Where the client asks: the path of a socket, or a port. */
export function placeAsked(dir: string): string | number {
  const config = readFileSync(join(dir, CLIENT_CONFIG), 'utf8');
  const [, socket] = /^unix-socket = "(.*)"$/m.exec(config) ?? [];
  const [, port] = /^url = "https?:\/\/127\.0\.0\.1:(\d+)\//m.exec(config) ?? [];
  return socket ?? Number(port);
}
