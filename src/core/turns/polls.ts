/** Calls that look at a job that is still running, and what the session remembers of it. */
import type { JsonObject, ToolClass } from '../events.js';
import { isPending } from '../identity/tool/call-nature.js';
import { hashText } from '../identity/hash.js';
import { bareOutput, normalOutput } from '../identity/outcome.js';
import { findCommandKind, isNoOp } from '../identity/tool/tool.js';
import type { Call, Session } from './session.js';

/** Characters of a poll's input in which the job may be named. */
const INPUT_LENGTH = 500;

/** Whether a call looks at a job that is still running. Remembers in the session what it looks at. */
export function isPoll(session: Session, kind: ToolClass, input: JsonObject, key: string): boolean {
  const command = findCommandKind(kind, input);
  if (command === 'wait') {
    session.sleptSince = true;
    return false;
  }
  const polls =
    kind === 'poll' ||
    command === 'poll' ||
    (session.sleptSince && session.lastAction === key && !isNoOp(kind, input));
  // looking at a status again is a poll, too, if only a clock moved: that takes its result to know
  if (!polls && session.poll?.call !== key) {
    session.poll = undefined;
  }
  session.lastAction = key;
  session.sleptSince = false;
  return polls;
}

/** Compares the output of a poll or a status query with its previous one. A query that differs only in a clock is a poll. */
export function comparePoll(session: Session, call: Call): void {
  const { result } = call;
  if (result === undefined || (result.failed && !isPending(result.output))) {
    session.poll = undefined;
    return;
  }
  const [output, raw] = [
    hashText(result.normal ?? normalOutput(result.output)),
    hashText(bareOutput(result.output)),
  ];
  const known =
    session.poll?.call === call.key && session.poll.output === output ? session.poll : undefined;
  if (known !== undefined) {
    known.ticks ||= known.raw !== raw;
    known.raw = raw;
    call.polls ||= known.ticks;
    if (call.polls) {
      known.unchanged += 1;
      return;
    }
  }
  session.poll = {
    call: call.key,
    input: JSON.stringify(call.input).slice(0, INPUT_LENGTH),
    output,
    raw,
    ticks: false,
    unchanged: 1,
    since: call.timed ? call.at : undefined,
    goneAfter: undefined,
  };
}
