/** The events of a body, each as the text of its own, not parsed yet: a large body is split and parsed piece by piece. */
import { restIfDue } from '../../event-loop.js';

/** `line` is 1-based; in a JSON array it counts elements. */
interface EventText {
  line: number;
  text: string;
}

/** `isList`: the body is one JSON array, else JSON Lines. */
export interface EventTexts {
  isList: boolean;
  texts: EventText[];
}

/** At most `most` and one more, which tells that there are too many. */
export async function splitEvents(
  body: string,
  most: number,
): Promise<EventTexts | { problem: string }> {
  const from = body.search(/\S/);
  if (from < 0) {
    return { problem: 'no event' };
  }
  if (body[from] === '[') {
    return splitList(body, from + 1, most);
  }
  const texts: EventText[] = [];
  for (let start = 0, line = 1; start <= body.length && texts.length <= most; line += 1) {
    const end = body.indexOf('\n', start);
    const text = body.slice(start, end < 0 ? body.length : end).trim();
    if (text !== '') {
      texts.push({ line, text });
    }
    start = end < 0 ? body.length + 1 : end + 1;
    await restIfDue();
  }
  return { isList: false, texts };
}

/** Finds the commas between the elements; whether each of them is JSON is seen when it is parsed. */
async function splitList(
  body: string,
  from: number,
  most: number,
): Promise<EventTexts | { problem: string }> {
  const texts: EventText[] = [];
  const structure = /["[\]{},]/g;
  structure.lastIndex = from;
  let depth = 1;
  let start = from;
  for (let found = structure.exec(body); found !== null; found = structure.exec(body)) {
    const rest = restIfDue();
    if (rest !== undefined) {
      await rest;
    }
    const [character] = found;
    if (character === '"') {
      const end = endOfString(body, structure.lastIndex);
      if (end === undefined) {
        break;
      }
      structure.lastIndex = end;
      continue;
    }
    if (character === '[' || character === '{') {
      depth += 1;
    } else if (character !== ',') {
      depth -= 1;
    }
    if (depth === 0 || (depth === 1 && character === ',')) {
      texts.push({ line: texts.length + 1, text: body.slice(start, found.index).trim() });
      start = structure.lastIndex;
    }
    if (depth === 0) {
      return endOfList(texts, body.slice(start));
    }
    if (texts.length > most) {
      return { isList: true, texts };
    }
  }
  return { problem: 'not JSON: the list does not end' };
}

function endOfList(texts: EventText[], rest: string): EventTexts | { problem: string } {
  if (rest.trim() !== '') {
    return { problem: 'not JSON: something follows the list' };
  }
  const [only] = texts;
  return { isList: true, texts: texts.length === 1 && only?.text === '' ? [] : texts };
}

/** After the closing quote of the string whose content begins at `from`. */
function endOfString(body: string, from: number): number | undefined {
  for (let quote = body.indexOf('"', from); quote >= 0; quote = body.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (body[quote - 1 - backslashes] === '\\' && quote - 1 - backslashes >= from) {
      backslashes += 1;
    }
    if (backslashes % 2 === 0) {
      return quote + 1;
    }
  }
  return undefined;
}
