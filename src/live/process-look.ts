/** Whether a process of this machine is there, and which an agent has. Starts none. */
import { realpath, stat } from 'node:fs/promises';
import { knownAgent } from '../agents/index.js';
import { findProcesses } from '../agents/live/process-folders.js';
import { readText } from '../bounded-files.js';

/**
 * `identity`: differs for a later process with the same id, where the platform tells. `unknown`: this process cannot be judged; it
 * may be another user's, or one of another machine or container.
 */
export type ProcessLook =
  { state: 'alive'; identity: string } | { state: 'gone' } | { state: 'unknown' };

export function lookAtProcess(
  id: number,
  platform: NodeJS.Platform = process.platform,
): Promise<ProcessLook> {
  return platform === 'linux' ? lookInProc(id) : Promise.resolve(askBySignal(id));
}

/** One line of numbers (bytes). */
const LARGEST_STAT = 8192;

async function lookInProc(id: number): Promise<ProcessLook> {
  try {
    const { uid } = await stat(`/proc/${id}`);
    const text = await readText(`/proc/${id}/stat`, LARGEST_STAT);
    if (uid !== process.getuid?.()) {
      return { state: 'unknown' };
    }
    // the program's name is in parentheses and may contain anything; state and start time are the 3rd and the 22nd field
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state = '', startedAt] = [fields[0], fields[19]];
    if (startedAt === undefined) {
      return { state: 'unknown' };
    }
    return 'ZX'.includes(state) ? { state: 'gone' } : { state: 'alive', identity: startedAt };
  } catch (error) {
    const isGone = hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH');
    return { state: isGone ? 'gone' : 'unknown' };
  }
}

/** Signal 0 only asks. */
function askBySignal(id: number): ProcessLook {
  try {
    process.kill(id, 0);
    return { state: 'alive', identity: '' };
  } catch (error) {
    return { state: hasCode(error, 'ESRCH') ? 'gone' : 'unknown' };
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Whether the agent writes down which process runs a session, beside its log. */
export function tellsProcess(agent: string): boolean {
  return knownAgent(agent)?.logs.readProcess !== undefined;
}

/** The one that the agent's log tells, or else the agent's processes in a folder. One that cannot be resolved is of another machine. */
export async function findAgents(agent: string, folder: string, log?: string): Promise<number[]> {
  const { process: program, logs } = knownAgent(agent) ?? {};
  const told = log === undefined ? undefined : await logs?.readProcess?.(log);
  if (told !== undefined) {
    return [told];
  }
  const real = await realpath(folder).catch(() => undefined);
  return program === undefined || real === undefined ? [] : findProcesses(program, real);
}
