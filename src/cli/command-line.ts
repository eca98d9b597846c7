/** What the commands share: how they end, how they say what is wrong, and the machine they run on. */
import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Surroundings } from '../agents/agent.js';
import type { AgentHomes } from '../agents/definition.js';
import { folderVariables } from '../agents/index.js';
import { RunningProcesses } from '../agents/live/process-folders.js';
import { readErrorMessage } from '../core/error-words.js';
import { oneLine } from '../core/escape-controls.js';
import type { Overrides } from '../core/judge.js';
import {
  isPreset,
  isThresholdKey,
  presets,
  thresholdProblem,
} from '../core/thresholds/thresholds.js';

/** It cannot be done as asked; the message says why, in one line. */
export class Unusable extends Error {}

/** As `parseArgs`, for which `--set a=1 b=2` means `--set a=1 --set b=2`. @throws Unusable, with the usage */
export function parsed<T extends ParseArgsConfig>(
  args: readonly string[],
  config: T,
  usage: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs<T>({ ...config, args: withSeparateSets(args) });
  } catch (error) {
    throw new Unusable(`${readErrorMessage(error)}; ${usage}`);
  }
}

/** `--set a=1 b=2` means `--set a=1 --set b=2`. */
function withSeparateSets(args: readonly string[]): string[] {
  const separate: string[] = [];
  let inSet = false;
  for (const [i, arg] of args.entries()) {
    const isPair = /^[A-Za-z]+\.[A-Za-z]+=/.test(arg);
    if (inSet && isPair && args[i - 1] !== '--set') {
      separate.push('--set');
    }
    separate.push(arg);
    inSet = arg === '--set' || arg.startsWith('--set=') || (inSet && isPair);
  }
  return separate;
}

/**
 * What `--preset` and `--set` say.
 * @param pairs `key=value`; later ones override earlier ones
 * @throws Unusable, with a sentence that names the error
 */
export function readOverrides(
  preset: string | undefined,
  pairs: readonly string[] = [],
): Overrides {
  const result: Overrides = { set: {} };
  if (preset !== undefined) {
    if (!isPreset(preset)) {
      throw new Unusable(`unknown preset "${preset}"; known: ${presets.join(', ')}`);
    }
    result.preset = preset;
  }
  for (const pair of pairs) {
    const [, key, text] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    if (key === undefined || text === undefined) {
      throw new Unusable(`--set needs key=value, got "${pair}"`);
    }
    const problem = thresholdProblem(key, text.trim() === '' ? Number.NaN : Number(text));
    if (problem !== undefined || !isThresholdKey(key)) {
      throw new Unusable(problem ?? key);
    }
    result.set[key] = Number(text);
  }
  return result;
}

/** An existing folder, whole and without links. @throws Unusable */
export function readFolder(folder = '.'): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Unusable(`${folder}: no such folder`);
  }
  return realpathSync(resolve(folder));
}

/** Runs a command to its exit code; unusable input is one line on standard error, and 2. */
export async function runToExit(command: () => Promise<number>): Promise<void> {
  // the reader may need only the beginning (`| head`)
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      throw error;
    }
  });
  let code = 2;
  try {
    code = await command();
  } catch (error) {
    if (!(error instanceof Unusable)) {
      throw error;
    }
    console.error(oneLine(error.message, 2000));
  }
  // at once, whatever is still under way, but after what was written to a pipe
  process.stdout.write('', () => process.exit(code));
}

/** Text from a file, of any length, without line breaks and without control codes for the terminal. */
export function printable(text: string): string {
  return text.replace(/\s*[\u0000-\u001f\u007f-\u009f\u2028\u2029]+\s*/g, ' ');
}

const processes = new RunningProcesses('/proc', folderVariables);

/** The person's own folders. */
export function ownSurroundings(): Surroundings {
  return { env: process.env, home: homedir(), platform: process.platform };
}

/** The same, and those that the running agents were told. */
export function surroundings(): Surroundings {
  return { ...ownSurroundings(), ...(process.platform === 'linux' && { processes }) };
}

/** The same for every agent. */
export const homes: AgentHomes = { surroundings };
