/** What an agent that waits for the person asks: a question with its answers, or the call that it wants to make. */
import { escapeControls } from '../escape-controls.js';
import type { JsonObject } from '../events.js';
import type { PromptAnswer } from '../interventions/prompt-answer.js';
import { readQuestions, type Question } from '../identity/tool/person-questions.js';
import { redact, shown } from '../redact.js';
import { isForPerson, isOpen, type Call, type Session } from '../turns/session.js';
import { commandIn, inputText } from './full-text.js';
import { redactedTitle } from './title.js';
import type { Message } from './words/wording.js';

/** Redacted and cut. */
export interface Ask {
  /** None for a permission. */
  questions: Question[];
  /** The call that wants permission, with its command or whole input. */
  call?: { tool: string; input: string } | undefined;
}

/** A prompt that can be answered in the window, or what became of that. */
export interface ShownPrompt extends Ask {
  id: string;
  /**
   * `open`: it can be answered. `sent`: the agent has the answer, and has not told yet what counted. `taken`: it counted. `late`: it did
   * not, or it was not given in time: the agent's own prompt decides. `elsewhere`: answered where the agent asks.
   */
  state: 'open' | 'sent' | 'taken' | 'late' | 'elsewhere';
  answer?: PromptAnswer['kind'] | undefined;
  /** Longer than what can be shown: it can be denied here, and allowed only where the agent asks. */
  isCut?: true | undefined;
  /** The agent shows no prompt of its own while this one is open. */
  holdsBack?: true | undefined;
}

/** Characters and lines that a person can be expected to read before a call is allowed. */
export const PROMPT_LIMIT = 30_000;
const PROMPT_LINES = 1500;

/** The whole of what would be allowed, as a person can read it: with its diff, its invisible characters, and no secrets. */
export function showPrompt(tool: string, input: JsonObject): Ask & Pick<ShownPrompt, 'isCut'> {
  const questions = readQuestions(input);
  if (questions.some(({ options }) => options.length > 0)) {
    return { questions: shownQuestions({ input }) };
  }
  const whole = escapeControls(redact(inputText(withoutRemarks(input))));
  const isCut =
    whole.length > PROMPT_LIMIT ||
    whole.split('\n', PROMPT_LINES + 1).length > PROMPT_LINES ||
    /\[…\]|\{…\}/.test(whole);
  return {
    questions: [],
    call: { tool: escapeControls(tool), input: shown(whole, PROMPT_LIMIT) },
    ...(isCut && { isCut }),
  };
}

/** By which the page says what the person saw. */
export function shownText({ questions, call }: Ask): string {
  return call === undefined ? JSON.stringify(questions) : `${call.tool}\n${call.input}`;
}

/** A command stands alone, and what a new file holds comes as added lines. */
function withoutRemarks(input: JsonObject): JsonObject {
  const { content, ...place } = input;
  return typeof input['command'] === 'string'
    ? Object.fromEntries(
        Object.entries(input).filter(([name]) => name !== 'description' && name !== 'timeout'),
      )
    : typeof content === 'string' && Object.keys(place).length === 1
      ? { ...place, old_string: '', new_string: content }
      : input;
}

const QUESTION_LIMIT = 1000;
const OPTION_LIMIT = 200;
const INPUT_LIMIT = 2000;

/** Undefined where the session does not wait for the person, or nothing tells what for. */
export function readAsk(session: Session): Ask | undefined {
  const call = findAsked(session);
  if (call === undefined) {
    return undefined;
  }
  if (session.wait?.for === 'input') {
    const questions = shownQuestions(call);
    return questions.length === 0 ? undefined : { questions };
  }
  const input = shown(commandIn(inputText(call.input)), INPUT_LIMIT);
  return { questions: [], call: { tool: call.tool, input } };
}

function shownQuestions({ input }: Pick<Call, 'input'>): Question[] {
  return readQuestions(input).map(({ text, options }) => ({
    text: shown(text, QUESTION_LIMIT),
    options: options.map((option) => shown(option, OPTION_LIMIT)),
  }));
}

/** The same in one sentence; part of every summary, so the whole input is not built for it. */
export function askSentence(session: Session): Message | undefined {
  const call = findAsked(session);
  if (call === undefined) {
    return undefined;
  }
  if (session.wait?.for !== 'input') {
    const title = redactedTitle(call.input, session.cwd) || call.tool;
    return { id: 'wait.permission', params: { call: title } };
  }
  const [first, ...others] = shownQuestions(call);
  if (first === undefined) {
    return undefined;
  }
  const question = first.text.replace(/\s+/g, ' ');
  return others.length === 0
    ? { id: 'wait.question', params: { question } }
    : { id: 'wait.questions', params: { question, count: others.length } };
}

/** The call that the wait names; else, as not every agent names one, the newest open one that fits. */
function findAsked({ wait, known, openStep, lastStep }: Session): Call | undefined {
  if (wait === undefined || !isForPerson(wait)) {
    return undefined;
  }
  if (wait.call !== undefined) {
    return known.get(wait.call)?.call;
  }
  return (openStep ?? lastStep)?.calls.findLast(
    (call) => isOpen(call) && (call.class === 'ask') === (wait.for === 'input'),
  );
}
