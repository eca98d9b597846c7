/** Names of what is secret, and values under such names that are none. */

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
export function isHarmless(named: NamedValue): boolean {
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
