/**
 * Agents at the end of their turn that wait here for their next prompt, beside their own input: a hook of theirs stays open for it until
 * they are at work again. Nothing is handed to them but by a person's click.
 */
import type { HookReading, Hooks } from '../agents/agent.js';
import type { HookContext } from '../bridge/requests/hook-request.js';
import type { Clock } from '../core/clock.js';
import { isForeign } from '../core/turns/foreign-session.js';
import type { Session } from '../core/turns/session.js';
import type { Turnwatch } from '../core/turnwatch.js';
import type { Capabilities } from '../core/view/snapshot.js';

const MOST_IDLE = 100;
/** Before the hook gives up (milliseconds). */
const SPARE_MS = 500;

/** Who tracks their sessions. */
interface Tracking {
  readonly turnwatch: Turnwatch;
  capabilities(session: Session): Capabilities;
  changed(): void;
}

interface WaitingHook {
  hooks: Pick<Hooks, 'answer'>;
  payload: Readonly<Record<string, unknown>>;
  reading: Pick<HookReading, 'session'>;
  context: Pick<HookContext, 'deadline' | 'delivered'>;
}

interface IdleAgent {
  call: WaitingHook;
  /** Lets the hook go, with what it prints. */
  settle: (printed: string) => void;
}

export class IdleAgents {
  /** By session, oldest first. */
  private readonly bySession = new Map<string, IdleAgent>();

  constructor(
    private readonly tracker: Tracking,
    private readonly clock: Clock,
  ) {}

  /** @returns what the hook prints once there is a prompt; '' once it is of no use any more. */
  hold(call: WaitingHook): Promise<string> {
    const { session } = call.reading;
    if (isForeign(session)) {
      return Promise.resolve('');
    }
    this.release(session);
    const [oldest] = this.bySession.keys();
    if (this.bySession.size >= MOST_IDLE && oldest !== undefined) {
      this.release(oldest);
    }
    return new Promise((resolve) => {
      const left = call.context.deadline - this.clock.now() - SPARE_MS;
      const timer = setTimeout(() => this.release(session, agent), Math.max(0, left)).unref();
      const agent: IdleAgent = {
        call,
        settle: (printed) => {
          clearTimeout(timer);
          resolve(printed);
        },
      };
      this.bySession.set(session, agent);
      void call.context.delivered.then(() => this.release(session, agent));
      this.tracker.changed();
    });
  }

  takesPrompt(session: Session): boolean {
    return this.bySession.has(session.id) && this.tracker.capabilities(session).guide;
  }

  /** @returns false if it takes none, or no longer: nothing was sent. */
  async sendBack(session: Session, prompt: string): Promise<boolean> {
    const agent = this.takesPrompt(session) ? this.bySession.get(session.id) : undefined;
    if (agent === undefined) {
      return false;
    }
    const { hooks, payload, context } = agent.call;
    const { orders, answers } = this.tracker.turnwatch;
    const say = { kind: 'remind', text: prompt } as const;
    const receipt = orders.sendBack(session, prompt, this.clock.now());
    this.bySession.delete(session.id);
    agent.settle(hooks.answer({ kind: 'before-stop' }, say, payload));
    const hasArrived = await context.delivered;
    if (receipt !== undefined && hasArrived) {
      answers.delivered(session.id, [receipt], this.clock.now());
    } else if (receipt !== undefined) {
      orders.undo(receipt, this.clock.now());
    }
    return hasArrived;
  }

  dispose(): void {
    for (const session of [...this.bySession.keys()]) {
      this.release(session);
    }
  }

  private release(session: string, agent = this.bySession.get(session)): void {
    agent?.settle('');
    if (agent !== undefined && this.bySession.get(session) === agent) {
      this.bySession.delete(session);
      this.tracker.changed();
    }
  }
}
