/** Detects duplicates: a program that runs the hook files of two agents sends each hook twice. Pure. */
import type { TurnEvent } from '../../core/events.js';
import { hashText } from '../../core/identity/hash.js';

/** Milliseconds within which equal hooks of two files count as one. */
const TWIN_MS = 1000;
const MOST_KEPT = 64;

interface HookSighting {
  key: string;
  by: string;
  at: number;
}

export class DuplicateHooks {
  private seen: HookSighting[] = [];

  /** `by`: the agent whose hook file it came from; `at`: the host's time in milliseconds. */
  isDuplicate(by: string, events: readonly TurnEvent[], at: number): boolean {
    this.seen = this.seen.filter((each) => at - each.at <= TWIN_MS).slice(-MOST_KEPT);
    const key = hashText(JSON.stringify(events.map((event) => ({ ...event, at: undefined }))));
    const twin = this.seen.findIndex((each) => each.by !== by && each.key === key);
    if (twin >= 0) {
      this.seen.splice(twin, 1);
      return true;
    }
    this.seen.push({ key, by, at });
    return false;
  }
}
