/** The agents' programs, as test/cache/agents.mjs found them. */

/** @returns the program and its first arguments, or a sentence that says why it is unavailable. */
export function agentProgram(id: string): string[] | string {
  const told: unknown = JSON.parse(process.env['TURNWATCH_AGENTS'] ?? '{}');
  const command: unknown =
    typeof told === 'object' && told !== null
      ? Object.entries(told).find(([each]) => each === id)?.[1]
      : undefined;
  if (typeof command === 'string') {
    return command;
  }
  if (
    Array.isArray(command) &&
    command.every((part) => typeof part === 'string') &&
    command.length > 0
  ) {
    return command;
  }
  throw new Error(`TURNWATCH_AGENTS does not name ${id}; \`node test/run.mjs agents\` sets it`);
}

/** For a test that was not skipped. */
export function neededProgram(id: string): { program: string; args: string[] } {
  const command = agentProgram(id);
  const [program, ...args] = typeof command === 'string' ? [] : command;
  if (program === undefined) {
    throw new Error(`${id}: ${String(command)}`);
  }
  return { program, args };
}
