/** Values that a name, an option or a header tells to be secret: `DB_PASS=…`, `--token …`, `"api_key": "…"`, `Cookie: …`. */
import type { Replace } from './tokens.js';

/** A name, a quote that closes it, and what separates it from its value. Only names that hold one of these are looked at further. */
const name = new RegExp(
  [
    '(passw(?:or)?d|passphrase|pass|pwd|secret(?:[_-]?access)?(?:[_-]?key(?:[_-]?base)?)?|token',
    '|(?:api|access|account|private|signing|encryption|master|subscription)[_-]?key|_key',
    '|authorization|auth|credentials?|cookie|sig(?:nature)?)(?:[_-]?\\d{1,2})?',
    '(\\\\{0,7}["\'`]?\\]?)',
    // a value on the next line only in quotes: after `password:` often stands a block
    '(\\s{0,8}(?::=|=>|[:=](?![:=]))(?:\\s{0,8}(?=\\\\{0,7}["\'`])|[ \\t]{0,8})(?:(?:string|str)\\s{0,4}=\\s{0,4})?',
    '|[ \\t]{1,8}|\\s{1,8}-\\s{1,8}|\\s{0,4},\\s{0,8}|>)',
  ].join(''),
  'gi',
);
const opening = /\\{0,7}(?:"""|'''|["'`])/y;
const scheme = /(?:bearer|basic|token|digest|apikey|negotiate|ntlm)\s{1,8}(?=\S)/iy;
const unquoted = /[^\s"'`&;,)\\<>|]+/y;
/** After `NAME=` there is no prose: a comma, an exclamation mark or a single ampersand within it belongs to the value. */
const assigned = /(?:[^\s"'`&;)\\<>|]|&(?![&\s]|$))+/y;
/** A header within quotes, or up to the end of its line. */
const header = /[^"'`\n\r\\]{1,4096}/y;
const LONGEST_NAME = 60;
const LONGEST_QUOTED = 4096;
/** Parts of a cookie that only tell where and how long it is valid. */
const attribute = /^\s*(?:path|domain|expires|max-age|samesite|priority|version)$/i;

interface Named {
  text: string;
  /** In lower case, the last part of the whole name. */
  ending: string;
  /** The whole name and the character before it. */
  whole: string;
  before: string;
  quote: string;
  separator: string;
  /** Where the value begins. */
  at: number;
}

interface ValueSpan {
  from: number;
  to: number;
  quoted: boolean;
  /** `Bearer` or the like precedes it. */
  scheme: boolean;
}

export function replaceNamedValues(text: string, replacement: Replace): string {
  let clean = '';
  let done = 0;
  name.lastIndex = 0;
  for (let found = name.exec(text); found !== null; found = name.exec(text)) {
    const [matched, ending = '', quote = '', separator = ''] = found;
    const start = wholeName(text, found.index);
    const named: Named = {
      text,
      ending: ending.toLowerCase(),
      whole: text.slice(start, found.index + ending.length),
      before: text[start - 1] ?? '',
      quote,
      separator,
      at: found.index + matched.length,
    };
    if (!canBeNamed(named)) {
      // the separator may be a part of the next name's surroundings
      name.lastIndex = found.index + ending.length;
      continue;
    }
    for (const { from, to } of findSecrets(named)) {
      clean += text.slice(done, from) + replacement(text.slice(from, to));
      done = to;
    }
    name.lastIndex = Math.max(named.at, done);
  }
  return done === 0 ? text : clean + text.slice(done);
}

/** Where the name begins whose ending stands at `end`. */
function wholeName(text: string, end: number): number {
  let start = end;
  while (start > 0 && end - start < LONGEST_NAME && /[\w-]/.test(text[start - 1] ?? '')) {
    start -= 1;
  }
  return start;
}

function canBeNamed(named: Named): boolean {
  const { ending, whole, before, quote, separator } = named;
  if (separator === '>') {
    return before === '<' && quote === '';
  }
  if (!/[:=]/.test(separator)) {
    // `--password X`, and `"--password", "X"` in a list
    return whole.startsWith('-') && separator.includes(',') === (quote !== '');
  }
  // `/etc/passwd:root`
  if (before === '/' && separator.startsWith(':')) {
    return false;
  }
  return isNameBySeparator(ending, whole, quote, before);
}

/** Short words are names of secrets only as the last word of a name, or as a key in quotes. */
function isNameBySeparator(ending: string, whole: string, quote: string, before: string): boolean {
  const joined = whole.slice(0, whole.length - ending.length);
  const last = joined.slice(-1);
  switch (ending) {
    case 'pass':
      return /[_-]/.test(last) || (/[a-z]/.test(last) && whole.endsWith('Pass')) || quote !== '';
    case 'pwd':
      return /[_-]/.test(last) || (joined === '' && (before === ';' || quote !== ''));
    case 'auth':
      return /[_-]/.test(last) || quote !== '';
    case '_key':
      return /^[A-Z0-9_]+$/.test(whole);
    case 'sig':
      return joined === '' && /[?&;]/.test(before);
    case 'signature':
      return last === '-' || (joined === '' && /[\s,?&]/.test(before));
    default:
      return true;
  }
}

function findSecrets(named: Named): ValueSpan[] {
  const { text, ending, separator } = named;
  if (ending === 'cookie') {
    return cookies(named);
  }
  if (separator === '>') {
    const [value = ''] = /^[^<]{0,500}(?=<\/)/.exec(text.slice(named.at, named.at + 502)) ?? [];
    return value.trim().length >= LEAST_SECRET && !/[\n«]/.test(value)
      ? [{ from: named.at, to: named.at + value.length, quoted: false, scheme: false }]
      : [];
  }
  const span = valueAt(named);
  return span !== undefined && isSecret(named, span, text.slice(span.from, span.to)) ? [span] : [];
}

function isSecret(named: Named, { quoted, scheme }: ValueSpan, value: string): boolean {
  const { ending, whole, separator } = named;
  const option = whole.startsWith('-');
  if (option && value.startsWith('-')) {
    return false;
  }
  // these words also name what is no secret: only what looks made at random counts
  if (/^(?:_key|auth|sig|signature)$/.test(ending) && !(value.length >= 16 && /\d/.test(value))) {
    return ending === 'auth' && option && value.length >= LEAST_SECRET && !value.startsWith('«');
  }
  return !isHarmless({
    value,
    chosen: scheme || /^pass|^pwd/.test(ending),
    quoted,
    tight: separator === '=',
    shell: isShell(whole, separator),
  });
}

/** `NAME=value` as a shell or an env file has it. */
function isShell(whole: string, separator: string): boolean {
  return separator === '=' && /^[A-Z0-9_]+$/.test(whole);
}

/** In quotes up to the quote that closes them, else a word; without `Bearer` and the like. */
function valueAt({ text, at, whole, separator }: Named): ValueSpan | undefined {
  const shell = isShell(whole, separator);
  const quote = matchAt(opening, text, at);
  const from = at + (quote?.length ?? 0);
  const authentication = matchAt(scheme, text, from) ?? '';
  const start = from + authentication.length;
  const found = { from: start, quoted: quote !== undefined, scheme: authentication !== '' };
  const to =
    quote === undefined
      ? start +
        (shell
          ? (matchAt(assigned, text, start) ?? '')
          : (matchAt(unquoted, text, start) ?? '').replace(/[.:!?]+$/, '')
        ).length
      : closing(text, start, quote);
  return to > start ? { ...found, to } : undefined;
}

/** Where a quoted value ends: at the same quote with as many backslashes, else with its line. */
function closing(text: string, from: number, quote: string): number {
  const mark = quote.slice(-1);
  const depth = quote.lastIndexOf('\\') + 1;
  const last = Math.min(text.length, from + LONGEST_QUOTED);
  let slashes = 0;
  for (let i = from; i < last; i += 1) {
    const character = text[i];
    if (character === mark && slashes <= depth) {
      return i - slashes;
    }
    if (character === '\n' || character === '\r') {
      return i;
    }
    slashes = character === '\\' ? slashes + 1 : 0;
  }
  return last;
}

function cookies({ text, at, whole, separator }: Named): ValueSpan[] {
  if (separator.startsWith(' ') && !whole.startsWith('-')) {
    return [];
  }
  const from = at + (matchAt(opening, text, at)?.length ?? 0);
  const spans: ValueSpan[] = [];
  let start = from;
  for (const part of (matchAt(header, text, from) ?? '').split(';')) {
    const equals = part.indexOf('=');
    const value = part.slice(equals + 1);
    if (
      equals > 0 &&
      value.length >= LEAST_SECRET &&
      !/\s|^[$<«]/.test(value) &&
      !attribute.test(part.slice(0, equals))
    ) {
      spans.push({
        from: start + equals + 1,
        to: start + part.length,
        quoted: false,
        scheme: false,
      });
    }
    start += part.length + 1;
  }
  return spans;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

// Names of what is secret, and values under such names that are none.

/** Endings that tell a secret whatever precedes them: `mytoken`, `DB_PASSWORD`. */
const endings =
  /(?:passw(?:or)?d|passphrase|secret(?:[_-]?access)?(?:[_-]?key)?|token|(?:api|access|account|private|signing|encryption|master)[_-]?key|authorization)$/i;
/** Endings that must be a word of their own: `DB_PASS`, not `bypass`. */
const wordEndings =
  /(?:^|[_.-])(?:pass|passw(?:or)?d|client_?secret|credentials?|cookie)$|[_.-](?:pwd|auth)$|^_auth$/i;

/** The name of a field, a variable or an option whose text is a secret, whatever it looks like. `max_tokens` is not. */
export function isSecretName(name: string): boolean {
  const end = name.slice(-80).replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  return endings.test(end) || wordEndings.test(end);
}

/** An option of a command line whose next argument is a secret: `--password`, `--api-key`; not `--password-file`. */
export function isSecretOption(argument: string): boolean {
  return argument.startsWith('-') && !/[\s=]/.test(argument) && isSecretName(argument);
}

/** What stands after a secret's name in code, in schemas and in prose. */
const plainWords = new Set(
  `string boolean number object unknown undefined optional required nullable default integer readonly function
  buffer uint8array arraybuffer bytearray cryptokey secretstr buffersource charsequence text/plain
  option options argument instead prompt missing invalid expired enabled disabled include included same-origin
  example placeholder redacted hidden masked changed compat systemd process require import return
  value values field fields input inputs please before expected unexpected identifier punctuation
  nothing ignored cannot should failed failure success successful bearer authorization_code`
    .split(/\s+/)
    .filter(Boolean),
);
const secretWord = /pass|token|secret|key|auth|cred|cookie|pwd/i;
/** A variable, a placeholder or what is masked already. */
const reference =
  /^(?:\$\{|\$\(|\$[A-Za-z_][\w:]*$|\{\{|<|%[({]|%\w+%$|[*•x.…·]{3,}$|«|&?\$?[A-Za-z_]\w*\()/;
/** `process.env.TOKEN`, `self.token`, `Kind::Token`. */
const member = /^[A-Za-z_$][\w$]*(?:(?:\?\.|!?\.|::|->)[A-Za-z_$][\w$]*)+[!?]?(?:\[.*)?$/;
const path = /^(?:~|\.{1,2})?\/[a-z][\w.-]*(?:\/[\w.-]*)+$|^(?:~|\.{1,2})\/[\w./-]+$/;
const file = /^[\w./-]+\.(?:pem|key|txt|json|ya?ml|env|crt|[cm]?[jt]sx?|py|go|rs)$/;
const sentence =
  /\b(?:is|are|was|your|the|must|invalid|required|enter|missing|not|cannot|please|for)\b/i;

interface NamedValue {
  value: string;
  /** A person may have made it up: letters alone can be a password, but no token. */
  chosen: boolean;
  quoted: boolean;
  /** `NAME=value` as a shell or an env file has it: never code. */
  shell: boolean;
  /** `name=value` without spaces. */
  tight: boolean;
}

/** Shorter values are words such as `none`. */
export const LEAST_SECRET = 6;

/** The value under a secret's name is no secret itself: a type, a variable, a call, a path, a count, prose. */
function isHarmless(named: NamedValue): boolean {
  const { value, chosen, quoted, shell } = named;
  if (value.length < LEAST_SECRET || reference.test(value)) {
    return true;
  }
  if (plainWords.has(value.replace(/[.:!?]+$/, '').toLowerCase()) || path.test(value)) {
    return true;
  }
  if (quoted && value.includes(' ')) {
    return secretWord.test(value) && sentence.test(value);
  }
  if (!chosen && (/^\d+(?:\.\d+)?$/.test(value) || file.test(value))) {
    return true;
  }
  return !quoted && !shell && isCode(named);
}

function isCode({ value, chosen, tight }: NamedValue): boolean {
  return (
    /^[[({|\\]/.test(value) ||
    /^[\w$.]+[([]/.test(value) ||
    member.test(value) ||
    // a variable that is named as what it holds
    (/^[A-Za-z_]{1,40}$/.test(value) && secretWord.test(value)) ||
    (!chosen && !tight && value.length < 20 && !/\d/.test(value))
  );
}
