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
import { readOverrides, withSeparateSets } from '../core/thresholds/overrides.js';

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

/** What `--preset` and `--set` say. @throws Unusable */
export function readThresholdFlags(
  preset: string | undefined,
  set: readonly string[] = [],
): Overrides {
  const overrides = readOverrides(preset, set);
  if ('problem' in overrides) {
    throw new Unusable(overrides.problem);
  }
  return overrides;
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
