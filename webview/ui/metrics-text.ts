/** What a turn did, counted: files read and modified, tests, commands, and the time of the last progress. */
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
