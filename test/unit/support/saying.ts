/** An answer that the installed command lets through, and by which a test knows who gave it to which hook. */
import { printAnswer } from '../../../src/agents/install/answer-table.js';

export function saying(window: string, agent: string, n: unknown): string {
  return printAnswer({
    hookSpecificOutput: {
      hookEventName: 'Stop',
      additionalContext: `${window} answers ${agent} ${String(n)}`,
    },
  });
}
