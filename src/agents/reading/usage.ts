/** What a log tells of the cost of a request to the model → the `usage` event. */
import type { TurnEvent, UsageEvent } from '../../core/events.js';
import type { Tokens } from '../../core/turns/tokens.js';
import type { Fields } from './fields.js';

/** A count of tokens; 0 for whatever is none. */
export function tokensIn(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}

/** `input`: what was not in the provider's cache; what it read from there and wrote to it are told apart. */
export function apartFromCache({
  input,
  read,
  written,
  output,
}: Record<'input' | 'read' | 'written' | 'output', unknown>): Tokens {
  const cached = tokensIn(read);
  return { input: tokensIn(input) + cached + tokensIn(written), cached, output: tokensIn(output) };
}

/** As Gemini's API counts. What is thought is told apart from the answer; where there is a sum, it says what belongs to it. */
export function ofUsageMetadata(usage: Fields): Tokens {
  const [input, sum] = [tokensIn(usage['promptTokenCount']), tokensIn(usage['totalTokenCount'])];
  const output =
    sum > input
      ? sum - input
      : tokensIn(usage['candidatesTokenCount']) + tokensIn(usage['thoughtsTokenCount']);
  return { input, cached: tokensIn(usage['cachedContentTokenCount']), output };
}

/** Empty where nothing was counted. `response`: as in the calls that it asked for. */
export function usage(
  session: string,
  at: number | undefined,
  response: string | undefined,
  { input, cached, output }: Tokens,
): TurnEvent[] {
  if (input + output === 0) {
    return [];
  }
  const event: UsageEvent = {
    v: 1,
    at,
    type: 'usage',
    session,
    response,
    inputTokens: input,
    cachedTokens: cached,
    outputTokens: output,
  };
  return [event];
}
