/** By action: the steps that issued it last, and the row of outcomes that differ only in numbers. */
import { Recent } from '../identity/recent.js';
import type { Answer } from './answer.js';
import type { OnlyNumbers } from './evidence.js';

/** The step that last issued an action and its outcome; `before`: the step before that one. */
export interface IssuedAction {
  readonly step: number;
  readonly outcome: string;
  readonly numberless: string;
  /** Steps that issued it since the newest instruction. */
  readonly times: number;
  /** Undefined for the first outcome of a row: most actions are issued once. */
  readonly alike: AlikeOutcomes | undefined;
  before: IssuedAction | undefined;
}

/** Outcomes in a row that are equal but for numbers, with nothing changed between. */
export interface AlikeOutcomes {
  readonly steps: number;
  /** At least two of them differ. */
  readonly differ: boolean;
  /** The numbers of the newest. */
  readonly numbers: readonly number[];
  /** By place of a number: whether it only ever rose, or fell, or stayed; undefined where it did both. */
  readonly trends: readonly (Trend | undefined)[];
}
type Trend = 'rises' | 'falls' | 'stays';

const ACTIONS = 4096;

export class ActionMemory {
  private readonly issued = new Recent<IssuedAction>(ACTIONS);

  /**
   * @param changedIn the newest step in which files changed
   * @param instructedIn the step from which on the newest instruction holds
   * @returns the last issue by an earlier step: a step that is judged again gets the same answer
   */
  issue(
    action: string,
    { step, outcome, numberless, normal }: Answer,
    changedIn: number,
    instructedIn: number,
  ): { times: number; earlier: IssuedAction | undefined; alike: AlikeOutcomes | undefined } {
    const known = this.issued.get(action);
    const earlier = known?.step === step ? known.before : known;
    const alike =
      earlier?.numberless === numberless && earlier.step >= changedIn
        ? withOutcome(earlier, outcome, normal)
        : undefined;
    const times = (earlier === undefined || earlier.step < instructedIn ? 0 : earlier.times) + 1;
    // only one step back is ever needed
    if (earlier !== undefined) {
      earlier.before = undefined;
    }
    this.issued.set(action, { step, outcome, numberless, times, alike, before: earlier });
    return { times, earlier, alike };
  }
}

/** Numbers of an output that are followed. */
const FOLLOWED = 16;
const number = /-?\d+(?:\.\d+)?/g;

function withOutcome(
  { alike, outcome: before }: IssuedAction,
  outcome: string,
  text: string,
): AlikeOutcomes {
  const differ = outcome !== before;
  const numbers = differ || alike === undefined ? numbersIn(text) : alike.numbers;
  return {
    steps: (alike?.steps ?? 1) + 1,
    differ: differ || alike?.differ === true,
    numbers,
    trends: numbers.map((value, i) => trend(alike, i, value)),
  };
}

function numbersIn(text: string): number[] {
  const numbers: number[] = [];
  number.lastIndex = 0;
  for (
    let match = number.exec(text);
    match && numbers.length < FOLLOWED;
    match = number.exec(text)
  ) {
    numbers.push(Number(match[0]));
  }
  return numbers;
}

function trend(alike: AlikeOutcomes | undefined, place: number, value: number): Trend | undefined {
  const before = alike?.numbers[place];
  if (alike === undefined || before === undefined) {
    return 'stays';
  }
  const known = alike.trends[place];
  if (value === before) {
    return known;
  }
  const step: Trend = value > before ? 'rises' : 'falls';
  return known === 'stays' || known === step ? step : undefined;
}

export function onlyNumbersIn(
  { differ, steps, trends }: AlikeOutcomes,
  live: boolean,
): OnlyNumbers | undefined {
  const moves = trends.some((each) => each === 'rises' || each === 'falls');
  return differ ? { steps, moves, live } : undefined;
}
