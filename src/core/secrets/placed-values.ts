/** Secrets that only their place tells: in a URL, in a command's own short options, in a netrc file, after `Bearer`. */

type Replace = (secret: string) => string;

interface Place {
  /** One of these must occur: a cheap check that rules out most texts. */
  has: readonly string[];
  /** What precedes the secret, and the secret. */
  place: RegExp;
}

/** Before it one of the options that `commands` know: a cheap check that rules out most texts. */
const shortOption = /\s-(?:[uUpa]|-(?:user|proxy-user|auth))/;

/** What an option of a short name may hold, in quotes or not. */
const ARGUMENT = `("[^"\\n]{4,200}"|'[^'\\n]{4,200}'|[^\\s"'|;&]{4,200})`;
const WITHIN = '[^\\n|;&]{0,200}?';

/** `curl -u user:secret`; a secret in quotes may hold spaces. */
function userOption(command: string, options: string): RegExp {
  const ends = ['"', "'"].map((quote) => {
    const rest = `[^${quote}\\n]`;
    return `(?<=${quote}${rest}{0,110})${rest}{4,200}(?=${quote})`;
  });
  return new RegExp(
    `(\\b(?:${command})\\b${WITHIN}\\s(?:${options})(?:\\s{1,8}|=)["']?[^\\s:"'|;&]{0,100}:)(${ends.join('|')}|[^\\s"'|;&]{4,200})`,
    'g',
  );
}

const commands: readonly Place[] = [
  { has: ['curl'], place: userOption('curl', '-u|-U|--user|--proxy-user') },
  { has: ['http', 'xh'], place: userOption('https?|xh', '-a|--auth') },
  {
    has: ['sshpass', ' login'],
    place: new RegExp(
      `(\\b(?:sshpass|(?:docker|podman|az|oc|skopeo|registry) login)\\b${WITHIN}\\s-p\\s{0,8})${ARGUMENT}`,
      'g',
    ),
  },
  {
    has: ['mysql', 'mariadb'],
    place: new RegExp(`(\\b(?:mysql|mariadb)[a-z-]{0,12}\\b${WITHIN}\\s-p)${ARGUMENT}`, 'g'),
  },
  {
    has: ['redis-cli'],
    place: new RegExp(`(\\bredis-cli\\b${WITHIN}\\s-a\\s{1,8})${ARGUMENT}`, 'g'),
  },
];

const places: readonly Place[] = [
  // scheme://user:secret@host, also without a user
  { has: ['://'], place: /(:\/\/[^\s/:@]{0,200}:)([^\s/"'`<>\\]{1,500})(?=@)/g },
  { has: ['-pass'], place: /(\s-pass(?:in|out)?\s{1,8}["']?pass:)([^\s"']{4,200})/g },
  // SQL
  {
    has: ["PASSWORD '", "password '", ' BY ', ' by '],
    place: /(\b(?:password|identified by)\s{1,8}')([^'\n]{4,200})(?=')/gi,
  },
  // `name: DB_PASSWORD` and on the next line `value: …`, also in JSON and XML
  {
    has: ['value'],
    place:
      /(\b(?:name|key)["']?[:=]\s{0,4}["']?[\w.-]{0,60}(?:password|passwd|secret|token|api_?key|_pass)["']?,?\s{0,20}["']?value["']?[:=]\s{0,4}["']?)([^\s"'<]{6,500})/gi,
  },
  // netrc
  {
    has: ['password'],
    place:
      /(\b(?:login\s{1,20}\S{1,200}|machine\s{1,20}\S{1,200})\s{1,20}password\s{1,20})(\S{4,200})/g,
  },
  { has: ['Bearer ', 'bearer '], place: /(\b[Bb]earer {1,8})([A-Za-z0-9_.~+/=-]{16,})/g },
];

export function replacePlacedValues(text: string, replacement: Replace): string {
  let clean = text;
  for (const { has, place } of shortOption.test(text) ? [...places, ...commands] : places) {
    if (has.some((part) => clean.includes(part))) {
      clean = clean.replace(place, (whole, before: string, found: string) => {
        const quote = /^["']/.exec(found)?.[0] ?? '';
        const secret = quote === '' ? found : found.slice(1, -1);
        return isReference(secret) ? whole : `${before}${quote}${replacement(secret)}${quote}`;
      });
    }
  }
  return clean;
}

/** A variable, a placeholder, numbers of a user and a group, or what is masked already. */
function isReference(value: string): boolean {
  return /^(?:\$[\w{(]|<|«|\{|%\w+%|\*{3,}$|\d{1,5}$)/.test(value);
}
