/** Older versions log sub-agents in their parent's file without an id: `parentUuid` links each line to its sub-agent. */

import { Recent } from '../../core/identity/recent.js';

/** Most lines remembered as possible parents. */
const REMEMBERED = 10_000;

export class Sidechains {
  private readonly findChain = new Recent<string>(REMEMBERED);

  /** An id for the line's sub-agent; undefined for a line of the main session. */
  of(line: Record<string, unknown>): string | undefined {
    if (line['isSidechain'] !== true) {
      return undefined;
    }
    const [uuid, parent] = [line['uuid'], line['parentUuid']];
    const known = typeof parent === 'string' ? this.findChain.get(parent) : undefined;
    const chain = known ?? `sidechain-${typeof uuid === 'string' ? uuid.slice(0, 8) : 'unnamed'}`;
    if (typeof uuid === 'string') {
      this.findChain.set(uuid, chain);
    }
    return chain;
  }
}
