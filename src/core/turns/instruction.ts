/** Tells messages that only ask to continue from new instructions. */
const goOnWords =
  /^(?:please |pls |ok(?:ay)?,? |yes,? |ja,? )?(?:continue|go on|go ahead|keep going|carry on|proceed|resume|next|weiter|weitermachen|mach(?:e)? weiter|fahre fort|continuez?|sigue|continúa|continua|prosegui|继续|続けて|продолжай)(?:,? (?:please|pls|bitte))?$/;
const LONGEST = 40;

/** A message of at most 40 characters that only asks to continue is no new instruction. */
export function asksToGoOn(prompt: string): boolean {
  const text = prompt.trim();
  return text.length <= LONGEST && goOnWords.test(text.toLowerCase().replace(/[\s.!…]+$/, ''));
}
