/** What-if answers for a growing list of events: what was asked before is only told the events that have come since. */
import type { TurnEvent } from '../../core/events.js';
import { WhatIfRun, type WhatIf, type WhatIfQuestion } from '../../core/thresholds/what-if.js';
import { inSlices } from '../scheduling.js';

/** One for each preset, and the newest drafts. */
const KEPT_RUNS = 8;
/** No answer takes longer (milliseconds) or covers more events; it then covers the first ones only. */
const LONGEST_MS = 10_000;
const MOST_EVENTS = 200_000;

interface Kept {
  run: WhatIfRun;
  events: readonly TurnEvent[];
  told: number;
}

export interface Answered {
  result: WhatIf;
  /** How many of the events it covers. */
  told: number;
}

export class WhatIfRuns {
  private readonly runs = new Map<string, Kept>();

  /** @returns nothing once `isOutdated`: somebody asked something else. */
  async answer(
    events: readonly TurnEvent[],
    question: WhatIfQuestion,
    isOutdated: () => boolean,
  ): Promise<Answered | undefined> {
    const kept = this.keep(events, question);
    const result = await inSlices(tell(kept), isOutdated);
    return result && { result, told: kept.told };
  }

  clear(): void {
    this.runs.clear();
  }

  private keep(events: readonly TurnEvent[], question: WhatIfQuestion): Kept {
    const name = JSON.stringify(question);
    const known = this.runs.get(name);
    this.runs.delete(name);
    const kept =
      known?.events === events ? known : { run: new WhatIfRun(question), events, told: 0 };
    this.runs.set(name, kept);
    const [oldest] = this.runs.keys();
    if (this.runs.size > KEPT_RUNS && oldest !== undefined) {
      this.runs.delete(oldest);
    }
    return kept;
  }
}

/** In parts of one event. */
function* tell(kept: Kept): Generator<undefined, WhatIf> {
  const end = Math.min(kept.events.length, MOST_EVENTS);
  const latest = performance.now() + LONGEST_MS;
  while (kept.told < end && performance.now() < latest) {
    const event = kept.events[kept.told];
    kept.told += 1;
    if (event !== undefined) {
      kept.run.push(event);
    }
    yield;
  }
  return kept.run.result;
}
