/** What an agent that waits for the person asks: a question with its answers, or the call that it wants to make. */
import { readQuestions, type Question } from '../identity/tool/person-questions.js';
import { shown } from '../redact.js';
import { isForPerson, isOpen, type Call, type Session } from '../turns/session.js';
import { commandIn, inputText } from './full-text.js';
import { redactedTitle } from './title.js';
import type { Message } from './wording.js';

/** Redacted and cut. */
export interface Ask {
  /** None for a permission. */
  questions: Question[];
  /** The call that wants permission, with its command or whole input. */
  call?: { tool: string; input: string } | undefined;
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

function shownQuestions({ input }: Call): Question[] {
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
