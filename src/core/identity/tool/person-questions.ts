/** The questions of a call that asks the person, in the shapes in which agents write them. */
import type { Json, JsonObject } from '../../events.js';
import { isJsonObject } from '../../json.js';

export interface Question {
  text: string;
  /** The answers it offers; none where the person answers freely. */
  options: string[];
}

const MOST_QUESTIONS = 4;
const MOST_OPTIONS = 8;
/** Lines of a questionnaire that are read. */
const MOST_LINES = 100;

/** @returns none where the input holds no question in words */
export function readQuestions(input: JsonObject): Question[] {
  const { questionnaire } = input;
  if (typeof questionnaire === 'string') {
    return readLines(questionnaire);
  }
  const list = Array.isArray(input['questions']) ? input['questions'] : [input];
  return list.slice(0, MOST_QUESTIONS).flatMap((each) => {
    const text = isJsonObject(each)
      ? findWords(each, ['question', 'prompt', 'message', 'plan'])
      : each;
    return typeof text !== 'string' || text.trim() === ''
      ? []
      : [{ text: text.trim(), options: isJsonObject(each) ? readOptions(each) : [] }];
  });
}

/** Droid's: `1. [question] Which one?`, then lines with its `[topic]` and each `[option]`. */
function readLines(text: string): Question[] {
  const questions: Question[] = [];
  for (const line of text.split('\n', MOST_LINES)) {
    const [, kind, words = ''] = /^(?:\d{1,3}\. )?\[(question|option)\] (.+)$/.exec(line) ?? [];
    const options = questions.at(-1)?.options;
    if (kind === 'question') {
      questions.push({ text: words.trim(), options: [] });
    } else if (kind === 'option' && options !== undefined && options.length < MOST_OPTIONS) {
      options.push(words.trim());
    }
  }
  return questions.filter(({ text: asked }) => asked !== '').slice(0, MOST_QUESTIONS);
}

function readOptions({ options, choices }: JsonObject): string[] {
  const list = options ?? choices;
  return !Array.isArray(list)
    ? []
    : list.slice(0, MOST_OPTIONS).flatMap((each) => {
        const text = isJsonObject(each) ? findWords(each, ['label', 'value', 'title']) : each;
        return typeof text === 'string' && text !== '' ? [text] : [];
      });
}

function findWords(value: JsonObject, names: readonly string[]): Json | undefined {
  return names.map((name) => value[name]).find((each) => typeof each === 'string');
}
