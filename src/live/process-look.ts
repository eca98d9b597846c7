/** Whether a process of this machine is there, and which an agent has. Starts none. */
import { realpath, stat } from 'node:fs/promises';
import type { SessionRunner } from '../agents/agent.js';
import { knownAgent } from '../agents/index.js';
import { findProcesses } from '../agents/live/process-folders.js';
import { readText } from '../bounded-files.js';

/**
 * `identity`: differs for a later process with the same id, where the platform tells. `unknown`: this process cannot be judged; it
 * may be another user's, or one of another machine or container.
 */
export type ProcessLook =
  | { state: 'alive'; identity: string }
  | { state: 'gone' }
  | { state: 'unknown' };

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

/** What the agent has written down of what runs a log's session; undefined if it writes nothing of the kind. */
export async function readRunner(
  agent: string,
  log: string | undefined,
): Promise<SessionRunner | undefined> {
  return log === undefined ? undefined : knownAgent(agent)?.logs.readRunner?.(log);
}

export function tellsRunner(agent: string): boolean {
  return knownAgent(agent)?.logs.readRunner !== undefined;
}

/** The one that the agent tells, or else its processes in a folder. One that cannot be resolved is of another machine. */
export async function findAgents(agent: string, folder: string, log?: string): Promise<number[]> {
  const runner = await readRunner(agent, log);
  if (runner?.process !== undefined) {
    return runner.isOver ? [] : [runner.process];
  }
  const program = knownAgent(agent)?.process;
  const real = await realpath(folder).catch(() => undefined);
  return program === undefined || real === undefined ? [] : findProcesses(program, real);
}
