/** What-if answers for a growing list of events: earlier runs are kept and only fed the new events. */
import type { TurnEvent } from '../../core/events.js';
import { WhatIfRun, type WhatIf, type WhatIfQuestion } from '../../core/thresholds/what-if.js';
import { inSlices } from '../../scheduling.js';

/** Kept runs: one per preset, and the newest drafts. */
const KEPT_RUNS = 8;
/** Limits of one answer, in milliseconds and events; beyond them it covers only the first events. */
const LONGEST_MS = 10_000;
const MOST_EVENTS = 200_000;

interface Kept {
  run: WhatIfRun;
  events: readonly TurnEvent[];
  covered: number;
}

export interface Answered {
  result: WhatIf;
  /** Number of events covered. */
  covered: number;
}

export class WhatIfRuns {
  private readonly runs = new Map<string, Kept>();

  /** @returns undefined once `isOutdated` by a newer request. */
  async answer(
    events: readonly TurnEvent[],
    question: WhatIfQuestion,
    isOutdated: () => boolean,
  ): Promise<Answered | undefined> {
    const kept = this.keep(events, question);
    const result = await inSlices(pushEvents(kept), isOutdated);
    return result && { result, covered: kept.covered };
  }

  clear(): void {
    this.runs.clear();
  }

  private keep(events: readonly TurnEvent[], question: WhatIfQuestion): Kept {
    const name = JSON.stringify(question);
    const known = this.runs.get(name);
    this.runs.delete(name);
    const kept =
      known?.events === events ? known : { run: new WhatIfRun(question), events, covered: 0 };
    this.runs.set(name, kept);
    const [oldest] = this.runs.keys();
    if (this.runs.size > KEPT_RUNS && oldest !== undefined) {
      this.runs.delete(oldest);
    }
    return kept;
  }
}

/** Yields after each event. */
function* pushEvents(kept: Kept): Generator<undefined, WhatIf> {
  const end = Math.min(kept.events.length, MOST_EVENTS);
  const latest = performance.now() + LONGEST_MS;
  while (kept.covered < end && performance.now() < latest) {
    const event = kept.events[kept.covered];
    kept.covered += 1;
    if (event !== undefined) {
      kept.run.push(event);
    }
    yield;
  }
  return kept.run.result;
}
