/** Folds a stream of events into sessions, turns, steps and calls, in bounded memory. It says what happened; others judge. */
import type {
  MessageEvent,
  RequestEvent,
  Resumed,
  SessionStart,
  StepEnd,
  ToolCallEvent,
  ToolResultEvent,
  TurnEndReason,
  TurnStart,
  UsageEvent,
  Waiting,
} from '../events.js';
import type { TurnFactListener } from './turn-fact.js';
import { commandNature, isStatus } from '../identity/tool/call-nature.js';
import { hashText } from '../identity/hash.js';
import { asksToGoOn } from './instruction.js';
import { argumentsIn } from '../identity/tool/tool-arguments.js';
import { redact } from '../redact.js';
import { isTooDeep } from '../identity/tool/tool.js';
import { amend, makeCall, makeResult, comparePoll } from './calls.js';
import { findRole, updateParent } from './children.js';
import { isForProvider, newSession, type Call, type Session, type Step } from './session.js';
import { addCall, Steps } from './steps.js';
import { Responses } from './tokens.js';
import { Waits } from './waits.js';

/** Characters of a provider's error that are kept. */
const LONGEST_ERROR = 500;
/** The latest time that a clock can show. */
const LATEST = 8.64e15;

export class TurnFold {
  readonly sessions = new Map<string, Session>();
  private readonly steps: Steps;
  private readonly waits: Waits;

  constructor(private readonly emit: TurnFactListener) {
    this.steps = new Steps(emit);
    this.waits = new Waits(this.sessions, emit);
  }

  session(id: string): Session {
    let session = this.sessions.get(id);
    if (session === undefined) {
      session = newSession(id);
      this.sessions.set(id, session);
    }
    return session;
  }

  /** A session's first start, or what a later one adds. */
  start(session: Session, event: SessionStart): void {
    session.agent = event.agent;
    session.cwd = event.cwd;
    session.model = event.model ?? session.model;
    session.parent = event.parent ?? session.parent;
    session.parentCall = event.parentCall ?? session.parentCall;
    session.task = event.task ?? session.task;
    session.role = findRole(event, this.sessions);
    session.explicitSteps ||= event.steps === 'explicit';
    if (session.open) {
      updateParent(session, this.sessions, this.emit);
    }
  }

  startTurn(session: Session, event: TurnStart): void {
    if (isLateStart(session, event)) {
      session.startTold = true;
      if (event.prompt !== undefined) {
        this.emit(session, { kind: 'prompt-told', prompt: event.prompt });
      }
      return;
    }
    const goOn = event.prompt !== undefined && asksToGoOn(event.prompt);
    // an end that comes only with the next message was not told when it was
    session.endsTold = !session.open && (session.lastAt ?? 0) > (session.endedAt ?? Infinity);
    if (session.open) {
      this.endTurn(session, 'interrupted', goOn);
    }
    session.turn += 1;
    session.turnCalls = 0;
    session.stepsBefore = session.steps;
    this.steps.forgetLast(session);
    session.turnStartedAt = session.lastAt;
    session.startTold = true;
    session.spokeLast = false;
    this.openTurn(session, event.prompt);
    this.emit(session, { kind: 'turn-start', prompt: event.prompt, goOn });
  }

  endTurn(session: Session, reason: TurnEndReason, goOn = false): void {
    if (!session.open) {
      this.endAgain(session);
      return;
    }
    if (session.openStep) {
      this.steps.close(session, session.openStep);
    }
    this.steps.judgeUnanswered(session);
    session.open = false;
    session.spokeSinceEnd = false;
    session.endedByLimit = reason === 'error' ? readLimit(session) : undefined;
    this.waits.clear(session);
    session.poll = undefined;
    session.lastEnd = reason;
    session.endedAt = session.lastAt;
    this.emit(session, { kind: 'turn-end', reason, goOn });
    updateParent(session, this.sessions, this.emit);
  }

  /** A harness asked for more than the agent had said, and all that came was words. */
  private endAgain(session: Session): void {
    if (session.spokeSinceEnd) {
      session.spokeSinceEnd = false;
      this.emit(session, { kind: 'turn-ended-again' });
    }
  }

  message(session: Session, event: MessageEvent): void {
    if (session.turn < 0) {
      this.needTurn(session);
    }
    const said = hashText(event.text);
    // an end that is told twice brings its words twice
    if (!session.open && event.response === undefined && said === session.lastSaid) {
      return;
    }
    this.waits.spoke(session);
    session.lastSaid = said;
    session.spokeSinceCall = session.spokeLast = true;
    session.spokeSinceEnd = !session.open;
    this.emit(session, { kind: 'message', text: event.text, response: event.response });
  }

  /** @returns an anomaly of the event, if any */
  call(session: Session, told: ToolCallEvent): string | undefined {
    session.toldCalls += 1;
    const input = argumentsIn(told.input);
    const event = input === told.input ? told : { ...told, input };
    const known = session.known.get(event.call);
    if (known !== undefined) {
      if (known.call !== undefined) {
        amend(session, known.call, event);
      }
      return undefined;
    }
    this.needTurn(session);
    const response = event.response ?? session.responses?.findResponse(event.call);
    const isSame = this.steps.joins(session, { response, iteration: event.iteration });
    this.waits.called(session, event.call, isSame);
    const tooDeep = isTooDeep(event.input);
    const call = this.newCall(session, tooDeep ? { ...event, input: {} } : event);
    session.calls += 1;
    session.turnCalls += 1;
    session.lastCall = call.id;
    session.spokeSinceCall = session.spokeLast = false;
    addCall(call);
    call.step.open += 1;
    session.known.set(call.id, call.known);
    this.emit(session, { kind: 'call', call });
    if (call.class === 'ask') {
      this.waits.begin(session, { for: 'input', call: call.id, at: event.at });
    }
    return tooDeep ? `input of call ${event.call} is nested too deeply: ignored` : undefined;
  }

  result(session: Session, event: ToolResultEvent): string | undefined {
    const known = session.known.get(event.call);
    if (known === undefined) {
      return `result of an unknown call ${event.call}`;
    }
    const { call } = known;
    if (call === undefined || call.result !== undefined) {
      return undefined;
    }
    call.result = makeResult(call, event, session.lastAt);
    call.step.answered += 1;
    session.spokeLast = false;
    if (!call.unknown) {
      call.step.open -= 1;
    } else if (call.step.turn === session.turn) {
      session.overtaken = { open: session.overtaken.open - 1, answered: true };
    }
    this.waits.answered(session, call.id);
    if (call.polls || isStatus(call, commandNature(call))) {
      comparePoll(session, call);
    }
    this.emit(session, { kind: 'result', call });
    if (call.unknown) {
      call.result.output = '';
      return `late result of call ${event.call}: shown, not judged`;
    }
    const step = session.openStep;
    if (step !== undefined && !session.explicitSteps && step.answered === step.calls.length) {
      this.steps.close(session, step);
    }
    return undefined;
  }

  /** Ends the open step, unless the event names another one. */
  endStep(session: Session, event: StepEnd): void {
    const step = session.openStep;
    if (
      step === undefined ||
      (step.response !== undefined &&
        event.response !== undefined &&
        step.response !== event.response)
    ) {
      return;
    }
    step.response ??= event.response;
    this.steps.close(session, step);
  }

  wait(session: Session, event: Waiting): void {
    const until = shownTime(event.until);
    if (!isForProvider(event)) {
      this.needTurn(session);
      this.waits.begin(session, event);
    } else if (session.open) {
      this.waits.beginLimit(session, { ...event, until });
    } else if (event.for === 'limit' && session.lastEnd === 'error') {
      // told after the end that it led to
      session.endedByLimit ??= { until: undefined };
      session.endedByLimit.until ??= until;
    }
  }

  request(session: Session, event: RequestEvent): void {
    const { state, error, attempt, attempts, retryAt } = event;
    if (state === 'failed') {
      // a provider quotes the key that it rejects
      const told = error === undefined ? undefined : redact(error.slice(0, LONGEST_ERROR));
      session.failedRequest = { error: told, attempt, attempts, retryAt: shownTime(retryAt) };
      return;
    }
    session.requestOpen = state !== 'over';
    if (state === 'bytes') {
      this.emit(session, { kind: 'bytes' });
    }
  }

  resume(session: Session, { call }: Resumed): void {
    this.waits.end(session, call);
  }

  /** Assigns a response to calls whose source did not name one, including calls yet to come. */
  usage(session: Session, event: UsageEvent): void {
    const responses = (session.responses ??= new Responses());
    const tokens = responses.add(event);
    for (const id of event.calls ?? []) {
      const call = session.known.get(id)?.call;
      if (call !== undefined) {
        call.step.response ??= event.response;
      }
    }
    const belongs = ({ response, calls }: Step): boolean =>
      (response !== undefined && response === event.response) ||
      calls.some(({ id }) => event.calls?.includes(id));
    const step = [session.openStep, session.lastStep].find(
      (each) => each !== undefined && belongs(each),
    );
    const request = responses.tokens(event.response);
    if (step !== undefined) {
      step.tokens = request;
    }
    this.emit(session, { kind: 'usage', tokens, request, step });
  }

  private newCall(session: Session, event: ToolCallEvent): Call {
    const { responses } = session;
    const response = responses?.findResponse(event.call);
    const { iteration } = event;
    const step = this.steps.stepFor(session, { response: event.response ?? response, iteration });
    // also where the agent has a name of its own for the response
    if (response !== undefined) {
      step.tokens ??= responses?.tokens(response);
    }
    return makeCall(session, event, step);
  }

  /** The first event that needs a turn begins turn 0. A call after the end of a turn continues that turn. */
  private needTurn(session: Session): void {
    if (session.open) {
      return;
    }
    const first = session.turn < 0;
    if (first) {
      session.turn = 0;
      session.turnStartedAt = session.lastAt;
    }
    this.openTurn(session);
    this.emit(
      session,
      first ? { kind: 'turn-start', prompt: undefined, goOn: false } : { kind: 'turn-continued' },
    );
  }

  private openTurn(session: Session, prompt?: string): void {
    session.open = true;
    session.overtaken = { open: 0, answered: false };
    session.endedByLimit = undefined;
    updateParent(session, this.sessions, this.emit, { prompt });
  }
}

function shownTime(at: number | undefined): number | undefined {
  return at !== undefined && Math.abs(at) <= LATEST ? at : undefined;
}

/** The limit at which a turn ends. When the next try was to come says nothing about when that is over. */
function readLimit({ wait }: Session): Session['endedByLimit'] {
  return wait?.for === 'limit'
    ? { until: wait.attempt === undefined ? wait.until : undefined }
    : undefined;
}

/** The session's first turn was begun by a hook's call, and its log tells only now what had asked for it. */
function isLateStart(session: Session, { at }: TurnStart): boolean {
  const { turn, startTold, turnStartedAt } = session;
  return (
    turn === 0 &&
    !startTold &&
    at !== undefined &&
    turnStartedAt !== undefined &&
    at < turnStartedAt
  );
}
