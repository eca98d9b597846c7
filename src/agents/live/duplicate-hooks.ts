/** One program may run the hooks files of two agents, and then tells everything twice: the second telling is known here. Pure. */
import type { TurnEvent } from '../../core/events.js';
import { hashText } from '../../core/identity/hash.js';

/** Within this time the same hook of another file is the same (milliseconds). */
const TWIN_MS = 1000;
const MOST_KEPT = 64;

interface HookSighting {
  key: string;
  by: string;
  at: number;
}

export class DuplicateHooks {
  private told: HookSighting[] = [];

  /** `by`: the agent for whose hooks file it came; `at`: the host's time in milliseconds. */
  toldBefore(by: string, events: readonly TurnEvent[], at: number): boolean {
    this.told = this.told.filter((each) => at - each.at <= TWIN_MS).slice(-MOST_KEPT);
    const key = hashText(JSON.stringify(events.map((event) => ({ ...event, at: undefined }))));
    const twin = this.told.findIndex((each) => each.by !== by && each.key === key);
    if (twin >= 0) {
      this.told.splice(twin, 1);
      return true;
    }
    this.told.push({ key, by, at });
    return false;
  }
}
