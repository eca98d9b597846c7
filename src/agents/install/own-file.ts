/** Files that are entirely ours: a plugin, a script, a separate hook file. They carry our mark; a file without it is never touched. */
import type { HookStatus, Result } from '../agent.js';
import { HOOK_MARK } from './hook-client.js';

/** `wanted` must contain `HOOK_MARK`. */
export function addOwnFile(text: string, wanted: string): Result<{ text: string }> {
  return text === '' || isOurs(text)
    ? { text: wanted }
    : { problem: 'a file of this name exists that isn’t from Turnwatch' };
}

export function removeOwnFile(text: string): { text: string } {
  return { text: isOurs(text) ? '' : text };
}

export function ownFileStatus(text: string, wanted: string): HookStatus {
  if (!isOurs(text)) {
    return 'absent';
  }
  return text === wanted ? 'installed' : 'outdated';
}

function isOurs(text: string): boolean {
  return text.includes(HOOK_MARK);
}
