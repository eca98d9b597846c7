/** The cost of model requests, and the calls that their responses requested. */
import type { UsageEvent } from '../events.js';
import { Recent } from '../identity/recent.js';

/** Counted by the provider. */
export interface Tokens {
  /** All that the model read, including `cached`. */
  input: number;
  /** The part of `input` that came from the provider's cache. */
  cached: number;
  output: number;
}

export const noTokens: Readonly<Tokens> = { input: 0, cached: 0, output: 0 };

export function plus(one: Tokens, other: Tokens): Tokens {
  return {
    input: one.input + other.input,
    cached: one.cached + other.cached,
    output: one.output + other.output,
  };
}

/** Responses and calls remembered per session. */
const RESPONSES = 256;
const CALLS = 2048;

/** The newest responses of a session. Several sources may report one, in parts and more than once: it counts once. */
export class Responses {
  private readonly known = new Recent<Tokens>(RESPONSES);
  private readonly ofCall = new Recent<string>(CALLS);

  /** @returns the increase of the count */
  add({
    response,
    calls = [],
    inputTokens: input = 0,
    cachedTokens: cached = 0,
    outputTokens: output = 0,
  }: UsageEvent): Tokens {
    if (response === undefined) {
      return { input, cached, output };
    }
    for (const call of calls) {
      this.ofCall.set(call, response);
    }
    const before = this.known.get(response) ?? noTokens;
    const now = {
      input: Math.max(input, before.input),
      cached: Math.max(cached, before.cached),
      output: Math.max(output, before.output),
    };
    this.known.set(response, now);
    return {
      input: now.input - before.input,
      cached: now.cached - before.cached,
      output: now.output - before.output,
    };
  }

  /** The response that requested the call. */
  findResponse(call: string): string | undefined {
    return this.ofCall.get(call);
  }

  tokens(response: string | undefined): Tokens | undefined {
    return response === undefined ? undefined : this.known.get(response);
  }
}
