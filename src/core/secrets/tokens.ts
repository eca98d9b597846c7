/** Tokens that are recognized by their documented prefix or shape, wherever they stand. */

export type Replace = (secret: string) => string;

/**
 * Shapes of one word. Each is tried only within long runs of the characters that tokens consist of, so that ordinary
 * text costs one scan. What could also be a name in words needs a digit.
 */
const words = [
  // OpenAI, Anthropic, OpenRouter and others; then Stripe
  '(?:sk|pk|rk)-(?=[A-Za-z_-]{0,100}\\d)(?:[A-Za-z]+-)?[A-Za-z0-9_-]{16,}',
  '(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}',
  'whsec_[A-Za-z0-9]{20,}',
  // GitHub, GitLab
  'gh[pousr]_[A-Za-z0-9]{20,}',
  'github_pat_[A-Za-z0-9_]{20,}',
  'gl(?:pat|rtr?|dt|cbt|ptt|ft|soat|imt|agent|oas|ffct)-[A-Za-z0-9_-]{16,}',
  // Slack
  'xox[abceoprs][.-][A-Za-z0-9.-]{10,}',
  'xapp-\\d-[A-Za-z0-9-]{10,}',
  // registries: npm, PyPI, RubyGems, crates.io, Docker
  'npm_[A-Za-z0-9]{30,}',
  'pypi-A[A-Za-z0-9_-]{40,}',
  'rubygems_[a-f0-9]{32,}',
  'cio[A-Za-z0-9]{32}\\b',
  'dckr_[a-z]{3}_[A-Za-z0-9_-]{20,}',
  // clouds: AWS, Google, Azure, DigitalOcean, Heroku, Fly, Netlify, Supabase, PlanetScale, Databricks
  'A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}\\b',
  'AIza[A-Za-z0-9_-]{30,}',
  'ya29\\.(?:[a-z]\\.)?[A-Za-z0-9_-]{20,}',
  'GOCSPX-[A-Za-z0-9_-]{20,}',
  'do[opr]_v1_[a-f0-9]{40,}',
  'HRKU-[A-Za-z0-9_-]{30,}',
  'fm[12]_[A-Za-z0-9_-]{30,}',
  'nfp_[A-Za-z0-9]{30,}',
  'sb[ps]_[A-Za-z0-9]{30,}',
  'sb_secret_[A-Za-z0-9_-]{20,}',
  'pscale_[a-z]+_[A-Za-z0-9_-]{30,}',
  'dapi[a-f0-9]{32}',
  // HashiCorp
  'hv[sbr]\\.[A-Za-z0-9_-]{20,}',
  's\\.(?=[A-Za-z]{0,23}\\d)[A-Za-z0-9]{24}\\b',
  // models
  'hf_[A-Za-z0-9]{30,}',
  'gsk_[A-Za-z0-9]{30,}',
  'r8_[A-Za-z0-9]{30,}',
  'pplx-[A-Za-z0-9]{30,}',
  'xai-[A-Za-z0-9]{30,}',
  'lsv2_[a-z]{2}_[a-f0-9_]{30,}',
  // mail and messages
  'SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}',
  'key-[a-f0-9]{32}\\b',
  'SK[a-f0-9]{32}\\b',
  '[MNO][A-Za-z\\d]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,45}',
  // tools and shops
  'shp[a-z]{2}_[A-Fa-f0-9]{32,}',
  'sq0[a-z]{3}-[A-Za-z0-9_-]{22,}',
  'lin_api_[A-Za-z0-9]{30,}',
  '(?:ntn|secret)_[A-Za-z0-9]{40,}',
  'fig[dou]_[A-Za-z0-9_-]{36,}',
  'gl(?:sa|c)_[A-Za-z0-9_]{30,}',
  'PMAK-[A-Za-z0-9-]{30,}',
  'pul-[a-f0-9]{40}',
  'NRAK-[A-Z0-9]{20,}',
  'sntry[su]_[A-Za-z0-9_-]{30,}',
  'tskey-[a-z]+-[A-Za-z0-9-]{16,}',
  'dp\\.[a-z]{2,5}\\.[A-Za-z0-9_.-]{40,}',
  'AT(?:ATT|CTT|BB)[A-Za-z0-9_-]{20,}',
  'CCIPAT_[A-Za-z0-9_-]{20,}',
  'AGE-SECRET-KEY-1[A-Z0-9]{40,}',
  // a JWT; what could begin anew at each dash is bounded
  'eyJ[A-Za-z0-9_-]{8,1000}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]+',
];
const word = new RegExp(words.join('|'), 'y');
/** The first two characters of those shapes. */
const beginnings = new Set(
  (
    'sk pk rk wh gh gi gl xo xa np py ru ci dc AK AS AB AC AI ya GO do HR fm nf sb ps da hv s. hf gs r8 pp ls SG ke ' +
    'SK MD MT Mj Mz ND NT Nj Nz OD OT sh sq li nt se fi PM pu NR sn ts dp AT CC AG ey'
  ).split(' '),
);
/** The shortest word that is looked at. */
const SHORTEST = 15;
/** What words consist of: 1 within a part, 2 between parts. */
const kinds = new Uint8Array(128);
for (let code = 0; code < kinds.length; code += 1) {
  const character = String.fromCharCode(code);
  kinds[code] = /\w/.test(character) ? 1 : /[.~-]/.test(character) ? 2 : 0;
}

/** Base64 that a private key begins with where the line before it is missing, after a text that it must contain. */
const keyHeads = [
  ['b3BlbnNzaC1rZXktdjE', ''],
  ['IBAAKCA', 'MII[A-Z][A-Za-z0-9+/]{2}'],
  ['IBADANBgkqhkiG9w0BAQEFAASC', 'MII[A-Z][A-Za-z0-9+/]{2}'],
  ['AgEAMBMGByqGSM49', 'MIGH'],
  ['AgEAMBAGByqGSM49', 'MIG2'],
  ['MHcCAQEE', ''],
  ['MIGkAgEBBD', ''],
  ['MC4CAQAwBQYDK2Vw', ''],
] as const;
const KEY_LINES =
  '[A-Za-z0-9+/=]{8,}(?:\\r?\\n(?:[A-Za-z0-9+/]{16,}={0,2}|[A-Za-z0-9+/]{2,}={1,2})(?![^\\r\\n]))*';
/** Lines from the middle of a key. Those of a certificate look the same, but stand below its head. */
const keyMiddle = /^(?:[A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{70})$(?:\r?\n[A-Za-z0-9+/]{8,}={0,2}$)+/gm;
const aLine = /^[A-Za-z0-9+/]{64}(?:[A-Za-z0-9+/]{6})?$/m;
const publicHead = /-----BEGIN (?![A-Z ]*PRIVATE)[A-Z0-9 ]+-----\s*$/;

function replaceKeyLines(text: string, replacement: Replace): string {
  return text.length < 130 || !aLine.test(text)
    ? text
    : text.replace(keyMiddle, (lines: string, at: number) => {
        const isMadeAtRandom = /[A-Z]/.test(lines) && /[a-z]/.test(lines) && /\d/.test(lines);
        const isPublic = publicHead.test(text.slice(Math.max(0, at - 80), at));
        return isMadeAtRandom && !isPublic ? replacement(lines) : lines;
      });
}

/** Shapes with characters beyond a word's, each with a text that it must contain: a check that rules out most texts. */
const shapes: readonly { has: string; shape: RegExp }[] = [
  {
    has: '-----BEGIN',
    shape:
      /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  // the end of a key whose beginning was cut off
  { has: '-----END', shape: /^[A-Za-z0-9+/=\s\\]*-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/g },
  {
    has: 'Private-Lines: ',
    shape:
      /(?<=Private-Lines: \d{1,4}(?:\r?\n|\\n))[A-Za-z0-9+/=]{20,}(?:(?:\r?\n|\\n)[A-Za-z0-9+/=]{2,}(?![A-Za-z0-9+/=-]))*/g,
  },
  ...keyHeads.map(([has, before]) => ({
    has,
    shape: new RegExp(`${before}${has}${KEY_LINES}`, 'g'),
  })),
  // base64 of a private key's head
  {
    has: 'LS0tLS1CRUdJTi',
    shape:
      /LS0tLS1CRUdJTi(?:BSU0EgUFJJ|BQUklWQVRF|BFQyBQUkl|BPUEVOU1NI|BFTkNSWVBU)[A-Za-z0-9+/=]{20,}/g,
  },
  // a client secret of Azure
  { has: 'Q~', shape: /[A-Za-z0-9_.~-]{3}\dQ~[A-Za-z0-9_.~-]{31,}/g },
  // Terraform, Mailchimp
  { has: '.atlasv1.', shape: /[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40,}/g },
  { has: '-us', shape: /(?<![a-f0-9])[a-f0-9]{32}-us\d{1,2}\b/g },
  // a refresh token of Google
  { has: '1//0', shape: /1\/\/0[A-Za-z0-9_-]{30,}/g },
  {
    has: 'hooks.slack.com/',
    shape: /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9/]{16,}/g,
  },
  {
    has: '/webhooks/',
    shape: /(?<=\/api\/(?:v\d{1,2}\/)?webhooks\/\d{1,25}\/)[A-Za-z0-9_-]{30,}/g,
  },
  {
    has: '.office.com/webhook',
    shape: /(?<=\.office\.com\/webhook(?:b2)?\/)[A-Za-z0-9@/-]{36,}/g,
  },
  // a bot of Telegram
  { has: ':AA', shape: /(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{32,}/g },
];

/** Replaces tokens of known services and private keys. */
export function replaceTokens(text: string, replacement: Replace): string {
  let clean = text;
  for (const { has, shape } of shapes) {
    if (clean.includes(has)) {
      clean = clean.replace(shape, (secret) => replacement(secret));
    }
  }
  return replaceWords(replaceKeyLines(clean, replacement), replacement);
}

/**
 * By hand, since every text that is shown passes here. Looks only at every 15th character and back from it to where a
 * word begins: that is several times as fast as a pattern.
 */
function replaceWords(text: string, replacement: Replace): string {
  let clean = '';
  let done = 0;
  let start = 0;
  while (start + SHORTEST <= text.length) {
    const last = start + SHORTEST - 1;
    let at = last;
    while (at >= start && kindAt(text, at) !== 0) {
      at -= 1;
    }
    if (at >= start) {
      start = at + 1;
      continue;
    }
    let end = last + 1;
    while (end < text.length && kindAt(text, end) !== 0) {
      end += 1;
    }
    for (const [from, to] of tokensIn(text, start, end)) {
      clean += text.slice(done, from) + replacement(text.slice(from, to));
      done = to;
    }
    start = end + 1;
  }
  return done === 0 ? text : clean + text.slice(done);
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (kinds[code] ?? 0) : 0;
}

/** Where tokens stand in a word: at its beginning or at that of a part. */
function tokensIn(text: string, start: number, end: number): [number, number][] {
  const found: [number, number][] = [];
  let at = start + escapeBefore(text, start);
  while (end - at >= SHORTEST) {
    if (beginnings.has(text.slice(at, at + 2))) {
      word.lastIndex = at;
      const token = word.exec(text)?.[0];
      if (token !== undefined) {
        found.push([at, at + token.length]);
        at += token.length;
        continue;
      }
    }
    do {
      at += 1;
    } while (at < end && kindAt(text, at - 1) === 1);
  }
  return found;
}

/** In `\nghp_…` and `%3Dghp_…` the escape's own letters are no part of the word. */
function escapeBefore(text: string, start: number): number {
  const before = text[start - 1];
  if (before === '\\') {
    return /^[nrt]/.test(text.slice(start, start + 1)) ? 1 : 0;
  }
  return before === '%' && /^[0-9A-F]{2}/i.test(text.slice(start, start + 2)) ? 2 : 0;
}
