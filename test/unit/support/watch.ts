/** Watches for tests: empty, or with the events of a story. */
import type { AnswerPoint, HookAnswer } from '../../../src/core/interventions/answer.js';
import type { Effect } from '../../../src/core/interventions/stall-outcomes.js';
import type { RequestAnswer } from '../../../src/core/interventions/agent-answers.js';
import type { Overrides } from '../../../src/core/judge.js';
import type { Session } from '../../../src/core/turns/session.js';
import { Turnwatch, type TurnwatchHost } from '../../../src/core/turnwatch.js';
import type { Verdict } from '../../../src/core/verdict.js';
import type { Story } from './story.js';

export interface WatchOptions extends Omit<TurnwatchHost, 'remindFirst' | 'sendBack' | 'carryOut'> {
  sendBack?: boolean;
  overrides: Overrides;
  remindFirst: () => boolean;
}

/** Drives a Turnwatch by the names of its sessions; each order gives what its host was asked to carry out. */
export class Watch extends Turnwatch {
  private asked: Effect[];

  constructor({ overrides, remindFirst, sendBack = false, ...host }: WatchOptions) {
    const asked: Effect[] = [];
    super(
      {
        ...host,
        sendBack,
        get remindFirst() {
          return remindFirst();
        },
        carryOut: (effects) => void asked.push(...effects),
      },
      overrides,
    );
    this.asked = asked;
  }

  decide(session: string, point: AnswerPoint, at: number): HookAnswer & { effects: Effect[] } {
    const answer = this.answers.decide(session, point, at);
    return { ...answer, effects: this.taken() };
  }
  directive(session: string, at: number): (RequestAnswer & { effects: Effect[] }) | undefined {
    const answer = this.answers.directive(session, at);
    return answer && { ...answer, effects: this.taken() };
  }
  delivered(session: string, receipts: readonly string[], at: number): Effect[] {
    this.answers.delivered(session, receipts, at);
    return this.taken();
  }
  undeliverable(session: string, receipts: readonly string[], at: number): Effect[] {
    this.answers.undeliverable(session, receipts, at);
    return this.taken();
  }
  forceRespond(session: string, at: number): Effect[] {
    return this.order(session, (known) => this.orders.forceRespond(known, at));
  }
  stop(session: string, at: number): Effect[] {
    return this.order(session, (known) => this.orders.stop(known, at));
  }
  guide(session: string, text: string, at: number): Effect[] {
    return this.order(session, (known) => this.orders.guide(known, text, at));
  }
  sendBack(session: string, prompt: string, at: number): Effect[] {
    return this.order(session, (known) => this.orders.sendBack(known, prompt, at));
  }
  keepWaiting(session: string, at: number): Effect[] {
    return this.order(session, (known) => this.orders.keepWaiting(known, at));
  }
  snooze(session: string, steps: number): void {
    this.order(session, (known) => this.orders.snooze(known, steps));
  }
  /** Undefined if it is too late to take it back. */
  undo(intervention: string, at: number): Effect[] | undefined {
    return this.orders.undo(intervention, at) ? this.taken() : undefined;
  }
  standing(session: string): Verdict | undefined {
    return this.judge.standing(session);
  }

  private order(id: string, act: (session: Session) => unknown): Effect[] {
    const session = this.sessions.get(id);
    if (session !== undefined) {
      act(session);
    }
    return this.taken();
  }

  private taken(): Effect[] {
    return this.asked.splice(0);
  }
}

/** The progress detector alone, which stalls after three steps without progress. */
export const threeIdleSteps = {
  preset: 'progress-detector',
  set: { 'progressDetector.steps': 3 },
} as const satisfies Overrides;

/** By default it asks the person, and the agent can be steered in every way. */
export function newWatch(options: Partial<WatchOptions> = {}): Watch {
  return new Watch({
    overrides: { set: {} },
    mode: () => 'ask',
    remindFirst: () => false,
    capabilities: () => ({ textOnly: 'deny', stop: true, guide: true }),
    agentName: (agent) => agent,
    ...options,
  });
}

export function fold({ events }: Story, overrides: Overrides = { set: {} }): Watch {
  const watch = newWatch({ overrides });
  for (const event of events) {
    watch.push(event, 0);
  }
  return watch;
}
