/**
 * Prompts of agents whose hooks wait here for the person's answer. The agent asks where it always does, too, and the first answer counts.
 * Nothing is answered but by a person's click on this very prompt; all else lets the hook end without a word, as if nobody listened.
 */
import { randomBytes } from 'node:crypto';
import type { AskedPrompt, PromptHooks } from '../agents/agent.js';
import { askedCall } from '../agents/live/asked-calls.js';
import type { Clock } from '../core/clock.js';
import type { Resumed, ToolResultEvent, TurnEvent } from '../core/events.js';
import type { PromptAnswer } from '../core/interventions/prompt-answer.js';
import { modelTexts } from '../core/interventions/model-texts.js';
import { isForeign } from '../core/turns/foreign-session.js';
import { shownText, showPrompt, type ShownPrompt } from '../core/view/ask.js';
import type { PromptReply } from '../protocol/view.js';
import { sameSecret } from '../same-secret.js';
import type { HookCall } from './hook-call.js';
import type { SessionTracker, TrackerListener } from './session-tracker.js';

export interface HeldPromptsOptions {
  tracker: SessionTracker;
  clock: Clock;
  settings: { readonly answersPrompts: boolean };
  /** Whether the person sees the prompts. */
  card: { readonly isVisible: boolean };
}

/** Hooks that may wait in one session; more are none that a person answers. */
const MOST_HELD = 16;
/** An agent that shows no prompt of its own meanwhile waits no longer than this (milliseconds). */
const HELD_BACK_MS = 55_000;
/** Before the hook gives up (milliseconds). */
const SPARE_MS = 500;

/** An answer that the agent has not confirmed by then is told as one that did not count, until it does (milliseconds). */
const CONFIRMED_MS = 10_000;

/** The agent tells of an answer in its terminal by then (milliseconds). */
const LOST_MS = 1500;

interface HeldPrompt {
  session: string;
  hooks: PromptHooks;
  asked: AskedPrompt;
  /** As its `waiting` names the call: by its id, or by tool and input. */
  call: string | undefined;
  shown: ShownPrompt;
  /** When it was asked (milliseconds since the epoch): what was told of the call before is about another prompt for it. */
  at: number;
  /** Lets the hook go, with what it prints. */
  settle: (printed: string) => void;
}

export class HeldPrompts implements TrackerListener {
  /** By session, oldest first. Of those that are over, the newest is kept. */
  private readonly bySession = new Map<string, HeldPrompt[]>();

  constructor(private readonly options: HeldPromptsOptions) {
    options.tracker.listen(this);
  }

  /** @returns what the hook prints, once the person has answered here; '' once that is of no use any more. */
  hold({ hooks: { prompts }, payload, reading, context }: HookCall): Promise<string> {
    const { session } = reading;
    const { settings, card, clock } = this.options;
    const kind = context.prompts;
    const asked = kind === undefined ? undefined : prompts?.read(payload, kind);
    const held = this.held(session).filter(isOpen);
    if (
      !settings.answersPrompts ||
      prompts === undefined ||
      asked === undefined ||
      isForeign(session) ||
      held.length >= MOST_HELD ||
      (prompts.holdsBack === true && !card.isVisible)
    ) {
      return Promise.resolve('');
    }
    const shown: ShownPrompt = {
      id: randomBytes(16).toString('hex'),
      state: 'open',
      ...showPrompt(asked.tool, asked.input),
      ...(prompts.holdsBack && { holdsBack: true }),
    };
    const waiting = reading.events.find((event) => event.type === 'waiting');
    return new Promise((resolve) => {
      const left = context.deadline - clock.now() - SPARE_MS;
      const timer = setTimeout(
        () => this.end(prompt, 'late'),
        Math.max(0, prompts.holdsBack === true ? Math.min(left, HELD_BACK_MS) : left),
      );
      const settle = (printed: string): void => {
        clearTimeout(timer);
        resolve(printed);
      };
      const at = clock.now();
      const prompt = { session, hooks: prompts, asked, call: waiting?.call, shown, at, settle };
      this.bySession.set(session, [...held, prompt]);
      void context.delivered.then((arrived) => {
        if (!arrived) {
          this.lost(prompt);
        } else if (prompts.holdsBack === true) {
          // nobody else was asked
          this.end(prompt, 'taken');
        }
      });
      this.options.tracker.changed();
    });
  }

  /** The person's click. Nothing is answered where it is not this prompt any more, or not as they saw it. */
  reply({ id, shown, answer: kind, reason, options }: PromptReply): void {
    const prompt = [...this.bySession.values()]
      .flat()
      .find((each) => isOpen(each) && sameSecret(id, each.shown.id));
    if (prompt === undefined || !sameSecret(shown, shownText(prompt.shown))) {
      return;
    }
    switch (kind) {
      case 'terminal':
        this.end(prompt, 'elsewhere');
        break;
      case 'allow':
        if (prompt.shown.isCut !== true) {
          this.answer(prompt, { kind });
        }
        break;
      case 'deny':
        this.answer(prompt, { kind, reason: reason.trim() || modelTexts.deniedByPerson });
        break;
      case 'choose':
        this.answer(prompt, { kind, options });
        break;
    }
  }

  /** The oldest that can be answered, or what became of the newest. */
  shown(session: string): ShownPrompt | undefined {
    const held = this.held(session);
    return (held.find(isOpen) ?? held.at(-1))?.shown;
  }

  onEvent(event: TurnEvent): void {
    for (const prompt of 'session' in event ? this.held(event.session ?? '') : []) {
      this.heard(prompt, event);
    }
  }

  /** Events of the agent's own log, before they are taken in. */
  logged(events: readonly TurnEvent[]): void {
    for (const event of events) {
      if (event.type === 'resumed') {
        this.held(event.session)
          .filter((prompt) => isAnswered(prompt) && this.isAbout(prompt, event))
          .forEach((prompt) => this.resumed(prompt));
      }
    }
  }

  dispose(): void {
    for (const prompt of [...this.bySession.values()].flat().filter(isOpen)) {
      prompt.settle('');
    }
    this.bySession.clear();
  }

  private held(session: string): readonly HeldPrompt[] {
    return this.bySession.get(session) ?? [];
  }

  private answer(prompt: HeldPrompt, answer: PromptAnswer): void {
    const printed = prompt.hooks.answer(prompt.asked, answer);
    if (printed === '') {
      return;
    }
    prompt.shown = { ...prompt.shown, state: 'sent', answer: answer.kind };
    prompt.settle(printed);
    if (prompt.hooks.isConfirmed === true) {
      setTimeout(() => this.end(prompt, 'late'), CONFIRMED_MS).unref();
    }
    this.options.tracker.changed();
  }

  private heard(prompt: HeldPrompt, event: TurnEvent): void {
    switch (event.type) {
      case 'resumed':
        // a guess from silence is no confirmation
        if (this.isAbout(prompt, event) && !(isAnswered(prompt) && prompt.hooks.isConfirmed)) {
          this.resumed(prompt);
        }
        return;
      case 'tool.result':
        if (this.isAbout(prompt, event)) {
          const agrees = (prompt.shown.answer === 'deny') === (event.deniedBy !== undefined);
          const counted = prompt.hooks.isConfirmed !== true && agrees;
          this.end(
            prompt,
            prompt.shown.state === 'open' ? 'elsewhere' : counted ? 'taken' : 'late',
          );
        }
        return;
      case 'turn.start':
        this.end(prompt, 'late');
        this.bySession.delete(prompt.session);
        return;
      case 'turn.end':
      case 'session.end':
        this.end(prompt, prompt.shown.state === 'open' ? 'elsewhere' : 'late');
        return;
      default:
        return;
    }
  }

  /** The agent goes on with the call. */
  private resumed(prompt: HeldPrompt): void {
    const { answer } = prompt.shown;
    const isRefuted = answer === 'deny' && prompt.hooks.resumesAllowed === true;
    this.end(prompt, answer === undefined ? 'elsewhere' : isRefuted ? 'late' : 'taken');
  }

  /** An agent may ask several times about one call. */
  private isAbout(
    { session, call, at }: HeldPrompt,
    { call: id, at: told, type }: Resumed | ToolResultEvent,
  ): boolean {
    if (type === 'resumed' && told !== undefined && told < at) {
      return false;
    }
    const known = this.options.tracker.sessions.get(session)?.known.get(id ?? '')?.call;
    return (
      id === undefined ||
      id === call ||
      (known !== undefined && askedCall(known.tool, known.input) === call)
    );
  }

  /** Its hook is gone: ended by the agent, as the prompt was answered there, or because it waited for too long. */
  private lost(prompt: HeldPrompt): void {
    const wasOpen = isOpen(prompt);
    this.end(prompt, wasOpen ? 'elsewhere' : 'late');
    if (wasOpen) {
      setTimeout(() => {
        if (this.options.tracker.sessions.get(prompt.session)?.wait?.for === 'permission') {
          prompt.shown = { ...prompt.shown, state: 'late' };
          this.options.tracker.changed();
        }
      }, LOST_MS).unref();
    }
  }

  /** What is settled already stays as it is. */
  private end(prompt: HeldPrompt, state: ShownPrompt['state']): void {
    const { state: before, answer } = prompt.shown;
    const isConfirmed = before === 'late' && answer !== undefined && state === 'taken';
    if (before !== 'open' && before !== 'sent' && !isConfirmed) {
      return;
    }
    prompt.shown = { ...prompt.shown, state };
    prompt.settle('');
    this.options.tracker.changed();
  }
}

function isAnswered({ shown }: HeldPrompt): boolean {
  return shown.answer !== undefined;
}

function isOpen({ shown }: HeldPrompt): boolean {
  return shown.state === 'open';
}
