/** What Kimi Code calls itself, and its own folder. */
import type { Surroundings } from '../agent.js';
import type { FolderVariable } from '../definition.js';
import { ownFolder } from '../live/log-folders.js';

export const AGENT_ID = 'kimi-code';
export const folderVariable: FolderVariable = {
  name: 'KIMI_CODE_HOME',
  program: /^(?:kimi|node|MainThread)/,
};

export function findHome(where: Surroundings): string {
  return ownFolder(where, folderVariable.name, '.kimi-code');
}
