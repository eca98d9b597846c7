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

/** @returns none where the input holds no question in words */
export function readQuestions(input: JsonObject): Question[] {
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
