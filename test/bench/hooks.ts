/** Hooks against a listening endpoint: the round trip of a request, and a whole call of the client as the agent makes it. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hookCommand } from '../../src/agents/claude-code/answer.js';
import { CLIENT_CONFIG } from '../../src/agents/install/hook-names.js';

export interface Target {
  url: URL;
  headers: Record<string, string>;
}

/** The endpoint that the hook client in a bridge's folder sends to. */
export function targetOf(bridge: string): Target {
  const config = readFileSync(join(bridge, CLIENT_CONFIG), 'utf8');
  const url = /^url\s*=\s*"([^"]+)"/m.exec(config)?.[1];
  if (url === undefined) {
    throw new Error(`${CLIENT_CONFIG} names no address`);
  }
  const headers = Object.fromEntries(
    [...config.matchAll(/^header\s*=\s*"([^:"]+):\s*([^"]+)"/gm)].map(([, name, value]) => [
      name ?? '',
      value ?? '',
    ]),
  );
  return { url: new URL(url), headers: { ...headers, 'X-Turnwatch-Agent': 'claude-code' } };
}

/** Milliseconds from the connection to the end of the answer, one request after the other, each on a connection of its own. `pauseMs`: between them. */
export async function roundTrips(
  { url, headers }: Target,
  bodies: readonly string[],
  pauseMs = 0,
): Promise<number[]> {
  const taken: number[] = [];
  for (const body of bodies) {
    const began = performance.now();
    await new Promise<void>((done, failed) => {
      const asked = request(
        url,
        {
          method: 'POST',
          agent: false,
          headers: {
            ...headers,
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
          },
        },
        (answer) => {
          answer.resume().once('end', () => {
            if (answer.statusCode === 200) {
              done();
            } else {
              failed(new Error(`the endpoint answered ${answer.statusCode ?? 0}`));
            }
          });
        },
      );
      asked.once('error', failed).end(body);
    });
    taken.push(performance.now() - began);
    if (pauseMs > 0) {
      await sleep(pauseMs);
    }
  }
  return taken;
}

/**
 * A program from its start until nobody has its streams open any more, as agents wait for a hook, with `input` on its standard input: the
 * milliseconds, and what it printed.
 */
export async function run(
  program: string,
  args: readonly string[],
  input: string,
  cwd?: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ ms: number; printed: string }> {
  const began = performance.now();
  let printed = '';
  await new Promise<void>((done, failed) => {
    const child = spawn(program, args, { cwd, env, stdio: 'pipe' });
    child.once('error', failed).once('close', (code) => {
      if (code === 0) {
        done();
      } else {
        failed(new Error(`${program} ended with ${String(code)}`));
      }
    });
    child.stderr.pipe(process.stderr, { end: false });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    child.stdin.on('error', () => undefined).end(input); // one that reads nothing may be gone already
  });
  return { ms: performance.now() - began, printed };
}

/** Milliseconds of each run of a program. */
export async function runs(
  program: string,
  args: readonly string[],
  inputs: readonly string[],
): Promise<number[]> {
  const taken: number[] = [];
  for (const input of inputs) {
    taken.push((await run(program, args, input)).ms);
  }
  return taken;
}

export const clientArgs = (bridge: string): [string, string[]] => [
  '/bin/sh',
  ['-c', hookCommand(bridge)],
];

/** Payloads of a turn that works, two hooks a step, as Claude Code sends them. */
export function payloads(cwd: string, session: string, steps: number, from = 0): string[] {
  const base = (hook: string): object => ({
    session_id: session,
    transcript_path: `${cwd}/../none/${session}.jsonl`,
    cwd,
    permission_mode: 'default',
    hook_event_name: hook,
  });
  const all = from === 0 ? [JSON.stringify({ ...base('UserPromptSubmit'), prompt: 'Work' })] : [];
  for (let n = from; n < from + steps; n += 1) {
    const call = {
      tool_name: 'Bash',
      tool_input: { command: `npm run part-${n}`, description: 'Run a part' },
      tool_use_id: `toolu_bench_${n}`,
    };
    const tool_response =
      `part ${n} of the work is done, and this is a line of output of usual length ${n * 7919}\n`.repeat(
        12,
      );
    all.push(
      JSON.stringify({ ...base('PreToolUse'), ...call }),
      JSON.stringify({ ...base('PostToolBatch'), tool_calls: [{ ...call, tool_response }] }),
    );
  }
  return all;
}
