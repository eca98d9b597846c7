/** VS Code's own agent: hooks steer it; its transcripts and the chat sessions that VS Code keeps show it. */
import type { LiveAgent } from '../../definition.js';
import { isOwnPayload, readHook } from './payload.js';
import { SessionFiles } from './session-files.js';
import type { TurnEvent } from '../../../core/events.js';
import { pushNewest } from '../../../core/push-newest.js';
import type { Source } from '../../agent.js';
import { LiveMerge } from '../../live/live-merge.js';
import { PerSession } from '../../reading/per-session.js';
import type { Decision, AnswerPoint } from '../../../core/interventions/answer.js';
import {
  printAnswer,
  TEXT,
  type AnswerForm,
  block,
  context,
  endOfTurn,
} from '../../install/answer-table.js';
import type { Fields } from '../../reading/fields.js';

const files = new SessionFiles();

export const live: LiveAgent = {
  log: { kind: 'lines', open: (file, folders) => files.open(file, folders) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  createMerge: () => new ChatMerge(),
};

/**
 * A prompt is told by the hook and by the chat session, many seconds apart where the agent has still to start: its words tell that it is one.
 * The prompt of a sub-agent is told as a person's, in the session of its parent: the call that started it has the same words.
 */
interface ToldPrompt {
  source: Source;
  prompt: string;
  /** When it was told, by the host's time. */
  at: number;
}

const SAME_MS = 120_000;
const MOST_PROMPTS = 8;

interface StartedTask {
  call: string;
  prompt: string;
}

const MOST_TASKS = 32;

class ChatMerge extends LiveMerge {
  /** Those that the other source has not told yet. */
  private readonly prompts = new PerSession<ToldPrompt[]>(() => []);
  /** Sub-agents at work. */
  private readonly tasks = new PerSession<StartedTask[]>(() => []);

  override pass(source: Source, events: readonly TurnEvent[], now: number): TurnEvent[] {
    const news = events.filter((event) => {
      this.noteTask(event);
      return (
        event.type !== 'turn.start' ||
        event.prompt === undefined ||
        this.isNew(event.session, { source, prompt: event.prompt.trim(), at: now })
      );
    });
    return super.pass(source, news, now);
  }

  private noteTask(event: TurnEvent): void {
    if (event.type === 'tool.call' && event.class === 'task') {
      const { prompt } = event.input;
      const tasks = this.tasks.of(event.session);
      if (typeof prompt === 'string' && !tasks.some(({ call }) => call === event.call)) {
        pushNewest(tasks, { call: event.call, prompt: prompt.trim() }, MOST_TASKS);
      }
    } else if (event.type === 'tool.result') {
      const tasks = this.tasks.of(event.session);
      const at = tasks.findIndex(({ call }) => call === event.call);
      if (at >= 0) {
        tasks.splice(at, 1);
      }
    }
  }

  private isNew(session: string, { source, prompt, at }: ToldPrompt): boolean {
    if (this.tasks.of(session).some((task) => task.prompt === prompt)) {
      return false;
    }
    const waiting = this.prompts.of(session);
    const copy = waiting.findIndex(
      (each) => each.source !== source && each.prompt === prompt && at - each.at < SAME_MS,
    );
    if (copy >= 0) {
      waiting.splice(copy, 1);
      return false;
    }
    pushNewest(waiting, { source, prompt, at }, MOST_PROMPTS);
    return true;
  }
}

/** A decision → the hook's output, as VS Code documents it. The person sees a denial's reason; the model sees only `additionalContext`. */
export function answerHook(moment: AnswerPoint, decision: Decision): string {
  switch (moment.kind) {
    case 'before-tool':
      switch (decision.kind) {
        case 'deny':
          return printAnswer(denial(decision.reason));
        // `continue: false` would not end the turn, and hide the reason from the model
        case 'stop':
          return printAnswer(denial(decision.reason));
        case 'remind':
          return printAnswer(context('PreToolUse', decision.text));
        case 'text-only':
        case 'none':
          return '';
      }
      break;
    case 'after-step':
      switch (decision.kind) {
        case 'remind':
          return printAnswer(context('PostToolUse', decision.text));
        case 'stop':
        case 'deny':
        case 'text-only':
        case 'none':
          return '';
      }
      break;
    case 'before-stop':
      return decision.kind === 'remind' ? printAnswer(goOn(decision.text)) : '';
    // no hook there, or none that accepts text
    case 'before-model':
    case 'prompt':
      return '';
  }
}

/** What the installed command lets through for these agents. */
export const answerForms: readonly AnswerForm[] = [
  denial(TEXT),
  endOfTurn(TEXT),
  { ...endOfTurn(TEXT), ...denial(TEXT) },
  context('PreToolUse', TEXT),
  context('PostToolUse', TEXT),
  goOn(TEXT),
];

function denial(reason: string): Fields {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
      additionalContext: reason,
    },
  };
}

/** Older versions read the outer fields, newer ones the inner. */
function goOn(reason: string): Fields {
  const blocked = block(reason);
  return { ...blocked, hookSpecificOutput: { hookEventName: 'Stop', ...blocked } };
}
