/** Token counts in words. */
import type { Tokens } from '../../src/core/turns/tokens.js';
import type { Texts } from './texts.js';

/** In short, for one step. */
export function stepTokens({ input, cached, output }: Tokens, texts: Texts): string {
  const total = texts.number(input + output);
  return cached === 0
    ? texts.get('label.tokens', { total })
    : texts.get('label.tokens.cached', { total, cached: texts.number(cached) });
}

/** `80,046 (80,006 input, 76,000 of it cached; 40 output)` */
export function tokensText({ input, cached, output }: Tokens, texts: Texts): string {
  const params = {
    total: texts.number(input + output),
    input: texts.number(input),
    cached: texts.number(cached),
    output: texts.number(output),
  };
  return texts.say({ id: 'report.tokens.count', params });
}
