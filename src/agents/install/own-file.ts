/** Files that are ours as a whole: a plugin, a script, a hook file beside others. They bear our mark; a foreign file of that name is never touched. */
import type { HookStatus, Result } from '../agent.js';
import { HOOK_MARK } from './hook-client.js';

/** `wanted` must hold `HOOK_MARK`. */
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
