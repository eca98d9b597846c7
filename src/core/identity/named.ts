/** What a text names: files, folders, identifiers, whatever stands in backquotes. Numbers count something, and words say how it is told. */
const names =
  /`([^`\n]{2,80})`|(?<![\w:/.@-])((?:[\w.@-]+\/)+[\w.@-]*|[\w-]+\.[a-z]\w{0,4}|[a-z]+[A-Z]\w*|[A-Za-z]+_\w+|[A-Z]{2,}[A-Z_\d-]+|#\d+)(?![\w/])/g;
const place = /(?::\d+)+$|[.,:;]+$/;
const MOST = 64;

/** A path is named by its parts, too. */
export function namesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, quoted, bare = ''] of text.matchAll(names)) {
    const name = (quoted ?? bare).replace(place, '').replace(/\/+$/, '');
    found.add(name);
    const parts = name.split('/');
    if (parts.length > 1) {
      found.add(parts.at(-1) ?? '');
      found.add(parts.slice(0, -1).join('/'));
    }
    if (found.size >= MOST) {
      break;
    }
  }
  found.delete('');
  return found;
}

const SENTENCE = 60;
/** Data, markup and listings are no prose. */
const prose = /[A-Za-z][a-z]+ [a-z]+ [a-z]+/;
const data = /^\s*(?:[{[<|#]|\d+[\t:|])/;

/** Somebody says something in sentences. */
export function isProse(text: string): boolean {
  return text.length >= SENTENCE && text.length <= LONGEST && prose.test(text) && !data.test(text);
}

const LONGEST = 4000;
