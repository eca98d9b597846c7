/**
 * What a person wrote, in a message in the person's name. Harnesses write there, too: reminders, notices, an editor's context. Each
 * agent's folder knows its own forms; these are the shapes that such texts have everywhere, so that words which nobody has seen yet
 * neither begin a turn nor lift an order.
 */

/** Tags are read in this much of the start (characters): contexts are long, what a person pastes is longer. */
const LONGEST_CONTEXT = 262_144;
const MOST_BLOCKS = 50;

/** A tag of two words or more (`<system-reminder>`, `<environment_context>`): the HTML that people paste has one. */
const openingTag = /^<([a-z][a-z0-9]{0,40}(?:[-_][a-z0-9]{1,40}){1,6})(?:\s[^<>]{0,400})?>/i;

/** Tags of two words around what a person wrote. */
const personsTag =
  /^(?:user|human|person)[-_](?:input|message|query|request|prompt)$|[-_](?:description|statement|request|query|question)$/i;

/** How harnesses begin a line in the person's name. */
const harnessHead =
  /^(?:System(?: (?:notice|notification|message|reminder))?: \S|\[(?:System|SYSTEM)\b[^\]\n]{0,80}\]|\[Request interrupted by user)/;

/** The person's part of a message; undefined if the harness wrote all of it. Empty texts are the person's. */
export function readPersonsWords(text: string): string | undefined {
  let rest = text.trim();
  if (rest === '') {
    return text;
  }
  for (let blocks = 0; blocks < MOST_BLOCKS; blocks++) {
    const [tag = '', name = ''] = openingTag.exec(rest) ?? [];
    if (tag === '' || personsTag.test(name)) {
      break;
    }
    const end = rest.slice(0, LONGEST_CONTEXT).indexOf(`</${name}>`);
    if (end < 0) {
      // a sentence about an element of that name goes on in its line
      rest = /^[^\S\n]*(?:\n|$)/.test(rest.slice(tag.length)) ? '' : rest;
      break;
    }
    rest = rest.slice(end + name.length + 3).trim();
  }
  if (rest === '' || harnessHead.test(rest)) {
    return undefined;
  }
  return rest.length === text.trim().length ? text : rest;
}
