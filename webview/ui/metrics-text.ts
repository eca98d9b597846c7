/** What a turn did and cost, counted: files read and modified, tests, commands, the time of the last progress; and tokens. */
import type { Tokens } from '../../src/core/turns/tokens.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import type { Texts } from './texts.js';

/** `since`: the time since the last progress in words; undefined if there was none. */
export function metricsText(
  metrics: Omit<SessionDetail['metrics'], 'lastProgress'>,
  since: string | undefined,
  texts: Texts,
): string {
  const params = {
    read: metrics.filesRead,
    modified: metrics.filesModified,
    tests: metrics.testsRun,
    commands: metrics.commandsExecuted,
  };
  return since === undefined
    ? texts.say({ id: 'report.metrics.none', params })
    : texts.say({
        id: 'report.metrics',
        params: { ...params, last: texts.get('label.ago', { time: since }) },
      });
}

// Token counts in words.

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
