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
  { file, label, unknown, events }: Run,
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
        steps.push({ session: session.id, turn, step, isClose: false });
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
  const [{ id: session, agent } = { id: '', agent: '' }] = sessions;
  return { file, session, agent, calls, label, unknown, alarms, verdicts, steps };
}

/** One list per rule of `rules`, in their order. */
export function judgeBySimpleRules(runs: readonly Run[]): { rule: string; judged: Judged[] }[] {
  const folded = runs.map(({ file, label, unknown, events }) => {
    const calls = new PlainCalls();
    const judge = new Judge({ set: {} }, (session, fact) => calls.see(session, fact));
    for (const event of events) {
      judge.push(event);
    }
    const session = judge.sessions.keys().next().value ?? '';
    return { file, label, unknown, session, calls: calls.list() };
  });
  return rules.map((rule) => ({
    rule: rule.name,
    judged: folded.map(({ file, label, unknown, session, calls }) => ({
      file,
      label,
      unknown,
      session,
      alarms: alarmsOf(rule, calls).map((call) => ({
        session: call.session,
        call: call.number,
        reason: rule.name,
      })),
    })),
  }));
}
