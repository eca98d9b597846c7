/** Tells new instructions from messages that only ask to continue, and from those that were sent before. */
import { hashText } from '../identity/hash.js';
import { withoutNoise } from '../identity/noise/noise.js';

const goOnWords =
  /^(?:please |pls |ok(?:ay)?,? |yes,? |ja,? )?(?:continue|go on|go ahead|keep (?:going|working)|carry on|proceed|resume|next|weiter|weitermachen|mach(?:e)? weiter|fahre fort|continuez?|sigue|continúa|continua|prosegui|继续|続けて|продолжай)(?: working| (?:from )?where you (?:left off|stopped))?(?:,? (?:please|pls|bitte))?$/;
const LONGEST = 40;

/** What a person typed for the agent's own program (`/clear`, `!ls`), and what that answered, as logs repeat it. */
const ownCommand = /^\s*<(?:(?:local-)?command-|bash-(?:input|std)|user-memory-input)/;

/** A command that the agent's program answers itself, so that the model may have nothing to say. */
export function asksNothing(prompt: string): boolean {
  return ownCommand.test(prompt) && prompt.trimEnd().endsWith('>');
}

const announcement =
  /(?:^|[.!?:]\s+|\n\s*)(?:(?:now|next|first|then|ok(?:ay)?|alright|great|so)[,:]? )?(?:let me (?!know\b)|let[’']s |i[’']ll |i will |i[’']m going to |i am going to |i need to |ich werde |ich sehe |lass mich )[^.!?\n]*[.!…:]*\s*$/i;
/** Characters at the end of a text that hold its last sentence. */
const LAST_SENTENCE = 300;

/** The last sentence of a text says what its writer does next: an answer does not end so. */
export function announcesWork(text: string): boolean {
  const end = text.slice(-LAST_SENTENCE).trimEnd();
  return end.endsWith(':') || announcement.test(end);
}

/** A message of at most 40 characters that only asks to continue is no new instruction. */
export function asksToGoOn(prompt: string): boolean {
  const text = prompt.trim();
  return text.length <= LONGEST && goOnWords.test(text.toLowerCase().replace(/[\s.!…]+$/, ''));
}

const injected =
  /^\s*(?:<[a-z]*[-_]?(?:reminder|notification|hook|feedback)\b|(?:stop[- ])?hook (?:feedback|error|blocked)\b|\[?auto(?:matic(?:ally)?|mated)?[- ](?:continu|resum|prompt|message|reply))/i;

/** A harness sent it, not a person: the feedback of a stop hook, for example. */
export function isInjected(prompt: string): boolean {
  return injected.test(prompt);
}

/** What loops count up in the prompt that they repeat: `iteration 3 of 20`, `(3/20)`. */
const rounds =
  /\b(iteration|attempt|round|loop|cycle|turn|try)([ #:]{1,2})\d+(?:(?:\/| of )\d+)?|\(\d+\/\d+\)/gi;

/** Equal for prompts that differ by what counts as noise only, or by the number of a loop's round. */
export function promptKey(prompt: string): string {
  const text = withoutNoise(prompt).replace(rounds, '$1#').replace(/\s+/g, ' ').trim();
  return hashText(text.toLowerCase());
}
