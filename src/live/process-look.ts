/** Whether a process of this machine is there, without starting one. */
import { readFile, stat } from 'node:fs/promises';

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

async function lookInProc(id: number): Promise<ProcessLook> {
  try {
    const { uid } = await stat(`/proc/${id}`);
    const text = await readFile(`/proc/${id}/stat`, 'latin1');
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
