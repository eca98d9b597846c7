/** What a step was worth: the one judgement that detectors, timeline and action history share. */
import type { Step } from '../turns/session.js';
import type { CallValue, Worth } from './evidence.js';
import type { SessionMemory } from './memory.js';
import { observe } from './observe.js';
import { judgeCall, type WorthRule } from './worth-rules.js';

/** One value per call. A step judged again, because it was reopened, comes to the same result. */
export function judgeCalls(
  { calls }: Step,
  memory: SessionMemory,
  rules?: readonly WorthRule[],
): CallValue[] {
  return calls.map((call) => judgeCall(observe(call, memory), rules));
}

/** A step is worth as much as its best call; neutral calls beside others do not count. */
export function rateStep(values: readonly CallValue[]): Worth {
  let best: Worth = 'neutral';
  for (const { worth } of values) {
    if (worth === 'progress') {
      return worth;
    }
    if (worth === 'idle' || best === 'neutral') {
      best = worth;
    }
  }
  return best;
}
