/** Older versions wrote sub-agents into their parent's file, without a name: a line belongs to the chain of its `parentUuid`. */

/** Lines whose children may still come. */
const REMEMBERED = 10_000;

export class Sidechains {
  private readonly chainOf = new Map<string, string>();

  /** A name for the sub-agent of a line; undefined for a line of the session itself. */
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
