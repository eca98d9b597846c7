/** Judges a run by a preset, and by the simple rules over the same fold. */
import { Judge, type Overrides } from '../../src/core/judge.js';
import type { Verdict } from '../../src/core/verdict.js';
import type { Run } from './folder.js';
import { alarmsOf, PlainCalls, rules } from './rules.js';
import type { Judged } from './score.js';

export interface JudgedRun extends Judged {
  verdicts: Verdict[];
}

export function judge({ file, label, events }: Run, overrides: Overrides): JudgedRun {
  const judge = new Judge(overrides);
  const verdicts = events.flatMap((event) => judge.push(event).verdicts);
  const alarms = verdicts
    .filter(({ level }) => level === 'stalled')
    .map(({ session, call, reason }) => ({ session, call, reason }));
  return { file, session: firstOf(judge), label, alarms, verdicts };
}

/** One list per rule of `rules`, in their order. */
export function judgeBySimpleRules(runs: readonly Run[]): { rule: string; judged: Judged[] }[] {
  const folded = runs.map(({ file, label, events }) => {
    const calls = new PlainCalls();
    const judge = new Judge({ set: {} }, (session, fact) => calls.see(session, fact));
    for (const event of events) {
      judge.push(event);
    }
    return { file, label, session: firstOf(judge), calls: calls.list() };
  });
  return rules.map((rule) => ({
    rule: rule.name,
    judged: folded.map(({ file, label, session, calls }) => ({
      file,
      label,
      session,
      alarms: alarmsOf(rule, calls).map((call) => ({
        session: call.session,
        call: call.number,
        reason: rule.name,
      })),
    })),
  }));
}

function firstOf(judge: Judge): string {
  return judge.sessions.keys().next().value ?? '';
}
