/** What puts our hooks into agents' files: loaded if hooks are installed, for Connect, and at uninstall. */
import type { HookInstall } from '../agent.js';
import { knownAgents } from '../index.js';

/** By agent id. */
export const installers: ReadonlyMap<string, HookInstall> = new Map(
  await Promise.all(
    knownAgents.map(async (agent) => [agent.id, await agent.install?.()] as const),
  ).then((all) => all.flatMap(([id, its]) => (its === undefined ? [] : [[id, its]]))),
);
