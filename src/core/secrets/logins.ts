/** A name and a password in one word: `me:secret@host` without a scheme, a line of a `.pgpass`, base64 after `Basic`. */
import type { Place } from './place.js';

/** Words before a colon that are no person's name. */
const noName = '(?:npm|jsr|pkg|file|workspace|catalog|mailto|sip|acct|xmpp|cid|urn|sha\\d+):';
const host = '(?:[a-z0-9-]{1,63}\\.){0,8}[a-z0-9-]{1,63}';
/** A colon, a word and an @: a cheap check that rules out most texts with an @. */
const pair = /:[^\s:@/"'`<>\\]{6,100}@[a-z\d]/i;
const before = '(?<![\\w.:/@-])';

/** Files whose name a line number may follow, as in the output of a compiler. */
const fileName =
  '[\\w.-]{1,80}\\.(?:sql|txt|log|md|json|ya?ml|conf|cfg|ini|csv|html?|css|[cm]?[jt]sx?|py|rb|rs|go|java|kt|cs?|h|cpp|php|sh|toml|xml):';

export const logins: readonly Place[] = [
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
  },
  {
    has: ['Basic ', 'basic '],
    place: /(\b[Bb]asic {1,4})([A-Za-z0-9+/]{8,512}={0,2})(?![A-Za-z0-9+/=])/g,
    accepts: isLogin,
  },
];

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
