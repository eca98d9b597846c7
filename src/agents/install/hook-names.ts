/**
 * Names that an installed hook and the window that it asks have in common.
 *
 * Frozen: all of them stand in the text of installed commands.
 */

/** Says that the hook waits for the person, and for which prompts. */
export const PROMPT_HEADER = 'X-Turnwatch-Prompt';
/** In seconds: so long does such a hook wait at most. */
export const PROMPT_SECONDS = 590;

/** The curl configuration in our folder: address, token, time limits. Written by the bridge, mode 0600. */
export const CLIENT_CONFIG = 'hook.curl';
/** Marks everything that we add to an agent's files, and nothing else. */
export const HOOK_MARK = 'X-Turnwatch-Agent:';

/** This header identifies an agent's hooks in a file, whatever the folder. */
export function agentHeader(agent: string): string {
  return `${HOOK_MARK} ${agent}`;
}

/** In our folder: an agent's hooks of the kinds `order` and `tell` ask while their order file lies here. Written by the bridge. */
export const ORDERS_FOLDER = 'orders';
/** In place of the id of a session that its hooks cannot name. */
export const ANY_SESSION = 'any';

/** The name of an order file. `session`: undefined where the hooks do not know it. */
export function orderName(installedFor: string, session: string | undefined): string {
  const isPlain = session !== undefined && /^[A-Za-z0-9_-]{1,100}$/.test(session);
  return `${installedFor}.${isPlain ? session : ANY_SESSION}`;
}
