/** Judges a run by a preset, and by the simple rules over the same fold. */
import { Judge, type LeftOut, type Overrides } from '../../src/core/judge.js';
import type { FindingListener } from '../../src/core/session-judge.js';
import type { TurnFactListener } from '../../src/core/turns/turn-fact.js';
import type { Verdict } from '../../src/core/verdict.js';
import type { Run } from './folder.js';
import { alarmsOf, PlainCalls, rules } from './rules.js';
import type { Judged } from './score.js';

/** Whether a session was close once a step was judged. */
interface JudgedStep {
  session: string;
  turn: number;
  step: number;
  /** Its highest call. */
  call: number;
  isClose: boolean;
}

export interface JudgedRun extends Judged {
  agent: string;
  calls: number;
  verdicts: Verdict[];
  /** All judged steps, in order. */
  steps: JudgedStep[];
}

interface Listeners {
  onFact?: TurnFactListener;
  onFinding?: FindingListener;
}

export function judge(
  { file, label, unknown, events }: Omit<Run, 'folder'>,
  overrides: Overrides,
  { onFact, onFinding }: Listeners = {},
  leftOut?: LeftOut,
): JudgedRun {
  const steps: JudgedStep[] = [];
  let ended = 0;
  const judge = new Judge(
    overrides,
    (session, fact) => {
      if (fact.kind === 'step-end') {
        const { turn, number: step } = fact.step;
        const call = Math.max(...fact.step.calls.map(({ number }) => number));
        steps.push({ session: session.id, turn, step, call, isClose: false });
      }
      onFact?.(session, fact);
    },
    onFinding,
    leftOut,
  );
  const verdicts = events.flatMap((event) => {
    const judgement = judge.push(event);
    // only now has everything that the event ended been judged
    for (const step of steps.slice(ended)) {
      step.isClose = judge.isClose(step.session);
    }
    ended = steps.length;
    return judgement.verdicts;
  });
  const alarms = verdicts
    .filter(({ level }) => level === 'stalled')
    .map(({ session, call, reason }) => ({ session, call, reason }));
  const sessions = [...judge.sessions.values()];
  const calls = sessions.reduce((sum, session) => sum + session.calls, 0);
  const [{ id: session, agent, calls: mainCalls } = { id: '', agent: '', calls: 0 }] = sessions;
  return { file, session, agent, mainCalls, calls, label, unknown, alarms, verdicts, steps };
}

/** By name of the rule. */
export function judgeBySimpleRules({
  file,
  label,
  unknown,
  events,
}: Omit<Run, 'folder'>): Map<string, Judged> {
  const plain = new PlainCalls();
  const judge = new Judge({ set: {} }, (session, fact) => plain.see(session, fact));
  for (const event of events) {
    judge.push(event);
  }
  const [{ id: session, calls: mainCalls } = { id: '', calls: 0 }] = judge.sessions.values();
  const calls = plain.list();
  return new Map(
    rules.map((rule): [string, Judged] => [
      rule.name,
      {
        file,
        label,
        unknown,
        session,
        mainCalls,
        alarms: alarmsOf(rule, calls).map((call) => ({
          session: call.session,
          call: call.number,
          reason: rule.name,
        })),
      },
    ]),
  );
}
