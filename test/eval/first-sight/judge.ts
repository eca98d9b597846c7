/** Judges each idea in all clothes, and says whether the first sight was right. */
import type { TurnEvent } from '../../../src/core/events.js';
import type { Verdict } from '../../../src/core/verdict.js';
import { newJudge } from '../../unit/support/judging.js';
import { clothes, type Clothing } from './clothes.js';
import type { Idea } from './idea.js';
import { ideas } from './ideas.js';

type Outcome = 'right' | 'missed' | 'too early' | 'too late' | 'alarmed' | 'warned';

export interface Sight {
  idea: Idea;
  clothing: string;
  outcome: Outcome;
  /** The verdicts that matter, in words. */
  got: string;
}

export function isStall({ expected }: Idea): boolean {
  return typeof expected === 'object';
}

function tellIdea(
  { tell, prompt = 'Make it work.' }: Idea,
  clothing: Clothing,
): TurnEvent[] {
  const { desk, story } = clothing.dress();
  story.turn(prompt);
  tell(desk, story);
  return story.events;
}

/** Every idea in all clothes. */
export function judgeIdeas(): Sight[] {
  return ideas.flatMap((idea) => clothes.map((clothing) => judgeIdea(idea, clothing)));
}

function judgeIdea(idea: Idea, clothing: Clothing): Sight {
  const judge = newJudge();
  const verdicts = tellIdea(idea, clothing)
    .flatMap((event) => judge.push(event).verdicts)
    .filter(({ level }) => level !== 'waiting');
  return {
    idea,
    clothing: clothing.name,
    outcome: compare(idea, verdicts),
    got: describe(verdicts),
  };
}

function compare({ expected }: Idea, verdicts: readonly Verdict[]): Outcome {
  const stalled = verdicts.find(({ level }) => level === 'stalled');
  if (typeof expected !== 'object') {
    if (stalled !== undefined) {
      return 'alarmed';
    }
    return expected === 'quiet' && verdicts.length > 0 ? 'warned' : 'right';
  }
  if (stalled === undefined) {
    return 'missed';
  }
  const call = stalled.call + 1;
  if (call < expected.from) {
    return 'too early';
  }
  return call > expected.to ? 'too late' : 'right';
}

function describe(verdicts: readonly Verdict[]): string {
  const first = (level: Verdict['level']): string[] => {
    const verdict = verdicts.find((each) => each.level === level);
    return verdict === undefined
      ? []
      : [`${level} at call ${verdict.call + 1}: ${verdict.reason} [${verdict.detector}]`];
  };
  return [...first('watch'), ...first('stalled')].join('; ') || 'nothing';
}
