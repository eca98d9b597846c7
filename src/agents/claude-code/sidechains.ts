/** Older versions log sub-agents in their parent's file without an id: `parentUuid` links each line to its sub-agent. */

/** Most lines remembered as possible parents. */
const REMEMBERED = 10_000;

export class Sidechains {
  private readonly chainOf = new Map<string, string>();

  /** An id for the line's sub-agent; undefined for a line of the main session. */
  of(line: Record<string, unknown>): string | undefined {
    if (line['isSidechain'] !== true) {
      return undefined;
    }
    const [uuid, parent] = [line['uuid'], line['parentUuid']];
    const known = typeof parent === 'string' ? this.chainOf.get(parent) : undefined;
    const chain = known ?? `sidechain-${typeof uuid === 'string' ? uuid.slice(0, 8) : 'unnamed'}`;
    if (typeof uuid === 'string') {
      this.chainOf.set(uuid, chain);
      const oldest = this.chainOf.size > REMEMBERED ? this.chainOf.keys().next().value : undefined;
      if (oldest !== undefined) {
        this.chainOf.delete(oldest);
      }
    }
    return chain;
  }
}
