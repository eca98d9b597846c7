/** Lines of a session's transcript as Claude Code 2.1 writes them. */
import { randomUUID } from 'node:crypto';

export interface TranscriptOptions {
  session: string;
  cwd: string;
  /** Absent: the turn continues. */
  prompt?: string;
  /** Steps with one empty command each. */
  steps: number;
  /** Number of the first step. */
  from?: number;
  /** Milliseconds since the epoch of the first line; the others follow by 10. */
  at?: number;
  /** What the agent says of the limit that ended the turn. */
  limit?: string;
  /** The turn is over. */
  ended?: boolean;
  /** Of the model that answers. */
  model?: string;
  /** What each step reads and writes, if its log tells. */
  tokens?: { input: number; output: number };
}

/** Complete lines, each ending with a line break. */
export function transcript({
  session,
  cwd,
  prompt,
  steps,
  from = 0,
  at = Date.now(),
  limit,
  ended = false,
  model = 'claude',
  tokens,
}: TranscriptOptions): string {
  let clock = at;
  const line = (fields: Record<string, unknown>): Record<string, unknown> => ({
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    entrypoint: 'cli',
    cwd,
    sessionId: session,
    version: '2.1.329',
    gitBranch: 'main',
    uuid: randomUUID(),
    timestamp: new Date((clock += 10)).toISOString(),
    ...fields,
  });
  const lines =
    prompt === undefined
      ? []
      : [line({ type: 'user', promptSource: 'user', message: { role: 'user', content: prompt } })];
  for (let i = from; i < from + steps; i++) {
    const id = `toolu_${session}_${i}`;
    lines.push(
      line({
        type: 'assistant',
        message: {
          id: `msg_${i}`,
          role: 'assistant',
          model,
          stop_reason: 'tool_use',
          content: [{ type: 'tool_use', id, name: 'Bash', input: { command: ':' } }],
          ...(tokens && { usage: { input_tokens: tokens.input, output_tokens: tokens.output } }),
        },
      }),
      line({
        type: 'user',
        message: {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: id,
              content: '(Bash completed with no output)',
              is_error: false,
            },
          ],
        },
        toolUseResult: { stdout: '', stderr: '' },
      }),
    );
  }
  if (limit !== undefined) {
    lines.push(
      line({
        type: 'assistant',
        isApiErrorMessage: true,
        error: 'rate_limit',
        message: {
          role: 'assistant',
          model: '<synthetic>',
          stop_reason: 'stop_sequence',
          content: [{ type: 'text', text: limit }],
        },
      }),
    );
  }
  if (ended) {
    lines.push(line({ type: 'system', subtype: 'turn_duration', durationMs: clock - at }));
  }
  return lines.map((each) => `${JSON.stringify(each)}\n`).join('');
}
