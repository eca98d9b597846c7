/** What the person orders: in any mode, at any time of a turn. Each order takes effect at once. */
import type { Session } from '../turns/session.js';
import { fill } from '../view/words/wording.js';
import { withdraw } from './intervention-lifecycle.js';
import type { Interventions } from './interventions.js';
import { modelTexts } from './model-texts.js';
import { settleResume } from './resume.js';
import { recorded, type Effect, type EffectSink, type StallOutcomes } from './stall-outcomes.js';
import { textOnlyReason, type StallResponses } from './stall-responses.js';

export interface OrderParts {
  responses: StallResponses;
  interventions: Interventions;
  sessions: ReadonlyMap<string, Session>;
  outcomes: StallOutcomes;
  sink: EffectSink;
}

/** `at`: milliseconds since the epoch. */
export class PersonOrders {
  constructor(private readonly parts: OrderParts) {}

  /** The agent is to answer in words, and so are its sub-agents at work. */
  forceRespond(session: Session, at: number): void {
    this.parts.sink.carryOut(this.force(session, at));
  }

  stop(session: Session, at: number): void {
    const { responses, sink } = this.parts;
    responses.countdowns.end(session.id);
    responses.state(session.id).isAskedOfCap = false;
    const stop = { kind: 'stop', by: 'person', text: modelTexts.stopByPerson } as const;
    sink.carryOut(responses.request(session, stop, at));
  }

  guide(session: Session, sentence: string, at: number): void {
    const { responses, sink } = this.parts;
    responses.state(session.id).isAskedOfCap = false;
    const text = fill(modelTexts.guide, { text: sentence });
    sink.carryOut(
      responses.request(session, { kind: 'guide', by: 'person', text, words: sentence }, at),
    );
  }

  /** Its agent waits for it, as the person's next prompt. @returns its receipt's id */
  sendBack(session: Session, prompt: string, at: number): string | undefined {
    const { responses, interventions, sink } = this.parts;
    const guide = { kind: 'guide', by: 'person', text: prompt, words: prompt } as const;
    sink.carryOut(responses.request(session, { ...guide, sendsBack: true }, at));
    return interventions.newest(session.id, 'guide', 'requested')?.id;
  }

  /** The turn that ignored its order is not stopped by itself. @returns false if no countdown runs. */
  keepWaiting(session: Session, at: number): boolean {
    const effects = this.parts.responses.keepWaiting(session.id, at);
    this.parts.sink.carryOut(effects);
    return effects.length > 0;
  }

  /** The limit that ended its turn is over: it goes on. @returns false if it is told so already */
  resume(session: Session, at: number): boolean {
    const { responses, sink } = this.parts;
    const prompt = { kind: 'resume', by: 'auto', text: modelTexts.resume } as const;
    const effects = responses.request(session, prompt, at);
    sink.carryOut(effects);
    return effects.length > 0;
  }

  /** It does not go on by itself: its program could not be started, or ended, or told of no turn. @returns false if it does go on */
  resumeFailed(session: string, at: number): boolean {
    const { interventions, sink } = this.parts;
    const open = interventions.newest(session, 'resume', 'requested');
    if (open !== undefined) {
      sink.carryOut(recorded(settleResume(interventions, open, 'ignored', at)));
    }
    return open !== undefined;
  }

  snooze(session: Session, steps: number): void {
    const { responses, outcomes } = this.parts;
    responses.countdowns.end(session.id);
    responses.state(session.id).snooze(session, steps);
    outcomes.snoozed(session);
  }

  /** Takes back an intervention that was not delivered. @returns false if it is too late. */
  undo(id: string, at: number): boolean {
    const { interventions, sink } = this.parts;
    const intervention = interventions.find(id);
    if (intervention?.state !== 'requested') {
      return false;
    }
    sink.carryOut(recorded(withdraw(interventions, intervention, at)));
    return true;
  }

  /** `from`: the session above that was ordered to. */
  private force(session: Session, at: number, from?: string): Effect[] {
    const { responses, sessions } = this.parts;
    const state = responses.state(session.id);
    state.wake();
    // the person is there: what becomes of a new order is asked anew
    responses.countdowns.end(session.id);
    state.forgetAskingAgain();
    const text = textOnlyReason(state.stalled);
    const own = responses.request(session, { kind: 'text-only', by: 'person', text, from }, at);
    const children = [...session.openChildren].map((id) => sessions.get(id));
    return [
      ...own,
      ...children.flatMap((child) =>
        child === undefined ? [] : this.force(child, at, session.id),
      ),
    ];
  }
}
