/** The judges of the tests: `npm run eval` runs the cases with parts left out, to see which cases need which part. */
import { Judge, type LeftOut, type Overrides } from '../../../src/core/judge.js';
import type { FindingListener } from '../../../src/core/session-judge.js';
import type { TurnFactListener } from '../../../src/core/turns/turn-fact.js';

interface Judging {
  onFact?: TurnFactListener;
  onFinding?: FindingListener;
  leftOut?: LeftOut;
  /** Names of the toolsets in which a scene is told; all if absent. */
  toolsets?: readonly string[];
}

let current: Judging = {};

export function newJudge(overrides?: Overrides): Judge {
  return new Judge(overrides, current.onFact, current.onFinding, current.leftOut);
}

export function isToldIn(toolset: string): boolean {
  return current.toolsets?.includes(toolset) ?? true;
}

/** All judges that `act` makes are of this kind. */
export function judging<T>(how: Judging, act: () => T): T {
  const before = current;
  current = how;
  try {
    return act();
  } finally {
    current = before;
  }
}
