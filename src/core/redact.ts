/** Secrets never reach the view, the log or an export: known shapes of keys and tokens, and values named as secrets. */

/** Each with a text that it must contain: a cheap check that rules out most texts. */
const shapes: readonly { has: string; shape: RegExp }[] = [
  {
    has: '-----BEGIN',
    shape: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  },
  // the end of a key whose beginning was cut off
  { has: '-----END', shape: /^[A-Za-z0-9+/=\s]*-----END [A-Z ]*PRIVATE KEY-----/g },
  { has: 'k-', shape: /\b(?:sk|pk|rk)-(?:[A-Za-z]+-)?[A-Za-z0-9_-]{16,}/g },
  { has: 'gh', shape: /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{20,}/g },
  { has: 'github_pat_', shape: /\bgithub_pat_[A-Za-z0-9_]{20,}/g },
  { has: 'glpat-', shape: /\bglpat-[A-Za-z0-9_-]{16,}/g },
  { has: 'xox', shape: /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g },
  { has: 'AKIA', shape: /\bAKIA[A-Z0-9]{16}\b/g },
  { has: 'ASIA', shape: /\bASIA[A-Z0-9]{16}\b/g },
  { has: 'AIza', shape: /\bAIza[A-Za-z0-9_-]{30,}/g },
  { has: 'eyJ', shape: /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+/g },
];
/** `password=…`, `API_KEY: …`, `Authorization: Bearer …`: the name stays, the value is replaced. */
const named =
  /((?:passw(?:or)?d|secret(?:[_-]?key)?|token|api[_-]?key|access[_-]?key|private[_-]?key|authorization)["']?\s{0,8}[:=]\s{0,8}["']?(?:bearer\s+|basic\s+)?)([^\s"'&;,)]{6,})/gi;
const inUrl = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,200}:)([^\s/@]+)(@)/gi;

export const REDACTED = '«secret»';
/** The beginning of every replacement. */
const REPLACED = '«secret';

/** Replaces every secret that is recognised. */
export function redact(text: string): string {
  return replaceSecrets(text, () => REDACTED);
}

/** The same with a replacement for each secret. Existing replacements stay. */
export function replaceSecrets(text: string, replacement: (secret: string) => string): string {
  let clean = text;
  for (const { has, shape } of shapes) {
    if (clean.includes(has)) {
      clean = clean.replace(shape, (secret) => replacement(secret));
    }
  }
  if (clean.includes(':') || clean.includes('=')) {
    clean = clean.replace(named, (whole, name: string, secret: string) =>
      secret.startsWith(REPLACED) ? whole : `${name}${replacement(secret)}`,
    );
  }
  if (!clean.includes('://')) {
    return clean;
  }
  return clean.replace(inUrl, (whole, before: string, secret: string, after: string) =>
    secret.startsWith(REPLACED) ? whole : `${before}${replacement(secret)}${after}`,
  );
}

/** Head and tail of a long text, with the number of characters between them. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) {
    return text;
  }
  const head = Math.ceil(limit * 0.6);
  const tail = Math.max(0, limit - head);
  return `${text.slice(0, head)}\n… ${text.length - head - tail} characters …\n${text.slice(text.length - tail)}`;
}

/** An independent copy: a slice keeps its whole text in memory, and so does a text joined from slices. */
export function copied(text: string): string {
  return ` ${text}`.slice(1);
}

/** Redacts, and cuts to about `limit` characters. Reads only head and tail of a very long text, so that it costs no more than a short one. */
export function shown(text: string, limit: number): string {
  const looked = limit * 2;
  if (text.length <= looked * 2) {
    return copied(cut(redact(text), limit));
  }
  // half a secret would not be recognised, so the whole word at the cut goes
  const head = redact(text.slice(0, looked).replace(/[\w+/=.~-]+$/, '')).slice(
    0,
    Math.ceil(limit * 0.6),
  );
  const tail = redact(text.slice(-looked).replace(/^[\w+/=.~-]+/, '')).slice(
    -Math.floor(limit * 0.4),
  );
  return copied(`${head}\n… ${text.length - head.length - tail.length} characters …\n${tail}`);
}
