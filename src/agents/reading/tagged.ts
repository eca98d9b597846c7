/**
 * Parts of a text between `<name>` and `</name>`, found in linear time: a regular expression with a lazy middle searches for the end
 * again from each opening tag, and hostile output may consist of opening tags.
 */

/** The text without such parts. `before`: blanks to remove before a part; `open`: a part without an end reaches to the text's end. */
export function withoutTagged(
  text: string,
  name: string,
  { before, open = false }: { before?: 'blanks' | 'newlines'; open?: boolean } = {},
): string {
  const [begin, end] = [`<${name}>`, `</${name}>`];
  let kept = '';
  let at = 0;
  for (let from = text.indexOf(begin); from >= 0; from = text.indexOf(begin, at)) {
    const to = text.indexOf(end, from + begin.length);
    if (to < 0 && !open) {
      break;
    }
    kept += trimmed(text.slice(at, from), before);
    at = to < 0 ? text.length : to + end.length;
  }
  return kept + text.slice(at);
}

/** The trimmed text between the first `<name>` and its end; undefined if there is none. */
export function taggedIn(text: string, name: string): string | undefined {
  const begin = `<${name}>`;
  const from = text.indexOf(begin);
  const to = from < 0 ? -1 : text.indexOf(`</${name}>`, from + begin.length);
  return to < 0 ? undefined : text.slice(from + begin.length, to).trim();
}

function trimmed(text: string, before: 'blanks' | 'newlines' | undefined): string {
  if (before === undefined) {
    return text;
  }
  if (before === 'blanks') {
    return text.trimEnd();
  }
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') {
    end -= 1;
  }
  return text.slice(0, end);
}
