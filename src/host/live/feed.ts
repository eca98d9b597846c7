/** Hooks and log lines → events of the live watch, and the answers that agents wait for. */
import {
  isProblem,
  UNNAMED_CALL,
  type Agent,
  type HookReading,
  type Merge,
} from '../../agents/agent.js';
import { DuplicateHooks } from '../../agents/live/duplicate-hooks.js';
import type { HookContext } from '../../bridge/hook-request.js';
import type { TurnEvent } from '../../core/events.js';
import type { HookAnswer, AnswerPoint } from '../../core/interventions/policy.js';
import type { Live } from './live.js';
import type { Log } from '../log.js';

/** The workspace's own signals, as far as the feed needs them. */
export interface WorkspaceSignals {
  /** A person's message opened a turn; also while one was open: the baseline is taken then. */
  turnOpened(session: string, cwd: string): void;
  turnClosed(session: string): void;
  /** The agents' calls tell who changed what. */
  saw(event: TurnEvent): void;
  /** A step ended: look at the workspace soon. */
  stepEnded(cwd: string): void;
  /** Looks now; resolves when the state is in, or after `limitMs`. @returns false if it was not in by then. */
  settle(cwd: string, limitMs: number): Promise<boolean>;
}

export interface FeedOptions {
  live: Live;
  log: Log;
  workspace: WorkspaceSignals;
  now(): number;
  /** Whose hook it was: the agent for which it was installed, or another one that runs it too. */
  sender(installedFor: string, payload: Readonly<Record<string, unknown>>): Agent | undefined;
  /** Resolves once what an agent's log holds now has been taken in, or after `limitMs`. */
  catchUp(agent: string, log: string, limitMs: number): Promise<void>;
  /** The relay tells what the session's requests cost: its log is not to tell it a second time, by other names. */
  carried(session: string): boolean;
  /** A hook of this session arrived. */
  onHook(session: string, at: number): void;
}

/** The longest that an answer waits for the workspace, and only if it would be a stall otherwise (milliseconds). */
const SETTLE_MS = 300;

/** The longest that a hook waits for what its session's log tells already (milliseconds). */
const CATCH_UP_MS = 100;

/** A turn whose newest sign is older than this is read from history: it starts no process (milliseconds). */
const FRESH_MS = 120_000;

export class Feed {
  private readonly merges = new Map<string, Merge>();
  private readonly installs = new DuplicateHooks();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: FeedOptions) {}

  /** One hook call. @returns the exact text that the hook prints; '' says nothing. Never throws into the agent. */
  async hook(
    agentId: string,
    payload: Readonly<Record<string, unknown>>,
    context: HookContext,
  ): Promise<string> {
    const { live, log } = this.options;
    const agent = this.options.sender(agentId, payload);
    if (agent?.hooks === undefined) {
      log.warn(`a hook of the unknown agent "${agentId}" was ignored`);
      return '';
    }
    if (live.paused) {
      return '';
    }
    const now = this.options.now();
    const reading = agent.hooks.read(payload, now);
    if (isProblem(reading)) {
      log.warn(`a hook was ignored: ${reading.problem}`);
      return '';
    }
    this.options.onHook(reading.session, context.receivedAt);
    if (reading.log !== undefined) {
      await this.options.catchUp(agent.id, reading.log, CATCH_UP_MS);
    }
    const told = this.installs.toldBefore(agentId, reading.events, now)
      ? []
      : this.merge(agent).pass('hook', reading.events, now);
    const answer = await this.takeHook(
      agent,
      { ...reading, events: told },
      reading.events,
      context,
    );
    this.waitForMerges();
    if (answer === undefined || reading.moment === undefined) {
      return '';
    }
    const printed = agent.hooks.answer(reading.moment, answer.decision, payload);
    // what cannot be said at this hook is not delivered: the next one may be able to
    if (printed !== '') {
      this.confirm(agent, reading.session, reading.moment, answer, context);
    }
    return printed;
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  /** Events of a line of an agent's log. */
  log(agent: Agent, events: readonly TurnEvent[]): void {
    if (this.options.live.paused) {
      return;
    }
    const told = events.filter(
      (event) => event.type !== 'usage' || !this.options.carried(event.session),
    );
    this.take(this.merge(agent).pass('log', told, this.options.now()));
    this.waitForMerges();
  }

  /** Events that a session tells of itself, without an agent's hooks or log. The end of a step waits for the workspace as a hook's does. */
  async told(session: string, events: readonly TurnEvent[]): Promise<void> {
    const { live, workspace } = this.options;
    for (const event of events) {
      const cwd = live.sessions.get(session)?.cwd ?? '';
      const open = live.sessions.get(session)?.openStep;
      if (event.type === 'step.end') {
        await this.beforeStepEnd(session, cwd);
      }
      this.takeOne(event);
      const ended = open !== undefined && open.closed && event.type !== 'step.end';
      if (ended && cwd !== '') {
        workspace.stepEnded(cwd);
      }
    }
  }

  private take(events: readonly TurnEvent[]): void {
    for (const event of events) {
      this.takeOne(event);
    }
  }

  private merge(agent: Agent): Merge {
    let merge = this.merges.get(agent.id);
    if (merge === undefined) {
      this.merges.set(agent.id, (merge = agent.createMerge()));
    }
    return merge;
  }

  /** Merges hold some events back for a moment. */
  private waitForMerges(): void {
    const dues = [...this.merges.values()]
      .map((merge) => merge.nextDue())
      .filter((due) => due !== undefined);
    clearTimeout(this.timer);
    if (dues.length === 0) {
      return;
    }
    this.timer = setTimeout(
      () => {
        for (const merge of this.merges.values()) {
          this.take(merge.due(this.options.now()));
        }
        this.waitForMerges();
      },
      Math.max(1, Math.min(...dues) - this.options.now()),
    );
    this.timer.unref();
  }

  /** `events`: what of the reading passed; `all`: what it told. Nothing is decided where the agent goes on without the answer already. */
  private async takeHook(
    agent: Agent,
    { session, cwd, events, moment }: HookReading,
    all: readonly TurnEvent[],
    { deadline }: HookContext,
  ): Promise<HookAnswer | undefined> {
    const last = events.at(-1);
    const closing = last?.type === 'step.end' || last?.type === 'turn.end' ? last : undefined;
    // an agent that does not mark the end of a step: it may end with this result
    if (
      moment?.kind === 'after-step' &&
      closing === undefined &&
      this.options.live.core.nearStall(session)
    ) {
      await this.settle(session, cwd);
    }
    this.take(closing === undefined ? events : events.slice(0, -1));
    if (closing?.type === 'step.end') {
      await this.beforeStepEnd(session, cwd);
    }
    const isLate = this.options.now() > deadline;
    if (moment?.kind === 'before-stop' && !isLate) {
      return this.beforeStop(session, moment, closing);
    }
    if (closing !== undefined) {
      this.takeOne(closing);
    }
    if (moment === undefined) {
      return undefined;
    }
    if (isLate) {
      this.options.log.warn(
        `${session}: the agent did not wait for the answer; its next hook gets one`,
      );
      return undefined;
    }
    const answer = this.decide(session, moment);
    if (
      moment.kind === 'before-tool' &&
      (answer.decision.kind === 'deny' || answer.decision.kind === 'stop')
    ) {
      const denied: TurnEvent = {
        v: 1,
        type: 'tool.result',
        session,
        at: this.options.now(),
        call: moment.call,
        ok: false,
        output: answer.decision.reason,
        deniedBy: 'turnwatch',
      };
      // a call without an id is known to the merge by what was asked
      const asked =
        moment.call === UNNAMED_CALL ? all.filter((event) => event.type === 'tool.call') : [];
      this.take(this.merge(agent).pass('hook', [...asked, denied], this.options.now()));
    }
    return answer;
  }

  /** The answer waits for the workspace only if the coming verdict would be a stall. */
  private async beforeStepEnd(session: string, cwd: string): Promise<void> {
    const { live, workspace } = this.options;
    if (!live.core.wouldStall(session)) {
      workspace.stepEnded(cwd);
      return;
    }
    await this.settle(session, cwd);
  }

  private async settle(session: string, cwd: string): Promise<void> {
    const { log, workspace } = this.options;
    const started = this.options.now();
    const settled = await workspace.settle(cwd, SETTLE_MS);
    log.info(
      `${session}: waited ${this.options.now() - started} ms for the workspace before a verdict${settled ? '' : ' (not in by then)'}`,
    );
  }

  /** With a sentence for the agent it goes on: then the turn is not over. */
  private beforeStop(
    session: string,
    moment: AnswerPoint,
    closing: TurnEvent | undefined,
  ): HookAnswer {
    const answer = this.decide(session, moment);
    if (answer.decision.kind === 'none' && closing !== undefined) {
      this.takeOne(closing);
    }
    return answer;
  }

  private decide(session: string, moment: AnswerPoint): HookAnswer {
    const { live } = this.options;
    const answer = live.core.decide(session, moment, this.options.now());
    live.apply(answer.effects);
    return answer;
  }

  /** "Delivered" is said only once the agent's client has taken the answer. */
  private confirm(
    agent: Agent,
    session: string,
    moment: AnswerPoint,
    answer: HookAnswer,
    context: HookContext,
  ): void {
    if (answer.receipts.length === 0) {
      return;
    }
    const { live, log } = this.options;
    void context.delivered.then((arrived) => {
      if (arrived) {
        live.apply(live.core.delivered(session, answer.receipts, this.options.now()));
        if (answer.decision.kind === 'stop') {
          this.endStopped(agent, session, moment);
        }
      } else {
        log.warn(
          `${session}: the agent did not take the answer; it is sent again at its next step`,
        );
      }
    });
  }

  /** A sub-agent that was stopped says nothing of its end; a session's own log does, with some agents only where a tool was stopped. */
  private endStopped(agent: Agent, session: string, moment: AnswerPoint): void {
    const isChild = this.options.live.sessions.get(session)?.parent !== undefined;
    if (!isChild && agent.hooks?.endsSilently?.(moment) !== true) {
      return;
    }
    const now = this.options.now();
    this.take(
      this.merge(agent).pass(
        'hook',
        [{ v: 1, type: 'turn.end', session, at: now, reason: 'stopped' }],
        now,
      ),
    );
  }

  private takeOne(event: TurnEvent): void {
    const { live, workspace } = this.options;
    const session = 'session' in event && event.session !== undefined ? event.session : undefined;
    const before = session === undefined ? undefined : live.sessions.get(session)?.open;
    live.take(event);
    const known = session === undefined ? undefined : live.sessions.get(session);
    if (known === undefined || known.cwd === '') {
      return;
    }
    const fresh = this.options.now() - (known.lastAt ?? 0) < FRESH_MS;
    if (known.open && fresh && (before !== true || event.type === 'turn.start')) {
      workspace.turnOpened(known.id, known.cwd);
    }
    if (!known.open && before === true) {
      workspace.turnClosed(known.id);
    }
    workspace.saw(event);
  }
}
