/** Hooks, log lines and reports → events of the live watch, and the answers that agents wait for. */
import {
  isProblem,
  UNNAMED_CALL,
  type Agent,
  type HookReading,
  type Hooks,
  type Merge,
} from '../../agents/agent.js';
import { DuplicateHooks } from '../../agents/live/duplicate-hooks.js';
import type { HookContext } from '../../bridge/hook-request.js';
import type { TurnEvent } from '../../core/events.js';
import type { AnswerPoint, HookAnswer } from '../../core/interventions/answer.js';
import type { SessionFact } from '../../core/watch.js';
import type { Live } from './live.js';
import type { Log } from '../log.js';

/** The workspace's own signals, as far as the feed needs them. */
export interface WorkspaceSignals {
  /** A person's message opened a turn; also while one was open: the baseline is taken then. */
  turnOpened(session: string, cwd: string): void;
  turnClosed(session: string): void;
  /** The agents' calls tell who changed what. */
  observe(event: TurnEvent): void;
  /** A step ended: look at the workspace soon. */
  stepEnded(cwd: string): void;
  /** Looks now; resolves when the state is in, or after `limitMs`. @returns false if it was not in by then. */
  settle(cwd: string, limitMs: number): Promise<boolean>;
}

export interface FeedOptions {
  live: Pick<
    Live,
    'sessions' | 'paused' | 'push' | 'decide' | 'delivered' | 'nearStall' | 'wouldStall'
  >;
  log: Pick<Log, 'info' | 'warn'>;
  workspace: WorkspaceSignals;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Whose hook it was: the agent for which it was installed, or another one that runs it too. */
  sender(installedFor: string, payload: Readonly<Record<string, unknown>>): Agent | undefined;
  /** Resolves once what an agent's log holds now has been taken in, or after `limitMs`. */
  catchUp(agent: string, log: string, limitMs: number): Promise<void>;
  /** The relay reports what the session's requests cost: its log would do so a second time, by other names. */
  carried(session: string): boolean;
  /** A hook of this session arrived. */
  onHook(session: string, at: number): void;
}

/** A hook on its way to its answer. */
interface HookCall {
  agent: Agent;
  hooks: Hooks;
  payload: Readonly<Record<string, unknown>>;
  reading: HookReading;
  context: HookContext;
}

/** The longest that an answer waits for the workspace, and only if it would be a stall otherwise (milliseconds). */
const SETTLE_MS = 300;

/** The longest that a hook waits for what its session's log holds already (milliseconds). */
const CATCH_UP_MS = 100;

/** A turn whose newest sign is older than this is read from history: it starts no process (milliseconds). */
const FRESH_MS = 120_000;

export class Feed {
  private readonly merges = new Map<string, Merge>();
  private readonly duplicates = new DuplicateHooks();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: FeedOptions) {}

  /** One hook call. @returns the exact text that the hook prints; '' says nothing. Never throws into the agent. */
  async hook(
    installedFor: string,
    payload: Readonly<Record<string, unknown>>,
    context: HookContext,
  ): Promise<string> {
    const now = this.options.now();
    const call = this.readHook(installedFor, payload, context, now);
    if (call === undefined) {
      return '';
    }
    const { agent, reading } = call;
    this.options.onHook(reading.session, context.receivedAt);
    if (reading.log !== undefined) {
      await this.options.catchUp(agent.id, reading.log, CATCH_UP_MS);
    }
    const isDuplicate = this.duplicates.isDuplicate(installedFor, reading.events, now);
    const news = isDuplicate ? [] : this.merge(agent).pass('hook', reading.events, now);
    const answer = await this.answerHook(call, news);
    this.scheduleMerges();
    return answer === undefined || reading.moment === undefined
      ? ''
      : this.print(call, reading.moment, answer);
  }

  /** Events of a line of an agent's log. */
  log(agent: Agent, events: readonly TurnEvent[]): void {
    if (this.options.live.paused) {
      return;
    }
    const ours = events.filter(
      (event) => event.type !== 'usage' || !this.options.carried(event.session),
    );
    this.takeAll(this.merge(agent).pass('log', ours, this.options.now()));
    this.scheduleMerges();
  }

  /** Events that a session reports itself, without an agent's hooks or log. The end of a step waits for the workspace as a hook's does. */
  async report(session: string, events: readonly TurnEvent[]): Promise<void> {
    const { live, workspace } = this.options;
    for (const event of events) {
      if (event.type === 'step.end') {
        await this.beforeStepEnd(session, live.sessions.get(session)?.cwd ?? '');
        this.take(event);
        continue;
      }
      const ended = this.take(event).find(({ fact }) => fact.kind === 'step-end');
      if (ended !== undefined && ended.session.cwd !== '') {
        workspace.stepEnded(ended.session.cwd);
      }
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  /** Undefined where there is nothing to take in: an unknown agent, an unreadable payload, or watching is paused. */
  private readHook(
    installedFor: string,
    payload: Readonly<Record<string, unknown>>,
    context: HookContext,
    now: number,
  ): HookCall | undefined {
    const { live, log } = this.options;
    const agent = this.options.sender(installedFor, payload);
    if (agent?.hooks === undefined) {
      log.warn(`a hook of the unknown agent "${installedFor}" was ignored`);
      return undefined;
    }
    if (live.paused) {
      return undefined;
    }
    const reading = agent.hooks.read(payload, now);
    if (isProblem(reading)) {
      log.warn(`a hook was ignored: ${reading.problem}`);
      return undefined;
    }
    return { agent, hooks: agent.hooks, payload, reading, context };
  }

  /** Takes in what is new in the hook, and decides. @returns undefined where the agent waits for no answer, or no longer. */
  private async answerHook(
    call: HookCall,
    news: readonly TurnEvent[],
  ): Promise<HookAnswer | undefined> {
    const { live, log } = this.options;
    const { session, cwd, moment: point } = call.reading;
    const { events, end } = splitEnd(news);
    // an agent that does not mark the end of a step: it may end with this result
    if (point?.kind === 'after-step' && end === undefined && live.nearStall(session)) {
      await this.settle(session, cwd);
    }
    this.takeAll(events);
    if (end?.type === 'step.end') {
      await this.beforeStepEnd(session, cwd);
    }
    const isLate = this.options.now() > call.context.deadline;
    const mayGoOn = point?.kind === 'before-stop' && !isLate;
    if (end !== undefined && !mayGoOn) {
      this.take(end);
    }
    if (point === undefined) {
      return undefined;
    }
    if (isLate) {
      log.warn(`${session}: the agent did not wait for the answer; the next hook carries it`);
      return undefined;
    }
    const answer = live.decide(session, point);
    const { decision } = answer;
    if (end !== undefined && mayGoOn && decision.kind === 'none') {
      this.take(end);
    }
    if (point.kind === 'before-tool' && (decision.kind === 'deny' || decision.kind === 'stop')) {
      this.takeDenial(call, point.call, decision.reason);
    }
    return answer;
  }

  /** No tool runs, so the agent itself says nothing of this call's end. */
  private takeDenial({ agent, reading }: HookCall, call: string, reason: string): void {
    const now = this.options.now();
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
    this.takeAll(this.merge(agent).pass('hook', [...unnamed, denied], now));
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
    this.options.live.delivered(session, receipts);
    if (decision.kind === 'stop') {
      this.endStopped(call, point);
    }
  }

  /** A stopped sub-agent reports no end; a stopped session's own log does, with some agents only where a tool was stopped. */
  private endStopped({ agent, hooks, reading: { session } }: HookCall, point: AnswerPoint): void {
    const isChild = this.options.live.sessions.get(session)?.parent !== undefined;
    if (!isChild && hooks.endsSilently?.(point) !== true) {
      return;
    }
    const at = this.options.now();
    const end: TurnEvent = { v: 1, type: 'turn.end', session, at, reason: 'stopped' };
    this.takeAll(this.merge(agent).pass('hook', [end], at));
  }

  /** The answer waits for the workspace only if the coming verdict would be a stall. */
  private async beforeStepEnd(session: string, cwd: string): Promise<void> {
    if (this.options.live.wouldStall(session)) {
      await this.settle(session, cwd);
    } else {
      this.options.workspace.stepEnded(cwd);
    }
  }

  private async settle(session: string, cwd: string): Promise<void> {
    const { log, now, workspace } = this.options;
    const started = now();
    const settled = await workspace.settle(cwd, SETTLE_MS);
    log.info(
      `${session}: waited ${now() - started} ms for the workspace before a verdict${settled ? '' : ' (still pending)'}`,
    );
  }

  private merge(agent: Agent): Merge {
    let merge = this.merges.get(agent.id);
    if (merge === undefined) {
      this.merges.set(agent.id, (merge = agent.createMerge()));
    }
    return merge;
  }

  /** Merges hold some events back for a moment. */
  private scheduleMerges(): void {
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
          this.takeAll(merge.due(this.options.now()));
        }
        this.scheduleMerges();
      },
      Math.max(1, Math.min(...dues) - this.options.now()),
    );
    this.timer.unref();
  }

  private takeAll(events: readonly TurnEvent[]): void {
    for (const event of events) {
      this.take(event);
    }
  }

  private take(event: TurnEvent): readonly SessionFact[] {
    const { live, workspace } = this.options;
    const facts = live.push(event);
    this.followTurn(facts);
    const isCall = event.type === 'tool.call' || event.type === 'tool.result';
    if (isCall && (live.sessions.get(event.session)?.cwd ?? '') !== '') {
      workspace.observe(event);
    }
    return facts;
  }

  /** The workspace is looked at while turns run. A message that interrupts a turn ends it and begins the next. */
  private followTurn(facts: readonly SessionFact[]): void {
    const change = facts.findLast(({ fact }) => turnChanges.has(fact.kind));
    if (change === undefined || change.session.cwd === '') {
      return;
    }
    const { workspace, now } = this.options;
    const { id, cwd, lastAt } = change.session;
    if (change.fact.kind === 'turn-end') {
      workspace.turnClosed(id);
    } else if (now() - (lastAt ?? 0) < FRESH_MS) {
      workspace.turnOpened(id, cwd);
    }
  }
}

const turnChanges: ReadonlySet<SessionFact['fact']['kind']> = new Set([
  'turn-start',
  'turn-continued',
  'turn-end',
]);

/** Apart from the rest: the end of a step or turn, before which the workspace is looked at. */
function splitEnd(events: readonly TurnEvent[]): { events: readonly TurnEvent[]; end?: TurnEvent } {
  const last = events.at(-1);
  return last?.type === 'step.end' || last?.type === 'turn.end'
    ? { events: events.slice(0, -1), end: last }
    : { events };
}
