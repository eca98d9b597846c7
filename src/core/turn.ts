/** The fold: a stream of events → sessions → turns → steps → calls, in bounded memory. It says what happened; others judge. */
import type { MessageEvent, SessionStart, ToolCallEvent, ToolResultEvent, TurnEndReason, TurnStart } from './events.js';
import { hashText } from './identity/hash.js';
import { actionKey, isNoOp, toolClass } from './identity/tool.js';
import { hasFailed } from './identity/outcome.js';
import { newSession, type Call, type Session, type Step, type Wait } from './session.js';
import type { Message } from './wording.js';

/** What the fold saw, for detectors, the timeline and the policy. */
export type Fact =
  | { kind: 'turn-start'; prompt?: string; goOn: boolean }
  | { kind: 'turn-end'; reason: TurnEndReason }
  | { kind: 'message'; text: string }
  | { kind: 'call'; call: Call }
  | { kind: 'result'; call: Call }
  /** Step rules are judged now. `again`: the step was reopened, what was judged of it before is void. */
  | { kind: 'step-end'; step: Step; again: boolean }
  /** A provider's retry replaced this step: it never counted. */
  | { kind: 'step-dropped'; step: Step }
  | { kind: 'outside'; change: OutsideChange }
  | { kind: 'waiting'; wait: Wait }
  | { kind: 'resumed' }
  | { kind: 'children'; open: number }
  | { kind: 'compaction' }
  | { kind: 'hop' }
  | { kind: 'deadline'; at: number };

/** A change of the workspace, from the view of one session. */
export interface OutsideChange {
  signal: 'git' | 'save' | 'task';
  what: Message;
  /** Progress of this session by the rules of EVENTS.md. */
  progress: boolean;
  /** The exact preset of seed 1 counts a change of plain porcelain or of the tasks in its root, whoever made it. */
  plain: boolean;
  by: 'agent' | 'person' | 'tool' | 'unknown';
}

export type FactListener = (session: Session, fact: Fact) => void;

/** Calls that can still get a late result or a second sighting. */
const REMEMBERED_CALLS = 4096;

export class TurnFold {
  readonly sessions = new Map<string, Session>();
  private readonly calls = new Map<string, Call>();

  constructor(private readonly tell: FactListener) {}

  session(id: string): Session {
    let session = this.sessions.get(id);
    if (session === undefined) {
      session = newSession(id);
      this.sessions.set(id, session);
    }
    return session;
  }

  /** First sight, or what a later sighting adds. */
  start(session: Session, event: SessionStart): void {
    session.agent = event.agent;
    session.cwd = event.cwd;
    session.model = event.model ?? session.model;
    session.parent = event.parent ?? session.parent;
    session.parentCall = event.parentCall ?? session.parentCall;
    session.task = event.task ?? session.task;
    session.explicitSteps ||= event.steps === 'explicit';
  }

  startTurn(session: Session, event: TurnStart): void {
    if (session.open) { this.endTurn(session, 'interrupted'); }
    session.turn += 1;
    this.openTurn(session);
    session.turnCalls = 0;
    this.tell(session, { kind: 'turn-start', prompt: event.prompt, goOn: event.prompt !== undefined && asksToGoOn(event.prompt) });
  }

  endTurn(session: Session, reason: TurnEndReason): void {
    if (!session.open) { return; }
    if (session.openStep) { this.closeStep(session, session.openStep); }
    this.judgeUnanswered(session);
    session.open = false;
    session.wait = undefined;
    session.lastEnd = reason;
    this.tell(session, { kind: 'turn-end', reason });
    this.tellParent(session);
  }

  message(session: Session, event: MessageEvent): void {
    if (session.turn < 0) { this.needTurn(session); }
    session.spokeSinceCall = true;
    this.tell(session, { kind: 'message', text: event.text });
  }

  /** @returns what was odd about the event, if anything. */
  call(session: Session, event: ToolCallEvent): string | undefined {
    const known = this.calls.get(callKey(session.id, event.call));
    if (known !== undefined) {
      if (known.step.response === undefined) { known.step.response = event.response; }
      return undefined;
    }
    this.needTurn(session);
    this.resume(session);
    const step = this.stepFor(session, event.response);
    const kind = event.class ?? toolClass(event.tool);
    const call: Call = {
      number: session.calls, id: event.call, tool: event.tool, class: kind, input: event.input,
      key: hashText(actionKey(event.tool, event.input)), noOp: isNoOp(kind, event.input), at: session.lastAt, unknown: false, step,
    };
    session.calls += 1;
    session.turnCalls += 1;
    session.spokeSinceCall = false;
    step.calls.push(call);
    this.remember(session, call);
    this.tell(session, { kind: 'call', call });
    return undefined;
  }

  result(session: Session, event: ToolResultEvent): string | undefined {
    const call = this.calls.get(callKey(session.id, event.call));
    if (call === undefined) { return `result of an unknown call ${event.call}`; }
    if (call.result !== undefined) { return undefined; }
    const { ok, output, exitCode, durationMs, deniedBy } = event;
    call.result = {
      ok, output, exitCode, deniedBy, at: session.lastAt, failed: hasFailed(call.class, call.input, event),
      durationMs: durationMs ?? (call.at !== undefined && session.lastAt !== undefined && event.at !== undefined ? session.lastAt - call.at : undefined),
    };
    if (session.wait?.call === call.id || (session.wait !== undefined && session.wait.call === undefined)) { this.resume(session); }
    this.tell(session, { kind: 'result', call });
    if (call.unknown) { return `late result of call ${event.call}: shown, not judged`; }
    const step = session.openStep;
    if (step !== undefined && !session.explicitSteps && step.calls.every((each) => each.result !== undefined)) { this.closeStep(session, step); }
    return undefined;
  }

  endStep(session: Session): void {
    if (session.openStep) { this.closeStep(session, session.openStep); }
  }

  wait(session: Session, wait: Wait): void {
    this.needTurn(session);
    session.wait = wait;
    this.tell(session, { kind: 'waiting', wait });
  }

  resume(session: Session): void {
    if (session.wait === undefined) { return; }
    session.wait = undefined;
    this.tell(session, { kind: 'resumed' });
  }

  /** Turn 0 begins at the first event that needs a turn; a call after the end of a turn continues the same turn. */
  private needTurn(session: Session): void {
    if (session.open) { return; }
    const first = session.turn < 0;
    if (first) { session.turn = 0; }
    this.openTurn(session);
    if (first) { this.tell(session, { kind: 'turn-start', goOn: false }); }
  }

  private openTurn(session: Session): void {
    session.open = true;
    session.turnStartedAt = session.lastAt;
    session.lastStep = undefined;
    this.tellParent(session);
  }

  private tellParent(session: Session): void {
    const parent = session.parent === undefined ? undefined : this.sessions.get(session.parent);
    if (parent === undefined) { return; }
    if (session.open) { parent.openChildren.add(session.id); } else { parent.openChildren.delete(session.id); }
    // the child's work was a sign of life of the parent
    if (session.lastAt !== undefined && (parent.lastAt === undefined || session.lastAt > parent.lastAt)) { parent.lastAt = session.lastAt; }
    this.tell(parent, { kind: 'children', open: parent.openChildren.size });
  }

  private stepFor(session: Session, response: string | undefined): Step {
    const open = session.openStep;
    if (open !== undefined) {
      if (this.belongs(session, open, response)) {
        open.response ??= response;
        return open;
      }
      for (const call of open.calls) { call.unknown = call.result === undefined; }
      this.closeStep(session, open);
    }
    const last = session.lastStep;
    if (response !== undefined && last?.response === response) {
      last.closed = false;
      session.openStep = last;
      return last;
    }
    const step: Step = { number: session.steps, turn: session.turn, response, calls: [], closed: false, at: session.lastAt, values: [] };
    session.steps += 1;
    if (last !== undefined && last !== session.unanswered) { slim(last); }
    session.lastStep = undefined;
    session.openStep = step;
    return step;
  }

  private belongs(session: Session, open: Step, response: string | undefined): boolean {
    if (response !== undefined && open.response !== undefined) { return response === open.response; }
    if (session.explicitSteps) { return true; }
    // without a response, a step is a run of calls with no result and no message between them
    return response === open.response && !session.spokeSinceCall && open.calls.every((call) => call.result === undefined);
  }

  private closeStep(session: Session, step: Step): void {
    const again = session.lastStep === step;
    step.closed = true;
    session.openStep = undefined;
    session.lastStep = step;
    const before = session.unanswered;
    if (before !== undefined && before !== step) {
      session.unanswered = undefined;
      if (sameActions(before, step)) {
        session.steps -= 1;
        step.number = before.number;
        this.tell(session, { kind: 'step-dropped', step: before });
      } else {
        this.tell(session, { kind: 'step-end', step: before, again: false });
        slim(before);
      }
    }
    if (step.calls.every((call) => call.result === undefined)) {
      session.unanswered = step;
      return;
    }
    session.unanswered = undefined;
    this.tell(session, { kind: 'step-end', step, again });
  }

  private judgeUnanswered(session: Session): void {
    const step = session.unanswered;
    if (step === undefined) { return; }
    session.unanswered = undefined;
    for (const call of step.calls) { call.unknown = true; }
    this.tell(session, { kind: 'step-end', step, again: false });
  }

  private remember(session: Session, call: Call): void {
    this.calls.set(callKey(session.id, call.id), call);
    if (this.calls.size > REMEMBERED_CALLS) {
      const oldest = this.calls.keys().next();
      if (!oldest.done) { this.calls.delete(oldest.value); }
    }
  }
}

function callKey(session: string, call: string): string {
  return `${session}\0${call}`;
}

function sameActions(one: Step, other: Step): boolean {
  const keys = (step: Step): string => step.calls.map((call) => call.key).sort().join(' ');
  return keys(one) === keys(other);
}

/** Inputs and outputs of a judged step are let go: memory stays constant. */
function slim(step: Step): void {
  for (const call of step.calls) {
    call.input = {};
    if (call.result !== undefined) { call.result.output = ''; }
  }
}

const goOnWords = /^(?:please |pls |ok(?:ay)?,? |yes,? |ja,? )?(?:continue|go on|go ahead|keep going|carry on|proceed|resume|next|weiter|weitermachen|mach(?:e)? weiter|fahre fort|continuez?|sigue|continúa|continua|prosegui|继续|続けて|продолжай)(?: please| pls| bitte)?$/;

/** A message of at most 40 characters that only asks to go on is no new instruction. */
export function asksToGoOn(prompt: string): boolean {
  const text = prompt.trim().toLowerCase().replace(/[.!…]+$/, '');
  return text.length <= 40 && goOnWords.test(text);
}
