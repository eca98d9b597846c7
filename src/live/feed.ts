/** Hooks, log lines and reports → events of the live watch, and the answers that agents wait for. */
import { UNNAMED_CALL } from '../agents/agent.js';
import type { Agent } from '../agents/definition.js';
import { agentById } from '../agents/loaded.js';
import { DuplicateHooks } from '../agents/live/duplicate-hooks.js';
import type { BackgroundTasks } from '../agents/reading/background-tasks.js';
import type { HookContext } from '../bridge/requests/hook-request.js';
import type { TurnEnd, TurnEndReason, TurnEvent } from '../core/events.js';
import type { AnswerPoint, HookAnswer } from '../core/interventions/answer.js';
import { restIfDue } from '../event-loop.js';
import type { AgentProcesses, TurnEnder } from './agent-processes.js';
import { EventIntake, SETTLE_MS, Merges, type IntakeOptions } from './event-intake.js';
import {
  goesOn,
  hasName,
  readHookCall,
  splitEnd,
  type HookCall,
  type HookCallOptions,
} from './hook-call.js';
import type { SessionTracker } from './session-tracker.js';
import type { HeardHooks } from './heard-hooks.js';
import type { HeldPrompts } from './held-prompts.js';
import type { Logger } from '../core/log.js';

export interface FeedOptions extends IntakeOptions, HookCallOptions {
  tracker: SessionTracker;
  log: Pick<Logger, 'info' | 'warn'>;
  /** What the sessions run in the background. */
  tasks: Pick<BackgroundTasks, 'pass'>;
  logs: {
    /** Resolves once what an agent's log holds now has been taken in, or after `limitMs`. */
    catchUp(agent: string, log: string, limitMs: number): Promise<void>;
  };
  links: {
    /** The relay reports what the session's requests cost: its log would do so a second time, by other names. */
    carried(session: string): boolean;
  };
  /** What runs the agents' hooks. */
  processes: Pick<AgentProcesses, 'hook'> | undefined;
  heard: Pick<HeardHooks, 'hook'> | undefined;
  /** What the person answers; absent where nobody can. */
  prompts?: Pick<HeldPrompts, 'hold' | 'logged'>;
}

/** The longest that a hook waits for what its session's log holds already (milliseconds). */
const CATCH_UP_MS = 100;
/** The same for the end of an agent whose process is gone: nobody waits for it, and its log may say how the turn ended. */
const LAST_CATCH_UP_MS = 5000;

export class Feed implements TurnEnder {
  private readonly duplicates = new DuplicateHooks();
  private readonly intake: EventIntake;
  private readonly merges: Merges;
  /** By session, what its hooks have told and is being taken in. */
  private readonly told = new Map<string, Promise<void>>();

  constructor(private readonly options: FeedOptions) {
    const intake = new EventIntake(options);
    this.intake = intake;
    this.merges = new Merges(options.clock, options.tasks, intake);
  }

  /** One hook call. @returns the exact text that the hook prints; '' says nothing. Never throws into the agent. */
  async hook(
    installedFor: string,
    payload: Readonly<Record<string, unknown>>,
    context: HookContext,
  ): Promise<string> {
    const now = this.options.clock.now();
    const call = readHookCall(installedFor, payload, context, this.options, now);
    if (call === undefined) {
      return '';
    }
    const { agent, hooks, reading } = call;
    if (context.prompts !== undefined) {
      // another of its hooks has told of it
      const holder = context.prompts === 'next' ? this.options.tracker.idle : this.options.prompts;
      return installedFor === agent.id ? (holder?.hold(call) ?? '') : '';
    }
    if (hooks.othersHooks !== undefined && installedFor !== agent.id) {
      if (hooks.othersHooks === 'as-log') {
        this.log(agent, reading.events.filter(hasName));
      }
      return '';
    }
    this.options.heard?.hook(reading.session, context.receivedAt, installedFor);
    this.noteProcess(call);
    const before = this.told.get(reading.session);
    const taken =
      before === undefined
        ? this.takeHook(call, installedFor, now)
        : before.then(() => this.takeHook(call, installedFor, now));
    if (context.told === true) {
      // nobody waits for it, but what comes later in its session does
      const over = taken
        .then(
          () => undefined,
          () => undefined,
        )
        .finally(() => {
          if (this.told.get(reading.session) === over) {
            this.told.delete(reading.session);
          }
        });
      this.told.set(reading.session, over);
    }
    return taken;
  }

  private async takeHook(call: HookCall, installedFor: string, now: number): Promise<string> {
    const { agent, reading } = call;
    if (reading.log !== undefined) {
      await this.options.logs.catchUp(agent.id, reading.log, CATCH_UP_MS);
    }
    const isDuplicate = this.duplicates.isDuplicate(installedFor, reading.events, now);
    const news = isDuplicate ? [] : this.merges.pass(agent, 'hook', reading.events, now);
    const answer = await this.answerHook(call, news);
    this.merges.schedule();
    return answer === undefined || reading.moment === undefined
      ? ''
      : this.print(call, reading.moment, answer);
  }

  /** Events of a line of an agent's log. */
  log(agent: Agent, events: readonly TurnEvent[]): void {
    if (this.options.tracker.paused) {
      return;
    }
    this.options.prompts?.logged(events);
    const ours = events.filter(
      (event) => event.type !== 'usage' || !this.options.links.carried(event.session),
    );
    for (const event of this.merges.pass(agent, 'log', ours, this.options.clock.now())) {
      if (event.type === 'step.end') {
        this.intake.endLoggedStep(event);
      } else {
        this.intake.take(event);
      }
    }
    this.merges.schedule();
  }

  /** Events that a session reports itself, without an agent's hooks or log. The end of a step waits for the workspace as a hook's does. */
  async report(session: string, events: readonly TurnEvent[]): Promise<void> {
    const { tracker, workspace } = this.options;
    for (const [at, event] of events.entries()) {
      if (at > 0) {
        await restIfDue();
      }
      if (event.type === 'step.end') {
        await this.intake.endStep(event, tracker.sessions.get(session)?.cwd ?? '');
        continue;
      }
      const ended = this.intake.take(event).find(({ fact }) => fact.kind === 'step-end');
      if (ended !== undefined && ended.session.cwd !== '') {
        void workspace.stepEnded(ended.session.cwd, SETTLE_MS);
      }
    }
  }

  /** The agent was killed, or gave up: if its log does not, nothing else tells that the turn is over. */
  async gone(id: string, session: string, log: string | undefined): Promise<void> {
    if (log !== undefined) {
      await this.options.logs.catchUp(id, log, LAST_CATCH_UP_MS);
    }
    const agent = agentById(id);
    if (agent !== undefined && this.options.tracker.sessions.get(session)?.open === true) {
      const failed = this.options.tracker.sessions.get(session)?.failedRequest;
      // one that says which try comes next had not given up
      const gaveUp = failed !== undefined && failed.attempt === undefined;
      this.end(agent, session, gaveUp ? 'error' : 'interrupted');
    }
  }

  dispose(): void {
    this.merges.dispose();
  }

  private noteProcess({ agent, reading, context: { process, delivered } }: HookCall): void {
    if (process !== undefined) {
      const { session, events } = reading;
      const { log } = reading;
      void this.options.processes?.hook({
        agent: agent.id,
        session,
        process,
        goesOn: goesOn(events),
        ended: delivered,
        ...(log !== undefined && { log }),
      });
    }
  }

  private end(agent: Agent, session: string, reason: TurnEndReason): void {
    const at = this.options.clock.now();
    const end: TurnEvent = { v: 1, type: 'turn.end', session, at, reason };
    this.intake.takeAll(this.merges.pass(agent, 'hook', [end], at));
  }

  /** Takes in what is new in the hook, and decides. @returns undefined where the agent waits for no answer, or no longer. */
  private async answerHook(
    call: HookCall,
    news: readonly TurnEvent[],
  ): Promise<HookAnswer | undefined> {
    const { tracker, log, clock } = this.options;
    const { session } = call.reading;
    const point = call.context.told === true ? undefined : call.reading.moment;
    const turnEnd = await this.takeNews(call, news);
    const isLate = this.options.clock.now() > call.context.deadline;
    const mayGoOn = point?.kind === 'before-stop' && !isLate;
    if (turnEnd !== undefined && !mayGoOn) {
      this.intake.takeAll(this.merges.end(call.agent, turnEnd));
    }
    if (point === undefined) {
      return undefined;
    }
    if (isLate) {
      log.warn(`${session}: the agent did not wait for the answer; the next hook carries it`);
      return undefined;
    }
    if (point.kind === 'before-stop') {
      // the last step is evidence of how the turn ends
      tracker.stepEnds.release(session);
    }
    const answer = tracker.turnwatch.answers.decide(session, point, clock.now());
    const { decision } = answer;
    if (turnEnd !== undefined && mayGoOn && decision.kind === 'none') {
      this.intake.takeAll(this.merges.end(call.agent, turnEnd));
    }
    if (point.kind === 'before-tool' && (decision.kind === 'deny' || decision.kind === 'stop')) {
      this.takeDenial(call, point.call, decision.reason);
    }
    return answer;
  }

  /** All but the end of the turn, @returns which the answer may put off. */
  private async takeNews(
    { reading: { session, cwd, moment: point } }: HookCall,
    news: readonly TurnEvent[],
  ): Promise<TurnEnd | undefined> {
    const { events, end } = splitEnd(news);
    // an agent that does not mark the end of a step: it may end with this result
    if (
      point?.kind === 'after-step' &&
      end === undefined &&
      this.options.tracker.turnwatch.judge.nearStall(session)
    ) {
      await this.intake.settle(session, cwd);
    }
    this.intake.takeAll(events);
    if (end?.type !== 'step.end') {
      return end;
    }
    await this.intake.endStep(end, cwd);
    return undefined;
  }

  /** No tool runs, so the agent itself says nothing of this call's end. */
  private takeDenial({ agent, reading }: HookCall, call: string, reason: string): void {
    const now = this.options.clock.now();
    const denied: TurnEvent = {
      v: 1,
      type: 'tool.result',
      session: reading.session,
      at: now,
      call,
      ok: false,
      output: reason,
      deniedBy: 'turnwatch',
    };
    // the merge finds a call without an id by its tool and input
    const unnamed =
      call === UNNAMED_CALL ? reading.events.filter((event) => event.type === 'tool.call') : [];
    this.intake.takeAll(this.merges.pass(agent, 'hook', [...unnamed, denied], now));
  }

  /** @returns what the hook prints. What cannot be said at this hook stays undelivered: the next one may be able to. */
  private print(call: HookCall, point: AnswerPoint, answer: HookAnswer): string {
    const printed = call.hooks.answer(point, answer.decision, call.payload);
    if (printed !== '' && answer.receipts.length > 0) {
      void call.context.delivered.then((arrived) => this.confirm(call, point, answer, arrived));
    }
    return printed;
  }

  /** An answer counts as delivered only once the agent's client has taken it. */
  private confirm(
    call: HookCall,
    point: AnswerPoint,
    { decision, receipts }: HookAnswer,
    arrived: boolean,
  ): void {
    const { session } = call.reading;
    if (!arrived) {
      this.options.log.warn(
        `${session}: the agent did not take the answer; sending it again with the next step`,
      );
      return;
    }
    this.options.tracker.turnwatch.answers.delivered(session, receipts, this.options.clock.now());
    if (decision.kind === 'stop') {
      this.endStopped(call, point);
    }
  }

  /** A stopped sub-agent reports no end; a stopped session's own log does, with some agents only where a tool was stopped. */
  private endStopped({ agent, hooks, reading: { session } }: HookCall, point: AnswerPoint): void {
    const isChild = this.options.tracker.sessions.get(session)?.parent !== undefined;
    if (!isChild && hooks.endsSilently?.(point) !== true) {
      return;
    }
    this.end(agent, session, 'stopped');
  }
}
