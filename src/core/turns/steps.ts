/** Which calls are one step, and when a step is over. */
import type { TurnFactListener } from './turn-fact.js';
import type { Call, Session, Step } from './session.js';

/** What a call tells of its response. */
interface Origin {
  response: string | undefined;
  iteration: number | undefined;
}

export class Steps {
  constructor(private readonly emit: TurnFactListener) {}

  /** The step of a new call: the open one, the newest one reopened, or a new one. */
  stepFor(session: Session, origin: Origin): Step {
    const open = session.openStep;
    if (open !== undefined && belongs(session, open, origin)) {
      open.response ??= origin.response;
      open.iteration ??= origin.iteration;
      return open;
    }
    const last = open ?? session.lastStep;
    if (open === undefined && last !== undefined && isSame(last, origin) === true) {
      last.closed = false;
      session.openStep = last;
      return last;
    }
    if (last !== undefined) {
      abandon(session, last);
    }
    if (open !== undefined) {
      this.close(session, open);
    }
    return begin(session, origin);
  }

  /** Whether a new call of this response belongs to the newest step. */
  joins(session: Session, origin: Origin): boolean {
    const { openStep, lastStep } = session;
    return openStep === undefined
      ? lastStep !== undefined && isSame(lastStep, origin) === true
      : belongs(session, openStep, origin);
  }

  close(session: Session, step: Step): void {
    step.closed = true;
    session.openStep = undefined;
    session.lastStep = step;
    const before = session.unanswered;
    session.unanswered = undefined;
    if (before !== undefined && before !== step) {
      this.settle(session, before, step);
    }
    if (isUnanswered(step) && !step.judged) {
      session.unanswered = step;
    } else {
      this.judge(session, step);
    }
  }

  /** No step can be reopened from here on. */
  forgetLast(session: Session): void {
    if (session.lastStep !== undefined) {
      release(session.lastStep);
    }
    session.lastStep = undefined;
  }

  /** Judges the step that waited for a retry: none can follow now. */
  judgeUnanswered(session: Session): void {
    const step = session.unanswered;
    session.unanswered = undefined;
    if (step === undefined) {
      return;
    }
    abandon(session, step);
    this.judge(session, step);
  }

  /** A provider's retry with new ids replaces the response that it repeats, so that both count once. */
  private settle(session: Session, before: Step, next: Step): void {
    if (isUnanswered(before) && sameActions(before, next)) {
      session.steps -= 1;
      next.number = before.number;
      this.emit(session, { kind: 'step-dropped', step: before });
    } else {
      this.judge(session, before);
      release(before);
    }
  }

  private judge(session: Session, step: Step): void {
    const again = step.judged;
    step.judged = true;
    this.emit(session, { kind: 'step-end', step, again });
  }
}

function begin(session: Session, { response, iteration }: Origin): Step {
  const last = session.lastStep;
  if (last !== undefined && last !== session.unanswered) {
    release(last);
  }
  const step: Step = {
    number: session.steps,
    turn: session.turn,
    response,
    iteration,
    calls: [],
    answered: 0,
    open: 0,
    closed: false,
    judged: false,
    at: session.lastAt,
    tokens: session.responses?.tokens(response),
    values: [],
  };
  session.steps += 1;
  session.lastStep = undefined;
  session.openStep = step;
  return step;
}

/** Whether both come from one response; undefined if that is not known. */
function isSame(step: Step, { response, iteration }: Origin): boolean | undefined {
  if (iteration !== undefined && step.iteration !== undefined) {
    return iteration === step.iteration;
  }
  return response === undefined || step.response === undefined
    ? undefined
    : response === step.response;
}

function belongs(session: Session, open: Step, origin: Origin): boolean {
  const isOne = isSame(open, origin);
  if (isOne !== undefined) {
    return isOne;
  }
  if (session.explicitSteps) {
    return true;
  }
  // where a response is missing, a step is a run of calls with no result and no message between them
  return !session.spokeSinceCall && isUnanswered(open);
}

function isUnanswered(step: Step): boolean {
  return step.answered === 0;
}

/** What has no result by now is unknown. */
function abandon(session: Session, step: Step): void {
  if (step.open === 0) {
    return;
  }
  session.overtaken.open += step.open;
  for (const call of step.calls) {
    call.unknown = call.result === undefined;
  }
  step.open = 0;
}

function sameActions(one: Step, other: Step): boolean {
  const keys = (step: Step): string =>
    step.calls
      .map((call) => call.key)
      .sort()
      .join(' ');
  return keys(one) === keys(other);
}

/** Drops what was judged, except calls that may still be answered, so that memory stays constant. */
function release(step: Step): void {
  for (const call of step.calls) {
    call.input = {};
    if (call.result === undefined) {
      continue;
    }
    call.known.call = undefined;
    call.result.output = '';
  }
  step.values = [];
}

/** Most steps have one call, and a list literal of one takes less room than one that grows. */
export function addCall(call: Call): void {
  const { step } = call;
  if (step.calls.length === 0) {
    step.calls = [call];
  } else {
    step.calls.push(call);
  }
}
