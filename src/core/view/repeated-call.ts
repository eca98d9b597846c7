/**
 * What repeats in a verdict's evidence, by name: the one command or file that most of its steps share. It is named where the
 * verdict is given and stays so; what repeats later is counted beside it.
 */
import type { Step } from '../turns/session.js';
import type { Verdict } from '../verdict.js';
import { countFromOne, stepRanges } from './timeline/rows.js';
import type { RepeatedCall } from './snapshot.js';
import type { Message, PersonTextId } from './words/wording.js';

/** Judged calls that are remembered: more than a verdict lists. */
const REMEMBERED = 512;
/** Fewer are no row. */
const FEWEST = 3;
const TITLE_LENGTH = 60;

/** Sentences that name something else that is more telling. */
const naming: ReadonlySet<PersonTextId> = new Set<PersonTextId>([
  'verdict.error-loop.error',
  'verdict.edit-test.copy',
  'verdict.edit-test.script',
  'verdict.edit-test.silent',
  'verdict.loop.rounds',
]);

interface JudgedCall {
  number: number;
  key: string;
  outcome: string | undefined;
  failed: boolean;
  step: number;
  turn: number;
}

export class RepeatedCalls {
  /** Oldest first. */
  private calls: JudgedCall[] = [];
  private named: (RepeatedCall & { verdict: string; key: string }) | undefined;

  countStep({ calls, values, number, turn }: Step): void {
    const newest = this.calls.at(-1)?.number ?? -1;
    calls.forEach((call, i) => {
      const evidence = values[i]?.evidence;
      if (evidence === undefined || call.number <= newest) {
        return;
      }
      const { key, failed, untold } = evidence.outcome;
      this.calls.push({
        number: call.number,
        key: call.key,
        // nobody knows whether results that are not told are the same
        outcome: untold && !failed ? undefined : key,
        failed,
        step: number,
        turn,
      });
      this.count(call.key, number);
    });
    if (this.calls.length > 2 * REMEMBERED) {
      this.calls = this.calls.slice(-REMEMBERED);
    }
  }

  /** Names what repeats in the evidence, if one call does. @param findTitle one line, redacted */
  name(verdict: Verdict, findTitle: (call: number) => string | undefined): void {
    this.named = undefined;
    const { what, kind } = verdict;
    if (
      naming.has(what.id) ||
      !(kind === 'loop' || kind === 'error-loop' || kind === 'no-progress')
    ) {
      return;
    }
    const evidence = new Set(verdict.evidence.calls);
    const judged = this.calls.filter(({ number }) => evidence.has(number));
    const last = mostRepeated(judged);
    const title = last && findTitle(last.number);
    if (last === undefined || title === undefined || title === '') {
      return;
    }
    const ofTurn = this.calls.filter(
      ({ turn, number }) => turn === last.turn && number <= verdict.call,
    );
    // the evidence alone where that is enough, as its steps stand beside the sentence
    const shown = [
      ...[judged, ofTurn].map((calls) => calls.filter((call) => isEqual(call, last))),
      ...[judged, ofTurn].map((calls) => calls.filter(({ key }) => key === last.key)),
    ].find((calls) => listSteps(calls).length >= FEWEST);
    if (shown === undefined) {
      return;
    }
    const steps = listSteps(shown);
    const params = { call: cutTitle(title), count: steps.length, steps: stepRanges(steps) };
    this.named = {
      verdict: verdict.id,
      key: last.key,
      what: { id: makeSentence(shown, last), params },
    };
  }

  /** What was named for this verdict. */
  findRepeated({ id }: Partial<Pick<Verdict, 'id'>>): RepeatedCall | undefined {
    if (this.named === undefined || this.named.verdict !== id) {
      return undefined;
    }
    const { what, later } = this.named;
    return { what, ...(later !== undefined && { later }) };
  }

  private count(key: string, step: number): void {
    const { named } = this;
    if (named?.key === key && named.later?.step !== countFromOne(step)) {
      named.later = { count: (named.later?.count ?? 0) + 1, step: countFromOne(step) };
    }
  }
}

/** The newest call of the kind that most steps share; undefined if that is less than half of them. */
function mostRepeated(calls: readonly JudgedCall[]): JudgedCall | undefined {
  const byKey = new Map<string, JudgedCall[]>();
  for (const call of calls) {
    byKey.set(call.key, [...(byKey.get(call.key) ?? []), call]);
  }
  const most = [...byKey.values()].reduce<JudgedCall[]>(
    (best, each) => (listSteps(each).length >= listSteps(best).length ? each : best),
    [],
  );
  return listSteps(most).length * 2 >= listSteps(calls).length ? most.at(-1) : undefined;
}

function listSteps(calls: readonly JudgedCall[]): number[] {
  return [...new Set(calls.map(({ step }) => countFromOne(step)))];
}

function isEqual({ key, outcome }: JudgedCall, to: JudgedCall): boolean {
  return key === to.key && outcome !== undefined && outcome === to.outcome;
}

function makeSentence(calls: readonly JudgedCall[], last: JudgedCall): Message['id'] {
  const haveFailed = calls.every(({ failed }) => failed);
  return calls.every((call) => isEqual(call, last))
    ? haveFailed
      ? 'repeated.failed'
      : 'repeated.result'
    : haveFailed
      ? 'repeated.failing'
      : 'repeated.call';
}

function cutTitle(title: string): string {
  return title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH - 1)}…` : title;
}
