/** Secrets that only their place tells: in a URL, in a command's own short options or fed to it, in a netrc file, after `Bearer`. */
import type { Replace } from './tokens.js';

/** Where a secret stands: what precedes it tells that it is one. */
interface SecretPlace {
  /** One of these must occur: a cheap check that rules out most texts. */
  has: readonly string[];
  /** The same where a fixed text rules out too few. */
  quick?: RegExp;
  /** What precedes the secret, and the secret. */
  place: RegExp;
  /** Without it, every text in this place is one, unless it is only a reference. `before`: what precedes it. */
  accepts?: (secret: string, before: string) => boolean;
}

/** Before it one of the options that `commands` know: a cheap check that rules out most texts. */
const shortOption = /\s-(?:[uUpa]|-(?:user|proxy-user|auth))/;

/** What an option of a short name may hold, in quotes or not. */
const ARGUMENT = `("[^"\\n]{4,200}"|'[^'\\n]{4,200}'|[^\\s"'|;&]{4,200})`;
const WITHIN = '[^\\n|;&]{0,200}?';

const ECHO = `\\b(?:echo|printf)(?:\\s{1,4}-[neE]{1,3})?(?:\\s{1,4}["']%s(?:\\\\{1,2}n)?["'])?\\s{1,4}`;
const PIPE = '\\s{0,4}\\|\\s{0,4}';
/** Commands that read a password. */
const READERS = [
  'sudo(?:\\s[^|\\n]{0,80}?)?\\s-[A-Za-z]{0,8}S\\b',
  '[^|\\n]{0,120}?--password-stdin',
  '(?:sudo\\s{1,4})?passwd\\s[^|\\n]{0,60}?--stdin',
].join('|');

/** Passwords that one command feeds to another, or that stand behind a command's names. */
const fed: readonly SecretPlace[] = [
  {
    has: ['sudo', '-stdin'],
    place: new RegExp(`(${ECHO})${ARGUMENT}(?=${PIPE}(?:${READERS}))`, 'g'),
  },
  {
    has: ['<<<'],
    place: new RegExp(
      `(\\bsudo(?:\\s[^|;&\\n]{0,60}?)?\\s-[A-Za-z]{0,8}S\\b[^|;&\\n]{0,100}?<<<\\s{0,4})${ARGUMENT}`,
      'g',
    ),
  },
  {
    has: ['chpasswd'],
    place: new RegExp(
      `(${ECHO}["']?[^\\s:"'|]{1,60}:)([^\\s"'|]{4,200})(?=["']?${PIPE}(?:sudo\\s[^|\\n]{0,40})?chpasswd\\b)`,
      'g',
    ),
  },
  // with -b, and one or two names before it
  {
    has: ['htpasswd'],
    place: new RegExp(
      `(\\bhtpasswd(?=[^\\n|;&]{0,80}?\\s-[A-Za-z]{0,8}b)(?:\\s{1,4}-[A-Za-z]{1,9}(?:\\s{1,4}\\d{1,5}(?=\\s))?){1,8}(?:\\s{1,4}[^\\s"'|;&-][^\\s"'|;&]{0,100}){1,2}\\s{1,4})${ARGUMENT}(?=\\s{0,8}(?:$|[\\n;&|>)"'\`\\\\]))`,
      'g',
    ),
  },
];

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

const commands: readonly SecretPlace[] = [
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

/** Words before a colon that are no person's name. */
const noName = '(?:npm|jsr|pkg|file|workspace|catalog|mailto|sip|acct|xmpp|cid|urn|sha\\d+):';
const host = '(?:[a-z0-9-]{1,63}\\.){0,8}[a-z0-9-]{1,63}';
/** A colon, a word and an @: a cheap check that rules out most texts with an @. */
const pair = /:[^\s:@/"'`<>\\]{6,100}@[a-z\d]/i;
const before = '(?<![\\w.:/@-])';

/** Files whose name a line number may follow, as in the output of a compiler. */
const fileName =
  '[\\w.-]{1,80}\\.(?:sql|txt|log|md|json|ya?ml|conf|cfg|ini|csv|html?|css|[cm]?[jt]sx?|py|rb|rs|go|java|kt|cs?|h|cpp|php|sh|toml|xml):';

/** A name and a password in one word: `me:secret@host` without a scheme, a line of a `.pgpass`, base64 after `Basic`. */
const logins: readonly SecretPlace[] = [
  // a port or a path tells the host from that of a mail address
  {
    has: ['@'],
    quick: pair,
    place: new RegExp(
      `(${before}(?!${noName})[a-z][\\w.-]{0,60}:)(?!v?\\d+\\.\\d)(?=[^\\s:@]{0,100}[\\d!#$%^&*=~?])([^\\s:@/"'\`<>\\\\]{6,100})(?=@(?!sha\\d)${host}(?::\\d{2,5}\\b|/\\w))`,
      'gi',
    ),
  },
  // marks that no mail address has
  {
    has: ['@'],
    quick: pair,
    place: new RegExp(
      `(${before}(?!${noName})[a-z][\\w.-]{0,60}:)(?=[^\\s:@]{0,100}\\d)(?=[^\\s:@]{0,100}[!#$%^&*=~?])([^\\s:@/"'\`<>\\\\]{8,100})(?=@${host})`,
      'gi',
    ),
  },
  {
    has: ['@'],
    quick: /:[^\s@"'/]{4,100}@/,
    place:
      /((?:--(?:pre)?proxy|\s-x|_(?:proxy|PROXY))["']?\s{0,4}[=:\s]\s{0,4}["']?[^\s:@"'/]{1,60}:)([^\s@"'/]{4,100})(?=@)/g,
  },
  // host:port:database:user:password, with a port of PostgreSQL or its poolers
  {
    has: ['543', ':6432:', ':26257:', ':*:'],
    place: new RegExp(
      `(${before}(?!${fileName})(?:\\*|[a-z][\\w-]{0,62}(?:\\.[\\w-]{1,63}){0,8}|\\d{1,3}(?:\\.\\d{1,3}){3}):(?:\\*|\\d?543\\d|6432|26257):[^\\s:"'/]{1,63}:[^\\s:"'/]{1,63}:)((?:\\\\[:\\\\]|[^\\s:"'\`\\\\]){4,200})(?=$|[\\s"'\`]|\\\\[nrt"])`,
      'gi',
    ),
    // `localhost:5432:up:running:container-name`
    accepts: (secret, before) => before.includes('*') || !/^[a-z]+(?:-[a-z]+)*$/.test(secret),
  },
  {
    has: ['Basic ', 'basic '],
    place: /(\b[Bb]asic {1,4})([A-Za-z0-9+/]{8,512}={0,2})(?![A-Za-z0-9+/=])/g,
    accepts: isLogin,
  },
];

const NAME = '[\\w.-]{0,60}(?:password|passwd|passphrase|secret|token|api_?key|private_?key)';

const places: readonly SecretPlace[] = [
  // a token in the user's place: https://token@host
  {
    has: ['://'],
    quick: /:\/\/[\w.~-]{20}/,
    place: /(:\/\/)([\w.~-]{20,200})(?=(?::[^\s/@]{0,40})?@)/g,
    accepts: (secret) => /\d.*\d/.test(secret) && /[a-z]/i.test(secret),
  },
  // `terraform output -json`
  {
    has: ['"sensitive"'],
    place: /("sensitive":\s{0,4}true,[^{}]{0,200}?"value":\s{0,4}")([^"\n]{4,500})/g,
  },
  // a block of YAML: the value is on the next lines
  {
    has: [': |', ': >'],
    place: new RegExp(
      `(^[ \\t-]{0,40}["']?${NAME}["']?: [|>][+-]?\\d?[ \\t]{0,4}\\r?\\n[ \\t]{1,40})([^\\s:][^\\n]{3,500}(?:\\n[ \\t]{1,40}[^\\s:][^\\n:]{0,500}(?=\\n|$)){0,60})`,
      'gim',
    ),
  },
  { has: ['client-key-data'], place: /(client-key-data["']?:\s{0,4}["']?)([A-Za-z0-9+/=]{20,})/g },
  // a wireless network
  {
    has: ['wpa_passphrase'],
    place: new RegExp(
      `(\\bwpa_passphrase\\s{1,4}(?:"[^"\\n]{1,64}"|'[^'\\n]{1,64}'|[^\\s"'=|;&]{1,64})\\s{1,4})${ARGUMENT}`,
      'g',
    ),
  },
  { has: ['psk='], place: /(\bpsk=)("[^"\n]{8,63}"|[0-9a-f]{64}\b)/g },
  // scheme://user:secret@host, also without a user
  { has: ['://'], place: /(:\/\/[^\s/:@]{0,200}:)([^\s/"'`<>\\]{1,500})(?=@)/g },
  { has: ['-pass'], place: /(\s-pass(?:in|out)?\s{1,8}["']?pass:)([^\s"']{4,200})/g },
  // SQL
  {
    has: ["PASSWORD '", "password '"],
    quick: /\s'[^'\n]{4}/,
    place: /(\bpassword\s{1,8}')([^'\n]{4,200})(?=')/gi,
  },
  { has: [' BY ', '\nBY '], place: /(\bIDENTIFIED\s{1,8}BY\s{1,8}')([^'\n]{4,200})(?=')/g },
  // in small letters it may be prose, as in “no revision identified by 'x'”
  {
    has: [' by '],
    quick: /\bby\s{1,8}'/i,
    place:
      /(\b(?:create|alter|grant)\b[^;]{0,300}?\bidentified\s{1,8}by\s{1,8}')([^'\n]{4,200})(?=')/gi,
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
  ...logins,
];

export function replacePlacedValues(text: string, replacement: Replace): string {
  let clean = text;
  const isFed = ['sudo', 'passwd', '-stdin'].some((part) => clean.includes(part));
  const tried = [...places, ...(shortOption.test(text) ? commands : []), ...(isFed ? fed : [])];
  for (const { has, quick, place, accepts } of tried) {
    if (has.some((part) => clean.includes(part)) && quick?.test(clean) !== false) {
      clean = clean.replace(place, (whole, before: string, found: string) => {
        const quote = /^["']/.exec(found)?.[0] ?? '';
        const secret = quote === '' ? found : found.slice(1, -1);
        return isReference(secret) || accepts?.(secret, before) === false
          ? whole
          : `${before}${quote}${replacement(secret)}${quote}`;
      });
    }
  }
  return clean;
}

/** A variable, a placeholder, numbers of a user and a group, or what is masked already. */
function isReference(value: string): boolean {
  return /^(?:\$[\w{(]|<|«|\{|%\w+%|\*{3,}$|\d{1,5}$)/.test(value);
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Whether it is base64 of a name, a colon and a password. */
function isLogin(base64: string): boolean {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const character of base64.replace(/=+$/, '')) {
    bits = ((bits << 6) | ALPHABET.indexOf(character)) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      text += String.fromCharCode((bits >> held) & 0xff);
    }
  }
  return /^[ -9;-~]{0,200}:[ -~]+$/.test(text);
}
