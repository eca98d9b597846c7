/** Judges each idea in all clothes, and says whether the first sight was right. */
import type { TurnEvent } from '../../../src/core/events.js';
import type { Verdict } from '../../../src/core/verdict.js';
import { Judge, type Overrides } from '../../../src/core/judge.js';
import { defaultPreset } from '../../../src/core/thresholds/thresholds.js';
import { keyOf, partsFor, Uses } from '../parts.js';
import { clothes, type Clothing } from './clothes.js';
import type { Idea } from './idea.js';
import { ideas } from './ideas.js';

type Outcome = 'right' | 'missed' | 'too early' | 'too late' | 'alarmed' | 'warned';

/** An idea without the way to tell it. */
export type IdeaOutline = Pick<Idea, 'name' | 'expected' | 'why'>;

/** What an idea gave in one of its clothes. */
export interface Sight {
  clothing: string;
  outcome: Outcome;
  /** The verdicts that matter, in words. */
  got: string;
  /** By key of a part, the outcome without it. */
  without: Map<string, Outcome>;
}

export function isStall({ expected }: IdeaOutline): boolean {
  return typeof expected === 'object';
}

function tellIdea({ tell, prompt = 'Make it work.' }: Idea, clothing: Clothing): TurnEvent[] {
  const { desk, story } = clothing.dress();
  story.turn(prompt);
  tell(desk, story);
  return story.events;
}

/** They are judged one by one. */
export const ideaNames: readonly string[] = ideas.map(({ name }) => name);

/** One idea in all clothes. */
export interface IdeaResult {
  idea: IdeaOutline;
  sights: Sight[];
}

/** @param ablation also judges with each part left out that has a say */
export function judgeIdea(wanted: string, overrides: Overrides, ablation: boolean): IdeaResult {
  const idea = ideas.find(({ name }) => name === wanted);
  if (idea === undefined) {
    throw new Error(`there is no idea "${wanted}"`);
  }
  const { name, expected, why } = idea;
  return {
    idea: { name, expected, why },
    sights: clothes.map((clothing) => judgeSight(idea, clothing, overrides, ablation)),
  };
}

function judgeSight(
  idea: Idea,
  clothing: Clothing,
  overrides: Overrides,
  ablation: boolean,
): Sight {
  const events = tellIdea(idea, clothing);
  const uses = new Uses();
  const verdicts = judgeEvents(
    events,
    new Judge(overrides, ablation ? uses.onFact : undefined, ablation ? uses.onFinding : undefined),
  );
  const without = partsFor(overrides.preset ?? defaultPreset, uses).map(
    (part): [string, Outcome] => [
      keyOf(part),
      compare(idea, judgeEvents(events, new Judge(overrides, undefined, undefined, part.leftOut))),
    ],
  );
  return {
    clothing: clothing.name,
    outcome: compare(idea, verdicts),
    got: describe(verdicts),
    without: new Map(without),
  };
}

function judgeEvents(events: readonly TurnEvent[], judge: Judge): Verdict[] {
  return events
    .flatMap((event) => judge.push(event).verdicts)
    .filter(({ level }) => level !== 'waiting');
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
