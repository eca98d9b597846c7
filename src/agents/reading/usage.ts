/** Token counts of a request to the model, as logs report them → the `usage` event. */
import type { TurnEvent } from '../../core/events.js';
import type { Tokens } from '../../core/turns/tokens.js';
import { present, type Fields } from './fields.js';
import { atTime, type Time } from './recorded-values.js';

/** A count of tokens; 0 for anything else. */
export function tokensIn(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}

/** For providers whose `input` excludes tokens read from and written to their cache. */
export function apartFromCache({
  input,
  read,
  written,
  output,
}: Record<'input' | 'read' | 'written' | 'output', unknown>): Tokens {
  const cached = tokensIn(read);
  return { input: tokensIn(input) + cached + tokensIn(written), cached, output: tokensIn(output) };
}

/** For Gemini's API, which may count thoughts apart from the answer; the total, if any, shows whether it does. */
export function ofUsageMetadata(usage: Fields): Tokens {
  const [input, sum] = [tokensIn(usage['promptTokenCount']), tokensIn(usage['totalTokenCount'])];
  const output =
    sum > input
      ? sum - input
      : tokensIn(usage['candidatesTokenCount']) + tokensIn(usage['thoughtsTokenCount']);
  return { input, cached: tokensIn(usage['cachedContentTokenCount']), output };
}

/** No event if nothing was counted. `response`: as in the calls that it requested. */
export function usage(
  session: string,
  at: Time,
  response: string | undefined,
  { input, cached, output }: Tokens,
): TurnEvent[] {
  if (input + output === 0) {
    return [];
  }
  return [
    {
      v: 1,
      ...atTime(at),
      type: 'usage',
      session,
      ...present({ response }),
      inputTokens: input,
      cachedTokens: cached,
      outputTokens: output,
    },
  ];
}
