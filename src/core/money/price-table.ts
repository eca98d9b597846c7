/**
 * List prices of models, in dollars per million tokens, for requests at the usual speed. Taken on `pricesReadOn` from stored copies of price
 * pages (Anthropic, OpenAI), of the models.dev catalogue, of GitHub's table of Copilot's models, and of release notes of tools that count cost;
 * most of them are weeks older. What an agent writes to a cache counts as input: with some providers it costs a quarter more, which agents'
 * counts do not tell apart here.
 *
 * Left out, as no one number is right: models whose price depends on the hour (DeepSeek), models on which the sources disagree (GPT-5.6), and
 * those that have no price of their own there (GLM 5).
 */
import type { Price, PriceSet, Rate } from './prices.js';

export const pricesReadOn = '2026-11-28';

function rate(input: number, cached: number, output: number): Rate {
  return { input, cached, output };
}

/** Requests above a length cost more. */
function withLonger(base: Rate, ...longer: [above: number, rate: Rate][]): Price {
  return { ...base, longer: longer.map(([above, each]) => ({ above, ...each })) };
}

/** OpenAI's rule for long requests: twice the input, one and a half times the output. */
function longContext({ input, cached, output }: Rate): Price {
  return withLonger({ input, cached, output }, [
    272_000,
    rate(input * 2, cached * 2, output * 1.5),
  ]);
}

const opus4 = rate(15, 1.5, 75);
const opus45 = rate(5, 0.5, 25);
const sonnet4 = rate(3, 0.3, 15);
const gpt5 = rate(1.25, 0.125, 10);
const gpt52 = rate(1.75, 0.175, 14);
const gemini31 = withLonger(rate(2, 0.2, 12), [200_000, rate(4, 0.4, 18)]);
const grok45 = withLonger(rate(2, 0.5, 6), [200_000, rate(4, 1, 12)]);

export const priceTable: PriceSet = {
  'claude-fable-5-1': rate(10, 0.25, 50),
  'claude-fable-5': rate(10, 1, 50),
  'claude-opus-5-5': rate(4, 0.2, 20),
  'claude-opus-5': opus45,
  'claude-opus-4-8': opus45,
  'claude-opus-4-7': opus45,
  'claude-opus-4-6': opus45,
  'claude-opus-4-5': opus45,
  'claude-opus-4-1': opus4,
  'claude-opus-4-0': opus4,
  'claude-opus-4': opus4,
  'claude-sonnet-5-5': rate(2, 0.1, 10),
  'claude-sonnet-5': rate(2, 0.2, 10),
  'claude-sonnet-4-6': sonnet4,
  'claude-sonnet-4-5': sonnet4,
  'claude-sonnet-4-0': sonnet4,
  'claude-sonnet-4': sonnet4,
  'claude-haiku-5-5': withLonger(rate(0.1, 0.01, 0.5), [100_000, rate(0.5, 0.05, 2.5)]),
  'claude-haiku-4-5': rate(1, 0.1, 5),
  'gpt-6-astra': longContext(rate(10, 1, 50)),
  'gpt-6-sol': longContext(rate(2, 0.2, 10)),
  'gpt-6-luna': longContext(rate(0.1, 0.01, 0.5)),
  'gpt-5.5': longContext(rate(5, 0.5, 30)),
  'gpt-5.4': longContext(rate(2.5, 0.25, 15)),
  'gpt-5.4-mini': rate(0.75, 0.075, 4.5),
  'gpt-5.4-nano': rate(0.2, 0.02, 1.25),
  'gpt-5.3-codex': gpt52,
  'gpt-5.2-codex': gpt52,
  'gpt-5-codex': gpt5,
  'gpt-5': gpt5,
  'gpt-5-mini': rate(0.25, 0.025, 2),
  // until the end of 2026; announced for then: twice as much
  'gemini-3.8-flash': rate(0.75, 0.075, 3.75),
  'gemini-3.5-flash': rate(1.5, 0.15, 9),
  'gemini-3.1-pro-preview': gemini31,
  'gemini-3.1-pro': gemini31,
  'gemini-2.5-pro': withLonger(rate(1.25, 0.125, 10), [200_000, rate(2.5, 0.25, 15)]),
  'gemini-2.5-flash': rate(0.3, 0.03, 2.5),
  'kimi-k3': rate(3, 0.3, 15),
  'kimi-k2.7-code': rate(0.95, 0.19, 4),
  'kimi-k2.6': rate(0.95, 0.16, 4),
  'kimi-k2.5': rate(0.6, 0.1, 3),
  'glm-4.7': rate(0.6, 0.11, 2.2),
  'glm-4.6': rate(0.6, 0.11, 2.2),
  'qwen3-coder-plus': withLonger(
    rate(1, 0.2, 5),
    [32_000, rate(1.8, 0.36, 9)],
    [128_000, rate(3, 0.6, 15)],
    [256_000, rate(6, 1.2, 60)],
  ),
  'qwen3-coder-flash': withLonger(
    rate(0.3, 0.06, 1.5),
    [32_000, rate(0.5, 0.1, 2.5)],
    [128_000, rate(0.8, 0.16, 4)],
    [256_000, rate(1.6, 0.32, 9.6)],
  ),
  'grok-4.7': grok45,
  'grok-4.6': grok45,
  'grok-4.5': grok45,
  'grok-code-fast-1': rate(0.2, 0.02, 1.5),
};
